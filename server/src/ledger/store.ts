import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface Booking {
  id: string
  kind: 'gift' | 'payment' | 'usage' | 'refund' | 'correction'
  memo: string
  actor: string
  at: Date
  entries: { account_id: number; amount_micros: number }[]
}

/** Books once: the same id again changes nothing and says so. */
export async function insertBooking(db: Db, booking: Booking): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { id, kind, memo, actor, at } = booking
    const fresh = await tx
      .insertInto('ledger_transactions')
      .values({ id, kind, memo, actor, at })
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!fresh) return false
    // Accounts are always locked in the order of their ids: two bookings can wait for each other, never block.
    const entries = booking.entries.toSorted((a, b) => a.account_id - b.account_id)
    await tx
      .insertInto('ledger_entries')
      .values(entries.map((entry) => ({ transaction_id: id, ...entry })))
      .execute()
    return true
  })
}

export async function accountOfLogin(
  db: Db,
  login_id: number,
): Promise<{ id: number; balance_micros: number } | undefined> {
  return db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micros'])
    .where('api_login_id', '=', login_id)
    .executeTakeFirst()
}

export async function worldAccount(db: Db, name: 'world:gifts' | 'world:payments' | 'world:usage'): Promise<number> {
  const row = await db.selectFrom('ledger_accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return row.id
}

export async function insertAccount(db: Db, login_id: number, name: string): Promise<void> {
  await db.insertInto('ledger_accounts').values({ name, api_login_id: login_id }).execute()
}

export async function bookFigures(db: Db): Promise<{ transactions: number; accounts: number }> {
  const { rows } = await sql<{ transactions: number; accounts: number }>`
    select (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_accounts) as accounts`.execute(
    db,
  )
  return rows[0] ?? { transactions: 0, accounts: 0 }
}

export async function findDiscrepancies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('account %s: balance %s, entries sum to %s', a.name, a.balance_micros, coalesce(sum(e.amount_micros), 0)) as text
      from ledger_accounts a left join ledger_entries e on e.account_id = a.id
      group by a.id having a.balance_micros <> coalesce(sum(e.amount_micros), 0)
    union all
    select format('transaction %s: entries sum to %s', transaction_id, sum(amount_micros))
      from ledger_entries group by transaction_id having sum(amount_micros) <> 0
    union all
    select format('transaction %s has no entries', id) from ledger_transactions t
      where not exists (select from ledger_entries e where e.transaction_id = t.id)`.execute(db)
  return rows.map((row) => row.text)
}
