import type { Catalogue } from '#catalogue/room.ts'
import { bookGift, deriveRollups, keepPartitions, lastCalls, newCallId, openMeter } from '#ledger/room.ts'
import type { Ctx } from '../ctx.ts'
import { type HistoryCall, makeHistory } from './history-calls.ts'

const HISTORY_ID = '00000000-0000-4000-8000-00000000de41'
/** Calls booked together: enough to be quick, few enough for the meter's queue. */
const TOGETHER = 1500
/** What was asked is kept for as long as it is for everybody. */
const ASKED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Ninety days of calls for the demo account, booked once by the meter that books real ones, so that a newcomer sees living
 * charts and the books balance. What they cost is given beforehand: the balance ends where it was.
 */
export async function keepDemoUsage(
  ctx: Pick<Ctx, 'db' | 'clock' | 'log'>,
  sold: Catalogue,
  login_id: number,
): Promise<void> {
  if ((await lastCalls(ctx, [login_id])).size > 0) return
  const calls = makeHistory(sold, ctx.clock.now())
  const isFirst = await bookGift(ctx, {
    id: HISTORY_ID,
    login_id,
    amount_micros: spentBy(calls),
    memo: 'What the history of the demo account cost',
    actor: 'system',
    // Not a gift to try things out with: it is spent already.
    kind: 'correction',
  })
  // Another process that starts at the same moment writes the history.
  if (!isFirst) return
  await keepPartitions(ctx)
  const meter = openMeter(ctx)
  const firsts = new Map<number, string>()
  const asked_since = new Date(ctx.clock.now().getTime() - ASKED_KEPT_MS)
  for (let at = 0; at < calls.length; at += TOGETHER)
    await Promise.all(
      calls.slice(at, at + TOGETHER).map((call) => book(meter, { login_id, asked_since }, call, firsts)),
    )
  await meter.close()
  await deriveRollups(ctx)
}

function spentBy(calls: HistoryCall[]): number {
  return calls.reduce((sum, { cost_micros }) => sum + cost_micros, 0)
}

async function book(
  meter: ReturnType<typeof openMeter>,
  { login_id, asked_since }: { login_id: number; asked_since: Date },
  call: HistoryCall,
  firsts: Map<number, string>,
): Promise<void> {
  const id = newCallId(call.at)
  const request_id = firsts.get(call.request) ?? id
  firsts.set(call.request, request_id)
  const { api, function_id, path } = call.entry
  const name = function_id.startsWith(`${api}/`) ? function_id.slice(api.length + 1) : function_id
  const { cost_micros } = call
  if (cost_micros > 0) await meter.hold({ id, login_id, api, function: name, amount_micros: cost_micros })
  await meter.settle({
    id,
    cost_micros,
    usage: {
      login_id,
      api,
      function: name,
      method: call.method,
      priority: call.priority,
      path,
      request_id,
      task_id: taskId(call.at, id),
      tag: call.tag,
      status_code: call.status_code,
      http_status: 200,
      results: call.results,
      time_ms: call.time_ms,
      ip: '203.0.113.24',
    },
    ...(call.message !== null && { error: { code: call.status_code, message: call.message } }),
    ...(call.at >= asked_since && { request: call.asked }),
  })
}

/** As the data API writes it: month, day, hour and minute, then what makes it one of a kind. */
function taskId(at: Date, id: string): string {
  return `${at.toISOString().replaceAll(/[-:T]/g, '').slice(4, 12)}-${id.slice(9)}`
}
