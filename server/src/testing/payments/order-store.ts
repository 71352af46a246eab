import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** For tests: the entries of one order in the ledger, in micros for its login, by kind, and the number of its credits. */
export async function ledgerOfOrder(db: Db, reference: string) {
  const { rows } = await sql<{ kind: string; micros: number; times: number }>`
    select t.kind, sum(e.amount_micros)::bigint as micros, count(*) as times
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
      where t.memo = ${reference} group by 1 order by 1`.execute(db)
  return {
    sum: rows.reduce((sum, { micros }) => sum + micros, 0),
    credits: rows.find(({ kind }) => kind === 'payment')?.times ?? 0,
  }
}

export async function unhandledOf(db: Db, event_ids: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_events where handled_at is null and event_id = any(${event_ids})`.execute(db)
  return rows[0]?.count ?? 0
}

/** The kinds of documents that were issued for an order, one for each. */
export async function documentKindsOf(db: Db, order_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_documents')
    .select('kind')
    .where('order_id', '=', order_id)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function unsettledOf(db: Db, owner_id: number): Promise<number> {
  const rows = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('state', 'in', ['created', 'open', 'processing'])
    .execute()
  return rows.length
}

/** For tests: every document of an order. */
export function documentsOfOrder(db: Db, order_id: string) {
  return db
    .selectFrom('billing_documents')
    .select(['kind', 'reversal_id', 'amount_micros', 'tax_micros'])
    .where('order_id', '=', order_id)
    .execute()
}

/** For tests: the extra credit of an order. */
export async function promoOfOrder(db: Db, order_id: string): Promise<number> {
  const row = await db
    .selectFrom('promo_uses')
    .select('amount_micros')
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row?.amount_micros ?? 0
}
