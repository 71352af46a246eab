import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { errorCode } from '#db/error-code.ts'
import { inTx } from '#db/tx.ts'

export type Partitioned = 'usage_events' | 'usage_params' | 'error_events'

// Any fixed number: of two servers that look after the partitions at once the second waits.
const LOCK = 7_078_452_064
const CHECK_VIOLATION = '23514'

/** The days (`2026-03-02`) a table has a partition for. */
export async function partitionDays(db: Db, table: Partitioned): Promise<string[]> {
  const { rows } = await sql<{ digits: string }>`
    select substring(c.relname from '[0-9]{8}$') as digits
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{8}$' order by 1`.execute(db)
  return rows.map(({ digits }) => digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

/** False when it is there already, or when rows of that day already lie in the rest, where they stay. */
export async function createPartition(db: Db, table: Partitioned, day: string): Promise<boolean> {
  const name = partitionName(table, day)
  try {
    return await inTx(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${name}) is not null as is_there`.execute(tx)
      if (rows[0]?.is_there) return false
      await sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults including constraints)`.execute(
        tx,
      )
      // Attached instead of created in place: that does not stop the calls that are being booked.
      await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
        for values from (${sql.lit(`${day} 00:00:00+00`)}) to (${sql.lit(`${dayAfter(day)} 00:00:00+00`)})`.execute(tx)
      return true
    })
  } catch (e) {
    if (errorCode(e) === CHECK_VIOLATION) return false
    throw e
  }
}

export async function dropPartition(db: Db, table: Partitioned, day: string): Promise<void> {
  await sql`drop table if exists ${sql.table(partitionName(table, day))}`.execute(db)
}

/** Rows that came before their partition did. */
export async function deleteFromRest(db: Db, table: 'usage_params' | 'error_events', before: Date): Promise<void> {
  await sql`delete from ${sql.table(`${table}_rest`)} where at < ${before}`.execute(db)
}

/** The counts of errors that are no longer kept. */
export async function deleteErrorCounts(db: Db, before: Date): Promise<void> {
  await sql`delete from error_days where day < utc_day(${before}::timestamptz)`.execute(db)
  await sql`delete from error_hours where hour < ${before}`.execute(db)
}

function partitionName(table: Partitioned, day: string): string {
  return `${table}_${day.replaceAll('-', '')}`
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}
