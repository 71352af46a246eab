import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

interface AuditFilter {
  user_id?: number | undefined
  /** Any of them. */
  actors?: readonly string[] | undefined
  action?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  before?: number | undefined
  limit: number
}

interface AuditLogRow {
  id: number
  at: Date
  actor: string
  action: string
  user_id: number | null
  detail: Record<string, unknown>
  ip: string
  request_id: string
  previous: Buffer
  hash: Buffer
}

/** Writers wait for each other, so that ids follow the time but for these few moments. */
const DISORDER_MS = 5 * 60 * 1000

/**
 * Newest first. Entries of each actor are read from their own end of the index, and days become a range of ids, so that
 * a page costs a page in a log of any length.
 */
export async function findAudit(db: Db, filter: AuditFilter): Promise<AuditLogRow[]> {
  const { user_id, actors, action, from, until, before, limit } = filter
  const conditions = [
    sql`true`,
    ...(user_id === undefined ? [] : [sql`a.user_id = ${user_id}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(from ? [sql`a.at >= ${from} and a.id >= ${firstIdSince(shifted(from, -DISORDER_MS))}`] : []),
    ...(until
      ? [sql`a.at < ${until} and a.id < coalesce(${firstIdSince(shifted(until, DISORDER_MS))}, 9223372036854775807)`]
      : []),
  ]
  const page = (more = sql``) => sql`
    select a.id, a.at, a.actor, a.action, a.user_id, a.detail, a.ip, a.request_id, a.previous, a.hash
      from audit_log a where ${sql.join(conditions, sql` and `)} ${more} order by a.id desc limit ${limit}`
  const query = actors
    ? sql`select e.* from unnest(${actors}::text[]) as w(actor)
        cross join lateral (${page(sql`and a.actor = w.actor`)}) e order by e.id desc limit ${limit}`
    : page()
  const { rows } = await sql<AuditLogRow>`${query}`.execute(db)
  return rows
}

function firstIdSince(at: Date) {
  return sql`(select id from audit_log where at >= ${at} order by at, id limit 1)`
}

function shifted(at: Date, by_ms: number): Date {
  return new Date(at.getTime() + by_ms)
}

/** Skips from one action to the next by the index: a log of millions has a hundred of them. */
export async function auditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > f.action order by a.action limit 1)
        from found f where f.action is not null
    ) select action from found where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

export async function emailsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
