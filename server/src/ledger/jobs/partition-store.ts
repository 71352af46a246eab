import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Tables with a limited retention, unlike usage itself. */
export type Expiring = 'usage_params' | 'error_events'
export type Partitioned = 'usage_events' | Expiring

/** The days (`2026-03-02`) a table has a partition for. */
export async function partitionDays(db: Db, table: Partitioned): Promise<string[]> {
  const { rows } = await sql<{ digits: string }>`
    select substring(c.relname from '[0-9]{8}$') as digits
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{8}$' order by 1`.execute(db)
  return rows.map(({ digits }) => digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

/** False when the partition exists, or when rows of that day are already in the default partition, where they remain. */
export async function createPartition(db: Db, table: Partitioned, day: string): Promise<boolean> {
  const { rows } = await sql<{ is_made: boolean }>`
    select make_day_partition(${table}, ${day}::date) as is_made`.execute(db)
  return rows[0]?.is_made ?? false
}

export async function dropPartition(db: Db, table: Expiring, day: string): Promise<void> {
  await sql`select drop_day_partition(${table}, ${day}::date)`.execute(db)
}

/** Deletes rows that were written before their partition existed. */
export async function deleteFromRest(db: Db, table: Expiring, before: Date): Promise<void> {
  await sql`select delete_from_rest(${table}, ${before})`.execute(db)
}

/** The counts of errors that are past their retention. */
export async function deleteErrorCounts(db: Db, before: Date): Promise<void> {
  await sql`delete from error_days where day < utc_day(${before}::timestamptz)`.execute(db)
  await sql`delete from error_hours where hour < ${before}`.execute(db)
}

/** Days before this one that still have addresses of callers. */
export async function daysWithAddresses(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from (
      select distinct day from usage_days where day < utc_day(${before}::timestamptz)
      union select distinct day from error_days where day < utc_day(${before}::timestamptz)
    ) d where day not in (select day from erased_days) order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

export async function eraseAddressesOf(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ erased: number }>`select erase_addresses(${day}::date) as erased`.execute(db)
  return rows[0]?.erased ?? 0
}
