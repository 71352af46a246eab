import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'

export interface Window {
  login_id: number
  api: string
  is_sandbox: boolean
  from: Date
  to: Date
  limit: number
  offset: number
}

/** Tasks of a login in a period, live and queued, with their parameters when `with_request` is set. */
export async function listTasks(db: Db, window: Window, is_newest_first: boolean, with_request: boolean) {
  const { login_id, api, is_sandbox, from, to, limit, offset } = window
  const request = with_request
    ? sql`(select p.request from usage_params p where p.id = e.id and p.at = e.at)`
    : sql`null::jsonb`
  const { rows } = await sql<{
    task_id: string
    at: Date
    finished_at: Date | null
    path: string
    status_code: number
    status_message: string | null
    cost_micros: number
    request: unknown
  }>`
    select e.task_id, e.at, coalesce(e.finished_at, t.finished_at, case when t.id is null and e.status_class <> 'queued' then e.at end) as finished_at,
        e.path, coalesce(t.status_code, e.status_code) as status_code, t.status_message, e.cost_micros, ${request} as request
      from ${FINAL_CALLS} e left join gateway_tasks t on t.id = e.task_id
      where e.login_id = ${login_id} and e.api = ${api} and e.is_sandbox = ${is_sandbox} and e.task_id is not null
        and e.at >= ${from} and e.at < ${to}
      order by e.at ${is_newest_first ? sql`desc` : sql`asc`}, e.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Failed calls whose path contains a text, and failed webhooks: all, or those of one kind. */
export async function listErrors(db: Db, window: Window, wanted: { path: string; webhook: string }) {
  const { login_id, api, is_sandbox, from, to, limit, offset } = window
  const { rows } = await sql<{
    id: string
    kind: 'request' | 'webhook'
    task_id: string | null
    at: Date
    function: string
    path: string
    http_method: string | null
    pingback_url: string | null
    postback_url: string | null
    code: number
    message: string
    http_status: number | null
    time_ms: number | null
  }>`
    select e.id, e.kind, e.task_id, e.at, e.function, e.path, e.http_method, e.code, e.message, e.http_status,
        t.task->>'pingback_url' as pingback_url, t.task->>'postback_url' as postback_url,
        (select u.time_ms from ${FINAL_CALLS} u where u.id = e.id and u.at = e.at) as time_ms
      from error_events e left join gateway_tasks t on e.kind = 'webhook' and t.id = e.task_id and t.login_id = e.login_id
      where e.login_id = ${login_id} and e.api = ${api} and e.is_sandbox = ${is_sandbox} and e.at >= ${from} and e.at < ${to}
        and ((e.kind = 'request' and ${wanted.webhook} = '' and position(${wanted.path} in e.path) > 0)
          or (e.kind = 'webhook' and ${wanted.path} = '' and starts_with(e.message, ${wanted.webhook})))
      order by e.at desc, e.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** True when a call was settled and not reversed. The call's time is part of its id. */
export async function isBooked(db: Db, call_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from usage_events where id = ${call_id}::uuid and at = call_time(${call_id}::uuid)
      and not exists (select from usage_outcomes o where o.id = ${call_id}::uuid and o.status_code = ${sql.lit(CODE.unavailable)})`.execute(
    db,
  )
  return rows.length > 0
}

export interface Counted {
  api: string
  function: string
  method: string
  requests: number
  cost_micros: number
}

/** Calls of the current day, as far as they are rolled up, and of the current minute. */
export async function countedCalls(
  db: Db,
  login_id: number,
  now: Date,
): Promise<{ day: Counted[]; minute: Counted[] }> {
  const day = await sql<Counted>`
    select api, function, method, sum(requests)::bigint as requests, sum(cost_micros)::bigint as cost_micros from usage_days
      where login_id = ${login_id} and day = utc_day(${now}) and not is_sandbox group by 1, 2, 3`.execute(db)
  const minute = await sql<Counted>`
    select api, function, method, sum(requests)::bigint as requests, sum(cost_micros)::bigint as cost_micros from usage_minutes
      where login_id = ${login_id} and minute = date_trunc('minute', ${now}::timestamptz, 'UTC') and not is_sandbox
      group by 1, 2, 3`.execute(db)
  return { day: day.rows, minute: minute.rows }
}

export async function spentEver(db: Db, login_id: number): Promise<number> {
  const { rows } = await sql<{ micros: number }>`
    select coalesce(sum(cost_micros), 0)::bigint as micros from usage_days where login_id = ${login_id}`.execute(db)
  return rows[0]?.micros ?? 0
}
