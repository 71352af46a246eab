import { type RawBuilder, sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'
import type { Span } from './cut-range.ts'
import type { Slice } from './slice.ts'
import { callsOf } from './source-store.ts'
import { within } from './time-store.ts'

export interface CallRow {
  id: string
  at: Date
  login_id: number
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  priority: number
  path: string
  request_id: string
  task_id: string | null
  tag: string | null
  status_code: number
  status_class: string
  http_status: number
  results: number
  cost_micros: number
  time_ms: number
  /** The API key or agent login it was made with. */
  agent_id: number | null
  /** Set when the task has ended. */
  finished_at: Date | null
  queue_ms: number | null
  run_ms: number | null
  /** As sent; null in rows of version 0.2. */
  http_method: string | null
  /** Number of further calls that the row represents. */
  repeats: number
}

export interface Page {
  order: 'newest' | 'oldest'
  /** The last row of the previous page. */
  after: string | undefined
  limit: number
}

export const COLUMNS = sql`id, at, login_id, api, function, method, priority, path, request_id, task_id, tag, status_code,
  status_class, http_status, results, cost_micros, time_ms, agent_id, finished_at, queue_ms, run_ms, http_method, repeats`

/** Calls of these spans in the order of time; the spans must be in that order. Each login is read along its own index. */
export async function callsWithin(
  db: Db,
  slice: Slice,
  spans: Span[],
  { order, after, limit }: Page,
): Promise<CallRow[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const hull: Span = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))]
  const sinces = spans.map(([from]) => new Date(from))
  const untils = spans.map(([, to]) => new Date(to))
  // The whole range is a condition too, so that other partitions are not planned.
  const time = (column: RawBuilder<unknown>) =>
    sql`${column} >= s.since and ${column} < s.until and ${within(column, hull)}`
  const { rows } = await sql<CallRow>`
    select c.* from unnest(${slice.login_ids}::integer[]) as l (id)
      cross join unnest(${sinces}::timestamptz[], ${untils}::timestamptz[]) as s (since, until)
      cross join lateral (
        select ${COLUMNS} from ${callsOf(slice, sql`login_id = l.id`, time)} and ${behind(order, after)}
          order by at ${direction}, id ${direction} limit ${limit}
      ) c
      order by c.at ${direction}, c.id ${direction} limit ${limit}`.execute(db)
  return rows
}

function behind(order: Page['order'], after: string | undefined) {
  if (after === undefined) return sql`true`
  return order === 'newest'
    ? sql`(at, id) < (${timeOfCall(after)}, ${after}::uuid)`
    : sql`(at, id) > (${timeOfCall(after)}, ${after}::uuid)`
}

export interface CallDetailRow extends CallRow {
  ip: string
  is_sandbox: boolean
  message: string | null
  request: unknown
  request_cut_at: number | null
  /** What it took of its booking in the ledger, and the refund when the task had ended. */
  booked_micros: number
  refunded_micros: number
  price_version: number | null
  /** The operator's name of the price version. */
  price_name: string | null
}

/** One call of one of these logins, with its parameters and error while those are stored. */
export async function callDetail(db: Db, login_ids: number[], id: string): Promise<CallDetailRow | undefined> {
  const at = timeOfCall(id)
  const { rows } = await sql<CallDetailRow>`
    select e.*, f.message, p.request, p.cut_at as request_cut_at, case when b.transaction_id is null then 0 else c.cost_micros end as booked_micros,
        v.version as price_name
      from ${FINAL_CALLS} e
      left join error_events f on f.id = e.id and f.at = e.at
      left join usage_params p on p.id = e.id and p.at = e.at
      left join ledger_accounts a on a.api_login_id = e.login_id
      join usage_events c on c.id = e.id and c.at = e.at
      left join ledger_entries b on b.transaction_id = coalesce(c.booking_id, c.id) and b.account_id = a.id
      left join price_versions v on v.id = e.price_version
      where e.id = ${id} and e.at = ${at} and e.login_id = any (${login_ids}::integer[])`.execute(db)
  return rows[0]
}

/** Number of calls in the same HTTP request; their times are close to the first. */
export async function callsOfRequest(db: Db, login_id: number, request_id: string): Promise<number> {
  const at = timeOfCall(request_id)
  const { rows } = await sql<{ calls: number }>`
    select count(*) as calls from usage_events
      where login_id = ${login_id} and at >= ${at} and at < ${at}::timestamptz + interval '1 minute' and request_id = ${request_id}`.execute(
    db,
  )
  return rows[0]?.calls ?? 0
}
