import { CODE } from '@portico/contract/codes.ts'
import { currency } from '@portico/contract/currency.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { TASKS_PER_REQUEST_MAX } from '@portico/contract/rules.ts'
import type { Call, Gate } from '../gate.ts'
import { prepare } from '../record/prepared-task.ts'
import { refuseAndRecord } from '../record/refuse-and-record.ts'
import type { Reply } from '../wire/envelope.ts'
import { executeTasks } from './execute-tasks.ts'
import { withIdempotencyKey } from './idempotency.ts'

const LONGEST_KEY = 255
const DAY_MS = 24 * 60 * 60 * 1000

/** Runs and charges live calls and posted tasks. */
export async function chargeTasks(gate: Gate, call: Call, tasks: unknown[]): Promise<Reply> {
  const { entry, is_sandbox } = call
  if (tasks.length > entry.max_tasks)
    return entry.max_tasks === 1
      ? refuseAndRecord(gate, call, CODE.oneTaskOnly)
      : refuseAndRecord(
          gate,
          call,
          CODE.tooManyTasks,
          entry.max_tasks === TASKS_PER_REQUEST_MAX ? '' : `This function accepts at most ${entry.max_tasks}.`,
        )
  const refusal = chargeRefusal(gate, call)
  if (refusal === CODE.rateLimit) return refuseSandbox(gate, call)
  if (refusal)
    return refuseAndRecord(
      gate,
      call,
      refusal,
      refusal === CODE.notImplemented ? 'This function has no price yet.' : '',
    )
  const preparedTasks = prepare(gate, call, tasks)
  const most_micros = call.max_cost === undefined ? undefined : parseAmount(call.max_cost)
  if (call.max_cost !== undefined && (most_micros === undefined || most_micros < 0))
    return refuseAndRecord(gate, call, CODE.invalidBody, `X-Max-Cost must be an amount in ${currency()}, such as 0.25.`)
  const going = preparedTasks.filter(({ outcome }) => outcome === undefined)
  const dearest = going.reduce((sum, { quote }) => sum + quote.max_micros, 0)
  if (most_micros !== undefined && dearest > most_micros)
    return refuseAndRecord(gate, call, CODE.costLimit, 'This request could cost more than X-Max-Cost allows.', {
      reason: 'max_cost',
      scope: '',
      limit_micros: most_micros,
    })
  const key = call.idempotency_key
  if (key === undefined || is_sandbox) return executeTasks(gate, call, preparedTasks)
  if (key === '' || key.length > LONGEST_KEY)
    return refuseAndRecord(gate, call, CODE.invalidBody, 'Idempotency-Key must have 1 to 255 characters.')
  return withIdempotencyKey(gate, call, preparedTasks, key)
}

/** The code by which this function is refused to the caller, whatever the task. */
export function chargeRefusal(gate: Gate, call: Call): 40202 | 40204 | 50100 | undefined {
  const { entry, caller, is_sandbox } = call
  if (is_sandbox) return hasSandboxQuota(gate, call) ? undefined : CODE.rateLimit
  if (entry.subscription && !caller.subscriptions.includes(entry.subscription)) return CODE.subscriptionNeeded
  return entry.is_unpriced ? CODE.notImplemented : undefined
}

/** Sandbox calls are free but stored, so each login has a daily quota of rows and bytes. */
function hasSandboxQuota({ meter }: Gate, { caller: { login_id }, at }: Call): boolean {
  return meter.stored.hasRowsLeft(login_id, at) && meter.stored.hasBytesLeft(login_id, at)
}

async function refuseSandbox(gate: Gate, call: Call): Promise<Reply> {
  const reply = await refuseAndRecord(
    gate,
    call,
    CODE.rateLimit,
    'The daily limit of the sandbox has been reached; it resets at 00:00 UTC.',
  )
  const left_ms = DAY_MS - (call.at.getTime() % DAY_MS)
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(Math.ceil(left_ms / 1000)) } }
}
