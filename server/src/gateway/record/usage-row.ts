import { isGood } from '@portico/contract/codes.ts'
import { conceal } from '@portico/contract/conceal.ts'
import type { Priority } from '@portico/contract/price.ts'
import type { Entry } from '#catalogue/index.ts'
import type { RefusalCause, SettleRequest } from '#ledger/index.ts'
import { type Call, functionOf } from '../gate.ts'

type Called = Pick<Call, 'id' | 'method' | 'path' | 'ip' | 'is_sandbox' | 'since_ms'> & {
  caller: Pick<Call['caller'], 'login_id' | 'member_id' | 'agent' | 'via'>
  entry: Pick<Entry, 'api' | 'function_id' | 'kind' | 'price_version'>
}

export interface CallOutcome {
  id: string
  code: number
  message: string
  cause?: RefusalCause | undefined
  http: number
  cost_micros?: number
  results?: number
  task_id?: string
  tag?: string | null
  priority?: Priority
  params?: unknown
}

const METHODS = { live: 'live', task_post: 'task' } as const
const LONGEST_MESSAGE = 500

export function methodOf(kind: Entry['kind']): SettleRequest['usage']['method'] {
  return kind === 'live' || kind === 'task_post' ? METHODS[kind] : 'reference'
}

/** The booking of one task, or of a request that was refused as a whole. */
export function settleOf(call: Called, outcome: CallOutcome): SettleRequest {
  const {
    id,
    code,
    message,
    cause,
    http,
    cost_micros = 0,
    results = 0,
    task_id = null,
    tag = null,
    priority = 1,
  } = outcome
  return {
    id,
    cost_micros,
    usage: {
      login_id: call.caller.login_id,
      member_id: call.caller.member_id,
      api: call.entry.api,
      function: functionOf(call.entry),
      method: methodOf(call.entry.kind),
      priority,
      path: call.path.slice(0, 300),
      request_id: call.id,
      task_id,
      tag,
      status_code: code,
      http_status: http,
      results,
      time_ms: performance.now() - call.since_ms,
      ip: call.ip,
      is_sandbox: call.is_sandbox,
      agent_id: call.caller.agent?.id ?? null,
      via: call.caller.via,
      price_version: call.is_sandbox ? null : call.entry.price_version,
      http_method: call.method,
    },
    ...(!isGood(code) && { error: { code, message: message.slice(0, LONGEST_MESSAGE), cause } }),
    ...(outcome.params !== undefined && { request: conceal(outcome.params) }),
  }
}
