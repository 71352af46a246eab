import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bonusOn } from './bonus.ts'

const micros = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('a percentage of any amount is exact to the cent, and never more than its limit and its budget', () => {
  fc.assert(
    fc.property(
      micros,
      fc.integer({ min: 1, max: 100 }),
      fc.option(micros),
      fc.option(fc.tuple(micros, fc.double({ min: 0, max: 1, noNaN: true }))),
      (amount, percent, max_micros, budget) => {
        const budget_micros = budget?.[0] ?? null
        const spent_micros = budget ? Math.trunc(budget[0] * budget[1]) : 0
        const bonus = bonusOn({ percent, max_micros, budget_micros, spent_micros }, amount)
        const part = ((BigInt(amount) * BigInt(percent)) / 1_000_000n) * 10_000n
        const bounds = [part, max_micros, budget_micros === null ? null : budget_micros - spent_micros]
        const least = bounds
          .flatMap((bound) => (bound === null ? [] : [BigInt(bound)]))
          .sort((a, b) => (a < b ? -1 : 1))[0]
        expect(BigInt(bonus)).toBe(least)
      },
    ),
  )
})
