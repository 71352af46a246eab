import type { OrderPurpose, Processor } from '@portico/contract/payments.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type OrderRow = Selectable<Tables['payment_orders']>

/** The lock is taken before every other. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'
const UNSETTLED = ['created', 'open', 'processing'] as const

/** Returns whether this id is new. */
export async function insertOrder(db: Db, row: Insertable<Tables['payment_orders']>): Promise<boolean> {
  const fresh = await db
    .insertInto('payment_orders')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return fresh !== undefined
}

export function orderById(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locked until the end of the transaction. */
export function lockOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function orderByReference(db: Db, reference: string): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').selectAll().where('reference', '=', reference).executeTakeFirst()
}

export function orderByPayment(db: Db, processor: Processor, payment_ref: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('processor', '=', processor)
    .where('payment_ref', '=', payment_ref)
    .executeTakeFirst()
}

export async function ordersByPayments(db: Db, processor: Processor, refs: string[]): Promise<OrderRow[]> {
  if (refs.length === 0) return []
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('processor', '=', processor)
    .where('payment_ref', 'in', refs)
    .execute()
}

/** In the order of their ids, so many at a time. */
export async function* ordersPaidSince(db: Db, processor: Processor, since: Date, limit: number) {
  let after = NO_ID
  for (;;) {
    const rows = await db
      .selectFrom('payment_orders')
      .select(['id', 'payment_ref'])
      .where('processor', '=', processor)
      .where('state', '=', 'paid')
      .where('paid_at', '>=', since)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

type Change = Omit<Updateable<Tables['payment_orders']>, 'version' | 'changed_at'>

export async function changeOrder(db: Db, id: string, change: Change, now: Date): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), changed_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Only from the attempt that failed, so that two processes begin one attempt. */
export async function startAttempt(
  db: Db,
  { id, attempt }: Pick<OrderRow, 'id' | 'attempt'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ attempt: attempt + 1, changed_at: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** The payment that an order confirms: the first one remains, whichever process created it. */
export async function claimPayment(db: Db, id: string, payment_ref: string): Promise<OrderRow | undefined> {
  await db
    .updateTable('payment_orders')
    .set({ payment_ref })
    .where('id', '=', id)
    .where('payment_ref', 'is', null)
    .execute()
  return orderById(db, id)
}

/** Records that it was read from the processor, with or without news. */
export async function markChecked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payment_orders').set({ checked_at: now }).where('id', '=', id).execute()
}

/** The unfinished order of a login or of an account's product. */
export function unsettledOrder(
  db: Db,
  which: { purpose: OrderPurpose; login_id?: number; owner_id?: number; product?: string },
): Promise<OrderRow | undefined> {
  const { purpose, login_id, owner_id, product } = which
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('state', 'in', UNSETTLED)
    .$if(login_id !== undefined, (query) => query.where('login_id', '=', login_id ?? 0))
    .$if(owner_id !== undefined, (query) => query.where('owner_id', '=', owner_id ?? 0))
    .$if(product !== undefined, (query) => query.where('product', '=', product ?? ''))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** Automatic charges of a login since a moment that were paid or are in progress, newest first. */
export function chargesSince(db: Db, login_id: number, since: Date) {
  return db
    .selectFrom('payment_orders')
    .select(['created_at', 'amount_micros'])
    .where('login_id', '=', login_id)
    .where('purpose', '=', 'auto_recharge')
    .where('state', 'not in', ['failed', 'canceled'])
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Without news since then: neither changed nor read. The longest waiting first. */
export function ordersWithoutNews(db: Db, processor: Processor, since: Date, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('processor', '=', processor)
    .where('state', 'in', UNSETTLED)
    .where(sql<boolean>`greatest(changed_at, coalesce(checked_at, changed_at)) <= ${since}`)
    .orderBy(sql`coalesce(checked_at, changed_at)`)
    .limit(limit)
    .execute()
}

export function ordersProcessing(db: Db, processor: Processor, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('processor', '=', processor)
    .where('state', '=', 'processing')
    .orderBy('changed_at')
    .limit(limit)
    .execute()
}

/** The account is closed: nothing is charged automatically any more. */
export async function isAccountClosing(db: Db, owner_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_closing: boolean }>`
    select account_closes_at(${owner_id}::integer) is not null as is_closing`.execute(db)
  return rows[0]?.is_closing ?? false
}

export async function hasPaidOrder(db: Db, owner_id: number): Promise<boolean> {
  const query = db
    .selectFrom('payment_orders')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('state', '=', 'paid')
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
