import { MEMBER_ACTIONS } from '@portico/contract/audit-actions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Entries of the account itself are all shown; of a member those that concern security, from when they joined. */
export interface Watched {
  user_id: number
  since: Date
}

interface LogWords {
  /** In lower case. */
  text: string
  /** Fields of the detail that are shown. */
  fields: readonly string[]
  actions: readonly string[]
  actors: readonly string[]
  about: readonly number[]
}

export interface LogFilter {
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  actions?: readonly string[] | undefined
  without_actions?: readonly string[] | undefined
  /** Matches besides those of `actions`. */
  or_actor_like?: string | undefined
  by?: { actor: string; visitor_at?: number } | { actor_like: readonly string[] } | undefined
  /** An entry that matches any of them is found. */
  words?: LogWords | undefined
  before?: number | undefined
  limit: number
}

export interface LogEntry {
  id: number
  at: Date
  action: string
  actor: string
  user_id: number
  ip: string
  detail: Record<string, unknown>
}

/** Newest first. Each user's entries are read from their own end of the index, so that a page costs a page. */
export async function logEntries(db: Db, owner_id: number, watched: Watched[], filter: LogFilter): Promise<LogEntry[]> {
  const { from, until, actions, without_actions, or_actor_like, by, words, before, limit } = filter
  const conditions = [
    sql`a.user_id = w.user_id`,
    sql`(w.user_id = ${owner_id} or (a.at >= w.since and a.action = any (${MEMBER_ACTIONS}::text[])))`,
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(from ? [sql`a.at >= ${from}`] : []),
    ...(until ? [sql`a.at < ${until}`] : []),
    ...(actions ? [sql`(a.action = any (${actions}::text[]) or a.actor like ${or_actor_like ?? ''})`] : []),
    ...(without_actions ? [sql`a.action <> all (${without_actions}::text[])`] : []),
    ...(by && 'actor_like' in by ? [sql`a.actor like any (${by.actor_like}::text[])`] : []),
    ...(by && 'actor' in by
      ? [sql`(a.actor = ${by.actor} or (a.actor = 'visitor' and a.user_id = ${by.visitor_at ?? 0}))`]
      : []),
    ...(words
      ? [
          sql`(a.action = any (${words.actions}::text[]) or a.actor = any (${words.actors}::text[])
            or (a.user_id = any (${words.about}::int[]) and (a.user_id <> ${owner_id} or a.actor = 'visitor'))
            or (strpos(lower(a.ip), ${words.text}) > 0 and a.actor ~ '^(user:|visitor$)')
            or exists (select from jsonb_each_text(a.detail) d
              where d.key = any (${words.fields}::text[]) and strpos(lower(d.value), ${words.text}) > 0))`,
        ]
      : []),
  ]
  const { rows } = await sql<LogEntry>`
    select e.* from unnest(${watched.map(({ user_id }) => user_id)}::int[], ${watched.map(({ since }) => since)}::timestamptz[]) as w (user_id, since)
      cross join lateral (
        select a.id, a.at, a.action, a.actor, a.user_id, a.ip, a.detail from audit_log a
          where ${sql.join(conditions, sql` and `)}
          order by a.id desc limit ${limit}) e
      order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/** Everyone who ever did something to the account. */
export async function logActors(db: Db, owner_id: number): Promise<string[]> {
  // Skips from one actor to the next by the index: a log of a million entries has a handful of them.
  const { rows } = await sql<{ actor: string }>`
    with recursive found as (
      (select actor from audit_log where user_id = ${owner_id} order by actor limit 1)
      union all
      select (select a.actor from audit_log a where a.user_id = ${owner_id} and a.actor > f.actor order by a.actor limit 1)
        from found f where f.actor is not null
    ) select actor from found where actor is not null`.execute(db)
  return rows.map(({ actor }) => actor)
}
