import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeableUnits, PRIORITIES, quoteOf } from './price.ts'
import type { Count, Price, Tariff } from './tariff.ts'

const line = (more: Partial<Price> = {}): Price => ({ per_request: 0, per_result: 0, per_page: 0, extras: [], ...more })
const count = (more: Partial<Count> = {}): Count => ({
  field: 'depth',
  size: 10,
  included: 1,
  otherwise: 10,
  maximum: 200,
  cap: 'max_crawl_pages',
  ...more,
})
const extras = [
  { field: 'calculate_rectangles', micros: 2_000, otherwise: 0, maximum: 1 },
  { field: 'people_also_ask_click_depth', micros: 150, otherwise: 0, maximum: 4 },
]
const search: Tariff = {
  results: null,
  pages: count(),
  normal: line({ per_request: 600, per_page: 450, extras }),
  high: line({ per_request: 1_200, per_page: 900, extras }),
}
const rows: Tariff = {
  results: count({ field: 'limit', size: 1, included: 0, otherwise: 100, maximum: 1_000, cap: null }),
  pages: null,
  normal: line({ per_request: 20_000, per_result: 30 }),
  high: null,
}

test.each([
  ['left out, one page is in the price of the request', search, {}, 600],
  ['depth 11 is two pages', search, { depth: 11 }, 1_050],
  ['depth 100 is ten pages', search, { depth: 100 }, 600 + 9 * 450],
  ['a cap on pages lowers it', search, { depth: 100, max_crawl_pages: 3 }, 600 + 2 * 450],
  ['high priority has its own line', search, { depth: 20, priority: 2 }, 2_100],
  ['a switch costs on top', search, { calculate_rectangles: true }, 2_600],
  ['a number multiplies its price', search, { people_also_ask_click_depth: 4 }, 1_200],
  ['a depth beyond the greatest counts as the greatest', search, { depth: 9_999 }, 600 + 19 * 450],
  ['a depth that is no number counts as left out', search, { depth: 'many' }, 600],
  ['a limit left out is its default', rows, {}, 20_000 + 100 * 30],
  ['explicit null is left out', rows, { limit: null }, 20_000 + 100 * 30],
  ['one row', rows, { limit: 1 }, 20_030],
  ['high priority where there is none costs as usual', rows, { limit: 1, priority: 2 }, 20_030],
])('%s', (_title, tariff, task, max_micros) => {
  expect(quoteOf(tariff, chargeableUnits(tariff, task)).max_micros).toBe(max_micros)
})

test('a list is counted by its length', () => {
  const tariff = { ...rows, results: count({ field: 'keywords', size: 1, included: 0, maximum: 1_000, cap: null }) }
  expect(chargeableUnits(tariff, { keywords: ['a', 'b', 'c'] }).results).toBe(3)
})

test.each([
  ['what came back is what is due', 30, 0, 20_000 + 30 * 30],
  ['nothing came back: the request alone', 0, 0, 20_000],
  ['more than requested costs what was requested', 5_000, 0, 20_000 + 100 * 30],
  ['a count that is no number costs nothing', Number.NaN, 0, 20_000],
  ['a negative count costs nothing', -5, -5, 20_000],
])('%s', (_title, results, pages, micros) => {
  expect(quoteOf(rows, chargeableUnits(rows, {})).of(results, pages)).toBe(micros)
})

test('without given bounds the maximum of a field is held', () => {
  expect(quoteOf(rows, { priority: PRIORITIES.normal }).max_micros).toBe(20_000 + 1_000 * 30)
})

test('a price is whole micro-dollars for any request and result, never below zero, never above what was held', () => {
  const micros = fc.integer({ min: 0, max: 1_000_000_000 })
  const number = fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN))
  const tariffs = fc.record({ per_request: micros, per_result: micros, per_page: micros, extra: micros }).map(
    ({ extra, ...prices }): Tariff => ({
      results: count({ field: 'limit', size: 1, included: 0, maximum: 1_000, cap: null }),
      pages: count(),
      normal: line({ ...prices, extras: [{ field: 'switch', micros: extra, otherwise: 0, maximum: 4 }] }),
      high: null,
    }),
  )
  const tasks = fc.record(
    { limit: number, depth: number, max_crawl_pages: number, switch: number },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(tariffs, tasks, number, number, (tariff, task, results, pages) => {
      const quote = quoteOf(tariff, chargeableUnits(tariff, task))
      const due = quote.of(results, pages)
      expect(Number.isSafeInteger(due) && Number.isSafeInteger(quote.max_micros)).toBe(true)
      expect(due).toBeGreaterThanOrEqual(0)
      expect(due).toBeLessThanOrEqual(quote.max_micros)
    }),
  )
})
