import { recordEvent } from '#business-events/index.ts'
import type { Ctx, OrderFacts, PaymentListener } from '#ctx/ctx.ts'
import { mailEnded, mailPastDue } from './mails.ts'
import { priceAt } from './read-products.ts'
import { addOrder, addPeriod, findOrder, lockRow, putRow, rowsOf, type SubscriptionRow } from './store.ts'
import { transition } from './transition.ts'

/** Applies payments to subscriptions, in the transaction that records them. */
export const subscriptionListener: PaymentListener = {
  async paid(ctx, db, order) {
    const product = productOf(ctx, order)
    if (!product) return
    const before = await lockRow(db, order.owner_id, product.product)
    const made = await findOrder(db, order.id)
    const is_renewal = made?.is_renewal ?? false
    const state = transition(before, { kind: 'paid', at: order.paid_at, is_renewal }, product)
    if (!state) return
    const row: SubscriptionRow = {
      ...state,
      owner_id: order.owner_id,
      product: product.product,
      login_id: order.login_id,
      price_micros: order.amount_micros,
      price_version: made?.price_version ?? priceAt(product, order.created_at).version,
      order_id: order.id,
      method_label: order.method_label,
      announced_version: null,
      announced_at: null,
    }
    // A payment that has its period already changes nothing.
    if (!(await addPeriod(db, row, order.paid_at))) return
    await putRow(db, row, ctx.clock.now())
    if (before && before.state !== 'expired') await renewed({ ...ctx, db }, row)
  },
  async failed(ctx, db, order) {
    const product = productOf(ctx, order)
    if (!product) return
    const made = await findOrder(db, order.id)
    if (made?.is_renewal) await renewalFailed({ ...ctx, db }, order.owner_id, product.product, order.method_label)
  },
  async replaced(ctx, db, failed, next) {
    const made = await findOrder(db, failed.id)
    if (made) await addOrder(db, { ...made, order_id: next.id }, ctx.clock.now())
  },
  async mayCharge({ db }, order) {
    if (order.purpose !== 'subscription' || !(await findOrder(db, order.id))?.is_renewal) return true
    const row = (await rowsOf(db, order.owner_id)).find(({ product }) => product === order.product)
    return row?.state === 'active' || row?.state === 'past_due'
  },
  async reversed(ctx, db, order, reversal) {
    const product = productOf(ctx, order)
    if (!product || reversal.left_micros > 0) return
    const before = await lockRow(db, order.owner_id, product.product)
    // Only a reversal of the running period's payment ends it.
    if (before?.order_id !== order.id) return
    await change({ ...ctx, db }, before, transition(before, { kind: 'reversed' }, product))
  },
  async restored(ctx, db, order, reversal) {
    const product = productOf(ctx, order)
    const before = product && (await lockRow(db, order.owner_id, product.product))
    if (!product || before?.order_id !== order.id || before.state !== 'expired') return
    const after = transition(before, { kind: 'restored', at: ctx.clock.now() }, product)
    await change({ ...ctx, db }, before, after)
    const facts = { order: order.reference, product: order.product, reversal: reversal.id, state: after?.state }
    ctx.log.error(facts, 'reversed refund of a subscription payment: the subscription may need the operator')
  },
}

function productOf(ctx: Pick<Ctx, 'products'>, order: OrderFacts) {
  if (order.purpose !== 'subscription') return undefined
  return ctx.products.find(({ product }) => product === order.product)
}

type Changing = Pick<Ctx, 'db' | 'clock' | 'env' | 'sites' | 'products'>

/** Mails the first failure, and the last one. */
export async function renewalFailed(
  ctx: Changing,
  owner_id: number,
  name: string,
  method_label: string,
): Promise<void> {
  const product = ctx.products.find((one) => one.product === name)
  const before = await lockRow(ctx.db, owner_id, name)
  if (!product || !before) return
  const now = ctx.clock.now()
  const after = transition(before, { kind: 'failed', at: now }, product)
  if (!after || after === before) return
  await putRow(ctx.db, { ...before, ...after }, now)
  if (before.state === 'active') await mailPastDue(ctx, product, { ...before, ...after }, method_label)
}

/** Stores the result of an event, and mails when the subscription has ended. */
export async function change(
  ctx: Changing,
  before: SubscriptionRow,
  after: ReturnType<typeof transition>,
): Promise<void> {
  if (!after || after === before) return
  await putRow(ctx.db, { ...before, ...after }, ctx.clock.now())
  const product = ctx.products.find((one) => one.product === before.product)
  if (after.state !== 'expired') return
  const { owner_id, order_id } = before
  // A payment that was returned can open the period again, which then ends once more.
  const key = `${order_id} ${ctx.clock.now().getTime()}`
  await recordEvent(ctx, { type: 'subscription.ended', key, owner_id, data: { product: before.product } })
  if (product) await mailEnded(ctx, product, before)
}

function renewed(
  ctx: Changing,
  { owner_id, product, order_id, price_micros, period_start, period_end }: SubscriptionRow,
) {
  const period = { period_start: period_start.toISOString(), period_end: period_end.toISOString() }
  const data = { product, price_micros, ...period }
  return recordEvent(ctx, { type: 'subscription.renewed', key: order_id, owner_id, data })
}
