import { moneyOf } from '#traffic/index.ts'
import { type Rule, utcDay } from './rule.ts'

interface Facts {
  balance_micros: number
  /** Days at the pace of the last seven; null when nothing is being spent. */
  days_left: number | null
}

/**
 * Sent once per crossing and at most once a UTC day: the pace changes with every call, a mail should not follow each.
 */
export const daysLeftBelow: Rule<Facts> = {
  isEnabled: ({ days_left_below }) => days_left_below !== null,
  read: (ctx, login_id) => moneyOf(ctx, [login_id]),
  holding: ({ balance_micros, days_left }, { days_left_below: below_days }) => {
    if (below_days === null || days_left === null || days_left >= below_days) return []
    return [{ kind: 'runway', keys: [String(below_days)], values: { balance_micros, days_left, below_days } }]
  },
  mayRepeat: (sent_at, now) => utcDay(sent_at) < utcDay(now),
  ends_by_itself: true,
}
