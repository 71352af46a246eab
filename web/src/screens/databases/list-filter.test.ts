import { expect, test } from 'vitest'
import { isFiltered, matching, readFilter, writeFilter } from './list-filter.ts'

const base = {
  source: 'Google',
  cadence: 'monthly' as const,
  records: 1,
  fields: 1,
  price_from_micros: 1,
  price_per_thousand_micros: 1,
  version: '2026-10',
  updated_on: '2026-10-01',
  next_on: '2026-11-01',
}
const KEYWORDS = {
  ...base,
  id: 'keywords',
  title: 'Keywords',
  summary: 'Search volume by country',
  category: 'keywords' as const,
  locations: ['US', 'DE'],
}
const LOCATIONS = {
  ...base,
  id: 'places',
  title: 'Business listings',
  summary: 'Address and phone',
  category: 'businesses' as const,
  locations: ['US'],
}

test.each([
  ['', ['keywords', 'places']],
  ['?search=VOLUME search', ['keywords']],
  ['?search=google', ['keywords', 'places']],
  ['?search=volume phone', []],
  ['?category=businesses', ['places']],
  ['?location=DE', ['keywords']],
  ['?location=DE&category=businesses', []],
  ['?category=nothing&location=de', ['keywords', 'places']],
])('%s shows %j', (query, ids) => {
  expect(matching([KEYWORDS, LOCATIONS], readFilter(query)).map(({ id }) => id)).toEqual(ids)
})

test('a filter is written into the address and removed from it', () => {
  const search = writeFilter('?x=1', { search: 'a b', category: 'links' })
  expect(readFilter(search)).toEqual({ search: 'a b', category: 'links', location: '' })
  expect(isFiltered(readFilter(search))).toBe(true)
  expect(writeFilter(search, { search: '', category: '', location: '' })).toBe('?x=1')
  expect(isFiltered(readFilter('?x=1'))).toBe(false)
})
