import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import type { OrderRow } from './order-store.ts'

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

/** Orders of a processor with refunds or disputes that are not decided, some after an id. */
export async function ordersUndecided(
  db: Db,
  processor: OrderRow['processor'],
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_reversals')
    .innerJoin('payment_orders', 'payment_orders.id', 'payment_reversals.order_id')
    .select('payment_orders.id')
    .distinct()
    .where('payment_orders.processor', '=', processor)
    .where('payment_reversals.state', '=', 'pending')
    .where('payment_orders.id', '>', after)
    .orderBy('payment_orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Refunds that were booked, but of which the processor may not have heard. */
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
