import type { Input, Output } from '@portico/contract/endpoint.ts'
import { CENT_MICROS } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Product } from '@portico/contract/product.ts'
import type { subscriptions } from '@portico/contract/subscriptions.ts'
import { activeLoginFor } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { cancelUnwanted, chargeOrder, createOrder, openOrder } from '#payments/index.ts'
import { change } from './listener.ts'
import { priceAt } from './read-products.ts'
import { renewalPrice } from './renewal-price.ts'
import { addOrder, lockRow, rowsOf, type SubscriptionRow } from './store.ts'
import { type SubscriptionEvent, transition } from './transition.ts'

/** Makes the order of a month, of the first one or of one that could not be charged. Its checks run in the order's transaction. */
export async function activate(
  ctx: UserCtx,
  { id, product: name, price_micros, tax_micros, how, method_id, return_to }: Input<typeof subscriptions.activate>,
): Promise<Output<typeof subscriptions.activate>> {
  const product = productNamed(ctx, name)
  // Every price is whole cents, as every order must be.
  if (price_micros % CENT_MICROS !== 0) throw new Problem('price_changed')
  const { id: login_id, owner_id } = await activeLoginFor(ctx, 'add_funds')
  const request = {
    id,
    owner_id,
    login_id,
    created_by: ctx.session.user_id,
    purpose: 'subscription' as const,
    product: name,
    amount_micros: price_micros,
    tax_micros,
    how,
    ...(method_id && { method_id }),
    ...(return_to && { return_to }),
    onCreated: async (db: Db) => {
      const within = { ...ctx, db }
      await activeLoginFor(within, 'add_funds')
      const row = await lockRow(db, owner_id, name)
      if (isPaid(row)) throw new Problem('already_subscribed')
      const price = priceToPay(product, row, ctx.clock.now())
      if (price.micros !== price_micros) throw new Problem('price_changed')
      const made = { order_id: id, owner_id, product: name, price_version: price.version, is_renewal: false }
      await addOrder(db, made, ctx.clock.now())
      const detail = { product: name, amount_micros: price_micros }
      await audit(within, 'subscription_ordered', { user_id: owner_id, detail })
    },
  }
  const made = await createOrder(ctx, request).catch(async (error: unknown) => {
    throw await refusalOf(ctx, request, error)
  })
  if (how === 'method') await chargeOrder(ctx, made.id)
  // The current state; the same id makes no second order.
  const order = how === 'method' ? await createOrder(ctx, request) : made
  return { order_id: order.id, state: order.state, pay_url: order.pay_url }
}

function isPaid(row: SubscriptionRow | undefined): boolean {
  return row?.state === 'active' || row?.state === 'canceling'
}

/** Two orders of one product cannot wait at once: the second one, from another tab, returns the current state. */
async function refusalOf(
  { db }: UserCtx,
  { id, owner_id, product }: { id: string; owner_id: number; product: string },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'already_there') return error
  if (isPaid((await rowsOf(db, owner_id)).find((row) => row.product === product)))
    return new Problem('already_subscribed')
  const waiting = await openOrder({ db }, { purpose: 'subscription', owner_id, product })
  return waiting && waiting.id !== id ? new Problem('subscription_pending') : error
}

/** The amount due now: the price of a new start, or of the overdue period. */
function priceToPay(product: Product, row: SubscriptionRow | undefined, now: Date) {
  return row?.state === 'past_due' ? renewalPrice(product, row) : priceAt(product, now)
}

/** A renewal that waits to be charged ends with it. */
export async function cancel(ctx: UserCtx, { product }: Input<typeof subscriptions.cancel>) {
  const owner_id = await changeByHand(ctx, product, { kind: 'cancel', at: ctx.clock.now() }, 'subscription_canceled')
  await cancelUnwanted(ctx, { purpose: 'subscription', owner_id, product })
  return {}
}

export async function resume(ctx: UserCtx, { product }: Input<typeof subscriptions.resume>) {
  await changeByHand(ctx, product, { kind: 'resume' }, 'subscription_resumed')
  return {}
}

/** Runs in one transaction with the check of the permission and with its line in the activity. */
async function changeByHand(ctx: UserCtx, name: string, event: SubscriptionEvent, action: string): Promise<number> {
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const { owner_id } = await activeLoginFor(within, 'add_funds')
    const product = productNamed(ctx, name)
    const before = await lockRow(db, owner_id, name)
    const after = transition(before, event, product)
    if (!before || !after) throw new Problem('not_subscribed')
    await change(within, before, after)
    await audit(within, action, { user_id: owner_id, detail: { product: name } })
    return owner_id
  })
}

function productNamed(ctx: UserCtx, name: string): Product {
  const product = ctx.products.find((one) => one.product === name)
  if (!product) throw new Problem('not_allowed')
  return product
}
