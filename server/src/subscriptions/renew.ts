import type { Product } from '@portico/contract/product.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { orderIdOf } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { chargeOrder, createOrder, defaultMethod, openOrder } from '#payments/index.ts'
import { change, renewalFailed } from './listener.ts'
import { mailPrice } from './mails.ts'
import { NOTICE_DAYS, priceToAnnounce, renewalPrice } from './renewal-price.ts'
import {
  addOrder,
  countOrders,
  dueRows,
  findOrder,
  lockRow,
  markAnnounced,
  rowsToRenew,
  type SubscriptionRow,
} from './store.ts'
import { RETRY_DAYS, transition } from './transition.ts'

/**
 * Job, every minute: announces higher prices in time, ends expired subscriptions, and charges due ones. Interrupted and started
 * again, it makes the same order with the same id. Returns how many charges it began.
 */
export async function renewSubscriptions(ctx: Ctx): Promise<number> {
  for (const product of ctx.products) await announcePrice(ctx, product)
  let charged = 0
  for (const { owner_id, product } of await dueRows(ctx.db, ctx.clock.now())) {
    // One account that cannot be charged must not delay the others.
    charged += await renew(ctx, owner_id, product).catch((error) => {
      ctx.log.warn({ err: error, owner_id, product }, 'renewal failed, will be retried')
      return 0
    })
  }
  return charged
}

async function announcePrice(ctx: Ctx, product: Product): Promise<void> {
  const now = ctx.clock.now()
  for (const found of await rowsToRenew(ctx.db, product.product, new Date(now.getTime() + NOTICE_DAYS * DAY_MS))) {
    if (!priceToAnnounce(product, found, now)) continue
    await inTx(ctx.db, async (db) => {
      const row = await lockRow(db, found.owner_id, product.product)
      const price = row?.state === 'active' ? priceToAnnounce(product, row, now) : undefined
      if (!row || !price) return
      await markAnnounced(db, row, price.version, now)
      await mailPrice({ ...ctx, db }, product, row, price.micros)
    })
  }
}

async function renew(ctx: Ctx, owner_id: number, name: string): Promise<number> {
  const product = ctx.products.find((one) => one.product === name)
  // A product that is not sold any more ends with its period.
  const id = await inTx(ctx.db, (db) => prepare({ ...ctx, db }, owner_id, name, product))
  if (id === undefined) return 0
  await chargeOrder(ctx, id)
  return 1
}

/** The order to charge now, made in the transaction that found it due; undefined where there is nothing to charge. */
async function prepare(
  ctx: Ctx,
  owner_id: number,
  name: string,
  product: Product | undefined,
): Promise<string | undefined> {
  const now = ctx.clock.now()
  const row = await lockRow(ctx.db, owner_id, name)
  if (!row || row.state === 'expired' || row.next_try_at > now) return undefined
  const open = await openOrder(ctx, { purpose: 'subscription', owner_id, product: name })
  const ended = product
    ? transition(row, { kind: 'clock', at: now, has_order: open !== undefined }, product)
    : { ...row, state: 'expired' as const, access_until: null }
  if (!product || ended !== row) {
    await change(ctx, row, ended)
    return undefined
  }
  // An order of ours that was made before a crash is charged now; one that the customer is paying by hand is left to them.
  if (open) return open.state === 'created' && (await findOrder(ctx.db, open.id))?.is_renewal ? open.id : undefined
  if (row.tries > RETRY_DAYS.length) return undefined
  return makeOrder(ctx, product, row)
}

async function makeOrder(ctx: Ctx, product: Product, row: SubscriptionRow): Promise<string | undefined> {
  const { owner_id, login_id } = row
  const method = await defaultMethod(ctx, owner_id)
  if (!method) {
    await renewalFailed(ctx, owner_id, row.product, row.method_label)
    return undefined
  }
  const price = renewalPrice(product, row)
  const id = orderIdOf('renewal', owner_id, row.product, await countOrders(ctx.db, owner_id, row.product))
  await addOrder(
    ctx.db,
    { order_id: id, owner_id, product: row.product, price_version: price.version, is_renewal: true },
    ctx.clock.now(),
  )
  const order = await createOrder(ctx, {
    id,
    owner_id,
    login_id,
    created_by: null,
    purpose: 'subscription',
    product: row.product,
    amount_micros: price.micros,
    how: 'method',
    method_id: method.id,
  })
  return order.id
}
