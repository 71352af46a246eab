import { monthStart } from '@portico/contract/time.ts'
import { expect, test } from 'vitest'
import { shareOf } from './cost-as-tasks.ts'
import { causeOf } from './explain-today.ts'
import { type DaySpend, daysNeeded, forecastOf, sumOf } from './forecast.ts'
import { passedLines } from './passed-lines.ts'

const at = (time: string) => new Date(`2026-${time}Z`)
const days = (spent: Record<string, number>): DaySpend[] =>
  Object.entries(spent).map(([day, spent_micros]) => ({ day: `2026-${day}`, spent_micros, held_micros: 0 }))

test.each([
  ['nothing spent has no pace', {}, '03-10T12:00', null],
  ['a first morning is no pace', { '03-10': 500 }, '03-10T12:00', null],
  ['two days of 100 last for the other 29', { '03-01': 100, '03-02': 100 }, '03-03T00:00', 3100],
  ['days of the month before count for the pace alone', { '02-26': 400, '03-01': 0 }, '03-01T00:00', 4133],
  ['what is older than seven days is spent, but sets no pace', { '03-01': 900 }, '03-20T00:00', null],
  ['a pause within the seven days lowers the pace', { '03-24': 700 }, '03-31T00:00', 800],
  ['the last moment of a month costs what was spent', { '03-30': 100, '03-31': 100 }, '03-31T23:59:59.999', 200],
])('a forecast, from the days that are read for it: %s', (_what, spent, time, expected) => {
  const { from, to } = daysNeeded(monthStart(at(time)))
  const read = days(spent).filter(({ day }) => day >= from && day <= to)
  expect(forecastOf(read, at(time))).toBe(expected)
})

test('a month is summed without the days before it, which only set the pace', () => {
  const spent = days({ '02-28': 7, '03-01': 1, '03-31': 2 })
  expect(sumOf(spent, monthStart(at('03-15T00:00')))).toEqual({ spent_micros: 3, held_micros: 0 })
})

const [SOFT, HARD] = [80, 100]
/** Every position of what is spent and expected to both lines, one of them, and a call that was refused. */
const matrix = [
  { soft: SOFT, hard: HARD },
  { soft: SOFT, hard: null },
  { soft: null, hard: HARD },
].flatMap((lines) =>
  [0, 79, 80, 99, 100, 101].flatMap((spent) =>
    [null, 80, 100, 101].flatMap((forecast) =>
      [false, true].map((refused) => ({ ...lines, spent, forecast, refused })),
    ),
  ),
)

test.each(matrix)('lines soft $soft and hard $hard, spent $spent, expected $forecast, refused $refused', (scene) => {
  const { soft, hard, spent, forecast, refused } = scene
  const passed = passedLines(
    { soft_micros: soft, hard_micros: hard },
    { spent_micros: spent, forecast_micros: forecast, is_refused: refused },
  )
  const lines = passed.map(({ line }) => line)
  expect(lines.includes('hard')).toBe(hard !== null && (spent >= hard || refused))
  expect(lines.includes('soft')).toBe(soft !== null && spent >= soft)
  const last = hard ?? soft ?? 0
  expect(lines.includes('forecast')).toBe((forecast ?? 0) > last && spent < last && !(hard !== null && refused))
  // The most severe comes first: it is the one that is reported.
  expect(lines).toEqual(['hard', 'soft', 'forecast'].filter((line) => lines.some((one) => one === line)))
})

test.each([
  ['more calls at the same price', { calls: 30, cost_micros: 300 }, { calls: 10, cost_micros: 100 }, 200, 0],
  ['the same calls at a higher price', { calls: 10, cost_micros: 250 }, { calls: 10, cost_micros: 100 }, 0, 150],
  ['fewer calls, each dearer', { calls: 5, cost_micros: 100 }, { calls: 10, cost_micros: 100 }, -50, 50],
  ['a function never called before', { calls: 4, cost_micros: 80 }, undefined, 80, 0],
  ['a function not called today', undefined, { calls: 4, cost_micros: 80 }, -80, 0],
])('a dearer day is explained by %s', (_what, today, usual, by_calls_micros, by_price_micros) =>
  expect(causeOf(today, usual)).toMatchObject({ by_calls_micros, by_price_micros }),
)

const tariff = (per_request: number, per_result = 0, per_page = 0) => ({
  results: null,
  pages: null,
  normal: { per_request, per_result, per_page, extras: [] },
  high: null,
})
test.each([
  ['three tenths', tariff(2000, 0, 1500), tariff(600, 0, 450), 0.3],
  ['the highest share of its lines', tariff(1000, 100), tariff(500, 90), 0.9],
  ['nothing known without tasks', tariff(1000), null, null],
  ['nothing known where only tasks cost by result', tariff(1000), tariff(500, 10), null],
  ['nothing known by volume', { ...tariff(1000), monthly: { pool: 'any', free: {} } }, tariff(500), null],
])('the price of tasks as a share of the live price: %s', (_what, live, task, share) => {
  const found = shareOf(live, task)
  if (share === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(share)
})
