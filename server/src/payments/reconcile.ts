import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { askAboutOrders } from './ask-about-orders.ts'
import { comparePayment, differences } from './compare-payment.ts'
import { processorOf } from './customer.ts'
import { insertComparison, lastComparison, openFindings, putFindings } from './finding-store.ts'
import { type OrderRow, ordersByPayments, ordersPaidSince } from './order-store.ts'
import { refundsAndDisputesSince, undecidedPayments } from './reversal-store.ts'

/** Banks accept disputes for this long; a payment does not change later. */
export const LOOK_BACK_DAYS = 120
/** Everything is read again once a week, for changes that the hourly lists do not show. */
const WHOLE_EVERY_MS = 7 * DAY_MS
/** A payment begun before the last run may have been paid since. */
const PAYMENTS_AGAIN_MS = 3 * DAY_MS
/** A completed refund may still fail for a month. */
const REVERSALS_AGAIN_MS = 31 * DAY_MS
const BATCH = 100

/**
 * Job, every hour, and by command: compares the processor's own lists with our payments, refunds and disputes, in both directions,
 * applies what was missed, and stores the remaining differences until they are resolved. Continues from the last run; `days` reads
 * that far back.
 */
export async function reconcile(ctx: Ctx, { days }: { days?: number | undefined } = {}): Promise<string[]> {
  if (!ctx.payments.processor) return []
  const processor = processorOf(ctx)
  const at = ctx.clock.now()
  await askAboutOrders(ctx, { quiet_ms: 0 })
  const { is_whole, since } = await lookBack(ctx, at, days)
  const suspects = new Set([
    ...(await openFindings(ctx.db)).map(({ payment_ref }) => payment_ref),
    ...(await undecidedPayments(ctx.db, processor.name)),
  ])
  const payments = await comparePayments(ctx, since(PAYMENTS_AGAIN_MS), suspects)
  const reversals = await compareReversals(ctx, since(REVERSALS_AGAIN_MS), suspects)
  for (const payment_ref of suspects) await check(ctx, payment_ref)
  const row = { processor: processor.name, at, is_whole, payments, reversals, followed: suspects.size }
  await insertComparison(ctx.db, row, new Date(at.getTime() - LOOK_BACK_DAYS * DAY_MS))
  const open = (await openFindings(ctx.db)).map(({ finding }) => finding)
  for (const finding of open) ctx.log.error({ finding }, 'payments do not match the processor')
  return open
}

async function lookBack(ctx: Ctx, at: Date, days: number | undefined) {
  const processor = processorOf(ctx).name
  const last = await lastComparison(ctx.db, { processor })
  const whole = await lastComparison(ctx.db, { processor, is_whole: true })
  const is_due = !whole || at.getTime() - whole.at.getTime() >= WHOLE_EVERY_MS
  const is_whole = days === undefined ? is_due : days >= LOOK_BACK_DAYS
  const ms = days === undefined ? (is_whole ? LOOK_BACK_DAYS * DAY_MS : undefined) : days * DAY_MS
  return {
    is_whole,
    since: (again_ms: number) =>
      new Date(ms === undefined ? (last ?? { at }).at.getTime() - again_ms : at.getTime() - ms),
  }
}

/** One payment that cannot be compared must not delay the others. */
async function check(ctx: Ctx, payment_ref: string): Promise<void> {
  const processor = processorOf(ctx).name
  try {
    const findings = await comparePayment(ctx, payment_ref)
    await putFindings(ctx.db, { processor, payment_ref }, findings, ctx.clock.now())
  } catch (error) {
    ctx.log.warn({ err: error, payment_ref }, 'comparing a payment failed, will be retried')
  }
}

/** Adds the payments that differ, on either side, to the suspects; returns how many were listed. */
async function comparePayments(ctx: Ctx, since: Date, suspects: Set<string>): Promise<number> {
  const processor = processorOf(ctx)
  const paid = new Set<string>()
  let count = 0
  for await (const page of pagesOf(processor.list(since))) {
    const refs = page.map(({ payment_ref }) => payment_ref)
    const orders = new Map<string | null, OrderRow>(
      (await ordersByPayments(ctx.db, processor.name, refs)).map((order) => [order.payment_ref, order]),
    )
    for (const listed of page) {
      // The same account at the processor may be used by others for something else.
      if (!listed.order_id) continue
      count += 1
      if (listed.is_paid) paid.add(listed.payment_ref)
      const order = orders.get(listed.payment_ref)
      if (differences(listed.payment_ref, listed, order).length > 0) suspects.add(listed.payment_ref)
    }
  }
  for await (const { payment_ref } of ordersPaidSince(ctx.db, processor.name, since, BATCH))
    if (payment_ref && !paid.has(payment_ref)) suspects.add(payment_ref)
  return count
}

/** The same for refunds and disputes. */
async function compareReversals(ctx: Ctx, since: Date, suspects: Set<string>): Promise<number> {
  const processor = processorOf(ctx)
  const known = new Map<string, string>()
  const unseen = new Map<string, string>()
  for await (const row of refundsAndDisputesSince(ctx.db, processor.name, since, BATCH)) {
    known.set(row.reversal_ref, row.state)
    if (row.state !== 'failed') unseen.set(row.reversal_ref, row.payment_ref)
  }
  let count = 0
  for await (const { reversal_ref, payment_ref, state } of processor.listReversals(since)) {
    count += 1
    unseen.delete(reversal_ref)
    const here = known.get(reversal_ref)
    if (here === undefined ? state !== 'failed' : here !== state) suspects.add(payment_ref)
  }
  for (const payment_ref of unseen.values()) suspects.add(payment_ref)
  return count
}

async function* pagesOf<T>(list: AsyncIterable<T>): AsyncIterable<T[]> {
  let page: T[] = []
  for await (const one of list) {
    page.push(one)
    if (page.length < BATCH) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
