import { MICROS_PER_UNIT } from '@portico/contract/money.ts'
import { firstCallListener } from '#business-events/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { bookGift, endTaskCalls, openMeter } from '#ledger/index.ts'
import { deriveRollups, keepPartitions } from '#ledger/jobs/index.ts'
import { hasCalls } from '#traffic/index.ts'
import { type HistoryCall, makeHistory } from './history-calls.ts'

const HISTORY_ID = '00000000-0000-4000-8000-00000000de41'
/** A long timeout, because no caller waits: a slow or busy machine still gets its demo account. */
const BOOKING_TIMEOUT_MS = 60_000
/** Calls booked together: enough to be fast, few enough for the meter's queue and for the balance that their holds need. */
const TOGETHER = 1500
const HELD_TOGETHER = 10 * MICROS_PER_UNIT
/** Tasks ended in one statement, which must fit into the statement timeout on a busy machine too. */
const ENDED_TOGETHER = 150
/** Parameters are stored as long as those of real calls. */
const PARAMS_STORED_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Books ninety days of calls for the demo account once, by the code that books real ones: the highest price is held, the actual cost
 * is charged, tasks are queued and end later, and their unused price is refunded. So the charts have data and the books balance. The
 * total cost is credited before the first call, so the balance ends where it was.
 */
export async function keepDemoUsage(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log' | 'catalogue'>,
  login_id: number,
): Promise<void> {
  if (await hasCalls(ctx.db, [login_id])) return
  const calls = makeHistory(ctx.catalogue, ctx.clock.now())
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
  // Another process that started at the same moment writes the history.
  if (!isFirst) return
  await keepPartitions(ctx)
  const meter = openMeter(ctx, { timeout_ms: BOOKING_TIMEOUT_MS })
  const params_since = new Date(ctx.clock.now().getTime() - PARAMS_STORED_MS)
  for (const part of partsOf(withIds(calls))) {
    await Promise.all(part.map((call) => book(meter, { login_id, params_since }, call)))
    const ends = part.flatMap((call) => endOf(login_id, call))
    for (let at = 0; at < ends.length; at += ENDED_TOGETHER)
      await endTaskCalls(ctx, ends.slice(at, at + ENDED_TOGETHER))
  }
  await meter.close()
  await deriveRollups(ctx, firstCallListener(ctx))
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
  { login_id, params_since }: { login_id: number; params_since: Date },
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
    ...(call.has_task && call.at >= params_since && { request: call.params }),
  })
  if (!settled.ok) throw new Error(`demo call was not booked: ${settled.reason}`)
}

function endOf(login_id: number, { id: call_id, at: posted_at, end }: MadeCall) {
  if (!end) return []
  const { queue_ms, run_ms, ...how } = end
  const started_at = new Date(posted_at.getTime() + queue_ms)
  const finished_at = new Date(started_at.getTime() + run_ms)
  return [{ login_id, call_id, posted_at, started_at, finished_at, ...how }]
}

/** A task id in the data API's format: month, day, hour and minute, then a unique part. */
function taskId(at: Date, id: string): string {
  return `${at.toISOString().replaceAll(/[-:T]/g, '').slice(4, 12)}-${id.slice(9)}`
}
