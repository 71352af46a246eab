import { sql } from 'kysely'
import { timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'
import type { Span } from './cut-range.ts'
import { ofSource, ofTask, picks, stepCounts } from './error-count-store.ts'
import type { ErrorSlice } from './error-slice.ts'
import { findPage, type PageWindow } from './find-page.ts'

export interface EventRow {
  id: string
  at: Date
  kind: 'request' | 'webhook'
  login_id: number
  api: string
  function: string
  method: 'live' | 'task' | 'reference'
  path: string
  task_id: string | null
  code: number
  class: string
  message: string
  http_status: number | null
  ip: string | null
  is_sandbox: boolean
  reason: string | null
  scope: string | null
  agent_id: number | null
  http_method: string | null
  /** Number of further calls that the row represents. */
  repeats: number
}

type Order = 'newest' | 'oldest'
/** Called before rows of these times are read, where some are of moved days. */
export type Prepare = (spans: Span[]) => Promise<void>

/** A day with fewer rows is skipped by offset instead of counted by the hour. */
const PASSED = 500

/**
 * A page of rows, the number of rows and that of the calls that they represent. The counts locate the page, so the last page of half a million rows costs as much as the
 * first.
 */
export async function eventPage(
  db: Db,
  slice: ErrorSlice,
  { order, page, page_size }: { order: Order; page: number; page_size: number },
  prepare: Prepare | undefined,
): Promise<{ rows: EventRow[]; total: number; calls: number }> {
  const days = await stepCounts(db, slice, 'day', order)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const calls = days.reduce((sum, step) => sum + step.calls, 0)
  const page_request = { ...slice, skip: (page - 1) * page_size, limit: page_size }
  let window = findPage(days, 'day', page_request)
  if (window.spans.length > 0 && (isNarrow(slice) || window.skip > PASSED || prepare)) {
    const { since: from, until: to } = hull(window)
    const hours = await stepCounts(db, { ...slice, from, to }, 'hour', order)
    window = findPage(hours, 'hour', { from, to, skip: window.skip, limit: page_size })
  }
  await prepare?.(window.spans.map(({ since, until }) => [since.getTime(), until.getTime()]))
  return { rows: window.spans.length > 0 ? await eventsAt(db, slice, window, order, page_size) : [], total, calls }
}

/** True when matching rows may be few among many. */
function isNarrow({ code, class: kind, function: name }: ErrorSlice): boolean {
  return code !== undefined || kind !== undefined || name !== undefined
}

function hull({ spans }: PageWindow): PageWindow['spans'][number] {
  const since = Math.min(...spans.map((span) => span.since.getTime()))
  const until = Math.max(...spans.map((span) => span.until.getTime()))
  return { since: new Date(since), until: new Date(until) }
}

/** Each login is read along its own index. The whole range is a condition too, so that other partitions are not planned. */
async function eventsAt(
  db: Db,
  slice: ErrorSlice,
  window: PageWindow,
  order: Order,
  limit: number,
): Promise<EventRow[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { since, until } = hull(window)
  const sinces = window.spans.map((span) => span.since)
  const untils = window.spans.map((span) => span.until)
  const { rows } = await sql<EventRow>`
    select e.* from unnest(${slice.login_ids}::integer[]) as l (id)
      cross join unnest(${sinces}::timestamptz[], ${untils}::timestamptz[]) as s (since, until)
      cross join lateral (
        select * from error_events
          where login_id = l.id and at >= s.since and at < s.until and at >= ${since} and at < ${until}
            and kind = ${slice.kind} and ${picks(slice)} and ${ofTask(slice)} and ${ofSource(slice)}
          order by at ${direction}, id ${direction} limit ${window.skip + limit}
      ) e
      order by e.at ${direction}, e.id ${direction} limit ${limit} offset ${window.skip}`.execute(db)
  return rows
}

/** Rows after `after` in the order of time, for reading all of them in batches. */
export async function eventsAfter(
  db: Db,
  slice: ErrorSlice,
  { order, after, limit }: { order: Order; after: string | undefined; limit: number },
): Promise<EventRow[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<EventRow>`
    select e.* from unnest(${slice.login_ids}::integer[]) as l (id)
      cross join lateral (
        select * from error_events
          where login_id = l.id and at >= ${slice.from} and at < ${slice.to} and kind = ${slice.kind}
            and ${picks(slice)} and ${ofTask(slice)} and ${ofSource(slice)} and ${behind(order, after)}
          order by at ${direction}, id ${direction} limit ${limit}
      ) e
      order by e.at ${direction}, e.id ${direction} limit ${limit}`.execute(db)
  return rows
}

/** The time is a condition of its own too, because a row comparison excludes no partition. */
function behind(order: Order, after: string | undefined) {
  if (after === undefined) return sql`true`
  const at = timeOfCall(after)
  return order === 'newest'
    ? sql`at <= ${at} and (at, id) < (${at}, ${after}::uuid)`
    : sql`at >= ${at} and (at, id) > (${at}, ${after}::uuid)`
}

export interface EventDetail extends EventRow {
  request_id: string | null
  time_ms: number | null
  request: unknown
  request_cut_at: number | null
}

/** One error of one of these logins, with its parameters while those are stored. */
export async function eventDetail(db: Db, login_ids: number[], id: string): Promise<EventDetail | undefined> {
  const at = timeOfCall(id)
  const { rows } = await sql<EventDetail>`
    select e.*, u.request_id, u.time_ms, p.request, p.cut_at as request_cut_at
      from error_events e
      left join ${FINAL_CALLS} u on u.id = e.id and u.at = e.at
      left join usage_params p on p.id = e.id and p.at = e.at
      where e.id = ${id} and e.at = ${at} and e.login_id = any (${login_ids}::integer[])`.execute(db)
  return rows[0]
}

/** The tasks of failed webhooks, by the ids of the failures; each try is a failure of its own. */
export async function webhookTasks(
  db: Db,
  login_ids: number[],
  ids: string[],
): Promise<{ login_id: number; task_id: string }[]> {
  const { rows } = await sql<{ login_id: number; task_id: string }>`
    select distinct e.login_id, e.task_id from unnest(${ids}::uuid[]) as requested (id)
      join error_events e on e.id = requested.id and e.at = call_time(requested.id)
      where e.kind = 'webhook' and e.task_id is not null and e.login_id = any (${login_ids}::integer[])`.execute(db)
  return rows
}
