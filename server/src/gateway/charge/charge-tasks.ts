import { CODE } from '@portico/contract/codes.ts'
import { currency } from '@portico/contract/currency.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Call, Gate } from '../gate.ts'
import { type PreparedTask, prepare } from '../record/prepared-task.ts'
import { type RequestRefusal, refuseAndRecord } from '../record/refuse-and-record.ts'
import type { Reply } from '../wire/envelope.ts'
import { executeTasks } from './execute-tasks.ts'
import { withIdempotencyKey } from './idempotency.ts'

const LONGEST_KEY = 255

/** Runs and charges live calls and posted tasks. */
export async function chargeTasks(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  const refusal = countRefusal(call, tasks) ?? chargeRefusal(gate, call)
  if (refusal) return refuseAndRecord(gate, call, refusal)
  const preparedTasks = prepare(gate, call, tasks)
  const headerRefusal = maxCostRefusal(call, preparedTasks) ?? keyRefusal(call)
  if (headerRefusal) return refuseAndRecord(gate, call, headerRefusal)
  const key = call.idempotency_key
  return key === undefined || call.is_sandbox
    ? executeTasks(gate, call, preparedTasks)
    : withIdempotencyKey(gate, call, preparedTasks, key)
}

function countRefusal({ entry: { max_tasks } }: Call, tasks: unknown[]): RequestRefusal | undefined {
  if (tasks.length <= max_tasks) return undefined
  if (max_tasks === 1) return { code: CODE.oneTaskOnly }
  const more = max_tasks === TASKS_PER_REQUEST_MAX ? '' : `This function accepts at most ${max_tasks}.`
  return { code: CODE.tooManyTasks, more }
}

/** Why this function is refused to the caller, whatever the task. */
export function chargeRefusal(gate: Gate, call: Call): RequestRefusal | undefined {
  const { entry, caller, is_sandbox } = call
  if (is_sandbox) return hasSandboxQuota(gate, call) ? undefined : sandboxRefusal(call)
  if (entry.subscription && !caller.subscriptions.includes(entry.subscription)) return { code: CODE.subscriptionNeeded }
  return entry.is_unpriced ? { code: CODE.notImplemented, more: 'This function has no price yet.' } : undefined
}

/** Sandbox calls are free but stored, so each login has a daily quota of rows and bytes. */
function hasSandboxQuota({ meter }: Gate, { caller: { login_id }, at }: Call): boolean {
  return meter.stored.hasRowsLeft(login_id, at) && meter.stored.hasBytesLeft(login_id, at)
}

function sandboxRefusal({ at }: Call): RequestRefusal {
  const left_ms = DAY_MS - (at.getTime() % DAY_MS)
  return {
    code: CODE.rateLimit,
    more: 'The daily limit of the sandbox has been reached; it resets at 00:00 UTC.',
    headers: { 'retry-after': String(Math.ceil(left_ms / 1000)) },
  }
}

function maxCostRefusal({ max_cost }: Call, preparedTasks: PreparedTask[]): RequestRefusal | undefined {
  if (max_cost === undefined) return undefined
  const limit_micros = parseAmount(max_cost)
  if (limit_micros === undefined || limit_micros < 0)
    return { code: CODE.invalidBody, more: `X-Max-Cost must be an amount in ${currency()}, such as 0.25.` }
  const going = preparedTasks.filter(({ outcome }) => outcome === undefined)
  if (going.reduce((sum, { quote }) => sum + quote.max_micros, 0) <= limit_micros) return undefined
  return {
    code: CODE.costLimit,
    more: 'This request could cost more than X-Max-Cost allows.',
    cause: { reason: 'max_cost', scope: '', limit_micros },
  }
}

function keyRefusal({ idempotency_key: key, is_sandbox }: Call): RequestRefusal | undefined {
  if (key === undefined || is_sandbox || (key !== '' && key.length <= LONGEST_KEY)) return undefined
  return { code: CODE.invalidBody, more: 'Idempotency-Key must have 1 to 255 characters.' }
}
