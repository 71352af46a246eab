import { balanceOf } from '#ledger/index.ts'
import type { Rule } from './rule.ts'

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
