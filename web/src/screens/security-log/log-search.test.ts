import { expect, test } from 'vitest'
import { changedSearch } from '#lib/search-params.ts'
import { NO_FILTERS, parseSearch } from './log-search.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const MONTH = { from: '2026-02-14', to: '2026-03-15' }

test.each([
  ['nothing', '', MONTH],
  ['a preset', '?range=7d', { from: '2026-03-09', to: '2026-03-15' }],
  ['last year', '?range=last_year', { from: '2025-01-01', to: '2025-12-31' }],
  ['two days', '?from=2024-01-05&to=2026-01-06', { from: '2024-01-05', to: '2026-01-06' }],
  ['one day', '?from=2024-01-05&to=2024-01-05', { from: '2024-01-05', to: '2024-01-05' }],
  ['days the wrong way round', '?from=2026-01-06&to=2026-01-05', MONTH],
  ['a day in no calendar', '?from=2026-02-30&to=2026-03-01', MONTH],
  ['what is no preset', '?range=ever', MONTH],
])('the period of an address with %s', (_, search, period) => expect(parseSearch(search, NOW).period).toEqual(period))

test.each([
  ['?kind=team&result=refused&person=12&q=ann', { kind: 'team', result: 'refused', person: '12', q: 'ann' }],
  ['?person=support', { person: 'support' }],
  ['?kind=all&result=maybe&person=-1&q=%20', {}],
  ['?person=1%27--', {}],
  [`?q=${'x'.repeat(300)}`, { q: 'x'.repeat(100) }],
])('only known filters narrow the log: %s', (search, filter) => {
  expect(parseSearch(search, NOW)).toMatchObject({ filter, narrowed: Object.keys(filter).length })
  expect(parseSearch(search, NOW).filter).toEqual(filter)
})

test('a change preserves the other filters, a period replaces the previous one, and clearing preserves the period', () => {
  const search = '?from=2026-01-01&to=2026-01-31&kind=team'
  expect(changedSearch(search, { range: '7d' })).toBe('?kind=team&range=7d')
  expect(changedSearch(search, { q: 'ann' })).toBe('?from=2026-01-01&to=2026-01-31&kind=team&q=ann')
  expect(changedSearch(search, NO_FILTERS)).toBe('?from=2026-01-01&to=2026-01-31')
  expect(changedSearch('?kind=team', { kind: undefined })).toBe('')
})
