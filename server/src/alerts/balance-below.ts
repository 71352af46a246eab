import type { Rule } from './rule.ts'

/** Told once, and again each time the balance has been at the amount or above it in between. */
export const balanceBelow: Rule = {
  holding: ({ balance_micros }, { balance_below_micros: below_micros }) => {
    if (below_micros === null || balance_micros >= below_micros) return []
    return [{ kind: 'balance', keys: [String(below_micros)], figures: { balance_micros, below_micros } }]
  },
  mayRepeat: () => true,
}
