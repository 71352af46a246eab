import { utcDay } from '@portico/contract/time.ts'
import { balanceOf } from '#ledger/index.ts'
import { moneyOf } from '#traffic/index.ts'
import type { Rule } from './rule.ts'

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

/** Sent once, and again each time the balance has been at the amount or above it in between. */
export const balanceBelow: Rule<{ balance_micros: number }> = {
  isEnabled: ({ balance_below_micros }) => balance_below_micros !== null,
  read: async (ctx, login_id) => ({ balance_micros: await balanceOf(ctx, login_id) }),
  holding: ({ balance_micros }, { balance_below_micros: below_micros }) => {
    if (below_micros === null || balance_micros >= below_micros) return []
    return [{ kind: 'balance', keys: [String(below_micros)], values: { balance_micros, below_micros } }]
  },
  mayRepeat: () => true,
  ends_by_itself: false,
}
