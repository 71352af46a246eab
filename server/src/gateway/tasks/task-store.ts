import { sql } from 'kysely'
import { claimInTurns, nextDue, recordTry, type Span } from '#db/claim-store.ts'
import type { Db } from '#db/db.ts'

export const TASKS_WAIT = sql<boolean>`state = 'waiting'`
const WAITING = { table: 'gateway_tasks', due: 'due_at', waits: TASKS_WAIT } as const

export interface TaskRow {
  id: string
  call_id: string
  request_id: string
  login_id: number
  api: string
  function: string
  entry_id: string
  task: Record<string, unknown>
  tag: string | null
  priority: number
  ip: string
  is_sandbox: boolean
  cost_micros: number
  refunded_micros: number
  posted_at: Date
  due_at: Date
  state: 'waiting' | 'done' | 'failed'
  tries: number
  upstream_id: string | null
  /** When upstream accepted the task. */
  started_at: Date | null
  status_code: number | null
  status_message: string | null
  finished_at: Date | null
  fetched_at: Date | null
  /** The price version at posting; the final charge uses the same. */
  price_version: number | null
}

type Posted = Pick<
  TaskRow,
  | 'id'
  | 'call_id'
  | 'request_id'
  | 'login_id'
  | 'api'
  | 'function'
  | 'entry_id'
  | 'task'
  | 'tag'
  | 'priority'
  | 'ip'
  | 'is_sandbox'
  | 'cost_micros'
  | 'posted_at'
  | 'due_at'
  | 'price_version'
>

export async function insertTasks(db: Db, rows: Posted[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({ ...row, task: JSON.stringify(row.task) }))
  await db.insertInto('gateway_tasks').values(values).execute()
}

export function findTask(db: Db, login_id: number, id: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('gateway_tasks')
    .selectAll()
    .where('id', '=', id)
    .where('login_id', '=', login_id)
    .executeTakeFirst()
}

export function tasksById(db: Db, ids: string[]): Promise<TaskRow[]> {
  return db.selectFrom('gateway_tasks').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** Upstream's ids of those of these tasks that the login posted live (not in the sandbox). */
export function upstreamIds(db: Db, login_id: number, ids: string[]) {
  return db
    .selectFrom('gateway_tasks')
    .select(['id', 'upstream_id', 'state'])
    .where('id', 'in', ids)
    .where('login_id', '=', login_id)
    .where('is_sandbox', '=', false)
    .execute()
}

/** Tasks of one login at once per living process, which leaves capacity for other logins. */
const TASKS_PER_LOGIN = 6
const ALIVE = sql`(select count(*) from gateway_instances where seen_at > now() - interval '10 seconds')`

/**
 * Claims due tasks of every login in turn: within a login high priority first, and among logins whose turn it is those with high
 * priority. No other worker can claim them before `until`.
 */
export function claimTasks(db: Db, span: Span): Promise<TaskRow[]> {
  const per_login = sql<number>`${TASKS_PER_LOGIN}::integer * greatest(${ALIVE}, 1)`
  const groups = [sql<boolean>`priority = 2`, sql<boolean>`priority = 1`]
  return claimInTurns<TaskRow>(db, { ...WAITING, per_login, groups }, span)
}

export const nextTask = (db: Db, after: Date) => nextDue(db, WAITING, after)

export function putBack(
  db: Db,
  row: Pick<TaskRow, 'id' | 'tries'>,
  change: { due_at: Date; upstream_id?: string; started_at?: Date; tries?: number },
): Promise<void> {
  return recordTry(db, 'gateway_tasks', row, TASKS_WAIT, { ...change, claimed_until: null })
}

/** A task ends once; false when it had ended already. */
export async function endTask(
  db: Db,
  id: string,
  end: {
    state: 'done' | 'failed'
    status_code: number
    status_message: string
    refunded_micros: number
    finished_at: Date
  },
): Promise<boolean> {
  const row = await db
    .updateTable('gateway_tasks')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a task that was never booked, whose id no customer has received. */
export async function dropTask(db: Db, id: string): Promise<void> {
  await db.deleteFrom('gateway_tasks').where('id', '=', id).where('state', '=', 'waiting').execute()
}

export async function hurryTask(db: Db, login_id: number, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('gateway_tasks')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('login_id', '=', login_id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markFetched(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('gateway_tasks')
    .set({ fetched_at: now })
    .where('id', '=', id)
    .where('fetched_at', 'is', null)
    .execute()
}

export function readyTasks(
  db: Db,
  of: Pick<TaskRow, 'login_id' | 'api' | 'is_sandbox'> & { function: string | undefined },
  since: Date,
  limit: number,
): Promise<TaskRow[]> {
  const tasks = db.selectFrom('gateway_tasks').selectAll().where('login_id', '=', of.login_id).where('api', '=', of.api)
  return (of.function === undefined ? tasks : tasks.where('function', '=', of.function))
    .where('is_sandbox', '=', of.is_sandbox)
    .where('state', '=', 'done')
    .where('fetched_at', 'is', null)
    .where('finished_at', '>', since)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes results and parameters first and the tasks later, so that a late read gets "expired" instead of "unknown". */
export async function forgetTasks(db: Db, results_before: Date, tasks_before: Date): Promise<void> {
  await sql`
    delete from gateway_results r using gateway_tasks t
      where t.id = r.task_id and t.posted_at < ${results_before}`.execute(db)
  await sql`
    update gateway_tasks set task = '{}' where posted_at < ${results_before} and task <> '{}' and state <> 'waiting'`.execute(
    db,
  )
  await db.deleteFrom('gateway_tasks').where('posted_at', '<', tasks_before).execute()
}
