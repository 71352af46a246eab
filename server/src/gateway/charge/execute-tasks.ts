import { CODE, isGood } from '@portico/contract/codes.ts'
import { decimalText } from '@portico/contract/money.ts'
import type { SettleOutcome, SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { askPlain } from '../plain/ask-plain.ts'
import { chargeFor } from '../plain/count-answer.ts'
import { isDatabaseDown, uncertain } from '../record/booking-health.ts'
import { keepAnswer } from '../record/keep-answer.ts'
import {
  type EndedTask,
  failed,
  type Outcome,
  type PreparedTask,
  taskReply,
  taskSettle,
} from '../record/prepared-task.ts'
import { recordFree } from '../record/record-free.ts'
import { recordRepeated } from '../record/record-repeated.ts'
import { askSource } from '../tasks/ask-source.ts'
import { postTasks } from '../tasks/post-tasks.ts'
import { type Reply, refused, type TaskReply, taken } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { deliverAnswer } from './deliver-answer.ts'
import { holdTasks } from './hold-tasks.ts'
import { chargeByMonth, releaseMonth } from './monthly.ts'

/** Stores the reply of an idempotent request before it is booked. False: another attempt owns the key, and nothing may be booked. */
export type SaveReply = (reply: Reply, settles: SettleRequest[]) => Promise<boolean>

/** Holds, runs and books the tasks. The reply is returned only after every task is booked. */
export async function executeTasks(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  saveReply?: SaveReply,
): Promise<Reply> {
  let settles: SettleRequest[] = []
  try {
    const { tasks, balance_micros } = await runTasks(gate, call, preparedTasks, saveReply === undefined)
    const reply = replyOf(call, tasks)
    if (balance_micros !== undefined) reply.headers['x-balance'] = decimalText(balance_micros)
    settles = tasks.map((one) => taskSettle(call, one, reply.http))
    if (saveReply && isSuccess(tasks) && !(await saveReply(reply, settles))) {
      await voidTasks(gate, preparedTasks)
      const late = refused(CODE.idempotencyRunning, call.since_ms)
      return { ...late, headers: { ...late.headers, 'retry-after': '1' } }
    }
    const [first] = tasks
    if (first?.outcome.passing) return await deliverAnswer(gate, call, first, reply, { book, reverse })
    await book(gate, call, settles, reply)
    return reply
  } catch (error) {
    // Not awaited: the database may be the cause of the error, and may have stored the hold all the same.
    gate.meter.giveBack(preparedTasks.map(({ id }) => id))
    releaseMonth(gate, preparedTasks)
    // With a key the same request finds its reply, whatever became of the booking; without one it must never be charged.
    if (!saveReply && !(await reverse(gate, settles)) && isDatabaseDown(error)) return uncertain(call.since_ms)
    throw error
  }
}

function isSuccess(endedTasks: EndedTask[]): boolean {
  return endedTasks.some(({ outcome }) => isGood(outcome.code))
}

/** Returns every task with its outcome, and the balance if money was held. */
async function runTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[], may_stream: boolean) {
  const is_live = call.entry.kind === 'live' || call.entry.plain !== null
  // While the source fails for everyone, nothing is held for it.
  if (is_live && !call.is_sandbox && isTurnedAway(gate, call))
    return { tasks: preparedTasks.map((one) => ({ ...one, outcome: one.outcome ?? failed(CODE.sourceUnavailable) })) }
  const { tasks, balance_micros } = await holdTasks(gate, call, preparedTasks)
  if (!is_live) return { tasks: await postTasks(gate, call, tasks), balance_micros }
  const run = async (one: PreparedTask) =>
    one.outcome
      ? { ...one, outcome: one.outcome }
      : chargeByMonth(gate, call, { ...one, outcome: await runLive(gate, call, one, may_stream) })
  return { tasks: await Promise.all(tasks.map(run)), balance_micros }
}

function isTurnedAway({ pass, upstream }: Gate, { entry, caller: { login_id } }: Call): boolean | undefined {
  return entry.plain ? pass?.turnsAway(entry.id, login_id) : upstream?.turnsAway(entry.upstream_path, login_id)
}

async function runLive(gate: Gate, call: Call, preparedTask: PreparedTask, may_stream: boolean): Promise<Outcome> {
  if (call.entry.plain) return askPlain(gate, call, preparedTask, may_stream)
  const { entry, params, is_sandbox, at, caller, id: request_id } = call
  const { task, task_id } = preparedTask
  const { login_id } = caller
  const answer = await askSource(gate, { entry, params, task, is_sandbox, at, login_id, request_id, task_id })
  const { code, message, result, results, pages, measured = {} } = answer
  // A failed task costs nothing.
  const units = code === CODE.ok ? { results, pages, measured } : undefined
  return { code, message, result, results, ...chargeFor(preparedTask, units) }
}

function replyOf(call: Call, endedTasks: EndedTask[]): Reply {
  return call.entry.plain ? plainReply(call, endedTasks) : familyReply(call, endedTasks)
}

/** The answer of the source if it gave one, also a refusal; else our own refusal. */
function plainReply(call: Call, endedTasks: EndedTask[]): Reply {
  const reply = familyReply(call, endedTasks)
  const { code = CODE.internalError, raw, status } = endedTasks[0]?.outcome ?? {}
  return { ...reply, http: raw?.http ?? plainStatus(code), raw, ...(status && { status }) }
}

function familyReply(call: Call, endedTasks: EndedTask[]): Reply {
  const isEmpty = endedTasks.some(({ outcome }) => outcome.code === CODE.balanceEmpty)
  if (isEmpty && !isSuccess(endedTasks)) return refused(CODE.balanceEmpty, call.since_ms)
  const cost_micros = endedTasks.reduce((sum, { outcome }) => sum + outcome.cost_micros, 0)
  return taken(
    endedTasks.map((one) => taskReply(call, one)),
    call.since_ms,
    cost_micros,
  )
}

/** Books all tasks in one commit, together with what other calls book at the same moment. */
async function book(gate: Gate, call: Call, settles: SettleRequest[], reply: Reply): Promise<void> {
  const { tasks } = reply.envelope
  const record = async (
    settle: SettleRequest,
    task: TaskReply | undefined,
    settled: Promise<SettleOutcome | undefined>,
  ) => {
    const outcome = await settled
    keepAnswer(gate, call, { id: settle.id, code: settle.usage.status_code, reply, ...(task && { task }) })
    return outcome
  }
  const booked = await Promise.all(
    settles.map((settle, index) => bookOne(gate, settle, (one, settled) => record(one, tasks?.[index], settled))),
  )
  for (const one of booked) {
    if (!one) continue
    if (!one.ok) throw new Error(`call was not booked: ${one.reason}`)
    reply.headers['x-balance'] = decimalText(one.balance_micros)
  }
}

/** Runs with each row that is written. */
type Recorded = (
  settle: SettleRequest,
  settled: Promise<SettleOutcome | undefined>,
) => Promise<SettleOutcome | undefined>

/** A failed task costs nothing; one that is only counted has no row of its own, so its hold is released. */
async function bookOne(gate: Gate, settle: SettleRequest, recorded: Recorded): Promise<SettleOutcome | undefined> {
  const { id, cost_micros, usage, error } = settle
  if (usage.is_sandbox && !error) return recorded(settle, recordFree(gate, settle))
  if (cost_micros > 0 || !error) return recorded(settle, gate.meter.settle(settle))
  const booked = await recordRepeated(gate, settle, (one) => recorded(one, gate.meter.settle(one)))
  if (!booked) await gate.meter.void(id)
  return booked
}

/** Reverses bookings whose caller gets an error. False when that cannot be guaranteed beyond the life of this process. */
async function reverse(gate: Gate, settles: SettleRequest[]): Promise<boolean> {
  const paid = settles.filter(({ cost_micros }) => cost_micros > 0)
  if (paid.length === 0) return true
  return gate.refusedCalls.owe(
    paid.map(({ id, usage: { login_id } }) => ({ id, login_id, lease_id: gate.meter.leaseOf(id) })),
  )
}

async function voidTasks(gate: Gate, preparedTasks: PreparedTask[]): Promise<void> {
  releaseMonth(gate, preparedTasks)
  await Promise.all(preparedTasks.map(({ id }) => gate.meter.void(id)))
}
