import { UUID } from '@portico/contract/form-fields.ts'
import type { Ctx } from '../ctx.ts'
import { processorOf, withRequest } from './customer.ts'
import { isTooOld } from './end-unconfirmed.ts'
import { markChecked, orderById, orderByPayment, ordersProcessing, ordersWithoutNews } from './order-store.ts'
import { refreshOrder } from './refresh-order.ts'
import { resendRefunds } from './refund.ts'
import { ordersUndecided, reversalsOf } from './reversal-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Orders that nobody told us about for so long are asked about. */
const QUIET_MS = 5 * MINUTE_MS
const BATCH = 50
const LOOK_BACK_MS = 3 * DAY_MS
/** Before every other. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Job, every minute: orders without news, and refunds that may not have arrived. Repeating it changes nothing. */
export async function askAboutOrders(ctx: Ctx): Promise<void> {
  const { processor } = ctx.payments
  if (!processor) return
  const now = ctx.clock.now().getTime()
  for (const { id, reference } of await ordersWithoutNews(ctx.db, processor.name, new Date(now - QUIET_MS), BATCH)) {
    try {
      await refreshOrder(ctx, id)
      await cancelOld(ctx, id)
    } catch (error) {
      ctx.log.warn({ err: error, order: reference }, 'order could not be asked about, will be tried again')
    }
    await markChecked(ctx.db, id, ctx.clock.now())
  }
  await resendRefunds(ctx, new Date(now - MINUTE_MS))
}

/** Nobody comes back to it after a day: it is closed at the processor, and what that says is followed. */
async function cancelOld(ctx: Ctx, id: string): Promise<void> {
  const order = await orderById(ctx.db, id)
  if (order?.state !== 'open' || !isTooOld(ctx, order)) return
  await withRequest(ctx, order, (request) => processorOf(ctx).cancel(request))
  await refreshOrder(ctx, id)
}

/** Job, every two seconds with the test processor: what it delays is paid some seconds later. */
export async function followDelayed(ctx: Ctx): Promise<void> {
  for (const { id } of await ordersProcessing(ctx.db, 'test', BATCH)) await follow(ctx, id)
}

/** One order that cannot be followed must not keep the others waiting. */
async function follow(ctx: Ctx, order_id: string): Promise<void> {
  await refreshOrder(ctx, order_id).catch((error) =>
    ctx.log.warn({ err: error, order_id }, 'order could not be asked about, will be tried again'),
  )
}

/**
 * Job, every hour: compares the processor's own list of the last three days with our orders, follows what we have missed, and says
 * what cannot be explained.
 */
export async function reconcile(ctx: Ctx): Promise<string[]> {
  if (!ctx.payments.processor) return []
  const processor = processorOf(ctx)
  const since = new Date(ctx.clock.now().getTime() - LOOK_BACK_MS)
  const unexplained: string[] = []
  for await (const payment of processor.list(since)) {
    // Others may use the same account at the processor for something else.
    if (!payment.order_id || !payment.is_paid) continue
    const { payment_ref, order_id, total_micros } = payment
    const known = await orderByPayment(ctx.db, processor.name, payment_ref)
    if (known?.state !== 'paid' && UUID.test(order_id) && (await orderById(ctx.db, order_id)))
      await follow(ctx, order_id)
    const order = await orderByPayment(ctx.db, processor.name, payment_ref)
    if (!order) unexplained.push(`${payment_ref} is paid and belongs to no order`)
    else if (order.state !== 'paid')
      unexplained.push(`${payment_ref} is paid, but order ${order.reference} is ${order.state}`)
    else if (order.amount_micros + order.tax_micros !== total_micros)
      unexplained.push(`${payment_ref} is ${total_micros} micros, but order ${order.reference} is another amount`)
  }
  for (const line of unexplained) ctx.log.error({ payment: line }, 'payments do not match the processor')
  for (const order_id of await ordersWithOtherReversals(ctx, since)) await follow(ctx, order_id)
  return unexplained
}

/** Those whose refunds and disputes we do not know, know in another state, or know as undecided. */
async function ordersWithOtherReversals(ctx: Ctx, since: Date): Promise<Set<string>> {
  const { db } = ctx
  const processor = processorOf(ctx)
  const found = new Set<string>()
  for await (const { reversal_ref, payment_ref, state } of processor.listReversals(since)) {
    const order = await orderByPayment(db, processor.name, payment_ref)
    if (order?.state !== 'paid') continue
    const known = (await reversalsOf(db, order.id)).find((row) => row.reversal_ref === reversal_ref)
    if (known ? known.state !== state : state !== 'failed') found.add(order.id)
  }
  let after = NO_ID
  for (;;) {
    const undecided = await ordersUndecided(db, processor.name, after, BATCH)
    for (const id of undecided) found.add(id)
    const last = undecided.at(-1)
    if (!last || undecided.length < BATCH) return found
    after = last
  }
}
