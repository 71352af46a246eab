import { CODE, isWaiting } from '@portico/contract/codes.ts'
import type { Entry } from '#catalogue/index.ts'
import type { Queue } from '#db/work-loop.ts'
import type { Gate } from '../gate.ts'
import { isBooked } from '../record/record-store.ts'
import { CODES } from '../wire/codes.ts'
import { type Answer, noAnswer } from '../wire/read-answer.ts'
import type { Task } from '../wire/read-request.ts'
import { askSample, askSource } from './ask-source.ts'
import { finishTask } from './finish-task.ts'
import { fetching, getterOf, storeResult } from './get-task.ts'
import { claimTasks, dropTask, nextTask, putBack, type TaskRow } from './task-store.ts'

/** Each task ends with a transaction: more at once would take the connections of calls. */
const AT_ONCE = 8
const LEASE_MORE_MS = 60_000
const LOOK_AGAIN_MS = 3000
const LOOK_FOR_PAYMENT_MS = 500
/** Longer than the life of a hold that is never settled. */
const UNPAID_GRACE_MS = 20 * 60 * 1000
const TRIES_TO_SEND = 8
const GIVE_UP_MS = 24 * 60 * 60 * 1000
const LONGEST_PAUSE_MS = 5 * 60 * 1000
/** Webhook fields are not sent to upstream: we deliver the answer to the customer. */
const OURS = ['pingback_url', 'postback_url', 'postback_data']

export function taskQueue(gate: Gate): Queue<TaskRow> {
  const { db, env } = gate.ctx
  return {
    name: 'the queue of tasks',
    most: AT_ONCE,
    lease_ms: env.upstream.timeout_ms + LEASE_MORE_MS,
    claim: (span) => claimTasks(db, span),
    run: (row) => runTask(gate, row),
    nextDue: (after) => nextTask(db, after),
  }
}

async function runTask(gate: Gate, row: TaskRow): Promise<void> {
  try {
    await attempt(gate, row)
  } catch (error) {
    gate.ctx.log.warn({ err: error, task_id: row.id }, 'task run failed')
    // If this fails as well, the task is retried when its lease ends.
    await reschedule(gate, row).catch(() => undefined)
  }
}

async function attempt(gate: Gate, row: TaskRow): Promise<unknown> {
  if (row.upstream_id === null && !(await isPaid(gate, row))) return
  const posted = gate.catalogue.byVersion(row.price_version).entry(row.entry_id)
  const at = gate.ctx.clock.now()
  if (!posted) return finishTask(gate, row, undefined, failure(CODES[CODE.taskFailed]), at)
  const getter = getterOf(gate, row)
  if (row.is_sandbox || !gate.upstream) {
    const { task, is_sandbox, login_id, id: request_id } = row
    const question = { entry: getter ?? posted, params: {}, task, is_sandbox, at, login_id, request_id }
    return finishTask(gate, row, posted, askSample(gate, question), at)
  }
  return row.upstream_id === null ? send(gate, row, posted) : pollUpstream(gate, row, posted, getter, row.upstream_id)
}

/**
 * A task runs once its posting is booked. Until then the posting request may be in progress, or another with the same key may take
 * over. After the grace period the hold is voided, which makes a booking impossible, and the task is removed.
 */
async function isPaid(gate: Gate, row: TaskRow): Promise<boolean> {
  const { db, clock } = gate.ctx
  if (await isBooked(db, row.call_id)) return true
  const now_ms = clock.now().getTime()
  if (now_ms - row.posted_at.getTime() < UNPAID_GRACE_MS) {
    await putBack(db, row, { due_at: new Date(now_ms + LOOK_FOR_PAYMENT_MS), tries: row.tries - 1 })
    return false
  }
  await gate.meter.void(row.call_id)
  if (await isBooked(db, row.call_id)) return true
  await dropTask(db, row.id)
  return false
}

async function send(gate: Gate, row: TaskRow, entry: Entry): Promise<unknown> {
  const at = gate.ctx.clock.now()
  const task: Task = Object.fromEntries(Object.entries(row.task).filter(([name]) => !OURS.includes(name)))
  const { login_id, id } = row
  const answer = await askSource(gate, {
    entry,
    params: {},
    task,
    is_sandbox: false,
    at,
    login_id,
    request_id: id,
    task_id: id,
  })
  if (answer.code === CODE.taskCreated && answer.upstream_id)
    return putBack(gate.ctx.db, row, {
      due_at: new Date(at.getTime() + LOOK_AGAIN_MS),
      upstream_id: answer.upstream_id,
      started_at: at,
    })
  if (isUpstreamFailure(answer) && row.tries < TRIES_TO_SEND) return reschedule(gate, row)
  return finishTask(gate, row, entry, answer.code === CODE.taskCreated ? noAnswer(CODE.sourceUnavailable) : answer, at)
}

async function pollUpstream(
  gate: Gate,
  row: TaskRow,
  posted: Entry,
  entry: Entry | undefined,
  id: string,
): Promise<unknown> {
  const at = gate.ctx.clock.now()
  if (!entry) return finishTask(gate, row, posted, failure(CODES[CODE.taskFailed]), at)
  const answer = await askSource(gate, fetching(entry, row, id, at))
  const is_young = at.getTime() - row.posted_at.getTime() < GIVE_UP_MS
  if (isWaiting(answer.code) || isUpstreamFailure(answer))
    return is_young ? reschedule(gate, row) : finishTask(gate, row, posted, failure(CODES[CODE.taskFailed]), at)
  if (answer.code === CODE.ok) await storeResult(gate, row, entry, answer)
  return finishTask(gate, row, posted, answer, at)
}

function isUpstreamFailure({ code }: Answer): boolean {
  return code === CODE.sourceUnavailable || code === CODE.sourceTimeout
}

function failure(message: string): Answer {
  return { code: CODE.taskFailed, message, result: null, results: 0, pages: 0 }
}

async function reschedule(gate: Gate, row: TaskRow): Promise<void> {
  const pause_ms = Math.min(LOOK_AGAIN_MS * 1.5 ** Math.min(row.tries, 20), LONGEST_PAUSE_MS)
  await putBack(gate.ctx.db, row, { due_at: new Date(gate.ctx.clock.now().getTime() + pause_ms) })
}
