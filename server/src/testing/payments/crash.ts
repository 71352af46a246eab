import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Ctx, PaymentListener } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { bookMoney } from '#ledger/index.ts'
import { askAboutOrders, chargeOrder, createOrder, handleEvents, refundOrder } from '#payments/index.ts'
import { pagedOrder } from '#payments/paged-order-store.ts'
import { reversalsOf } from '#payments/reversal-store.ts'
import { ledgerOfOrder, unhandledOf } from './order-store.ts'
import { askTestStripe, signed, type TestStripe } from './stripe.ts'

const AMOUNT_MICROS = 50_000_000
const ROUNDS = 2000

export interface OrderScript {
  id: string
  owner_id: number
  login_id: number
  /** Without one the order is paid on a page. */
  method_id?: string | undefined
}

/** A listener that books one entry per notification: a second entry would be a second notification. */
export const bookkeeper: PaymentListener = {
  paid: (_ctx, db, order) => note(_ctx, db, order.login_id, `${order.reference} paid`),
  reversed: (_ctx, db, order) => note(_ctx, db, order.login_id, `${order.reference} reversed`),
}

async function note(ctx: Ctx, db: Db, login_id: number, memo: string): Promise<void> {
  const money = { id: randomUUID(), kind: 'promo' as const, world: 'world:promos' as const, amount_micros: 1 }
  await bookMoney({ db, clock: ctx.clock }, { ...money, login_id, memo, actor: 'test' })
}

type Post = (path: string, payload: string, headers: Record<string, string>) => Promise<unknown>

/**
 * The whole life of one order: created, paid, notified, refunded, compared. Every part may be repeated from the beginning, as
 * customers, Stripe, operators and jobs do after a crash.
 */
export async function runScript(ctx: Ctx, stripe_url: string, post: Post, script: OrderScript): Promise<void> {
  const { id, owner_id, login_id, method_id } = script
  await createOrder(ctx, {
    id,
    owner_id,
    login_id,
    created_by: null,
    purpose: 'top_up',
    product: null,
    amount_micros: AMOUNT_MICROS,
    how: method_id ? 'method' : 'checkout',
    method_id,
  })
  if (method_id) await chargeOrder(ctx, id)
  else await askTestStripe(stripe_url, `pay/${id}`)
  await deliverEvents(ctx, stripe_url, post, id)
  const row = await pagedOrder(ctx.db, owner_id, id)
  if (row?.state === 'paid' && (await reversalsOf(ctx.db, id)).length === 0) {
    const request = {
      reference: row.reference,
      amount_micros: undefined,
      allow_negative: true,
      reason: 'test',
      actor: 'test',
    }
    await refundOrder(ctx, request, async () => undefined)
  }
  await deliverEvents(ctx, stripe_url, post, id)
  await askAboutOrders(ctx)
}

/** Stripe repeats what was not acknowledged; here it repeats everything. */
async function deliverEvents(ctx: Ctx, stripe_url: string, post: Post, id: string): Promise<void> {
  const events = await askTestStripe(stripe_url, `events/${id}`)
  for (const event of events) {
    const { payload, headers } = signed(event, ctx.clock.now())
    await post('/webhooks/stripe', payload, headers)
  }
  // The app handles them automatically, too; those of a dead process are due when their pause is over.
  const ids = events.map((event) => event.id)
  for (let round = 0; round < ROUNDS && (await unhandledOf(ctx.db, ids)) > 0; round += 1) {
    await handleEvents(ctx)
    await setImmediate()
  }
}

/**
 * The expected end of an order, wherever it was interrupted: one page or charge, one payment, one credit, one refund, each notified
 * once.
 */
export async function scriptFaults(ctx: Ctx, stripe: TestStripe, { id, owner_id, method_id }: OrderScript) {
  const row = await pagedOrder(ctx.db, owner_id, id)
  const { reference = '', status } = row ?? {}
  const [payment] = stripe.paymentsOf(id)
  const notices = async (what: string) => (await ledgerOfOrder(ctx.db, `${reference} ${what}`)).sum
  const { sum, credits } = await ledgerOfOrder(ctx.db, reference)
  const is = {
    status,
    sum,
    credits,
    pages: [...stripe.sessions.values()].filter((one) => one.client_reference_id === id).length,
    payments: stripe.paymentsOf(id).length,
    refunds: [...stripe.refunds.values()].filter((one) => one.payment_intent === payment?.id).length,
    paid_notices: await notices('paid'),
    reversed_notices: await notices('reversed'),
  }
  const pages = method_id ? 0 : 1
  const should = {
    status: 'refunded',
    sum: 0,
    credits: 1,
    pages,
    payments: 1,
    refunds: 1,
    paid_notices: 1,
    reversed_notices: 1,
  }
  return JSON.stringify(is) === JSON.stringify(should) ? [] : [JSON.stringify(is)]
}
