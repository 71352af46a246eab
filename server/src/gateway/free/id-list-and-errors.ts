import { CODE } from '@portico/contract/codes.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Call, Gate } from '../gate.ts'
import { type FreeResult, failure, ok } from '../record/free-reply.ts'
import { listErrors, listTasks, type Window } from '../record/record-store.ts'
import { CODES } from '../wire/codes.ts'
import type { Task } from '../wire/read-request.ts'

const ERRORS_STORED_MS = 7 * DAY_MS
const CALLS_STORED_MS = 190 * DAY_MS

/** `{api}/id_list`: tasks of this login in a period. */
export async function idList(gate: Gate, call: Call, task: Task): Promise<FreeResult> {
  const window = windowOf(call, task, CALLS_STORED_MS)
  if (!window)
    return failure(CODE.invalidField, "'datetime_from' and 'datetime_to' are times such as 2026-03-02 10:00:00.")
  const with_request = task.include_metadata === true
  const [from, to] = [window.from.getTime(), window.to.getTime()]
  const rows = await gate.ctx.moved
    .read(gate.ctx, 'usage', from, async (until) => {
      if (until > from) await gate.ctx.moved.bringBack('usage', [window.login_id], [[from, Math.min(to, until)]])
      return listTasks(gate.ctx.db, window, task.sort === 'desc', with_request)
    })
    .catch(whereTooFar)
  if (!rows) return failure(CODE.invalidField, TOO_FAR)
  return ok(
    rows.map((row) => ({
      id: row.task_id,
      url: row.path,
      datetime_posted: stamp(row.at),
      datetime_done: row.finished_at && stamp(row.finished_at),
      status: row.status_message ?? nameOfCode(row.status_code),
      cost: microsToUnits(row.cost_micros),
      ...(with_request && { metadata: row.request ?? {} }),
    })),
  )
}

/** So many calls of moved days are not read at once. */
export const TOO_FAR = 'The period is too far back and too long: name a shorter one.'

export function whereTooFar(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'too_far_back') return undefined
  throw error
}

const WEBHOOKS: Record<string, string> = { pingback_url: 'pingback', postback_url: 'postback' }

/** `{api}/errors`: failed tasks and undelivered webhooks; the latter can be resent by the task's id. */
export async function ownErrors(gate: Gate, call: Call, task: Task): Promise<FreeResult> {
  const window = windowOf(call, task, ERRORS_STORED_MS)
  if (!window)
    return failure(CODE.invalidField, "'datetime_from' and 'datetime_to' are times such as 2026-03-02 10:00:00.")
  const like = typeof task.filtered_function === 'string' ? task.filtered_function : ''
  const webhook = WEBHOOKS[like]
  const rows = await listErrors(gate.ctx.db, window, { path: webhook ? '' : like, webhook: webhook ?? '' })
  return ok(
    rows.map((row) => ({
      id: row.task_id ?? row.id,
      datetime: stamp(row.at),
      function: row.kind === 'webhook' ? webhookOf(row) : `${call.entry.api}/${row.function}`,
      error_code: row.code,
      error_message: row.message,
      http_url: row.kind === 'webhook' ? row[webhookOf(row)] : row.path,
      http_method: row.kind === 'webhook' ? webhookMethod(row) : (row.http_method ?? methodOf(gate, row.path)),
      http_code: row.http_status,
      http_time: (row.time_ms ?? 0) / 1000,
      http_response: null,
    })),
  )
}

function webhookOf({ message }: { message: string }): 'pingback_url' | 'postback_url' {
  return message.startsWith('pingback') ? 'pingback_url' : 'postback_url'
}

function webhookMethod(row: { message: string }): string {
  return webhookOf(row) === 'pingback_url' ? 'GET' : 'POST'
}

function methodOf({ catalogue }: Gate, path: string): string {
  return (catalogue.find('GET', path) ?? catalogue.find('POST', path))?.entry.http_method ?? 'POST'
}

export function codeList(): unknown[] {
  return Object.entries(CODES).map(([code, message]) => ({ code: Number(code), message }))
}

function windowOf({ caller, entry, is_sandbox, at }: Call, task: Task, longest_ms: number): Window | undefined {
  const oldest = at.getTime() - longest_ms
  const from = timeOf(task.datetime_from, new Date(oldest))
  const to = timeOf(task.datetime_to, new Date(at.getTime() + 1))
  if (!from || !to) return undefined
  return {
    login_id: caller.login_id,
    api: entry.api,
    is_sandbox,
    from: new Date(Math.max(from.getTime(), oldest)),
    to,
    limit: numberOf(task.limit, 1000),
    offset: numberOf(task.offset, 0),
  }
}

/** `yyyy-mm-dd hh:mm:ss`, with or without an offset; without one it is UTC. */
function timeOf(value: unknown, otherwise: Date): Date | undefined {
  if (value === undefined || value === null) return otherwise
  const [, day, time = '00:00:00', offset = '+00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?(?: ?([+-]\d\d:\d\d))?$/.exec(String(value).trim()) ?? []
  const moment = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

function nameOfCode(code: number): string {
  return Object.entries(CODES).find(([known]) => Number(known) === code)?.[1] ?? String(code)
}

function stamp(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} +00:00`
}
