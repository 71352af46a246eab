import { chargeableUnits, quoteOf } from '@portico/contract/price.ts'
import type { Tariff } from '@portico/contract/tariff.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLines } from './price-lines.ts'

const micros = fc.integer({ min: 0, max: 5_000 })
const count = fc.record({
  field: fc.constant('depth'),
  size: fc.integer({ min: 1, max: 10 }),
  included: fc.integer({ min: 0, max: 3 }),
  otherwise: fc.integer({ min: 0, max: 100 }),
  maximum: fc.integer({ min: 0, max: 700 }),
  cap: fc.constantFrom(null, 'max_pages'),
})
const extra = fc.record({
  field: fc.constantFrom('screenshot', 'clicks'),
  micros,
  otherwise: fc.integer({ min: 0, max: 2 }),
  maximum: fc.integer({ min: 0, max: 4 }),
})
const price = fc.record({
  per_request: micros,
  per_result: micros,
  per_page: micros,
  per_unit: fc.record({ tokens: micros }),
  tiers: fc.constantFrom<NonNullable<Tariff['normal']['tiers']>>(
    {},
    {
      tokens: [
        { up_to: 5, micros: 9 },
        { up_to: null, micros: 4 },
      ],
    },
  ),
  least: fc.constantFrom(0, 20_000),
  most: fc.constantFrom(30_000, 10 ** 12),
  extras: fc.uniqueArray(extra, { maxLength: 2, selector: ({ field }) => field }),
})
const tariffs: fc.Arbitrary<Tariff> = fc.record({
  results: fc.option(count),
  pages: fc.option(count),
  measures: fc.constantFrom<NonNullable<Tariff['measures']>>(
    [],
    [{ name: 'tokens', of: 'answer' as const, answer: 'n', size: 1_000, included: 1, maximum: 4_321, bound: null }],
    [{ name: 'tokens', of: 'bytes' as const, answer: '', size: 1, included: 0, maximum: null, bound: null }],
  ),
  normal: price,
  high: fc.option(price),
})
const number = fc.integer({ min: 0, max: 900 })
const tasks = fc.record(
  { depth: number, max_pages: number, priority: fc.constantFrom(1, 2), screenshot: fc.boolean(), clicks: number },
  { requiredKeys: [], noNullPrototype: true },
)

test('the lines of a price add up to the price on the button, whatever the tariff and the task', () => {
  fc.assert(
    fc.property(tariffs, tasks, (tariff, task) => {
      const sum = priceLines(tariff, task).reduce((all, line) => all + line.micros, 0)
      expect(sum).toBe(quoteOf(tariff, chargeableUnits(tariff, task)).max_micros)
    }),
    { numRuns: 500 },
  )
})
