import type { Period } from '@portico/contract/billing.ts'
import { momentMs } from '@portico/contract/moment.ts'
import { DAY_MS, monthStart } from '@portico/contract/time.ts'

/** From one moment, included, up to another, excluded. */
export interface TimeSpan {
  from: Date
  to: Date
}

export function spanOf({ from, to }: Period): TimeSpan {
  return { from: new Date(momentMs(from)), to: new Date(momentMs(to) + DAY_MS) }
}

/** A long period in parts of a calendar month (UTC) at most. */
export function* monthsOf({ from, to }: TimeSpan): Generator<TimeSpan> {
  let start = from
  while (start < to) {
    const next = monthStart(start, 1)
    yield { from: start, to: next < to ? next : to }
    start = next
  }
}
