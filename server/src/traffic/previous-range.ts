import type { Span } from './cut-range.ts'

const MINUTE_MS = 60_000

/** The same length of time directly before; of a range that is not over, as much as has passed, so that like is compared with like. */
export function previousRange([from, to]: Span, now: Date): Span {
  const passed = Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS
  const until = Math.min(to, Math.max(passed, from + MINUTE_MS))
  return [from - (to - from), until - (to - from)]
}
