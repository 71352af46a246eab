import type { Ctx } from '#ctx/ctx.ts'
import { notifyChanges } from '#db/changes.ts'
import type { Db } from '#db/db.ts'
import type { PaymentSnapshot } from '#integrations/payment-processor.ts'
import { bookingId } from '#ledger/index.ts'
import { bookDifference, bookFee } from './book-reversal.ts'
import { factsOf } from './order-facts.ts'
import { changeOrder, type OrderRow } from './order-store.ts'
import { claimOf, divideReversals, isTaking, notedOf } from './reversal-parts.ts'
import { changeReversal, insertReversal, type ReversalRow, reversalsOf } from './reversal-store.ts'

type Refund = PaymentSnapshot['refunds'][number]
type Dispute = PaymentSnapshot['disputes'][number]
/** The order of a reversal, the fee of a dispute, and the time it is read. */
interface About {
  order: OrderRow
  dispute_fee_micros: number
  now: Date
}

/** Applies the refunds and disputes of a snapshot. Each is booked by its own entries; nothing is deleted. */
export async function applyReversals(ctx: Ctx, db: Db, order: OrderRow, snapshot: PaymentSnapshot): Promise<void> {
  const before = await reversalsOf(db, order.id)
  const { dispute_fee_micros } = ctx.payments.settings
  const about = { order, dispute_fee_micros, now: ctx.clock.now() }
  const byRef = (a: { ref: string }, b: { ref: string }) => (a.ref < b.ref ? -1 : 1)
  let next = before
  for (const refund of snapshot.refunds.toSorted(byRef)) next = withRefund(about, next, refund)
  for (const dispute of snapshot.disputes.toSorted(byRef)) next = withDispute(about, next, dispute)
  await settleReversals(ctx, db, order, before, next)
}

function withRefund({ order, now }: About, rows: ReversalRow[], refund: Refund): ReversalRow[] {
  const row = rows.find(({ id, reversal_ref }) => reversal_ref === refund.ref || id === refund.own_id)
  if (row) return replaced(rows, { ...followed(row, refund), total_micros: refund.total_micros })
  if (refund.state === 'failed') return rows
  const fresh = freshReversal(order, now, {
    id: bookingId('refund', `${order.processor} ${refund.ref}`),
    kind: 'refund',
    reversal_ref: refund.ref,
    total_micros: refund.total_micros,
    state: refund.state,
    reason: 'made at the processor',
    actor: order.processor,
  })
  return [...rows, fresh]
}

/** A refund only advances; a completed one may still fail at the bank. */
export function followed(
  row: ReversalRow,
  { ref, state }: { ref: string | null; state: Refund['state'] },
): ReversalRow {
  const is_over = row.state === 'done' || row.state === 'failed'
  const next = is_over && !(row.state === 'done' && state === 'failed') ? row.state : state
  return { ...row, state: next, reversal_ref: ref ?? row.reversal_ref }
}

const DISPUTE_STATES = { open: 'pending', lost: 'done', won: 'won' } as const
const DISPUTE_RANK: Record<string, number> = { pending: 1, done: 2, won: 3 }

/** The disputed money and a fee are taken when the bank opens it, below zero if need be; both are given back when it is won. */
function withDispute({ order, dispute_fee_micros, now }: About, rows: ReversalRow[], dispute: Dispute): ReversalRow[] {
  const state = DISPUTE_STATES[dispute.state]
  const { total_micros } = dispute
  const row = rows.find(({ reversal_ref }) => reversal_ref === dispute.ref)
  if (row) {
    const is_moving = (DISPUTE_RANK[state] ?? 0) > (DISPUTE_RANK[row.state] ?? 0)
    return replaced(rows, { ...row, state: is_moving ? state : row.state, total_micros })
  }
  const fresh = freshReversal(order, now, {
    id: bookingId('dispute', `${order.processor} ${dispute.ref}`),
    kind: 'dispute',
    reversal_ref: dispute.ref,
    total_micros,
    fee_micros: dispute_fee_micros,
    state,
    reason: 'disputed at the bank',
    actor: order.processor,
  })
  return [...rows, fresh]
}

export function replaced(rows: ReversalRow[], row: ReversalRow): ReversalRow[] {
  return rows.map((one) => (one.id === row.id ? row : one))
}

export function freshReversal(
  { id: order_id }: OrderRow,
  now: Date,
  given: Pick<ReversalRow, 'id' | 'kind' | 'total_micros' | 'state' | 'reason' | 'actor'> & Partial<ReversalRow>,
): ReversalRow {
  const nothing = {
    reversal_ref: null,
    amount_micros: 0,
    tax_micros: 0,
    excess_micros: 0,
    fee_micros: 0,
    attempt: 0,
    unanswered_at: null,
  }
  return { ...nothing, ...given, order_id, created_at: now, changed_at: now }
}

/**
 * Brings the stored reversals of an order to their current state, and books the difference of each. The caller has the order
 * locked. A refund is taken from the balance when it is made, before it is sent to the processor, so that it is not spent
 * meanwhile.
 */
export async function settleReversals(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  before: ReversalRow[],
  next: ReversalRow[],
): Promise<void> {
  const after = divideReversals(order, before, next)
  for (const row of after) {
    const was = before.find(({ id }) => id === row.id)
    await store(ctx, db, was, row)
    await bookDifference(ctx, db, order, was, row)
    await bookFee(ctx, db, order, was, row)
    await notifyDisputed(ctx, db, order, was, row)
  }
  await notifyNoted(ctx, db, order, before, after)
  await sumUp(ctx, db, order, after)
}

const STORED = [
  'state',
  'reversal_ref',
  'total_micros',
  'amount_micros',
  'tax_micros',
  'excess_micros',
  'fee_micros',
] as const

async function store(ctx: Ctx, db: Db, was: ReversalRow | undefined, row: ReversalRow): Promise<void> {
  if (!was) return insertReversal(db, row)
  if (STORED.every((name) => was[name] === row[name])) return
  const { state, reversal_ref, total_micros, amount_micros, tax_micros, excess_micros, fee_micros } = row
  const change = { state, reversal_ref, total_micros, amount_micros, tax_micros, excess_micros, fee_micros }
  await changeReversal(db, row.id, change, ctx.clock.now())
}

const DISPUTED: Partial<Record<ReversalRow['state'], 'opened' | 'lost' | 'won'>> = {
  pending: 'opened',
  done: 'lost',
  won: 'won',
}

async function notifyDisputed(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  was: ReversalRow | undefined,
  row: ReversalRow,
): Promise<void> {
  const changed = DISPUTED[row.state]
  if (row.kind !== 'dispute' || was?.state === row.state || !changed) return
  const dispute = { id: row.id, state: changed, total_micros: claimOf(row) }
  for (const { disputed } of ctx.payments.listeners) await disputed?.({ ...ctx, db }, db, factsOf(order), dispute)
}

/** Returned money comes first: only then can others take it. */
async function notifyNoted(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  before: ReversalRow[],
  after: ReversalRow[],
): Promise<void> {
  let left_before_micros = before.reduce((left, row) => left - notedOf(row).amount_micros, order.amount_micros)
  const changes = after.map((row) => {
    const [was, is] = [notedOf(before.find(({ id }) => id === row.id)), notedOf(row)]
    const [amount_micros, tax_micros] = [is.amount_micros - was.amount_micros, is.tax_micros - was.tax_micros]
    return { row, amount_micros, tax_micros, total_micros: amount_micros + tax_micros }
  })
  for (const { row, amount_micros, tax_micros, total_micros } of changes.toSorted(
    (a, b) => a.total_micros - b.total_micros,
  )) {
    if (total_micros === 0) continue
    const left_micros = left_before_micros - amount_micros
    const size = { amount_micros: Math.abs(amount_micros), tax_micros: Math.abs(tax_micros) }
    const reversal = { id: row.id, kind: row.kind, ...size, left_before_micros, left_micros }
    left_before_micros = left_micros
    for (const { reversed, restored } of ctx.payments.listeners)
      await (total_micros > 0 ? reversed : restored)?.({ ...ctx, db }, db, factsOf(order), reversal)
  }
}

/** The totals of the order derive from its reversals. */
async function sumUp(ctx: Ctx, db: Db, order: OrderRow, rows: ReversalRow[]): Promise<void> {
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
  await notifyChanges(db, [order.login_id])
}
