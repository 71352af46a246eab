import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { OF_CUSTOMERS } from '../store.ts'
import { end, start, texts, within } from './books-store.ts'

/** Balances compared with the sum of all their entries, and held amounts with the holds. */
export function accountFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('account %s: balance %s, entries sum to %s', a.name, a.balance_micros, coalesce(e.micros, 0)) as text
      from ledger_accounts a
      left join (select account_id, sum(amount_micros) as micros from ledger_entries group by 1) e on e.account_id = a.id
      where a.api_login_id is not null and a.balance_micros <> coalesce(e.micros, 0)
    union all
    ${HELD}`,
  )
}

const HELD = sql`
    select format('account %s: held %s, holds sum to %s', a.name, a.held_micros, coalesce(h.micros, 0)) as text
      from ledger_accounts a
      left join (select login_id, sum(amount_micros) as micros from ledger_holds group by 1) h on h.login_id = a.api_login_id
      where a.held_micros <> coalesce(h.micros, 0)`

/**
 * The same, from the sums of closed days and the entries since, without reading closed days. Where these disagree all entries of
 * the account decide: something may have been booked on a closed day after all.
 */
export function openAccountFaults(db: Db, since: string): Promise<string[]> {
  return texts(
    db,
    sql`
    with opened as materialized (
      select e.account_id, sum(e.amount_micros) as micros from ${bookedSince(since)} t
        join ledger_entries e on e.transaction_id = t.id group by 1
    ),
    doubtful as materialized (
      select a.* from ledger_accounts a left join opened o on o.account_id = a.id left join book_closings c on c.account_id = a.id
        where a.api_login_id is not null and a.balance_micros <> coalesce(c.micros, 0) + coalesce(o.micros, 0)
    )
    select format('account %s: balance %s, entries sum to %s', a.name, a.balance_micros, coalesce(e.micros, 0)) as text
      from doubtful a
      cross join lateral (
        select sum(e.amount_micros) as micros from ledger_entries e where e.account_id = a.id and ${OF_CUSTOMERS}
      ) e
      where a.balance_micros <> coalesce(e.micros, 0)
    union all
    ${HELD}`,
  )
}

/** Calls are found by the time in their ids, all other bookings by their own. */
function bookedSince(day: string) {
  return sql`(
      select id from ledger_transactions where kind = 'usage' and id >= call_floor(${start(day)})
      union all
      select id from ledger_transactions where kind <> 'usage' and at >= ${start(day)})`
}

function bookedOn(day: string) {
  return sql`(
      select id from ledger_transactions where kind = 'usage' and id >= call_floor(${start(day)}) and id < call_floor(${end(day)})
      union all
      select id from ledger_transactions where kind <> 'usage' and ${within('at', day)})`
}

export function transactionFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select case when e.entries = 0 then format('transaction %s has no entries', t.id)
        else format('transaction %s: entries sum to %s', t.id, e.micros) end as text
      from ${bookedOn(day)} t
      cross join lateral (
        select count(*) as entries, sum(amount_micros) as micros from ledger_entries where transaction_id = t.id
      ) e
      where e.entries = 0 or e.micros <> 0`,
  )
}

/** Entries without any transaction have no day. */
export function strayEntryFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('transaction %s is not in the book, its entries are', transaction_id) as text from ledger_entries e
      where not exists (select from ledger_transactions t where t.id = e.transaction_id)`,
  )
}

/** The change of every account on a day, and the number of bookings. */
export async function sumsOf(db: Db, day: string) {
  const { rows: sums } = await sql<{ account_id: number; micros: number }>`
    select e.account_id, sum(e.amount_micros)::bigint as micros from ${bookedOn(day)} t
      join ledger_entries e on e.transaction_id = t.id group by 1`.execute(db)
  const { rows } = await sql<{ transactions: number; calls: number }>`
    select (select count(*) from ${bookedOn(day)} t) as transactions,
      (select count(*) from usage_events where ${within('at', day)}) as calls`.execute(db)
  return { sums, ...(rows[0] ?? { transactions: 0, calls: 0 }) }
}
