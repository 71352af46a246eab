import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Slice } from '#traffic/index.ts'

/** The period of the same length directly before; for a range in progress, only as much as has passed, for a fair comparison. */
export function previousRange([from, to]: Slice['range'], now: Date): Slice['range'] {
  const passed = Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS
  const until = Math.min(to, Math.max(passed, from + MINUTE_MS))
  return [from - (to - from), until - (to - from)]
}
