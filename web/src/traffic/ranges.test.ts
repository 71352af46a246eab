import { expect, test } from 'vitest'
import { rangePresets } from './range-presets.ts'
import { type RangeName, rangeNamed } from './ranges.ts'

const now = Date.parse('2025-11-15T23:30:00-05:00') // already the 16th in UTC

test.each<[RangeName, string, string]>([
  ['1h', '2025-11-16T03:30', '2025-11-16T04:30'],
  ['24h', '2025-11-15T04:30', '2025-11-16T04:30'],
  ['today', '2025-11-16', '2025-11-16'],
  ['7d', '2025-11-10', '2025-11-16'],
  ['30d', '2025-10-18', '2025-11-16'],
  ['90d', '2025-08-19', '2025-11-16'],
  ['this_month', '2025-11-01', '2025-11-16'],
  ['last_month', '2025-10-01', '2025-10-31'],
  ['this_year', '2025-01-01', '2025-11-16'],
  ['last_year', '2024-01-01', '2024-12-31'],
])('%s is a range of UTC days or minutes', (name, from, to) => {
  expect(rangeNamed(name, now)).toEqual({ from, to })
})

test('last month in January is December', () => {
  const january = Date.parse('2025-01-31T12:00:00Z')
  expect(rangeNamed('last_month', january)).toEqual({ from: '2024-12-01', to: '2024-12-31' })
})

test('each screen offers its own ranges, in one order', () => {
  const namesOf = (screen: Parameters<typeof rangePresets>[0]) =>
    rangePresets(screen, now, (key) => key).map(({ id }) => id)
  expect(namesOf('usage')).toEqual(['1h', '3h', '24h', 'today', '7d', '30d', '90d', 'this_month', 'last_month'])
  expect(namesOf('errors')).toEqual(['today', '7d', '30d', '90d'])
  expect(namesOf('dashboard')).toEqual(['7d', '30d', '90d'])
  expect(namesOf('payments')).toEqual(['90d', 'this_month', 'last_month', 'this_year', 'last_year'])
  expect(namesOf('log')).toEqual(['today', '7d', '30d', '90d', 'this_year', 'last_year'])
})
