import type { Gate } from '../gate.ts'
import type { Code } from '../wire/codes.ts'

/** These can come as fast as a client can send them: of each kind one a second is kept, which is enough to be seen. */
const FLOODS: readonly Code[] = [40104, 40201, 40202, 40207, 40208, 40209, 40400, 40402, 40901, 50302, 50303]
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const KEPT_MAX = 10_000
const stored = new Map<string, number>()

/**
 * Whether a row is written about a call that cost nothing. Once a login has left as many of them as it may in a day, one a
 * minute of each kind is.
 */
export function mayKeep(gate: Pick<Gate, 'ctx' | 'meter' | 'admission'>, login_id: number, code: number): boolean {
  const { ctx, meter, admission } = gate
  const every_ms = meter.stored.hasRowsLeft(login_id, ctx.clock.now()) ? pauseOf(code) : MINUTE_MS
  if (every_ms === 0) return true
  const key = `${admission.instance} ${login_id} ${code}`
  const now_ms = performance.now()
  if (now_ms - (stored.get(key) ?? Number.NEGATIVE_INFINITY) < every_ms) return false
  if (stored.size >= KEPT_MAX) stored.clear()
  stored.set(key, now_ms)
  return true
}

function pauseOf(code: number): number {
  return FLOODS.some((flood) => flood === code) ? SECOND_MS : 0
}
