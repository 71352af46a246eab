import type { NotBought } from '@portico/contract/database-order.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type CardOrderRow = Selectable<Tables['database_orders']>
export type NewCardOrder = Omit<CardOrderRow, 'state' | 'reason' | 'paid_at' | 'tries' | 'changed_at'>

export async function insertCardOrder(db: Db, row: NewCardOrder): Promise<void> {
  await db
    .insertInto('database_orders')
    .values({ ...row, changed_at: row.created_at })
    .execute()
}

export function cardOrdersOf(db: Db, order_ids: string[]): Promise<CardOrderRow[]> {
  return db.selectFrom('database_orders').selectAll().where('order_id', 'in', order_ids).execute()
}

export function lockCardOrder(db: Db, order_id: string): Promise<CardOrderRow | undefined> {
  return db.selectFrom('database_orders').selectAll().where('order_id', '=', order_id).forUpdate().executeTakeFirst()
}

/** Paid, and neither bought nor given up: a process died, or a failure may be temporary. */
export async function unfinishedCardOrders(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('database_orders')
    .select('order_id')
    .where('state', '=', 'waiting')
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .limit(limit)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

export async function markPaid(db: Db, order_id: string, now: Date): Promise<void> {
  await db
    .updateTable('database_orders')
    .set({ paid_at: now, changed_at: now })
    .where('order_id', '=', order_id)
    .execute()
}

export async function endCardOrder(db: Db, order_id: string, reason: NotBought | null, now: Date): Promise<void> {
  await db
    .updateTable('database_orders')
    .set({ state: reason === null ? 'bought' : 'not_bought', reason, changed_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'waiting')
    .execute()
}

export async function countTry(db: Db, order_id: string): Promise<void> {
  await db
    .updateTable('database_orders')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('order_id', '=', order_id)
    .execute()
}

/** Runs a part of a transaction in a savepoint, and returns the error it throws. */
export async function attempt(db: Db, work: () => Promise<void>): Promise<{ error: unknown } | undefined> {
  await sql`savepoint attempt`.execute(db)
  try {
    await work()
    await sql`release savepoint attempt`.execute(db)
    return undefined
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    return { error }
  }
}
