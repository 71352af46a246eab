import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeableUnits, quoteOf } from './price.ts'
import type { Measure, Tariff } from './tariff.ts'

const measure = (more: Partial<Measure> = {}): Measure => ({
  name: 'tokens',
  of: 'answer',
  answer: 'usage.total_tokens',
  size: 1_000,
  included: 0,
  maximum: 10_000,
  bound: null,
  ...more,
})
const tariff = (line: Partial<Tariff['normal']>, more: Partial<Tariff> = {}): Tariff => ({
  results: null,
  pages: null,
  measures: [measure()],
  normal: { per_request: 0, per_result: 0, per_page: 0, extras: [], ...line },
  high: null,
  ...more,
})
const of = (price: Tariff, tokens: number) => quoteOf(price, chargeableUnits(price, {})).of(0, 0, { tokens })

test.each([
  ['a part of a size costs its share', 1_500, 150, 225],
  ['a fraction of a micro is rounded up', 1, 150, 1],
  ['nothing used costs nothing', 0, 150, 0],
  ['a part of a unit counts as a whole one', 999.2, 1_000, 1_000],
  ['more than the maximum costs the maximum', 99_999, 150, 1_500],
  ['no number costs nothing', Number.NaN, 150, 0],
])('%s', (_, tokens, per, micros) => {
  expect(of(tariff({ per_unit: { tokens: per } }), tokens)).toBe(micros)
})

test('a call costs at least its lowest and at most its highest price', () => {
  const price = tariff({ per_unit: { tokens: 1_000 }, least: 500, most: 2_500 })
  expect([0, 100, 1_000, 9_000].map((tokens) => of(price, tokens))).toEqual([500, 500, 1_000, 2_500])
  expect(quoteOf(price, { priority: 1 }).max_micros).toBe(2_500)
})

test('a unit without a bound of its own is bounded by the highest price of the call', () => {
  const price = tariff({ per_unit: { tokens: 1_000 }, most: 7_000 }, { measures: [measure({ maximum: null })] })
  expect(quoteOf(price, { priority: 1 })).toMatchObject({ max_micros: 7_000 })
  expect(quoteOf(price, { priority: 1 }).parts()).toEqual({ tokens: null })
  expect(of(price, 900_000)).toBe(7_000)
})

test('a field of the request lowers what is held, and what is charged', () => {
  const bound = { field: 'max_tokens', otherwise: 4_000, maximum: 8_000 }
  const price = tariff({ per_unit: { tokens: 1_000 } }, { measures: [measure({ bound })] })
  const most = (task: Record<string, unknown>) => quoteOf(price, chargeableUnits(price, task)).max_micros
  expect([{}, { max_tokens: 100 }, { max_tokens: 99_999 }, { max_tokens: 'many' }].map(most)).toEqual([
    4_000, 100, 8_000, 4_000,
  ])
  expect(quoteOf(price, chargeableUnits(price, { max_tokens: 100 })).of(0, 0, { tokens: 5_000 })).toBe(100)
})

test('amounts above 2^53 between the steps stay exact', () => {
  const size = 10 ** 14
  const price = tariff({ per_unit: { tokens: 999_999_999 } }, { measures: [measure({ size, maximum: size })] })
  expect(of(price, size - 1)).toBe(999_999_999)
  expect(of(price, size / 2)).toBe(500_000_000)
})

const tiersOf = fc
  .array(fc.record({ width: fc.integer({ min: 1, max: 40 }), micros: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) => {
    let up_to = 0
    return steps.map(({ width, micros }, at) => {
      up_to += width
      return { up_to: at === steps.length - 1 ? null : up_to, micros }
    })
  })
const prices = fc.record({
  tiers: tiersOf,
  size: fc.integer({ min: 1, max: 7 }),
  included: fc.integer({ min: 0, max: 3 }),
  maximum: fc.integer({ min: 1, max: 60 }),
  free: fc.integer({ min: 0, max: 30 }),
  per_request: fc.integer({ min: 0, max: 5 }),
  least: fc.integer({ min: 0, max: 6 }),
  most: fc.integer({ min: 6, max: 400 }),
})

type Given = typeof prices extends fc.Arbitrary<infer Value> ? Value : never

/** The same price, counted unit by unit in sevenths, sixths … of a micro. */
function reference(
  { tiers, size, included, maximum, per_request, least, most, free }: Given,
  tokens: number,
  left: { free: number; paid: number },
) {
  let [free_left, volume, parts, paid] = [left.free, left.paid, 0, 0]
  for (let unit = 1; unit <= Math.min(tokens, maximum); unit += 1) {
    if (unit <= included) continue
    if (free_left > 0) {
      free_left -= 1
      continue
    }
    parts += tiers.find(({ up_to }) => up_to === null || volume < up_to)?.micros ?? 0
    volume += 1
    paid += 1
  }
  const is_token_priced = tiers.some(({ micros }) => micros > 0)
  const sum = per_request + Math.ceil(parts / size)
  const is_paid = free === 0 || per_request > 0 || (is_token_priced && paid > 0)
  return Math.min(Math.max(sum, is_paid ? least : 0), most)
}

test('every price is that of a reference which counts unit by unit, and never more than was held', () => {
  const used = fc.record({ free: fc.nat({ max: 30 }), paid: fc.nat({ max: 120 }) })
  fc.assert(
    fc.property(prices, fc.nat({ max: 80 }), used, fc.nat({ max: 30 }), (given, tokens, left, reserved) => {
      const { tiers, size, included, maximum, free, per_request, least, most } = given
      const quote = quoteOf(
        tariff(
          { per_request, tiers: { tokens: tiers }, least, most },
          { measures: [measure({ size, included, maximum })], monthly: { pool: 'any', free: { tokens: free } } },
        ),
        { priority: 1 },
      )
      const counted = { results: 0, pages: 0, measured: { tokens } }
      const { micros } = quote.charge(counted, { tokens: left })
      expect(micros).toBe(reference(given, tokens, left))
      expect(Number.isInteger(micros)).toBe(true)
      expect(micros).toBeLessThanOrEqual(quote.max_micros)
      // A call is charged with at least the free units that were reserved for it.
      if (left.free >= Math.min(reserved, maximum))
        expect(micros).toBeLessThanOrEqual(quote.held({ tokens: Math.min(reserved, maximum) }))
    }),
    { numRuns: 5_000 },
  )
})
