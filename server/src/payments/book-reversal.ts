import { randomUUID } from 'node:crypto'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { bookMoney } from '#ledger/index.ts'
import { factsOf } from './order-facts.ts'
import type { OrderRow } from './order-store.ts'
import { bookedOf } from './reversal-parts.ts'
import type { ReversalRow } from './reversal-store.ts'

/** The change of what a reversal takes from the balance, compared with what it took before. */
export async function bookDifference(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  was: ReversalRow | undefined,
  row: ReversalRow,
): Promise<void> {
  const amount_micros = (was ? bookedOf(was) : 0) - bookedOf(row)
  // A dispute that is opened and won between two reads has taken nothing of the amount.
  const kind = row.kind === 'refund' ? 'refund' : row.state === 'won' ? 'dispute_won' : 'dispute'
  await book(ctx, db, order, row, { kind, amount_micros })
}

/** The fee is taken when a dispute opens and given back when it is won: billing issues the documents of both. */
export async function bookFee(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  was: ReversalRow | undefined,
  row: ReversalRow,
): Promise<void> {
  const amount_micros = (was?.fee_micros ?? 0) - row.fee_micros
  if (amount_micros === 0) return
  await book(ctx, db, order, row, { kind: 'dispute_fee', amount_micros })
  const fee = { reversal_id: row.id, fee_micros: Math.abs(amount_micros) }
  for (const { feeTaken, feeReturned } of ctx.payments.listeners)
    await (amount_micros < 0 ? feeTaken : feeReturned)?.({ ...ctx, db }, db, factsOf(order), fee)
}

async function book(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  row: ReversalRow,
  { kind, amount_micros }: { kind: 'refund' | 'dispute' | 'dispute_won' | 'dispute_fee'; amount_micros: number },
): Promise<void> {
  if (amount_micros === 0) return
  await bookMoney(
    { db, clock: ctx.clock },
    {
      // The row with the booked amount changes in the same transaction, so that a second attempt finds no difference.
      id: randomUUID(),
      kind,
      world: kind === 'dispute_fee' ? 'world:fees' : 'world:payments',
      login_id: order.login_id,
      amount_micros,
      memo: order.reference,
      actor: row.actor,
    },
  )
}
