import type { Code } from './codes.ts'
import { type Reply, refused, usd } from './envelope.ts'
import type { Call, Gate } from './gate.ts'
import { settleOf } from './usage-row.ts'

type Refused = Parameters<typeof settleOf>[0]

/** These can come as fast as a client can send them: of each kind one a second is kept, which is enough to be seen. */
const FLOODS: readonly Code[] = [40104, 40201, 40202, 40207, 40209, 40400, 40402, 40901, 50302]
const EVERY_MS = 1000
const KEPT_MAX = 10_000
const kept = new Map<string, number>()

/** Refuses a request as a whole, and keeps that for the Errors screen. */
export async function refuse(gate: Gate, call: Refused, code: Code, more = ''): Promise<Reply> {
  const reply = refused(code, call.since_ms, more)
  if (FLOODS.includes(code) && !isDue(`${gate.admission.instance} ${call.caller.login_id} ${code}`)) return reply
  const message = reply.envelope.status_message
  try {
    const settled = await gate.meter.settle(settleOf(call, { id: call.id, code, message, http: reply.http }))
    if (settled.ok) reply.headers['x-balance'] = usd(settled.balance_micros)
  } catch (error) {
    gate.ctx.log.warn({ err: error, code }, 'a refusal could not be kept')
  }
  return reply
}

function isDue(key: string): boolean {
  const now_ms = performance.now()
  if (now_ms - (kept.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, now_ms)
  return true
}

/** A call to a path that is not sold still belongs to somebody. */
export const NO_ENTRY = { api: 'unknown', function_id: 'unknown', kind: 'reference' } as const satisfies Partial<
  Call['entry']
>
