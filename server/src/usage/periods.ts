import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Slice } from '#traffic/index.ts'

export interface Months {
  this_month: Slice['range']
  last_month: Slice['range']
}

/** This month so far, and the last one up to the same time, or to its end if it is shorter. */
export function monthsUntil(now: Date): Months {
  const first = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
  const [before, start, next] = [first(-1), first(0), first(1)]
  const until = Math.min(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS, next)
  return { this_month: [start, until], last_month: [before, Math.min(before + (until - start), start)] }
}

/** The period of the same length directly before; for a range in progress, only as much as has passed, for a fair comparison. */
export function previousRange([from, to]: Slice['range'], now: Date): Slice['range'] {
  const passed = Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS
  const until = Math.min(to, Math.max(passed, from + MINUTE_MS))
  return [from - (to - from), until - (to - from)]
}
