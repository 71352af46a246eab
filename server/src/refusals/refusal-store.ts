import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface Refusal {
  login_id: number
  code: number
  at: Date
  ip: string | null
  api: string
  function: string
  message: string
  /** Null for codes with one cause, and in rows of version 0.2. */
  reason: string | null
  scope: string | null
  limit_micros: number | null
}

/**
 * The newest refusal of each login by each of these codes, and by each reason and scope where the code has several: of a storm
 * only its counts are read, and the rows that end it.
 */
export async function latestRefusals(db: Db, login_ids: number[], codes: number[], since: Date): Promise<Refusal[]> {
  const columns = sql`id, login_id, code, at, ip, api, function, message, reason, scope, limit_micros`
  const withReason = sql`reason is not null and at >= ${since} and kind = 'request' and not is_sandbox`
  const { rows } = await sql<Refusal>`
    with recursive newest as (
      select e.* from unnest(${login_ids}::integer[]) as l (id) cross join unnest(${codes}::integer[]) as c (code)
        cross join lateral (
          select ${columns} from error_events where login_id = l.id and code = c.code and ${withReason}
            order by reason, scope, at desc limit 1
        ) e
      union all
      select e.* from newest n cross join lateral (
        select ${columns} from error_events
          where login_id = n.login_id and code = n.code and (reason, scope) > (n.reason, n.scope) and ${withReason}
          order by reason, scope, at desc limit 1
      ) e
    )
    select * from newest
    union all
    select e.*
      from (
        select distinct on (login_id, code) login_id, code, api, function, last_at from error_hours
          where login_id = any (${login_ids}::integer[]) and hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')
            and kind = 'request' and not is_sandbox and code = any (${codes}::integer[]) and last_at >= ${since}
          order by login_id, code, last_at desc
      ) h
      cross join lateral (
        select ${columns} from error_events
          where login_id = h.login_id and at = h.last_at and at >= ${since} and code = h.code and api = h.api
            and function = h.function and kind = 'request' and not is_sandbox limit 1
      ) e
      where e.reason is null`.execute(db)
  return rows
}
