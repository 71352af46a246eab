import { CODE } from '@portico/contract/codes.ts'
import { answerFromSample, type Entry, isSafePathValue, isSampleRefusal, openCounter } from '#catalogue/index.ts'
import type { Gate } from '../gate.ts'
import { CODES } from '../wire/codes.ts'
import { type Answer, noAnswer, readAnswer, refusedAnswer } from '../wire/read-answer.ts'
import type { Task } from '../wire/read-request.ts'
import { TASK_IDS, taskIdsIn, withIds } from '../wire/task-ids.ts'
import { upstreamIds } from './task-store.ts'

export interface Question {
  entry: Entry
  params: Record<string, string>
  task: Task
  is_sandbox: boolean
  /** Dates in a sample answer are relative to this. */
  at: Date
  /** The login whose tasks it may name. */
  login_id: number
  /** The request id the customer got, or the task id for work in the background. */
  request_id: string
  /** Our id of the task. */
  task_id?: string
  /** Our ids of the tasks it names, with upstream's ids. */
  known?: ReadonlyMap<string, string>
}

/**
 * Gets the answer from the data source: upstream if one is configured, else (and in the sandbox) the sample source. Upstream knows
 * one account, the operator's, so task ids are translated here in both directions, and a path of unknown kind is not called.
 */
export async function askSource(gate: Gate, question: Question): Promise<Answer> {
  const { entry } = question
  if (!gate.upstream || question.is_sandbox) return askSample(gate, question)
  if (entry.known_by === null) {
    gate.ctx.log.error(
      { request_id: question.request_id, entry: entry.id },
      'upstream not called: the kind of this path is not known',
    )
    return noAnswer(CODE.sourceUnavailable)
  }
  const ids = await idsFor(gate, question)
  if (!ids.ok) return refusedAnswer(ids.code)
  const { params, task } =
    ids.known.size === 0 ? question : withIds({ params: question.params, task: question.task }, ids.known)
  const is_list = entry.upstream_path.startsWith('/v3/')
  const is_query = entry.http_method === 'GET' || entry.http_method === 'DELETE'
  const path = fillPath(entry.upstream_path, params)
  if (path === undefined) {
    gate.ctx.log.error(
      { request_id: question.request_id, entry: entry.id },
      'upstream not called: a path parameter is missing or not safe',
    )
    return noAnswer(CODE.sourceUnavailable)
  }
  const since_ms = performance.now()
  const answer = await gate.upstream.call({
    method: entry.http_method,
    path: is_query ? path + queryOf(task) : path,
    endpoint: entry.upstream_path,
    login_id: question.login_id,
    request_id: question.request_id,
    ...(!is_query && { body: is_list ? [task] : task }),
    look_for: TASK_IDS,
  })
  const ours = new Map([...ids.known].map(([our_id, upstream_id]) => [upstream_id, our_id]))
  const read = readAnswer(entry, answer, ours, question.task_id)
  if (read.is_list_missing) reportMissingList(gate, entry, question.request_id)
  return measured(gate, question, read, performance.now() - since_ms)
}

/** Adds what a price beyond results and pages counts: bytes, time, or numbers in the results. */
function measured(gate: Gate, { entry, task, request_id }: Question, answer: Answer, time_ms: number): Answer {
  const { measures } = (entry.posted_by ?? entry).tariff ?? {}
  if (!measures || answer.code !== CODE.ok) return answer
  const counter = openCounter(measures)
  counter.request(Buffer.byteLength(JSON.stringify(task)))
  counter.chunk(Buffer.from(JSON.stringify(answer.result)))
  counter.time(time_ms)
  counter.answer(answer.result ?? [])
  for (const field of counter.missing()) reportMissingList(gate, entry, request_id, field)
  return { ...answer, measured: counter.measured() }
}

/** Reports an answer that is charged too little: its price counts a list, or a number, that the source no longer sends. */
export function reportMissingList({ ctx, metrics }: Gate, entry: Entry, request_id: string, field?: string): void {
  const sold = entry.posted_by ?? entry
  metrics?.onMissingList(sold.id)
  const list = field ?? (sold.result_list === 'family' ? 'items' : sold.result_list.join('.'))
  ctx.log.warn({ request_id, entry: sold.id, function: sold.function_id, list }, 'priced list not found in the answer')
}

type Ids =
  | { ok: true; known: ReadonlyMap<string, string> }
  | { ok: false; code: typeof CODE.taskNotFound | typeof CODE.taskInQueue }
const NO_IDS: ReadonlyMap<string, string> = new Map()

/** Upstream's ids of the tasks a request names. Another login's id, or one that upstream does not have yet, is never sent. */
async function idsFor({ ctx }: Gate, { params, task, login_id, known = NO_IDS }: Question): Promise<Ids> {
  const named = [...taskIdsIn([params, task])].filter((id) => !known.has(id))
  if (named.length === 0) return { ok: true, known }
  const found = new Map((await upstreamIds(ctx.db, login_id, named)).map((row) => [row.id, row]))
  const all = new Map(known)
  for (const id of named) {
    const row = found.get(id)
    if (row?.upstream_id) all.set(id, row.upstream_id)
    else return { ok: false, code: row?.state === 'waiting' ? CODE.taskInQueue : CODE.taskNotFound }
  }
  return { ok: true, known: all }
}

export function askSample(gate: Gate, question: Question): Answer {
  const { entry, params, task, at, request_id } = question
  const since_ms = performance.now()
  try {
    const { result, results, pages = 0 } = answerFromSample(entry, { ...task, ...params }, at)
    const answer = { code: CODE.ok, message: CODES[CODE.ok], result, results, pages }
    return measured(gate, question, answer, performance.now() - since_ms)
  } catch (error) {
    if (isSampleRefusal(error))
      return { code: CODE.invalidField, message: error.message, result: null, results: 0, pages: 0 }
    gate.ctx.log.error({ err: error, request_id, entry: entry.id }, 'sample source failed')
    return noAnswer(CODE.internalError)
  }
}

/** Puts parameters into a path, encoded once. Undefined when a value could lead to another path. */
function fillPath(path: string, params: Record<string, string>): string | undefined {
  if (!path.includes('{')) return path
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  if (!names.every((name) => isSafePathValue(params[name] ?? ''))) return undefined
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(task: Task): string {
  const fields = Object.entries(task).filter(([, value]) => value !== null && value !== undefined)
  if (fields.length === 0) return ''
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return `?${new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, text(value)])))}`
}
