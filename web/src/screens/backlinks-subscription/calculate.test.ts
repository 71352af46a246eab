import { expect, test } from 'vitest'
import { againstMinimum, costOf, firstShown, planOf, totalOf, typedCount } from './calculate.ts'

const LINKS = {
  id: 'backlinks/backlinks',
  title: 'Backlinks',
  request_micros: 20_000,
  result_micros: 30,
  requests: 40,
  sandbox_requests: 0,
  results: 3_990,
  cost_micros: 0,
}

test('the account’s own thirty days are filled in first, with the results of an average request', () => {
  expect(planOf(LINKS)).toEqual({ requests: '40', results: '100' })
  expect(planOf({ ...LINKS, requests: 0, results: 0 })).toEqual({ requests: '0', results: '0' })
  expect(planOf({ ...LINKS, result_micros: 0 })).toEqual({ requests: '40', results: '' })
})

test.each([
  ['', 0],
  ['1500', 1500],
  ['1,500', 1500],
  ['1.500', 1500],
  ['1 500', 1500],
  ['-5', undefined],
  ['1.5', undefined],
  ['2,75', undefined],
  ['1.500,5', undefined],
  ['12,345,678', 12_345_678],
  ['1e3', undefined],
  ['99999999999', undefined],
])('%j is read as %j', (text, count) => {
  expect(typedCount(text)).toBe(count)
})

test('a month costs its requests and their results', () => {
  expect(costOf(LINKS, { requests: '1000', results: '100' })).toBe(1000 * (20_000 + 3_000))
  expect(costOf(LINKS, { requests: 'x', results: '100' })).toBeUndefined()
  expect(costOf(LINKS, { requests: '1', results: '1.5' })).toBeUndefined()
  expect([totalOf([1, 2]), totalOf([1, undefined, 2])]).toEqual([3, undefined])
  expect(costOf(LINKS, { requests: '1000000000', results: '1000000000' })).toBe(Number.MAX_SAFE_INTEGER)
})

test.each([
  [0, { left_micros: 100, over_micros: 0 }],
  [100, { left_micros: 0, over_micros: 0 }],
  [101, { left_micros: 0, over_micros: 1 }],
])('%i against a minimum of 100 is %j', (cost, expected) => {
  expect(againstMinimum(cost, 100)).toEqual(expected)
})

test.each([
  ['the called functions, most called first', [0, 4, 0, 7], [0, 0, 0, 0], [3, 1]],
  ['all called functions, however many', [1, 1, 1, 1, 1, 1, 1], [9, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6]],
  [
    'the ones tried most in the sandbox after them, five in all',
    [0, 4, 0, 0, 0, 0, 0],
    [2, 1, 3, 9, 0, 5, 1],
    [1, 3, 5, 2, 0],
  ],
  ['three to begin with, where none was used', [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 2]],
])('the calculator shows %s', (_title, requests, sandbox, shown) => {
  const functions = requests.map((count, at) => ({ at, requests: count, sandbox_requests: sandbox[at] ?? 0 }))
  expect(firstShown(functions).map(({ at }) => at)).toEqual(shown)
})
