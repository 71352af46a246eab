import { sql } from 'kysely'
import type { MovedKind } from '#ctx/moved-days.ts'
import type { Db } from '#db/db.ts'
import type { StoredFile } from './files.ts'
import type { Row } from './seal-rows.ts'
import type { Hour } from './store.ts'

const TABLES = { usage: 'usage_events', errors: 'error_events' } as const

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** Days with a partition whose rows may leave, oldest first; with addresses that are still to be erased they wait. */
export async function daysToMove(
  db: Db,
  kind: MovedKind,
  { before, needs_erased }: { before: string; needs_erased: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select p.day::text as day from (
        select to_date(substring(c.relname from '[0-9]{8}$'), 'YYYYMMDD') as day
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ${TABLES[kind]}::regclass and c.relname ~ '_[0-9]{8}$'
      ) p
      where p.day < ${before}::date and not exists (select from moved_days m where m.kind = ${kind} and m.day = p.day and m.state = 'moved')
        and (not ${needs_erased}::boolean or exists (select from erased_days e where e.day = p.day)) order by 1`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

export async function hasRows(db: Db, kind: MovedKind, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(TABLES[kind])} where at >= ${startOf(day)} and at < ${endOf(day)} limit 1`.execute(db)
  return rows.length > 0
}

export interface Attempt {
  kind: MovedKind
  day: string
  attempt: string
  path: string
}

/** Undefined: another process works on the day, or has moved it. `old_path` is what a dead one may have left. */
export async function claimDay(
  db: Db,
  { kind, day, attempt, path }: Attempt,
  { address_key, lease_ms }: { address_key: Buffer | null; lease_ms: number },
): Promise<{ old_path: string | null } | undefined> {
  const { rows } = await sql<{ old_path: string | null }>`
    with old as (select path from moved_days where kind = ${kind} and day = ${day}::date)
    insert into moved_days as m (kind, day, state, path, attempt, claimed_until, address_key)
      values (${kind}, ${day}::date, 'writing', ${path}, ${attempt}::uuid, clock_timestamp() + ${lease_ms} * interval '1 ms', ${address_key})
      on conflict (kind, day) do update set state = 'writing', path = excluded.path, attempt = excluded.attempt,
          claimed_until = excluded.claimed_until, address_key = excluded.address_key
        where m.state <> 'moved' and m.claimed_until < clock_timestamp()
      returning (select path from old) as old_path`.execute(db)
  return rows[0]
}

/** False: another process has taken the day over. */
export async function extendClaim(db: Db, { kind, day, attempt }: Attempt, lease_ms: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update moved_days set claimed_until = clock_timestamp() + ${lease_ms} * interval '1 ms'
      where kind = ${kind} and day = ${day}::date and attempt = ${attempt}::uuid and state <> 'moved'`.execute(db)
  return numAffectedRows === 1n
}

/** The next rows of a day by login and time, as JSON has them, along an index. */
export async function rowsAfter(
  db: Db,
  kind: MovedKind,
  day: string,
  { after, limit }: { after: Row | undefined; limit: number },
): Promise<Row[]> {
  const behind = after
    ? sql`login_id >= ${after.login_id}::integer and (login_id, at, id) > (${after.login_id}::integer, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<{ row: Row }>`
    select to_json(e) as row from ${sql.table(TABLES[kind])} e
      where at >= ${startOf(day)} and at < ${endOf(day)} and ${behind} order by login_id, at, id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}

/** From then on the file is known with its sums; its rows are still in their table. */
export async function insertFile(
  db: Db,
  { kind, day, attempt }: Attempt,
  { bytes, sha256, rows, hours }: StoredFile & { rows: number; hours: Hour[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update moved_days set state = 'written', bytes = ${bytes}, sha256 = ${sha256}, rows = ${rows},
        cost_micros = ${hours.reduce((sum, { cost_micros }) => sum + cost_micros, 0)}
      where kind = ${kind} and day = ${day}::date and attempt = ${attempt}::uuid and state = 'writing'`.execute(db)
  if (numAffectedRows !== 1n) return false
  await sql`delete from moved_hours where kind = ${kind} and hour >= ${startOf(day)} and hour < ${endOf(day)}`.execute(
    db,
  )
  const column = (name: Exclude<keyof Hour, 'hour'>) => hours.map((one) => one[name])
  await sql`
    insert into moved_hours (kind, login_id, hour, first_row, rows, cost_micros)
      select ${kind}, * from unnest(${column('login_id')}::integer[], ${hours.map(({ hour }) => new Date(hour))}::timestamptz[],
        ${column('first_row')}::bigint[], ${column('rows')}::integer[], ${column('cost_micros')}::bigint[])`.execute(db)
  return true
}

/** Empties the partition. Throws where its rows are not those of the file. */
export async function moveDay(db: Db, { kind, day, attempt }: Attempt): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ is_moved: boolean }>`
    select move_day(${kind}, ${day}::date, ${attempt}::uuid) as is_moved`.execute(db)
  return rows[0]?.is_moved ?? false
}

/** Moved days of usage whose minutes are not all summed up by quarter-hours, oldest first. */
export async function daysToMerge(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from moved_days where kind = 'usage' and state = 'moved' and merged_at is null order by moved_days.day`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

/** Hours with calls, by login. */
export async function hoursOfDay(db: Db, day: string): Promise<Pick<Hour, 'login_id' | 'hour' | 'rows'>[]> {
  const { rows } = await sql<Pick<Hour, 'login_id' | 'hour' | 'rows'>>`
    select login_id, (extract(epoch from hour) * 1000)::bigint as hour, rows from moved_hours h
      where kind = 'usage' and h.hour >= ${startOf(day)} and h.hour < ${endOf(day)} order by login_id, h.hour`.execute(
    db,
  )
  return rows
}

export async function markMerged(db: Db, day: string): Promise<void> {
  await sql`update moved_days set merged_at = clock_timestamp() where kind = 'usage' and day = ${day}::date`.execute(db)
}

/** Days with rows that were brought back and not read for an hour. */
export async function daysToLeave(db: Db): Promise<{ kind: MovedKind; day: string }[]> {
  const { rows } = await sql<{ kind: MovedKind; day: string }>`
    select kind, utc_day(hour)::text as day from moved_hours where back_at is not null
      group by kind, utc_day(hour) having max(back_at) < clock_timestamp() - interval '1 hour' order by 2`.execute(db)
  return rows
}

export async function leaveDay(db: Db, kind: MovedKind, day: string): Promise<void> {
  await sql`select leave_day(${kind}, ${day}::date)`.execute(db)
}

export async function deleteDay(db: Db, kind: MovedKind, day: string): Promise<void> {
  await sql`delete from moved_hours where kind = ${kind} and hour >= ${startOf(day)} and hour < ${endOf(day)}`.execute(
    db,
  )
  await sql`delete from moved_days where kind = ${kind} and day = ${day}::date`.execute(db)
}
