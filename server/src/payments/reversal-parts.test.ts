import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, leftOf, taxOfPart } from './reversal-parts.ts'

const CENT = 10_000
const order = fc.record({
  amount_micros: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents * CENT),
  tax_micros: fc.integer({ min: 0, max: 125_000 }).map((cents) => cents * CENT),
})
/** By the operator (a part of the amount) or at the processor (a part of the total), some of which fail. */
const step = fc.record({
  is_ours: fc.boolean(),
  part: fc.double({ min: 0.0001, max: 1, noNaN: true }),
  fails: fc.boolean(),
})

test('whatever goes back in whatever parts, neither amount nor tax is more than was paid, and the rest is exactly the rest', () => {
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 12 }), (paid, steps) => {
      const taken: { state: 'done' | 'failed'; amount_micros: number; tax_micros: number }[] = []
      const sum = (of: 'amount_micros' | 'tax_micros') =>
        taken.filter(({ state }) => state === 'done').reduce((total, row) => total + row[of], 0)
      const left = () => paid.amount_micros + paid.tax_micros - sum('amount_micros') - sum('tax_micros')
      const cents = (of: number, part: number) => Math.max(1, Math.floor((of / CENT) * part)) * CENT
      const take = ({ is_ours, part, fails }: { is_ours: boolean; part: number; fails: boolean }) => {
        const before = leftOf(paid, taken)
        if (before === 0) return
        const state = fails ? ('failed' as const) : ('done' as const)
        if (is_ours) {
          const amount_micros = cents(before, part)
          taken.push({ state, amount_micros, tax_micros: taxOfPart(paid, taken, amount_micros) })
          return
        }
        const total = cents(left(), part)
        const divided = divide(paid, taken, total)
        expect(divided.amount_micros + divided.tax_micros).toBe(total)
        expect(divided.amount_micros).toBeGreaterThan(0)
        taken.push({ state, ...divided })
      }
      for (const one of steps) take(one)
      take({ is_ours: true, part: 1, fails: false })
      for (const row of taken) expect([row.amount_micros % CENT, row.tax_micros % CENT]).toEqual([0, 0])
      for (const row of taken) expect(Math.min(row.amount_micros, row.tax_micros)).toBeGreaterThanOrEqual(0)
      expect(sum('amount_micros')).toBe(paid.amount_micros)
      expect(sum('tax_micros')).toBeLessThanOrEqual(paid.tax_micros)
    }),
    { numRuns: 2000 },
  )
})

test('two halves of a payment whose tax is odd have no cent of tax more than the invoice', () => {
  const paid = { amount_micros: 100_010_000, tax_micros: 19_000_000 }
  const first = { state: 'done' as const, ...divide(paid, [], 59_510_000) }
  const rest = divide(paid, [first], 59_500_000)
  expect(first.tax_micros + rest.tax_micros).toBe(19_000_000)
  expect(first.amount_micros + rest.amount_micros).toBe(100_010_000)
  expect(taxOfPart(paid, [first], rest.amount_micros)).toBe(rest.tax_micros)
})
