import { expect, test } from 'vitest'
import { runwayOf } from './runway.ts'

const USD = 1_000_000

test.each([
  ['a week of a dollar a day on twelve dollars', 12 * USD, 7 * USD, 7, 12],
  ['a day that is begun does not count', 12.9 * USD, 7 * USD, 7, 12],
  ['two days old and already spending', 10 * USD, 4 * USD, 2, 5],
  ['less than a day of money', 0.5 * USD, 7 * USD, 7, 0],
  ['a balance below nothing', -3 * USD, 7 * USD, 7, 0],
  ['nothing spent', 10 * USD, 0, 7, null],
  ['so little that it is nothing a day', 10 * USD, 3, 7, null],
  ['longer than anyone plans', 9_000_000 * USD, 7, 7, 730],
])('%s', (_what, balance_micros, spent_micros, over_days, days) => {
  expect(runwayOf({ balance_micros, spent_micros, over_days }).days_left).toBe(days)
})

test('the pace is the average cost of a day', () => {
  expect(runwayOf({ balance_micros: USD, spent_micros: 3_500_000, over_days: 7 }).pace_micros).toBe(500_000)
})
