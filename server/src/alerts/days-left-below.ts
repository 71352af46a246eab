import { type Rule, utcDay } from './rule.ts'

/** Told once a crossing and at most once a UTC day: the pace moves with every call, a mail should not. */
export const daysLeftBelow: Rule = {
  holding: ({ balance_micros, days_left }, { days_left_below: below_days }) => {
    if (below_days === null || days_left === null || days_left >= below_days) return []
    return [{ kind: 'runway', keys: [String(below_days)], figures: { balance_micros, days_left, below_days } }]
  },
  mayRepeat: (sent_at, now) => utcDay(sent_at) < utcDay(now),
}
