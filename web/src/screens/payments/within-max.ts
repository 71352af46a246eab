import { isPeriod, PERIOD_MAX_DAYS, type Period } from '@portico/contract/billing.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { utcDay } from '#ui/text/utc-days.ts'

/** The longest period that ends where this one does. */
export function withinMax({ from, to }: Period): Period {
  if (isPeriod({ from, to })) return { from, to }
  return { from: utcDay(Date.parse(to) - (PERIOD_MAX_DAYS - 1) * DAY_MS), to }
}
