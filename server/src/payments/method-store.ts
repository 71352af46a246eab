import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import type { StoredMethod } from '#integrations/payment-processor.ts'

export type MethodRow = Selectable<Tables['payment_methods']>
type Processor = MethodRow['processor']

export interface Customer {
  customer_ref: string
  /** The customer id of the account before it was deleted at the processor. */
  former_refs: string[]
}

export function customerOf(db: Db, owner_id: number, processor: Processor): Promise<Customer | undefined> {
  return db
    .selectFrom('payment_customers')
    .select(['customer_ref', 'former_refs'])
    .where('owner_id', '=', owner_id)
    .where('processor', '=', processor)
    .executeTakeFirst()
}

/** False where another process has replaced it. */
export async function replaceCustomer(
  db: Db,
  about: { owner_id: number; processor: Processor; former: string; customer_ref: string },
): Promise<boolean> {
  const { owner_id, processor, former, customer_ref } = about
  const { numUpdatedRows } = await db
    .updateTable('payment_customers')
    .set({ customer_ref, former_refs: sql<string[]>`former_refs || ${former}::text` })
    .where('owner_id', '=', owner_id)
    .where('processor', '=', processor)
    .where('customer_ref', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function ownerOfCustomer(db: Db, processor: Processor, customer_ref: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('owner_id')
    .where('processor', '=', processor)
    .where('customer_ref', '=', customer_ref)
    .executeTakeFirst()
  return row?.owner_id
}

/** Customers of closed accounts that still exist at this processor. */
export function customersOfClosed(db: Db, processor: Processor) {
  return db
    .selectFrom('payment_customers as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.owner_id', 'c.customer_ref', 'c.former_refs'])
    .where('u.status', '=', 'closed')
    .where('c.processor', '=', processor)
    .where('c.deleted_at', 'is', null)
    .execute()
}

export async function markDeleted(db: Db, owner_id: number, processor: Processor, now: Date): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ deleted_at: now })
    .where('owner_id', '=', owner_id)
    .where('processor', '=', processor)
    .execute()
}

/** The first stored id remains. */
export async function insertCustomer(
  db: Db,
  row: { owner_id: number; processor: Processor; customer_ref: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}

/** The default first, then the newest. */
export function methodsOf(db: Db, owner_id: number, processor: Processor): Promise<MethodRow[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('processor', '=', processor)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function methodById(db: Db, id: string): Promise<MethodRow | undefined> {
  return db.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes to the methods of one account wait for each other. */
export async function lockMethods(db: Db, owner_id: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', owner_id).forNoKeyUpdate().execute()
}

/** A removed method that is stored again at the processor is listed again. */
export async function putMethod(
  db: Db,
  row: StoredMethod & { id: string; owner_id: number; processor: Processor; created_at: Date },
): Promise<void> {
  const { brand, last4, exp_month, exp_year } = row
  await db
    .insertInto('payment_methods')
    .values(row)
    .onConflict((on) =>
      on.columns(['processor', 'method_ref']).doUpdateSet({ brand, last4, exp_month, exp_year, removed_at: null }),
    )
    .execute()
}

export async function markRemoved(db: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('payment_methods')
    .set({ removed_at: now, is_default: false, is_backup: false })
    .where('id', 'in', ids)
    .execute()
}

export async function makeDefault(db: Db, owner_id: number, id: string): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('owner_id', '=', owner_id)
    .where('is_default', '=', true)
    .execute()
  // A card cannot be its own back-up.
  const change = { is_default: true, is_backup: false }
  await db.updateTable('payment_methods').set(change).where('id', '=', id).execute()
}

/** Undefined removes it. */
export async function makeBackup(db: Db, owner_id: number, id: string | undefined): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ is_backup: false })
    .where('owner_id', '=', owner_id)
    .where('is_backup', '=', true)
    .execute()
  if (id) await db.updateTable('payment_methods').set({ is_backup: true }).where('id', '=', id).execute()
}
