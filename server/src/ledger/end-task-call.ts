import { statusClass } from '@portico/contract/code-facts.ts'
import type { Micros } from '@portico/contract/money.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { insertOutcomes, type OutcomeRow } from './outcome-store.ts'
import { refundCall } from './refund-call.ts'
import { chargedCalls } from './refund-store.ts'
import { releaseVolume } from './volume.ts'

const LONGEST_MESSAGE = 500
const NOTHING = { results: 0, refunded_micros: 0, queue_ms: 0, run_ms: 0 }
/** The maximum of an integer column; some 24 days. */
const LONGEST_MS = 2 ** 31 - 1

interface TaskEnd {
  login_id: number
  /** Id of the call that posted it. */
  call_id: string
  code: number
  message: string
  results: number
  refunded_micros: Micros
  posted_at: Date
  /** Start of the run that ended it. */
  started_at: Date
  finished_at: Date
}

/**
 * Records the end of a task: its outcome, the refund of its price, its error if it failed, and all metrics of the minute it was
 * posted in. Once for each call, however often it is called; false when it was recorded before.
 */
export async function endTaskCall(ctx: Pick<Ctx, 'db'>, end: TaskEnd): Promise<boolean> {
  return (await endTaskCalls(ctx, [end])).includes(end.call_id)
}

/** The same for several calls in one commit; returns the calls that it ended. */
export function endTaskCalls(ctx: Pick<Ctx, 'db'>, ends: TaskEnd[]): Promise<string[]> {
  return insertOutcomes(ctx.db, ends.map(outcomeOf))
}

/**
 * Reverses calls that may have been booked although their callers were refused: each costs nothing from then on and is shown as
 * refused. A posted task that was run meanwhile has its own end, and only its price is refunded. Calls that were never booked are
 * left alone.
 */
export async function takeBackCalls(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  calls: { id: string; login_id: number }[],
  { code, message }: Pick<TaskEnd, 'code' | 'message'>,
): Promise<void> {
  const end = { status_code: code, status_class: statusClass(code), message, finished_at: ctx.clock.now() }
  const rows = calls.map(({ id, login_id }) => ({ ...end, ...NOTHING, login_id, call_id: id, is_refused: true }))
  const ended = new Set(await insertOutcomes(ctx.db, rows))
  await releaseVolume(
    ctx,
    calls.map(({ id }) => id),
  )
  const rest = calls.filter(({ id }) => !ended.has(id))
  for (const call of await chargedCalls(ctx.db, rest))
    await refundCall(ctx, { call, amount_micros: undefined, reason: message, actor: 'gateway' }, async () => undefined)
}

function outcomeOf({ code, message, posted_at, started_at, ...end }: TaskEnd): OutcomeRow {
  return {
    ...end,
    status_code: code,
    status_class: statusClass(code),
    message: message.slice(0, LONGEST_MESSAGE),
    queue_ms: between(posted_at, started_at),
    run_ms: between(started_at, end.finished_at),
  }
}

function between(from: Date, to: Date): number {
  return Math.min(Math.max(to.getTime() - from.getTime(), 0), LONGEST_MS)
}
