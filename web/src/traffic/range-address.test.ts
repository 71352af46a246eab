import { expect, test } from 'vitest'
import { changedSearch } from '#lib/search-params.ts'
import { DAYS, hasEnds, MOMENTS, rangeOf } from './range-address.ts'
import { shortened } from './range-picker.tsx'
import { rangeNamed } from './ranges.ts'

const NOW = Date.UTC(2026, 2, 15, 12)
const USUAL = rangeNamed('30d', NOW)
const read = (search: string, ends: RegExp) =>
  rangeOf(search, NOW, { screen: 'usage', usual: '30d', isShown: hasEnds(ends) })

test('a range is read from its ends, in days or in minutes where a screen shows those', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' }
  const minutes = { from: '2026-03-01T10:00', to: '2026-03-01T11:00' }
  expect(read('?from=2026-03-01&to=2026-03-02', DAYS)).toEqual(days)
  expect(read('?from=2026-03-01&to=2026-03-02', MOMENTS)).toEqual(days)
  expect(read('?from=2026-03-01T10:00&to=2026-03-01T11:00', MOMENTS)).toEqual(minutes)
  expect(read('?from=2026-03-01T10:00&to=2026-03-01T11:00', DAYS)).toEqual(USUAL)
})

test.each(['', '?from=2026-03-01', '?from=2026-03-02&to=2026-03-01', '?from=x&to=y', '?from=2020-01-01&to=2026-03-02'])(
  'an address without a valid range yields the usual one: %s',
  (search) => expect(read(search, MOMENTS)).toEqual(USUAL),
)

test('a range of another screen is not read from an address', () => {
  expect(read('?range=1h', MOMENTS)).toEqual(rangeNamed('1h', NOW))
  for (const name of ['this_year', 'toString']) expect(read(`?range=${name}`, MOMENTS)).toEqual(USUAL)
})

test('a range of years is cut to its last six months', () => {
  expect(shortened({ from: '2020-01-01', to: '2026-03-02' })).toEqual({ from: '2025-08-31', to: '2026-03-02' })
  expect(shortened({ from: '2026-03-01', to: '2026-03-02' })).toEqual({ from: '2026-03-01', to: '2026-03-02' })
})

test('a named range and one by its ends exclude each other, and empty parameters are removed', () => {
  expect(changedSearch('?range=7d&tag=x', { from: 'a', to: 'b' })).toBe('?tag=x&from=a&to=b')
  expect(changedSearch('?from=a&to=b&tag=x', { range: '7d' })).toBe('?tag=x&range=7d')
  expect(changedSearch('?range=7d&tag=x', { tag: '' })).toBe('?range=7d')
  expect(changedSearch('?tag=x', { tag: undefined })).toBe('')
})
