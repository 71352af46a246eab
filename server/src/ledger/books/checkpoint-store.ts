import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { start } from './books-store.ts'

/** The last closed day; undefined before the first. */
export async function lastClosedDay(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from book_checkpoints`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Until the end of the transaction only this process closes days. */
export async function lockDays(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7078452065)`.execute(db)
}

/** Today by the clock of the database. */
export async function bookingDay(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select utc_day(clock_timestamp())::text as today`.execute(db)
  return rows[0]?.today ?? ''
}

const EARLIEST = sql`call_floor('2000-01-01T00:00:00Z'::timestamptz)`

/** The first day with a booking. The first call is found by the time in the ids: no index holds the time of all of them. */
export const FIRST_DAY = sql<{ day: string | null }>`
  select utc_day(min(at))::text as day from (
    (select at from ledger_transactions where kind = 'usage' and id >= ${EARLIEST} order by id limit 1) union all
    (select min(at) from ledger_transactions where kind <> 'usage') union all
    (select at from usage_events where id >= ${EARLIEST} order by id limit 1) union all
    (select at from error_events where id >= ${EARLIEST} order by id limit 1)) first`

export async function firstBookedDay(db: Db): Promise<string | undefined> {
  const { rows } = await FIRST_DAY.execute(db)
  return rows[0]?.day ?? undefined
}

/** Days are closed from the first booked one on, so that it need not be looked for among all bookings. */
export async function firstDayOfBooks(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from book_checkpoints`.execute(db)
  return rows[0]?.day ?? (await firstBookedDay(db))
}

export async function closeDay(
  db: Db,
  day: string,
  {
    sums,
    transactions,
    calls,
    usage_micros,
  }: { sums: { account_id: number; micros: number }[]; transactions: number; calls: number; usage_micros: number },
): Promise<void> {
  const ids = sums.map(({ account_id }) => account_id)
  const micros = sums.map((sum) => sum.micros)
  await sql`
    insert into book_closings as c (account_id, micros) select * from unnest(${ids}::integer[], ${micros}::bigint[])
      on conflict (account_id) do update set micros = c.micros + excluded.micros`.execute(db)
  await sql`
    insert into book_checkpoints (day, transactions, calls, usage_micros, checked_at)
      values (${day}::date, ${transactions}, ${calls}, ${usage_micros}, clock_timestamp())`.execute(db)
}

/** Closed days of a period with what their calls were charged, null where an earlier version closed them; the oldest first. */
export async function closedUsage(db: Db, from: string, to: string) {
  const { rows } = await sql<{ day: string; usage_micros: number | null }>`
    select day::text as day, usage_micros from book_checkpoints
      where day between ${from}::date and ${to}::date order by day`.execute(db)
  return rows
}

export async function setClosedUsage(db: Db, day: string, micros: number): Promise<void> {
  await sql`update book_checkpoints set usage_micros = ${micros} where day = ${day}::date`.execute(db)
}

/** Number of bookings in all, counted from the first open day on. */
export async function totalsSince(db: Db, since: string) {
  const { rows } = await sql<{ transactions: number; calls: number; accounts: number }>`
    select coalesce(sum(transactions), 0)::bigint
        + (select count(*) from ledger_transactions where kind = 'usage' and id >= call_floor(${start(since)}))
        + (select count(*) from ledger_transactions where kind <> 'usage' and at >= ${start(since)}) as transactions,
      coalesce(sum(calls), 0)::bigint + (select count(*) from usage_events where at >= ${start(since)}) as calls,
      (select count(*) from ledger_accounts) as accounts
      from book_checkpoints where day < ${since}::date`.execute(db)
  return rows[0] ?? { transactions: 0, calls: 0, accounts: 0 }
}
