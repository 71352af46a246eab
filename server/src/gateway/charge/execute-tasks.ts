import { CODE } from '@portico/contract/codes.ts'
import { decimalText } from '@portico/contract/money.ts'
import type { SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { askPlain } from '../plain/ask-plain.ts'
import { chargeFor } from '../plain/count-answer.ts'
import { isDatabaseDown, uncertain } from '../record/booking-health.ts'
import { failed, type PreparedTask, taskReply, taskSettle } from '../record/prepared-task.ts'
import { recordFree } from '../record/record-free.ts'
import { shouldRecord } from '../record/should-record.ts'
import { askSource } from '../tasks/ask-source.ts'
import { postTasks } from '../tasks/post-tasks.ts'
import { isGood } from '../wire/codes.ts'
import { type Reply, refused, taken } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { bookedStream } from '../wire/stream-answer.ts'
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
    const balance_micros = await runTasks(gate, call, preparedTasks, saveReply === undefined)
    const reply = replyOf(call, preparedTasks)
    if (balance_micros !== undefined) reply.headers['x-balance'] = decimalText(balance_micros)
    settles = preparedTasks.map((preparedTask) => taskSettle(call, preparedTask, reply.http))
    if (saveReply && isSuccess(preparedTasks) && !(await saveReply(reply, settles))) {
      await voidTasks(gate, preparedTasks)
      const late = refused(CODE.idempotencyRunning, call.since_ms)
      return { ...late, headers: { ...late.headers, 'retry-after': '1' } }
    }
    if (reply.raw && !Buffer.isBuffer(reply.raw.body)) return bookAfterStream(gate, call, preparedTasks, reply)
    await book(gate, settles, reply)
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

export function isSuccess(preparedTasks: PreparedTask[]): boolean {
  return preparedTasks.some(({ outcome }) => outcome !== undefined && isGood(outcome.code))
}

async function runTasks(
  gate: Gate,
  call: Call,
  preparedTasks: PreparedTask[],
  may_stream: boolean,
): Promise<number | undefined> {
  const is_live = call.entry.kind === 'live' || call.entry.plain !== null
  const { login_id } = call.caller
  const isTurnedAway = () =>
    call.entry.plain
      ? gate.pass?.turnsAway(call.entry.id, login_id)
      : gate.upstream?.turnsAway(call.entry.upstream_path, login_id)
  // While the source fails for everyone, nothing is held for it.
  if (is_live && !call.is_sandbox && isTurnedAway())
    for (const preparedTask of preparedTasks) preparedTask.outcome ??= failed(CODE.sourceUnavailable)
  const balance_micros = await holdTasks(gate, call, preparedTasks)
  const open = preparedTasks.filter(({ outcome }) => outcome === undefined)
  if (is_live) {
    await Promise.all(open.map((preparedTask) => runLive(gate, call, preparedTask, may_stream)))
    await chargeByMonth(gate, call, open)
  } else await postTasks(gate, call, open)
  return balance_micros
}

async function runLive(gate: Gate, call: Call, preparedTask: PreparedTask, may_stream: boolean): Promise<void> {
  if (call.entry.plain) {
    preparedTask.outcome = await askPlain(gate, call, preparedTask, may_stream)
    return
  }
  const { entry, params, is_sandbox, at, caller, id: request_id } = call
  const { task, task_id } = preparedTask
  const { login_id } = caller
  const answer = await askSource(gate, { entry, params, task, is_sandbox, at, login_id, request_id, task_id })
  const { code, message, result, results, pages, measured = {} } = answer
  // A failed task costs nothing.
  const units = code === CODE.ok ? { results, pages, measured } : undefined
  preparedTask.outcome = { code, message, result, results, ...chargeFor(preparedTask, units) }
}

function replyOf(call: Call, preparedTasks: PreparedTask[]): Reply {
  return call.entry.plain ? plainReply(call, preparedTasks) : familyReply(call, preparedTasks)
}

/** The answer of the source if it gave one, also a refusal; else our own refusal. */
function plainReply(call: Call, preparedTasks: PreparedTask[]): Reply {
  const reply = familyReply(call, preparedTasks)
  const [outcome] = preparedTasks.map((preparedTask) => preparedTask.outcome)
  return { ...reply, http: outcome?.raw?.http ?? plainStatus(outcome?.code ?? CODE.internalError), raw: outcome?.raw }
}

function familyReply(call: Call, preparedTasks: PreparedTask[]): Reply {
  const codes = preparedTasks.map(({ outcome }) => outcome?.code ?? CODE.internalError)
  if (codes.includes(CODE.balanceEmpty) && !isSuccess(preparedTasks)) return refused(CODE.balanceEmpty, call.since_ms)
  const cost_micros = preparedTasks.reduce((sum, { outcome }) => sum + (outcome?.cost_micros ?? 0), 0)
  return taken(
    preparedTasks.map((preparedTask) => taskReply(call, preparedTask)),
    call.since_ms,
    cost_micros,
  )
}

function bookAfterStream(gate: Gate, call: Call, preparedTasks: PreparedTask[], reply: Reply): Reply {
  const { raw } = reply
  const [preparedTask] = preparedTasks
  if (!raw || !preparedTask || Buffer.isBuffer(raw.body)) return reply
  const bookNow = () => book(gate, [taskSettle(call, preparedTask, reply.http)], reply)
  const body = bookedStream(raw.body, {
    book: bookNow,
    cutOff(error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      gate.ctx.log.warn({ reason, entry: call.entry.id, request_id: call.id }, 'upstream answer was cut off')
      preparedTask.outcome = failed(CODE.sourceUnavailable)
      releaseMonth(gate, [preparedTask])
      return bookNow()
    },
    giveBack: () => void reverse(gate, [taskSettle(call, preparedTask, reply.http)]),
  })
  return { ...reply, raw: { ...raw, body } }
}

/** Books all tasks in one commit, together with what other calls book at the same moment. */
async function book(gate: Gate, settles: SettleRequest[], reply: Reply): Promise<void> {
  const booked = await Promise.all(settles.map((settle) => bookOne(gate, settle)))
  for (const one of booked) {
    if (!one) continue
    if (!one.ok) throw new Error(`call was not booked: ${one.reason}`)
    reply.headers['x-balance'] = decimalText(one.balance_micros)
  }
}

/** A failed task costs nothing; when too many of them are recorded already, only its hold is released. */
async function bookOne(gate: Gate, settle: SettleRequest) {
  const { id, cost_micros, usage, error } = settle
  if (usage.is_sandbox && !error) return recordFree(gate, settle)
  if (cost_micros > 0 || !error || shouldRecord(gate, usage.login_id, error.code)) return gate.meter.settle(settle)
  await gate.meter.void(id)
  return undefined
}

/** Reverses bookings whose caller gets an error. False when that cannot be guaranteed beyond the life of this process. */
async function reverse(gate: Gate, settles: SettleRequest[]): Promise<boolean> {
  const paid = settles.filter(({ cost_micros }) => cost_micros > 0)
  if (paid.length === 0) return true
  return gate.refusedCalls.owe(paid.map(({ id, usage: { login_id } }) => ({ id, login_id })))
}

async function voidTasks(gate: Gate, preparedTasks: PreparedTask[]): Promise<void> {
  releaseMonth(gate, preparedTasks)
  await Promise.all(preparedTasks.map(({ id }) => gate.meter.void(id)))
}
