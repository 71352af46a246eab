import { expect, test } from 'vitest'
import { changedSearch } from './filters/changed-search.ts'
import { DAYS, MOMENTS, readRange, shortened } from './range-address.ts'

const read = (search: string, ends: RegExp) => readRange(new URLSearchParams(search), ends)

test('a range is read from its ends, in days or in minutes where a screen shows those', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' }
  const minutes = { from: '2026-03-01T10:00', to: '2026-03-01T11:00' }
  expect(read('?from=2026-03-01&to=2026-03-02', DAYS)).toEqual(days)
  expect(read('?from=2026-03-01&to=2026-03-02', MOMENTS)).toEqual(days)
  expect(read('?from=2026-03-01T10:00&to=2026-03-01T11:00', MOMENTS)).toEqual(minutes)
  expect(read('?from=2026-03-01T10:00&to=2026-03-01T11:00', DAYS)).toBeUndefined()
})

test.each(['', '?from=2026-03-01', '?from=2026-03-02&to=2026-03-01', '?from=x&to=y', '?from=2020-01-01&to=2026-03-02'])(
  'an address without a valid range yields none: %s',
  (search) => expect(read(search, MOMENTS)).toBeUndefined(),
)

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
