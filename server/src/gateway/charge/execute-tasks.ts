import { decimalText } from '@portico/contract/money.ts'
import type { SettleRequest } from '#ledger/index.ts'
import type { Call, Gate } from '../gate.ts'
import { askPlain } from '../plain/ask-plain.ts'
import { isTrouble, uncertain } from '../record/booking-trouble.ts'
import { mayKeep } from '../record/may-keep.ts'
import { failed, type PreparedTask, taskReply, taskSettle } from '../record/prepared-task.ts'
import { askSource } from '../tasks/ask-source.ts'
import { postTasks } from '../tasks/post-tasks.ts'
import { CODES, isGood } from '../wire/codes.ts'
import { type Reply, refused, taken } from '../wire/envelope.ts'
import { plainStatus } from '../wire/plain-status.ts'
import { bookedStream } from '../wire/stream-answer.ts'
import { holdTasks } from './hold-tasks.ts'

/** Says whether the reply may be booked and sent; it is asked before the money moves. */
export type Keep = (reply: Reply, settles: SettleRequest[]) => Promise<boolean>

/** Holds, does, books, answers: the reply is there only when every task of it is booked. */
export async function executeTasks(gate: Gate, call: Call, preparedTasks: PreparedTask[], keep?: Keep): Promise<Reply> {
  let settles: SettleRequest[] = []
  try {
    const balance_micros = await runTasks(gate, call, preparedTasks, keep === undefined)
    const reply = replyOf(call, preparedTasks)
    if (balance_micros !== undefined) reply.headers['x-balance'] = decimalText(balance_micros)
    settles = preparedTasks.map((work) => taskSettle(call, work, reply.http))
    if (keep && isSuccess(preparedTasks) && !(await keep(reply, settles))) {
      await voidTasks(gate, preparedTasks)
      const late = refused(40901, call.since_ms)
      return { ...late, headers: { ...late.headers, 'retry-after': '1' } }
    }
    if (reply.raw && !Buffer.isBuffer(reply.raw.body)) return bookAtTheEnd(gate, call, preparedTasks, reply)
    await book(gate, settles, reply)
    return reply
  } catch (error) {
    // Not waited for: the database may be the reason, and then it may have taken the hold all the same.
    gate.meter.giveBack(preparedTasks.map(({ id }) => id))
    // Under a key the same request finds its reply, whatever became of the booking; without one it must never be charged.
    if (!keep && !(await takeBack(gate, settles)) && isTrouble(error)) return uncertain(call.since_ms)
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
    for (const work of preparedTasks) work.outcome ??= failed(50301, CODES[50301])
  const balance_micros = await holdTasks(gate, call, preparedTasks)
  const open = preparedTasks.filter(({ outcome }) => outcome === undefined)
  if (is_live) await Promise.all(open.map((work) => doLive(gate, call, work, may_stream)))
  else await postTasks(gate, call, open)
  return balance_micros
}

async function doLive(gate: Gate, call: Call, work: PreparedTask, may_stream: boolean): Promise<void> {
  if (call.entry.plain) {
    work.outcome = await askPlain(gate, call, work, may_stream)
    return
  }
  const { entry, params, is_sandbox, at, caller, id: request_id } = call
  const { task, task_id } = work
  const { login_id } = caller
  const answer = await askSource(gate, { entry, params, task, is_sandbox, at, login_id, request_id, task_id })
  const { code, message, result, results, pages } = answer
  // What brought nothing costs nothing.
  const cost_micros = code === 20000 ? work.quote.of(results, pages) : 0
  work.outcome = { code, message, result, results, cost_micros }
}

function replyOf(call: Call, preparedTasks: PreparedTask[]): Reply {
  return call.entry.plain ? plainReply(call, preparedTasks) : familyReply(call, preparedTasks)
}

/** The answer of the source where there is one, whatever it says; else a refusal of ours. */
function plainReply(call: Call, preparedTasks: PreparedTask[]): Reply {
  const reply = familyReply(call, preparedTasks)
  const [outcome] = preparedTasks.map((work) => work.outcome)
  return { ...reply, http: outcome?.raw?.http ?? plainStatus(outcome?.code ?? 50000), raw: outcome?.raw }
}

function familyReply(call: Call, preparedTasks: PreparedTask[]): Reply {
  const codes = preparedTasks.map(({ outcome }) => outcome?.code ?? 50000)
  if (codes.includes(40200) && !isSuccess(preparedTasks)) return refused(40200, call.since_ms)
  const cost_micros = preparedTasks.reduce((sum, { outcome }) => sum + (outcome?.cost_micros ?? 0), 0)
  return taken(
    preparedTasks.map((work) => taskReply(call, work)),
    call.since_ms,
    cost_micros,
  )
}

function bookAtTheEnd(gate: Gate, call: Call, preparedTasks: PreparedTask[], reply: Reply): Reply {
  const { raw } = reply
  const [work] = preparedTasks
  if (!raw || !work || Buffer.isBuffer(raw.body)) return reply
  const bookNow = () => book(gate, [taskSettle(call, work, reply.http)], reply)
  const body = bookedStream(raw.body, {
    book: bookNow,
    cutOff(error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      gate.ctx.log.warn({ reason, entry: call.entry.id, request_id: call.id }, 'upstream answer was cut off')
      work.outcome = failed(50301, CODES[50301])
      return bookNow()
    },
    giveBack: () => void takeBack(gate, [taskSettle(call, work, reply.http)]),
  })
  return { ...reply, raw: { ...raw, body } }
}

/** One commit for all of it, together with what other calls book in the same moment. */
async function book(gate: Gate, settles: SettleRequest[], reply: Reply): Promise<void> {
  const booked = await Promise.all(settles.map((settle) => bookOne(gate, settle)))
  for (const one of booked) {
    if (!one) continue
    if (!one.ok) throw new Error(`a call was not booked: ${one.reason}`)
    reply.headers['x-balance'] = decimalText(one.balance_micros)
  }
}

/** What failed cost nothing; where too many of these are kept already, only what was held for it is given back. */
async function bookOne(gate: Gate, settle: SettleRequest) {
  const { id, cost_micros, usage, error } = settle
  if (cost_micros > 0 || !error || mayKeep(gate, usage.login_id, error.code)) return gate.meter.settle(settle)
  await gate.meter.void(id)
  return undefined
}

/** What may be booked although its caller is refused; false when that cannot be promised beyond the life of this process. */
async function takeBack(gate: Gate, settles: SettleRequest[]): Promise<boolean> {
  const paid = settles.filter(({ cost_micros }) => cost_micros > 0)
  if (paid.length === 0) return true
  return gate.refusedCalls.owe(paid.map(({ id, usage: { login_id } }) => ({ id, login_id })))
}

async function voidTasks(gate: Gate, preparedTasks: PreparedTask[]): Promise<void> {
  await Promise.all(preparedTasks.map(({ id }) => gate.meter.void(id)))
}
