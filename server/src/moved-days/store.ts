import { sql } from 'kysely'
import type { MovedKind } from '#ctx/moved-days.ts'
import type { Db } from '#db/db.ts'
import { safeJson } from '#db/safe-json.ts'
import type { StoredFile } from './files.ts'
import type { Row } from './seal-rows.ts'

export interface MovedDay extends StoredFile {
  kind: MovedKind
  day: string
  rows: number
  address_key: Buffer | null
}

/** The end of the last moved day, in milliseconds; 0: there is none. */
export async function movedUntil(db: Db, kind: MovedKind): Promise<number> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(day + 1)::timestamp at time zone 'UTC' as until from moved_days where kind = ${kind} and state = 'moved'`.execute(
    db,
  )
  return rows[0]?.until?.getTime() ?? 0
}

/** Moved days of a kind, all or before a day. */
export async function movedDays(
  db: Db,
  { kind, before }: { kind?: MovedKind; before?: string } = {},
): Promise<MovedDay[]> {
  const { rows } = await sql<MovedDay>`
    select kind, day::text as day, path, bytes, sha256, rows, address_key from moved_days
      where state = 'moved' and (${kind ?? null}::text is null or kind = ${kind ?? null}) and day < ${before ?? '9999-12-31'}::date
      order by day, kind`.execute(db)
  return rows
}

export async function movedDay(db: Db, kind: MovedKind, day: string): Promise<MovedDay | undefined> {
  const { rows } = await sql<MovedDay>`
    select kind, day::text as day, path, bytes, sha256, rows, address_key from moved_days
      where state = 'moved' and kind = ${kind} and day = ${day}::date`.execute(db)
  return rows[0]
}

export interface Hour {
  login_id: number
  /** In milliseconds. */
  hour: number
  first_row: number
  rows: number
  cost_micros: number
}

export interface HourToRead extends Hour {
  day: string
  is_back: boolean
}

const HOUR_COLUMNS = sql`h.login_id, (extract(epoch from h.hour) * 1000)::bigint as hour, utc_day(h.hour)::text as day, h.first_row, h.rows,
  h.cost_micros, h.back_at is not null as is_back`
const OF_MOVED = sql`moved_hours h join moved_days m on m.kind = h.kind and m.day = utc_day(h.hour) and m.state = 'moved'`

/** Hours that overlap one of these spans; of all logins where none are named. */
export async function hoursWithin(
  db: Db,
  kind: MovedKind,
  login_ids: number[] | undefined,
  spans: (readonly [number, number])[],
): Promise<HourToRead[]> {
  const of = login_ids ? sql`h.login_id = any (${login_ids}::integer[])` : sql`true`
  const { rows } = await sql<HourToRead>`
    select distinct ${HOUR_COLUMNS}
      from unnest(${spans.map(([from]) => new Date(from))}::timestamptz[], ${spans.map(([, to]) => new Date(to))}::timestamptz[]) as s (since, until)
      join ${OF_MOVED} on h.hour > s.since - interval '1 hour' and h.hour < s.until
      where h.kind = ${kind} and ${of} order by hour, login_id`.execute(db)
  return rows
}

/** The next hours of a login that are not over at this time. */
export async function hoursFrom(
  db: Db,
  kind: MovedKind,
  login_id: number,
  after: Date,
  limit: number,
): Promise<HourToRead[]> {
  const { rows } = await sql<HourToRead>`
    select ${HOUR_COLUMNS} from ${OF_MOVED}
      where h.kind = ${kind} and h.login_id = ${login_id} and h.hour > ${after}::timestamptz - interval '1 hour'
      order by h.hour limit ${limit}`.execute(db)
  return rows
}

/** The file of a moved day, which remains while the transaction reads from it. */
export async function lockMovedDay(db: Db, kind: MovedKind, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from moved_days where kind = ${kind} and day = ${day}::date and state = 'moved' for key share`.execute(db)
  return rows.length > 0
}

/** True: the caller brings the rows of this hour back. False: they are there. Either way they are used now. */
export async function takeHour(db: Db, kind: MovedKind, { login_id, hour }: Hour): Promise<boolean> {
  const { rows } = await sql<{ was_back: boolean }>`
    update moved_hours h set back_at = clock_timestamp()
      from (
        select kind, login_id, hour, back_at is not null as was_back from moved_hours
          where kind = ${kind} and login_id = ${login_id} and hour = ${new Date(hour)} for update
      ) old
      where h.kind = old.kind and h.login_id = old.login_id and h.hour = old.hour returning old.was_back`.execute(db)
  return rows[0]?.was_back === false
}

export async function insertBack(db: Db, kind: MovedKind, part: Row[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select bring_back(${kind}, ${safeJson(part)}::json) as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The keys of logins; with `fresh`, those that have none get it. */
export async function keysOf(db: Db, login_ids: number[], fresh?: () => Buffer): Promise<Map<number, Buffer>> {
  if (fresh)
    await sql`
      insert into moved_keys (login_id, key) select * from unnest(${login_ids}::integer[], ${login_ids.map(fresh)}::bytea[])
        on conflict do nothing`.execute(db)
  const { rows } = await sql<{ login_id: number; key: Buffer }>`
    select login_id, key from moved_keys where login_id = any (${login_ids}::integer[]) for key share`.execute(db)
  return new Map(rows.map(({ login_id, key }) => [login_id, key]))
}

/** What is personal of these logins in files cannot be read any more. */
export async function deleteKeys(db: Db, owner_id: number): Promise<void> {
  await sql`delete from moved_keys where login_id in (select id from api_logins where owner_id = ${owner_id})`.execute(
    db,
  )
}
