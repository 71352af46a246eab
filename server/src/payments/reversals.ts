import type { Db } from '#db/db.ts'
import { announceChange, bookingId, bookMoney } from '#ledger/room.ts'
import type { PaymentSnapshot } from '#outside/payment-processor.ts'
import type { Ctx } from '../ctx.ts'
import { factsOf } from './order-facts.ts'
import { changeOrder, type OrderRow } from './order-store.ts'
import { divide, isTaking, leftOf } from './reversal-parts.ts'
import { changeReversal, insertReversal, type ReversalRow, reversalsOf } from './reversal-store.ts'

/** Follows the refunds and disputes of a snapshot. Each is booked by entries of its own; nothing is deleted. */
export async function applyReversals(ctx: Ctx, db: Db, order: OrderRow, snapshot: PaymentSnapshot): Promise<void> {
  for (const refund of snapshot.refunds.toSorted((a, b) => (a.ref < b.ref ? -1 : 1)))
    await applyRefund(ctx, db, order, refund)
  for (const dispute of snapshot.disputes.toSorted((a, b) => (a.ref < b.ref ? -1 : 1)))
    await applyDispute(ctx, db, order, dispute)
  await sumUp(ctx, db, order)
}

type Refund = PaymentSnapshot['refunds'][number]
type Dispute = PaymentSnapshot['disputes'][number]

async function applyRefund(ctx: Ctx, db: Db, order: OrderRow, refund: Refund): Promise<void> {
  const known = await reversalsOf(db, order.id)
  const row = known.find(({ id, reversal_ref }) => reversal_ref === refund.ref || id === refund.own_id)
  if (row) return followRefund(ctx, db, order, row, refund)
  // Made at the processor, by somebody who did not come through us.
  if (refund.state === 'failed' || leftOf(order, known) === 0) return
  const fresh = await takeBack(ctx, db, order, {
    id: bookingId('refund', `${order.processor} ${refund.ref}`),
    reversal_ref: refund.ref,
    ...divide(order, known, refund.total_micros),
    state: 'pending',
    reason: 'made at the processor',
    actor: order.processor,
  })
  await followRefund(ctx, db, order, fresh, refund)
}

/** Money leaves the balance when a refund is made, before the processor hears of it, so that it is not spent meanwhile. */
export async function takeBack(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  refund: Pick<ReversalRow, 'id' | 'amount_micros' | 'tax_micros' | 'reason' | 'actor'> &
    Partial<Pick<ReversalRow, 'reversal_ref' | 'state'>>,
): Promise<ReversalRow> {
  const now = ctx.clock.now()
  const row: ReversalRow = {
    reversal_ref: null,
    state: 'created',
    ...refund,
    order_id: order.id,
    kind: 'refund',
    fee_micros: 0,
    created_at: now,
    changed_at: now,
  }
  await insertReversal(db, row)
  await book(ctx, db, order, row, { kind: 'refund', amount_micros: -row.amount_micros })
  return row
}

/** A refund that the processor has refused gives the money back; one that is done is told. */
export async function followRefund(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  row: ReversalRow,
  { ref, state }: { ref: string | null; state: Refund['state'] },
): Promise<void> {
  const is_over = row.state === 'done' || row.state === 'failed'
  const next = is_over && !(row.state === 'done' && state === 'failed') ? row.state : state
  if (next === row.state && (ref === null || ref === row.reversal_ref)) return
  await changeReversal(db, row.id, { state: next, reversal_ref: ref ?? row.reversal_ref }, ctx.clock.now())
  if (next === 'failed' && row.state !== 'failed')
    await book(ctx, db, order, row, { kind: 'refund', amount_micros: row.amount_micros, of: `${row.id} that failed` })
  if (next === 'done' && row.state !== 'done') await notifyReversed(ctx, db, order, row)
  if (next === 'failed' && row.state === 'done') await notifyRestored(ctx, db, order, row)
}

const DISPUTE_STATES = { open: 'pending', lost: 'done', won: 'won' } as const
const DISPUTE_RANK: Record<string, number> = { pending: 1, done: 2, won: 3 }

/** The disputed money and a fee are taken when the bank opens it, below zero if need be; won, the money is given back. */
async function applyDispute(ctx: Ctx, db: Db, order: OrderRow, dispute: Dispute): Promise<void> {
  const known = await reversalsOf(db, order.id)
  const row =
    known.find(({ reversal_ref }) => reversal_ref === dispute.ref) ??
    (await openDispute(ctx, db, order, known, dispute))
  const next = DISPUTE_STATES[dispute.state]
  if ((DISPUTE_RANK[next] ?? 0) <= (DISPUTE_RANK[row.state] ?? 0)) return
  await changeReversal(db, row.id, { state: next }, ctx.clock.now())
  if (next === 'won') await book(ctx, db, order, row, { kind: 'dispute_won', amount_micros: row.amount_micros })
  if (next === 'done') await notifyReversed(ctx, db, order, row)
  if (next === 'won' && row.state === 'done') await notifyRestored(ctx, db, order, row)
}

async function openDispute(ctx: Ctx, db: Db, order: OrderRow, known: ReversalRow[], dispute: Dispute) {
  const now = ctx.clock.now()
  const row: ReversalRow = {
    id: bookingId('dispute', `${order.processor} ${dispute.ref}`),
    order_id: order.id,
    kind: 'dispute',
    reversal_ref: dispute.ref,
    ...divide(order, known, dispute.total_micros),
    fee_micros: ctx.payments.settings.dispute_fee_micros,
    state: 'pending',
    reason: 'disputed at the bank',
    actor: order.processor,
    created_at: now,
    changed_at: now,
  }
  await insertReversal(db, row)
  await book(ctx, db, order, row, { kind: 'dispute', amount_micros: -row.amount_micros })
  await book(ctx, db, order, row, { kind: 'dispute_fee', amount_micros: -row.fee_micros })
  const fee = { reversal_id: row.id, fee_micros: row.fee_micros }
  for (const { feeTaken } of ctx.payments.listeners) await feeTaken?.({ ...ctx, db }, db, factsOf(order), fee)
  return row
}

async function notifyReversed(ctx: Ctx, db: Db, order: OrderRow, row: ReversalRow): Promise<void> {
  const reversal = await reversalFacts(db, order, row)
  for (const listener of ctx.payments.listeners) await listener.reversed?.({ ...ctx, db }, db, factsOf(order), reversal)
}

async function notifyRestored(ctx: Ctx, db: Db, order: OrderRow, row: ReversalRow): Promise<void> {
  const reversal = await reversalFacts(db, order, row)
  for (const listener of ctx.payments.listeners) await listener.restored?.({ ...ctx, db }, db, factsOf(order), reversal)
}

/** With what the customer has paid and not got back: what is only on its way may still fail. */
async function reversalFacts(db: Db, order: OrderRow, { id, kind, amount_micros, tax_micros }: ReversalRow) {
  const over = (await reversalsOf(db, order.id)).filter(({ state }) => state === 'done')
  return { id, kind, amount_micros, tax_micros, left_micros: leftOf(order, over) }
}

async function book(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  row: ReversalRow,
  {
    kind,
    amount_micros,
    of,
  }: { kind: 'refund' | 'dispute' | 'dispute_won' | 'dispute_fee'; amount_micros: number; of?: string },
): Promise<void> {
  if (amount_micros === 0) return
  await bookMoney(
    { db, clock: ctx.clock },
    {
      id: bookingId(kind, of ?? row.id),
      kind,
      world: kind === 'dispute_fee' ? 'world:fees' : 'world:payments',
      login_id: order.login_id,
      amount_micros,
      memo: order.reference,
      actor: row.actor,
    },
  )
}

/** What the order says of its reversals follows from them. */
export async function sumUp(ctx: Ctx, db: Db, order: OrderRow): Promise<void> {
  const rows = await reversalsOf(db, order.id)
  const refunded_micros = rows
    .filter((row) => row.kind === 'refund' && isTaking(row))
    .reduce((sum, { amount_micros }) => sum + amount_micros, 0)
  const disputes = rows.filter(({ kind }) => kind === 'dispute').map(({ state }) => state)
  const dispute = disputes.includes('pending')
    ? ('open' as const)
    : disputes.includes('done')
      ? ('lost' as const)
      : disputes.includes('won')
        ? ('won' as const)
        : null
  if (refunded_micros === order.refunded_micros && dispute === order.dispute) return
  await changeOrder(db, order.id, { refunded_micros, dispute }, ctx.clock.now())
  await announceChange({ db }, order.login_id)
}
