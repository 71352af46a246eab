import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import { NO_ID, type OrderRow } from './order-store.ts'

export type ReversalRow = Selectable<Tables['payment_reversals']>

export function reversalsOf(db: Db, order_id: string): Promise<ReversalRow[]> {
  return db
    .selectFrom('payment_reversals')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertReversal(db: Db, row: Insertable<Tables['payment_reversals']>): Promise<void> {
  await db.insertInto('payment_reversals').values(row).execute()
}

export async function changeReversal(
  db: Db,
  id: string,
  change: Omit<Updateable<Tables['payment_reversals']>, 'changed_at'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_reversals')
    .set({ ...change, changed_at: now })
    .where('id', '=', id)
    .execute()
}

/** Payments of a processor with refunds or disputes that are not decided. */
export async function undecidedPayments(db: Db, processor: OrderRow['processor']): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_reversals')
    .innerJoin('payment_orders', 'payment_orders.id', 'payment_reversals.order_id')
    .select('payment_orders.payment_ref')
    .distinct()
    .where('payment_orders.processor', '=', processor)
    .where('payment_reversals.state', '=', 'pending')
    .execute()
  return rows.flatMap(({ payment_ref }) => payment_ref ?? [])
}

/** Reversals with an id at the processor, in the order of their ids, so many at a time. */
export async function* refundsAndDisputesSince(
  db: Db,
  processor: OrderRow['processor'],
  since: Date,
  limit: number,
): AsyncIterable<{ reversal_ref: string; payment_ref: string; state: ReversalRow['state'] }> {
  let after = NO_ID
  for (;;) {
    const rows = await db
      .selectFrom('payment_reversals')
      .innerJoin('payment_orders', 'payment_orders.id', 'payment_reversals.order_id')
      .select(['payment_reversals.id', 'reversal_ref', 'payment_ref', 'payment_reversals.state'])
      .where('payment_orders.processor', '=', processor)
      .where('payment_reversals.created_at', '>=', since)
      .where('payment_reversals.id', '>', after)
      .orderBy('payment_reversals.id')
      .limit(limit)
      .execute()
    for (const { reversal_ref, payment_ref, state } of rows)
      if (reversal_ref && payment_ref) yield { reversal_ref, payment_ref, state }
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

/** Refunds that were booked, but that may not have reached the processor. */
export function unsentRefunds(db: Db, since: Date): Promise<ReversalRow[]> {
  return db
    .selectFrom('payment_reversals')
    .selectAll()
    .where('kind', '=', 'refund')
    .where('state', '=', 'created')
    .where('changed_at', '<=', since)
    .orderBy('created_at')
    .limit(100)
    .execute()
}
