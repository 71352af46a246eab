import { CODE } from '@portico/contract/codes.ts'
import type { Gate } from '../gate.ts'
import type { Code } from '../wire/codes.ts'

/** Clients can cause these as fast as they can send: one per second of each code is recorded, which is enough to be seen. */
const FLOODS: readonly Code[] = [
  CODE.unverifiedAccount,
  CODE.onHold,
  CODE.rateLimit,
  CODE.addressRefused,
  CODE.notAllowed,
  CODE.tooManyAtOnce,
  CODE.notFound,
  CODE.invalidPath,
  CODE.idempotencyRunning,
  CODE.overloaded,
  CODE.unavailable,
]
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const REMEMBERED_MAX = 10_000
const recorded_ms = new Map<string, number>()

/**
 * True when a row is written about a call that cost nothing. Once a login has used up its free rows of the day, one row per minute
 * and code is written.
 */
export function shouldRecord(gate: Pick<Gate, 'ctx' | 'meter' | 'admission'>, login_id: number, code: number): boolean {
  const { ctx, meter, admission } = gate
  const every_ms = meter.stored.hasRowsLeft(login_id, ctx.clock.now()) ? pauseOf(code) : MINUTE_MS
  if (every_ms === 0) return true
  const key = `${admission.instance} ${login_id} ${code}`
  const now_ms = performance.now()
  if (now_ms - (recorded_ms.get(key) ?? Number.NEGATIVE_INFINITY) < every_ms) return false
  if (recorded_ms.size >= REMEMBERED_MAX) recorded_ms.clear()
  recorded_ms.set(key, now_ms)
  return true
}

function pauseOf(code: number): number {
  return FLOODS.some((flood) => flood === code) ? SECOND_MS : 0
}
