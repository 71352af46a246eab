import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A part of a queue, in the order it is listed. */
interface Part {
  of: RawBuilder<boolean>
  by: RawBuilder<Date>
  can_retry(now: Date): RawBuilder<boolean>
}

/** How the items of a queue are listed. */
export interface QueueTable {
  table: string
  id: 'bigint' | 'text' | 'uuid'
  /** What each item shows: login_id, owner_id, what, to, since, error. */
  shown: Record<'login_id' | 'owner_id' | 'what' | 'to' | 'since' | 'error', RawBuilder<unknown>>
  waiting: Part
  failed: Part
}

export interface QueueRow {
  id: string
  login_id: number | null
  owner_id: number | null
  what: string
  to: string | null
  since: Date
  at: Date
  tries: number
  error: string | null
  can_retry: boolean
  /** Its own number of microseconds: times of JavaScript are too coarse for a cursor. */
  at_us: string
}

export interface QueuePage {
  show: 'waiting' | 'failed'
  after: { at_us: string; id: string } | undefined
  limit: number
  now: Date
}

/** What a queue offers to staff; both changes return the ids they changed. */
export interface QueueAccess {
  list(db: Db, page: QueuePage): Promise<QueueRow[]>
  retry(db: Db, ids: string[], now: Date): Promise<string[]>
  drop(db: Db, ids: string[], now: Date): Promise<string[]>
}

/** Those that wait: the one due first is first; those that were given up: the last one is first. */
export async function listQueue(
  db: Db,
  { table, id, shown, ...parts }: QueueTable,
  { show, after, limit, now }: QueuePage,
): Promise<QueueRow[]> {
  const { of, by, can_retry } = parts[show]
  const isUp = show === 'waiting'
  const direction = isUp ? sql`asc` : sql`desc`
  const type = sql.raw(id)
  const behind = after
    ? sql`and (${by}, id) ${isUp ? sql`>` : sql`<`}
        ('epoch'::timestamptz + ${after.at_us}::bigint * interval '1 microsecond', ${after.id}::${type})`
    : sql``
  const columns = Object.entries(shown).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const { rows } = await sql<QueueRow>`
    select id::text, ${sql.join(columns)}, ${by} as at, tries, ${can_retry(now)} as can_retry,
        (extract(epoch from ${by}) * 1000000)::bigint::text as at_us
      from ${sql.table(table)} where ${of} ${behind}
      order by ${by} ${direction}, ${sql.ref(`${table}.id`)} ${direction} limit ${limit}`.execute(db)
  return rows
}

/** Changes items and returns the ids of those that were there to change. */
export async function changeItems(
  db: Db,
  { table, id }: Pick<QueueTable, 'table' | 'id'>,
  ids: string[],
  set: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} as q set ${set} where id = any (${ids}::${sql.raw(id)}[]) and ${where} returning id::text`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
