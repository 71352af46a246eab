import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'

export type TestPayment = Selectable<Tables['test_processor_payments']>
export type TestReversal = Selectable<Tables['test_processor_reversals']>

/** The memory of the test processor. The same key again is the same payment. */
export async function keepPayment(db: Db, row: Insertable<Tables['test_processor_payments']>): Promise<TestPayment> {
  await db
    .insertInto('test_processor_payments')
    .values(row)
    .onConflict((on) => on.column('idempotency_key').doNothing())
    .execute()
  return db
    .selectFrom('test_processor_payments')
    .selectAll()
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirstOrThrow()
}

export function paymentByCheckout(db: Db, checkout_ref: string): Promise<TestPayment | undefined> {
  return db
    .selectFrom('test_processor_payments')
    .selectAll()
    .where('checkout_ref', '=', checkout_ref)
    .executeTakeFirst()
}

export function paymentOfOrder(db: Db, order_id: string): Promise<TestPayment | undefined> {
  return db.selectFrom('test_processor_payments').selectAll().where('order_id', '=', order_id).executeTakeFirst()
}

export function paymentByRef(db: Db, payment_ref: string): Promise<TestPayment | undefined> {
  return db.selectFrom('test_processor_payments').selectAll().where('payment_ref', '=', payment_ref).executeTakeFirst()
}

/** Only while it is open: a decision is made once. */
export async function decidePayment(
  db: Db,
  payment_ref: string,
  change: Updateable<Tables['test_processor_payments']>,
): Promise<boolean> {
  const row = await db
    .updateTable('test_processor_payments')
    .set(change)
    .where('payment_ref', '=', payment_ref)
    .where('state', '=', 'open')
    .returning('payment_ref')
    .executeTakeFirst()
  return row !== undefined
}

export function paymentsSince(db: Db, since: Date): Promise<TestPayment[]> {
  return db
    .selectFrom('test_processor_payments')
    .selectAll()
    .where('created_at', '>=', since)
    .where('order_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function keepReversal(db: Db, row: Insertable<Tables['test_processor_reversals']>): Promise<TestReversal> {
  await db
    .insertInto('test_processor_reversals')
    .values(row)
    .onConflict((on) => on.column('idempotency_key').doNothing())
    .execute()
  return db
    .selectFrom('test_processor_reversals')
    .selectAll()
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirstOrThrow()
}

export function reversalsOfPayment(db: Db, payment_ref: string): Promise<TestReversal[]> {
  return db
    .selectFrom('test_processor_reversals')
    .selectAll()
    .where('payment_ref', '=', payment_ref)
    .orderBy('reversal_ref')
    .execute()
}

export function reversalsSince(db: Db, since: Date): Promise<TestReversal[]> {
  return db.selectFrom('test_processor_reversals').selectAll().where('created_at', '>=', since).execute()
}

export async function endTestDispute(db: Db, payment_ref: string, state: 'won' | 'lost'): Promise<boolean> {
  const row = await db
    .updateTable('test_processor_reversals')
    .set({ state })
    .where('payment_ref', '=', payment_ref)
    .where('kind', '=', 'dispute')
    .where('state', '=', 'open')
    .returning('reversal_ref')
    .executeTakeFirst()
  return row !== undefined
}

export async function addTestMethod(db: Db, row: Insertable<Tables['test_processor_methods']>): Promise<void> {
  await db.insertInto('test_processor_methods').values(row).execute()
}

export function testMethod(db: Db, method_ref: string) {
  return db.selectFrom('test_processor_methods').selectAll().where('method_ref', '=', method_ref).executeTakeFirst()
}

export function testMethodsOf(db: Db, customer_ref: string) {
  return db
    .selectFrom('test_processor_methods')
    .selectAll()
    .where('customer_ref', '=', customer_ref)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

export async function removeTestMethod(db: Db, method_ref: string, now: Date): Promise<void> {
  await db.updateTable('test_processor_methods').set({ removed_at: now }).where('method_ref', '=', method_ref).execute()
}
