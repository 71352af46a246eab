import { isDay, momentMs } from './moment.ts'
import { DAY_MS } from './time.ts'

/** The longest six months. */
export const RANGE_MAX_DAYS = 184
export const LONGEST_MS = RANGE_MAX_DAYS * DAY_MS

/** UTC days, the last one included, or moments to the minute, the last one not: `2026-03-02`, `2026-03-02T10:05`. */
export interface Range {
  from: string
  to: string
}

export function rangeMs({ from, to }: Range): { from_ms: number; to_ms: number } {
  return { from_ms: momentMs(from), to_ms: isDay(to) ? momentMs(to) + DAY_MS : momentMs(to) }
}

export function isRange(range: Range): boolean {
  const { from_ms, to_ms } = rangeMs(range)
  return from_ms < to_ms && to_ms - from_ms <= LONGEST_MS
}
