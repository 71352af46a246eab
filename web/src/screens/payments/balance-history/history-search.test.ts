import { expect, test } from 'vitest'
import { changedSearch } from '#lib/search-params.ts'
import { parseSearch } from './history-search.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')
const THIS_MONTH = { from: '2026-03-01', to: '2026-03-15' }

test.each([
  ['nothing', '', THIS_MONTH],
  ['a preset', '?range=last_month', { from: '2026-02-01', to: '2026-02-28' }],
  ['this year', '?range=this_year', { from: '2026-01-01', to: '2026-03-15' }],
  ['last year', '?range=last_year', { from: '2025-01-01', to: '2025-12-31' }],
  ['two days', '?from=2026-01-05&to=2026-01-06', { from: '2026-01-05', to: '2026-01-06' }],
  ['days the wrong way round', '?from=2026-01-06&to=2026-01-05', THIS_MONTH],
  ['a day in no calendar', '?from=2026-02-30&to=2026-03-01', THIS_MONTH],
  ['more than a year', '?from=2024-01-01&to=2026-03-01', THIS_MONTH],
  ['what is no preset', '?range=ever', THIS_MONTH],
])('the period of an address with %s', (_title, search, period) =>
  expect(parseSearch(search, NOW).period).toEqual(period),
)

test('only a known kind of transaction narrows the list', () => {
  expect(parseSearch('?kind=transfer', NOW).kind).toBe('transfer')
  expect(parseSearch('?kind=everything', NOW).kind).toBeUndefined()
})

test('a change preserves the tab and the other filter, and a period replaces the previous one', () => {
  const search = '?tab=history&from=2026-01-01&to=2026-01-31&kind=gift'
  expect(changedSearch(search, { range: 'last_month' })).toBe('?tab=history&kind=gift&range=last_month')
  expect(changedSearch(search, { kind: undefined })).toBe('?tab=history&from=2026-01-01&to=2026-01-31')
  expect(changedSearch('', { kind: undefined })).toBe('')
})
