import { HISTORY_RUNS_MAX } from '@portico/contract/playground.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface NewRun {
  login_id: number
  user_id: number
  at: Date
  method_id: string
  mode: 'sandbox' | 'live'
  params: Record<string, string>
  task: unknown
  status_code: number
  status_message: string
  cost_micros: number
  time_ms: number
  task_id: string | null
  result: string | null
}

const RUN = [
  'id',
  'at',
  'method_id',
  'mode',
  'params',
  'task',
  'status_code',
  'status_message',
  'cost_micros',
  'time_ms',
  'task_id',
] as const

/** Stores a run and deletes the oldest ones above the login's limit. */
export async function addRun(db: Db, run: NewRun): Promise<void> {
  await db
    .insertInto('playground_runs')
    .values({ ...run, params: JSON.stringify(run.params), task: JSON.stringify(run.task) })
    .execute()
  await db
    .deleteFrom('playground_runs')
    .where('login_id', '=', run.login_id)
    .where('id', '<=', (is) =>
      is
        .selectFrom('playground_runs as newer')
        .select('newer.id')
        .where('newer.login_id', '=', run.login_id)
        .orderBy('newer.id', 'desc')
        .offset(HISTORY_RUNS_MAX)
        .limit(1),
    )
    .execute()
}

/** Stores the outcome of a queued task with the run that posted it. */
export async function endRun(
  db: Db,
  login_id: number,
  task_id: string,
  { status_code, status_message, result }: Pick<NewRun, 'status_code' | 'status_message' | 'result'>,
): Promise<void> {
  await db
    .updateTable('playground_runs')
    .set({ status_code, status_message, result })
    .where('login_id', '=', login_id)
    .where('task_id', '=', task_id)
    .execute()
}

export function runsOf(db: Db, login_id: number) {
  return db
    .selectFrom('playground_runs')
    .select(RUN)
    .select((is) => is('result', 'is not', null).$castTo<boolean>().as('has_result'))
    .where('login_id', '=', login_id)
    .orderBy('id', 'desc')
    .execute()
}

export async function resultOf(db: Db, login_id: number, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('playground_runs')
    .select('result')
    .where('login_id', '=', login_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.result ?? null
}

/** True when the login posted this task in the playground. */
export async function hasTask(db: Db, login_id: number, task_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('playground_runs')
    .select('id')
    .where('login_id', '=', login_id)
    .where('task_id', '=', task_id)
    .executeTakeFirst()
  return row !== undefined
}

export interface SavedRow {
  name: string
  folder: string
  method_id: string
  params: Record<string, string>
  task: unknown
  is_shared: boolean
  changed_at: Date
}

const SAVED = ['id', 'user_id', 'name', 'folder', 'method_id', 'params', 'task', 'is_shared', 'changed_at'] as const

/** The user's own requests, and those shared by the team. */
export function savedFor(db: Db, login_id: number, user_id: number) {
  return db
    .selectFrom('playground_saved')
    .select(SAVED)
    .where('login_id', '=', login_id)
    .where((is) => is.or([is('user_id', '=', user_id), is('is_shared', '=', true)]))
    .orderBy('folder')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function countSaved(db: Db, login_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from playground_saved where login_id = ${login_id}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertSaved(db: Db, login_id: number, user_id: number, row: SavedRow): Promise<number> {
  const { id } = await db
    .insertInto('playground_saved')
    .values({ ...row, login_id, user_id, params: JSON.stringify(row.params), task: JSON.stringify(row.task) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when the request is not the user's. Omitted fields are unchanged. */
export async function updateSaved(
  db: Db,
  login_id: number,
  user_id: number,
  id: number,
  { params, task, ...row }: Partial<SavedRow>,
) {
  const { numUpdatedRows } = await db
    .updateTable('playground_saved')
    .set({
      ...row,
      ...(params && { params: JSON.stringify(params) }),
      ...(task !== undefined && { task: JSON.stringify(task) }),
    })
    .where('id', '=', id)
    .where('login_id', '=', login_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteSaved(db: Db, login_id: number, user_id: number, id: number): Promise<void> {
  await db
    .deleteFrom('playground_saved')
    .where('id', '=', id)
    .where('login_id', '=', login_id)
    .where('user_id', '=', user_id)
    .execute()
}
