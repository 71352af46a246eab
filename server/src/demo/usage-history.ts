import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { bookGift, endTaskCalls, lastCalls, openMeter } from '#ledger/index.ts'
import { deriveRollups, keepPartitions } from '#ledger/jobs/index.ts'
import { type HistoryCall, makeHistory } from './history-calls.ts'

const HISTORY_ID = '00000000-0000-4000-8000-00000000de41'
/** Nobody waits for an answer: a machine that is slow, or does other things, still gets its demo account. */
const PATIENCE_MS = 60_000
/** Calls booked together: enough to be quick, few enough for the meter's queue, and for the money there is beside what they cost. */
const TOGETHER = 1500
const HELD_TOGETHER = 10 * MICROS_PER_UNIT
/** Tasks that end in one statement: a statement has few seconds, also on a machine that does ten other things. */
const ENDED_TOGETHER = 150
/** What was asked is kept for as long as it is for everybody. */
const ASKED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Ninety days of calls for the demo account, booked once by what books real ones: the highest price is held, what came is paid,
 * tasks are queued and end later, and what they did not need is given back. So a newcomer sees living charts and the books
 * balance. What it all costs was credited before the first call: the balance ends where it was.
 */
export async function keepDemoUsage(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  catalogue: Catalogue,
  login_id: number,
): Promise<void> {
  if ((await lastCalls(ctx, [login_id])).size > 0) return
  const calls = makeHistory(catalogue, ctx.clock.now())
  const [first] = calls.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  if (!first) return
  const isFirst = await bookGift(
    { ...ctx, clock: { now: () => first.at } },
    {
      id: HISTORY_ID,
      login_id,
      amount_micros: spentBy(calls),
      memo: 'Credit of the demo account for ninety days',
      actor: 'demo',
    },
  )
  // Another process that starts at the same moment writes the history.
  if (!isFirst) return
  await keepPartitions(ctx)
  const meter = openMeter(ctx, { timeout_ms: PATIENCE_MS })
  const asked_since = new Date(ctx.clock.now().getTime() - ASKED_KEPT_MS)
  for (const part of partsOf(withIds(calls))) {
    await Promise.all(part.map((call) => book(meter, { login_id, asked_since }, call)))
    const ends = part.flatMap((call) => endOf(login_id, call))
    for (let at = 0; at < ends.length; at += ENDED_TOGETHER)
      await endTaskCalls(ctx, ends.slice(at, at + ENDED_TOGETHER))
  }
  await meter.close()
  await deriveRollups(ctx)
}

type MadeCall = HistoryCall & { id: string; request_id: string }

function spentBy(calls: HistoryCall[]): number {
  return calls.reduce((sum, { cost_micros, end }) => sum + cost_micros - (end?.refunded_micros ?? 0), 0)
}

function withIds(calls: HistoryCall[]): MadeCall[] {
  const firsts = new Map<number, string>()
  return calls.map((call) => {
    const id = newCallId(call.at)
    const request_id = firsts.get(call.request) ?? id
    firsts.set(call.request, request_id)
    return { ...call, id, request_id }
  })
}

function partsOf(calls: MadeCall[]): MadeCall[][] {
  const parts: MadeCall[][] = []
  let held = Number.POSITIVE_INFINITY
  for (const call of calls) {
    const last = parts.at(-1)
    held += call.held_micros
    if (last && last.length < TOGETHER && held <= HELD_TOGETHER) last.push(call)
    else {
      parts.push([call])
      held = call.held_micros
    }
  }
  return parts
}

async function book(
  meter: ReturnType<typeof openMeter>,
  { login_id, asked_since }: { login_id: number; asked_since: Date },
  call: MadeCall,
): Promise<void> {
  const { id, cost_micros, held_micros } = call
  const { api, function_id, path } = call.entry
  const name = function_id.startsWith(`${api}/`) ? function_id.slice(api.length + 1) : function_id
  if (held_micros > 0) await meter.hold({ id, login_id, api, function: name, amount_micros: held_micros })
  const settled = await meter.settle({
    id,
    cost_micros,
    usage: {
      login_id,
      api,
      function: name,
      method: call.method,
      priority: call.priority,
      path,
      request_id: call.request_id,
      task_id: call.has_task ? taskId(call.at, id) : null,
      tag: call.has_task ? call.tag : null,
      status_code: call.status_code,
      http_status: 200,
      results: call.results,
      time_ms: call.time_ms,
      ip: '203.0.113.24',
    },
    ...(call.message !== null && { error: { code: call.status_code, message: call.message } }),
    ...(call.has_task && call.at >= asked_since && { request: call.params }),
  })
  if (!settled.ok) throw new Error(`a call of the demo account was not booked: ${settled.reason}`)
}

function endOf(login_id: number, { id: call_id, at: posted_at, end }: MadeCall) {
  if (!end) return []
  const { queue_ms, run_ms, ...how } = end
  const started_at = new Date(posted_at.getTime() + queue_ms)
  const finished_at = new Date(started_at.getTime() + run_ms)
  return [{ login_id, call_id, posted_at, started_at, finished_at, ...how }]
}

/** As the data API writes it: month, day, hour and minute, then what makes it one of a kind. */
function taskId(at: Date, id: string): string {
  return `${at.toISOString().replaceAll(/[-:T]/g, '').slice(4, 12)}-${id.slice(9)}`
}
