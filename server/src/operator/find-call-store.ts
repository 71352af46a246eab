import { sql } from 'kysely'
import { isCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Db } from '#db/db.ts'
import { FINAL_CALLS } from '#ledger/index.ts'

/** A call of any account, as staff look it up. */
export interface AnyCall {
  id: string
  at: Date
  owner_id: number
  login_id: number
  member_id: number | null
  agent_id: number | null
  via: 'playground' | 'agent' | null
  method: string
  path: string
  request_id: string
  task_id: string | null
  status_code: number
  status_class: string
  cost_micros: number
}

const COLUMNS = sql`id, at, owner_id, login_id, member_id, agent_id, via, method, path, request_id, task_id, status_code, status_class, cost_micros`
const MOST = 100

export async function anyCall(db: Db, id: string): Promise<AnyCall | undefined> {
  if (!isCallId(id)) return undefined
  const { rows } = await sql<AnyCall>`
    select ${COLUMNS} from ${FINAL_CALLS} e where id = ${id} and at = ${timeOfCall(id)}`.execute(db)
  return rows[0]
}

/** The posting of a task, and what was called about it later. */
export async function anyCallsOfTask(db: Db, task_id: string): Promise<AnyCall[]> {
  const { rows } = await sql<AnyCall>`
    select ${COLUMNS} from ${FINAL_CALLS} e where task_id = ${task_id} order by at, id limit ${MOST}`.execute(db)
  return rows
}

/** Calls of a request follow its id within moments, so the primary key finds them. */
export async function anyCallsOfRequest(db: Db, request_id: string): Promise<AnyCall[]> {
  if (!isCallId(request_id)) return []
  const at = timeOfCall(request_id)
  const { rows } = await sql<AnyCall>`
    select ${COLUMNS} from ${FINAL_CALLS} e
      where e.at >= ${at} and e.at < ${at}::timestamptz + interval '1 minute'
        and e.id >= call_floor(${at}) and e.id < call_floor(${at}::timestamptz + interval '1 minute') and e.request_id = ${request_id}
      order by e.at, e.id limit ${MOST}`.execute(db)
  return rows
}

export interface AnyError {
  id: string
  at: Date
  kind: 'request' | 'webhook'
  login_id: number
  task_id: string | null
  agent_id: number | null
  via: 'playground' | 'agent' | null
  code: number
  message: string
  http_status: number | null
  limit_micros: number | null
}

const ERROR_COLUMNS = sql`id, at, kind, login_id, task_id, agent_id, via, code, message, http_status, limit_micros`

/** A refused call or a failed webhook; a call refused before its password was right is here and nowhere else. */
export async function anyError(db: Db, id: string): Promise<AnyError | undefined> {
  if (!isCallId(id)) return undefined
  const { rows } = await sql<AnyError>`
    select ${ERROR_COLUMNS} from error_events where id = ${id} and at = ${timeOfCall(id)}`.execute(db)
  return rows[0]
}

/** The failed tries of a task's webhooks, newest first. */
export async function webhookErrorsOf(db: Db, task_id: string): Promise<AnyError[]> {
  const { rows } = await sql<AnyError>`
    select ${ERROR_COLUMNS} from error_events where kind = 'webhook' and task_id = ${task_id} order by at desc limit ${MOST}`.execute(
    db,
  )
  return rows
}

/** Live calls of all accounts between two moments, and how many of them failed; ids hold the time, so the primary key finds them. */
export async function callsBetween(db: Db, since: Date, until: Date): Promise<{ calls: number; errors: number }> {
  const { rows } = await sql<{ calls: number; errors: number }>`
    select coalesce(sum(1 + e.repeats), 0)::integer as calls,
        coalesce(sum(1 + e.repeats) filter (where e.status_class not in ('ok', 'queued')), 0)::integer as errors
      from ${FINAL_CALLS} e
      where e.at >= ${since} and e.at <= ${until} and e.id >= call_floor(${since}) and e.id < call_floor(${until}::timestamptz + interval '1 ms')
        and not e.is_sandbox`.execute(db)
  return rows[0] ?? { calls: 0, errors: 0 }
}

/** Number of queued tasks that ended since a moment without a result. */
export async function failedTasks(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_outcomes where finished_at >= ${since} and status_class <> 'ok' and method = 'task'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
