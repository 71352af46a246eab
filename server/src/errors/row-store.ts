import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { timeOfCall } from '#ledger/room.ts'
import type { ErrorSlice } from './slice.ts'
import { matches } from './store.ts'

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
}

type Order = 'newest' | 'oldest'

export async function eventPage(
  db: Db,
  slice: ErrorSlice,
  { order, page, page_size }: { order: Order; page: number; page_size: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<EventRow>`
    select * from error_events where ${matches(slice)}
      order by at ${direction}, id ${direction} limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from error_events where ${matches(slice)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** In the order of their time, those behind `after`: for reading all of them, batch by batch. */
export async function eventsAfter(
  db: Db,
  slice: ErrorSlice,
  { order, after, limit }: { order: Order; after: string | undefined; limit: number },
): Promise<EventRow[]> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const beyond = order === 'newest' ? sql`<` : sql`>`
  const start = after === undefined ? sql`true` : sql`(at, id) ${beyond} (${timeOfCall(after)}, ${after}::uuid)`
  const { rows } = await sql<EventRow>`
    select * from error_events where ${matches(slice)} and ${start}
      order by at ${direction}, id ${direction} limit ${limit}`.execute(db)
  return rows
}

export interface EventDetail extends EventRow {
  request_id: string | null
  time_ms: number | null
  request: unknown
}

/** One error of one of these logins, with what was asked while that is kept. */
export async function eventDetail(db: Db, login_ids: number[], id: string): Promise<EventDetail | undefined> {
  const at = timeOfCall(id)
  const { rows } = await sql<EventDetail>`
    select e.*, u.request_id, u.time_ms, p.request
      from error_events e
      left join usage_events u on u.id = e.id and u.at = e.at
      left join usage_params p on p.id = e.id and p.at = e.at
      where e.id = ${id} and e.at = ${at} and e.login_id = any (${login_ids}::integer[])`.execute(db)
  return rows[0]
}

/** The tasks whose webhooks failed, by the ids of those failures; each try of a webhook is a failure of its own. */
export async function webhookTasks(
  db: Db,
  login_ids: number[],
  ids: string[],
): Promise<{ login_id: number; task_id: string }[]> {
  const { rows } = await sql<{ login_id: number; task_id: string }>`
    select distinct e.login_id, e.task_id from unnest(${ids}::uuid[]) as asked (id)
      join error_events e on e.id = asked.id and e.at = call_time(asked.id)
      where e.kind = 'webhook' and e.task_id is not null and e.login_id = any (${login_ids}::integer[])`.execute(db)
  return rows
}
