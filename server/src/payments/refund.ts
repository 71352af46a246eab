import { randomUUID } from 'node:crypto'
import { CENT_MICROS, formatMicros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { lockMovable, recallLeases } from '#ledger/outgoing/index.ts'
import { processorOf } from './customer.ts'
import { isTooOld } from './end-unconfirmed.ts'
import { factsOf } from './order-facts.ts'
import { lockOrder, type OrderRow, orderById, orderByReference } from './order-store.ts'
import { refreshOrder } from './refresh-order.ts'
import { claimOf, leftOf, taxOfPart } from './reversal-parts.ts'
import { changeReversal, type ReversalRow, reversalsOf, unsentRefunds } from './reversal-store.ts'
import { followed, freshReversal, replaced, settleReversals } from './reversals.ts'

/** A second refund so soon is most likely the same one, by a second operator. */
const SAME_MS = 60_000
/** A refund cannot be made in two steps as a charge is, so one that was answered with a 500 has this long to be listed. */
const UNLISTED_MS = 10 * MINUTE_MS

export interface RefundRequest {
  reference: string
  /** Undefined: all that is left. */
  amount_micros: number | undefined
  allow_negative: boolean
  reason: string
  actor: string
}

const refuse = (amount_micros: string) => new Problem('invalid_input', { fields: { amount_micros } })

/**
 * Refunds a payment, in full or in part. It leaves the balance first, under a lock on the order, so that several refunds never
 * exceed the payment; then it is sent to the processor, with the id of the refund as key, as often as it takes.
 */
export async function refundOrder(
  ctx: Ctx,
  request: RefundRequest,
  onRefunded: (db: Db, order: OrderRow, amount_micros: number) => Promise<void>,
): Promise<ReversalRow> {
  const found = await orderByReference(ctx.db, request.reference)
  if (!found) throw new Problem('unknown_order')
  await recallLeases(ctx, [found.login_id])
  const { order, row } = await inTx(ctx.db, async (db) => {
    const order = await lockOrder(db, found.id)
    if (order?.state !== 'paid') throw refuse('this payment is not paid')
    const known = await reversalsOf(db, order.id)
    checkAgain(ctx, known)
    const left = leftOf(order, known)
    const amount_micros = request.amount_micros ?? left.amount_micros
    if (left.amount_micros + left.tax_micros === 0) throw refuse('nothing of this payment is left to refund')
    if (request.amount_micros !== undefined && amount_micros <= 0) throw refuse('must be whole cents')
    if (amount_micros % CENT_MICROS !== 0) throw refuse('must be whole cents')
    if (amount_micros > left.amount_micros)
      throw refuse(`is more than is left of this payment, ${formatMicros(left.amount_micros)}`)
    if (!request.allow_negative) await checkFunds(ctx, db, order, amount_micros)
    const tax_micros = taxOfPart(order, left, amount_micros)
    const row = freshReversal(order, ctx.clock.now(), {
      id: randomUUID(),
      kind: 'refund',
      total_micros: amount_micros + tax_micros,
      amount_micros,
      tax_micros,
      state: 'created',
      reason: request.reason,
      actor: request.actor,
    })
    await settleReversals(ctx, db, order, known, [...known, row])
    await onRefunded(db, order, amount_micros)
    return { order, row }
  })
  ctx.payments.onStep('refund booked')
  await sendRefund(ctx, order, row)
  return (await reversalsOf(ctx.db, order.id)).find(({ id }) => id === row.id) ?? row
}

/**
 * Includes the promo credit that is taken back, and excludes what running calls hold; the account remains locked until it is
 * booked.
 */
async function checkFunds(ctx: Ctx, db: Db, order: OrderRow, amount_micros: number): Promise<void> {
  const movable_micros = await lockMovable({ db }, order.login_id)
  let taken_micros = amount_micros
  for (const listener of ctx.payments.listeners)
    taken_micros += (await listener.promoOfPart?.({ db }, factsOf(order), amount_micros)) ?? 0
  if (taken_micros > movable_micros)
    throw refuse('takes more than the balance holds; say --allow-negative yes to do it all the same')
}

function checkAgain(ctx: Ctx, known: ReversalRow[]): void {
  const now = ctx.clock.now().getTime()
  const recent = known.find(
    ({ kind, state, created_at }) =>
      kind === 'refund' && (state === 'created' || (state !== 'failed' && now - created_at.getTime() < SAME_MS)),
  )
  if (recent?.state === 'created')
    throw refuse(`a refund of this payment by ${recent.actor} has not reached the processor yet`)
  if (recent) throw refuse(`a refund of this payment was made less than a minute ago by ${recent.actor}`)
}

/** Sends it to the processor; without an answer the job retries. A wire is refunded by hand. */
async function sendRefund(ctx: Ctx, order: OrderRow, row: ReversalRow): Promise<void> {
  try {
    const answer =
      order.processor === 'wire' || !order.payment_ref
        ? { ref: null, state: 'done' as const }
        : await processorOf(ctx).refund({
            key: row.id,
            attempt: row.attempt,
            payment_ref: order.payment_ref,
            total_micros: claimOf(row),
          })
    ctx.payments.onStep('refund answered')
    await inTx(ctx.db, async (db) => {
      const now = await lockOrder(db, order.id)
      const known = await reversalsOf(db, order.id)
      const current = known.find(({ id }) => id === row.id)
      if (!now || !current) return
      await settleReversals(ctx, db, now, known, replaced(known, followed(current, answer)))
    })
    ctx.payments.onStep('refund followed')
  } catch (error) {
    ctx.log.warn({ err: error, order: order.reference }, 'sending a refund failed, will be retried')
    const now = ctx.clock.now()
    if (ctx.payments.processor?.isUncertain?.(error)) await changeReversal(ctx.db, row.id, { unanswered_at: now }, now)
  }
}

/** Retries refunds that were booked but never answered: the same key, so the same refund. */
export async function resendRefunds(ctx: Ctx, since: Date): Promise<void> {
  for (const row of await unsentRefunds(ctx.db, since)) {
    // One that cannot be read must not delay the others.
    await resendRefund(ctx, row).catch((error) =>
      ctx.log.warn({ err: error, refund: row.id }, 'reading a refund from the processor failed, will be retried'),
    )
  }
}

async function resendRefund(ctx: Ctx, row: ReversalRow): Promise<void> {
  const order = await orderById(ctx.db, row.order_id)
  if (!order) return
  // After a day the key is forgotten, and after a 500 it is useless: the processor's list is read first.
  if (isTooOld(ctx, row) || row.unanswered_at) await refreshOrder(ctx, order.id)
  const current = (await reversalsOf(ctx.db, order.id)).find(({ id }) => id === row.id)
  if (current?.state !== 'created') return
  if (!current.unanswered_at) return sendRefund(ctx, order, current)
  const now = ctx.clock.now()
  if (now.getTime() - current.unanswered_at.getTime() < UNLISTED_MS) return
  const attempt = current.attempt + 1
  await changeReversal(ctx.db, row.id, { attempt, unanswered_at: null }, now)
  await sendRefund(ctx, order, { ...current, attempt, unanswered_at: null })
}
