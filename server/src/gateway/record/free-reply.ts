import { CODE, isGood, isWaiting } from '@portico/contract/codes.ts'
import { decimalText } from '@portico/contract/money.ts'
import type { Call, Gate } from '../gate.ts'
import { CODES, type Code } from '../wire/codes.ts'
import { isRecord, type Reply, type TaskReply, taken, timeSince } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { keepAnswer } from './keep-answer.ts'
import { nameOf } from './prepared-task.ts'
import { recordFree } from './record-free.ts'
import { recordRepeated } from './record-repeated.ts'
import { settleOf } from './usage-row.ts'

export interface FreeResult {
  code: number
  message: string
  result: unknown[] | null
  id?: string
  results?: number
  /** The task failed earlier and its failure is stored; reading that is no failure of this call. */
  is_stored_failure?: boolean
  params?: unknown
  data?: Record<string, unknown>
}

export function ok(result: unknown[] | null): FreeResult {
  return { code: CODE.ok, message: CODES[CODE.ok], result }
}

export function failure(code: Code, more = ''): FreeResult {
  return { code, message: more ? `${CODES[code]} ${more}` : CODES[code], result: null }
}

export function partReply(call: Pick<Call, 'id' | 'entry' | 'path' | 'since_ms'>, part: FreeResult): TaskReply {
  const { id, code, message, result, data, params } = part
  const fields = data ?? (isRecord(params) && code !== CODE.invalidBody ? params : {})
  return {
    // A part without a task has the id of its call, by which Usage lists it.
    id: id ?? call.id,
    status_code: code,
    status_message: message,
    time: timeSince(call.since_ms),
    cost: 0,
    result_count: result?.length ?? 0,
    path: call.path.split('/').filter(Boolean),
    data: { ...nameOf(call.entry), ...fields },
    result,
  }
}

/** Builds the reply of a free call, with one element in `tasks` for each part, and records the call. */
export async function recordFreeReply(gate: Gate, call: Call, parts: FreeResult[]): Promise<Reply> {
  const tasks = parts.map((part) => partReply(call, part))
  const reply = taken(tasks, call.since_ms, 0)
  // Polling a task that is not ready is neither a success nor an error and is not recorded.
  if (parts.every(({ code }) => isWaiting(code))) return reply
  const worst =
    parts.find(({ code, is_stored_failure: is_stored }) => !isGood(code) && !is_stored) ?? parts[0] ?? ok(null)
  const code = worst.is_stored_failure ? CODE.ok : worst.code
  if (call.is_plain) reply.http = plainStatus(code)
  const settled = await recordRepeated(
    gate,
    settleOf(call, {
      id: call.id,
      code,
      message: worst.message,
      http: reply.http,
      results: parts.reduce((sum, { results = 0 }) => sum + results, 0),
      params: worst.params ?? call.query,
    }),
    (settle) => {
      keepAnswer(gate, call, { id: call.id, code, reply })
      return recordFree(gate, settle)
    },
  )
  if (settled?.ok) reply.headers['x-balance'] = decimalText(settled.balance_micros)
  return reply
}
