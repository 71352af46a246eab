import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import type { Entry } from '#catalogue/index.ts'
import { functionOf, type Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import type { Answer } from '../wire/read-answer.ts'
import type { Task } from '../wire/read-request.ts'
import { isTaskId } from '../wire/task-id.ts'
import { askSample, askSource, type Question } from './ask-source.ts'
import { loadResult, saveResult } from './result-store.ts'
import { findTask, type TaskRow } from './task-store.ts'

export const RESULTS_STORED_MS = 30 * 24 * 60 * 60 * 1000
const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** A task of this login; another login's id is treated as unknown. */
export async function ownTask(
  gate: Gate,
  owner: Pick<TaskRow, 'login_id' | 'is_sandbox'>,
  id: unknown,
): Promise<TaskRow | undefined> {
  const row = isTaskId(id) ? await findTask(gate.ctx.db, owner.login_id, id) : undefined
  return row?.is_sandbox === owner.is_sandbox ? row : undefined
}

/** The result of a task, or why there is none yet or any more. */
export async function readTask(gate: Gate, entry: Entry, row: TaskRow, fields: Task): Promise<FreeResult> {
  const part = { id: row.id, data: { ...row.task, ...fields } }
  if (!isOf(entry, row)) return { ...failure(CODE.otherFunction), ...part, data: {} }
  if (row.state === 'waiting') return { ...failure(row.tries > 0 ? CODE.taskHanded : CODE.taskInQueue), ...part }
  if (row.state === 'failed') {
    const { status_code: code, status_message: message } = row
    return { code: code ?? CODE.taskFailed, message: message ?? '', result: null, is_stored_failure: true, ...part }
  }
  const age_ms = gate.ctx.clock.now().getTime() - (row.finished_at?.getTime() ?? 0)
  if (age_ms > RESULTS_STORED_MS) return { ...failure(CODE.resultsExpired), ...part }
  const { code, message, result } = await resultOf(gate, entry, row, fields)
  // Results were counted when the task ended, however often they are fetched.
  return code === CODE.ok ? { ...ok(result), ...part } : { code, message, result: null, ...part }
}

/** A result is fetched by the function that was posted; reads of a crawl only have to be of its API. */
function isOf(entry: Entry, row: TaskRow): boolean {
  if (row.api !== entry.api) return false
  return entry.posted_by === null || functionOf(entry) === row.function
}

/** The sample source repeats its answer; upstream's answer is fetched once per path and then stored. */
export async function resultOf(gate: Gate, entry: Entry, row: TaskRow, fields: Task): Promise<Answer> {
  const at = row.finished_at ?? gate.ctx.clock.now()
  const { is_sandbox, upstream_id, login_id, id: request_id } = row
  const task = { ...row.task, ...fields }
  if (is_sandbox || upstream_id === null || !gate.upstream)
    return askSample(gate, { entry, params: {}, task, is_sandbox, at, login_id, request_id })
  const question = fetching(entry, row, upstream_id, at)
  if (entry.http_method !== 'GET') return askSource(gate, { ...question, task: { ...fields, ...question.task } })
  const stored = await loadResult(gate.ctx.db, row.id, entry.path)
  if (stored) return JSON.parse((await unpack(stored)).toString('utf8'))
  const answer = await askSource(gate, question)
  if (answer.code === CODE.ok) await storeResult(gate, row, entry, answer)
  return answer
}

export async function storeResult(gate: Gate, row: Pick<TaskRow, 'id'>, entry: Entry, answer: Answer): Promise<void> {
  await saveResult(gate.ctx.db, row.id, entry.path, await pack(JSON.stringify(answer)))
}

/** The question for a task's result, with our task id in the path parameter or field that holds it. */
export function fetching(
  entry: Entry,
  { id, login_id, is_sandbox }: Pick<TaskRow, 'id' | 'login_id' | 'is_sandbox'>,
  upstream_id: string,
  at: Date,
): Question {
  const where = entry.task_id_in ?? { field: 'id' }
  const named =
    'template' in where ? { params: { [where.template]: id }, task: {} } : { params: {}, task: { [where.field]: id } }
  return { entry, ...named, is_sandbox, at, login_id, request_id: id, task_id: id, known: new Map([[id, upstream_id]]) }
}

/** The path from which the customer fetches a task's result. */
export function pathOf({ path, task_id_in }: Entry, id: string): string {
  return task_id_in && 'template' in task_id_in ? path.replace(`{${task_id_in.template}}`, id) : path
}

/** The entry from which a task's result is read: of the wanted tier, else `advanced`, else the first. */
export function getterOf(
  gate: Gate,
  row: Pick<TaskRow, 'entry_id' | 'price_version'>,
  tier?: unknown,
): Entry | undefined {
  return pickGetter(gate.catalogue.byVersion(row.price_version).entry(row.entry_id)?.fetched_by ?? [], tier)
}

export function pickGetter(getters: Entry[], tier?: unknown): Entry | undefined {
  return getters.find((one) => one.tier === tier) ?? getters.find((one) => one.tier === 'advanced') ?? getters[0]
}
