import { expect, test } from 'vitest'
import { changedSearch } from '#lib/search-params.ts'
import { parseSearch } from './dashboard-search.ts'

const NOW = Date.parse('2026-03-02T10:00:00Z')
const at = (search: string, path = '/api-dashboard') => parseSearch({ path, search, hash: '' }, NOW)

test.each([
  ['', { scope: 'api', range: { from: '2026-02-01', to: '2026-03-02' }, login: undefined, measure: 'cost' }],
  [
    '?range=7d&measure=requests&login=*',
    { range: { from: '2026-02-24', to: '2026-03-02' }, login: '*', measure: 'requests' },
  ],
  ['?from=2026-01-01&to=2026-01-31', { range: { from: '2026-01-01', to: '2026-01-31' } }],
  ['?from=2026-01-31&to=2026-01-01', { range: { from: '2026-02-01', to: '2026-03-02' } }],
  ['?range=century&measure=love', { range: { from: '2026-02-01', to: '2026-03-02' }, measure: 'cost' }],
])('%s', (search, expected) => expect(at(search)).toMatchObject(expected))

test('RT-07 the dashboard of machine logins has its own address', () => {
  expect(at('', '/h2h-dashboard').scope).toBe('h2h')
})

test.each([
  ['?range=7d&login=*', { range: '90d' }, '?login=*&range=90d'],
  ['?range=7d', { from: '2026-01-01', to: '2026-01-02' }, '?from=2026-01-01&to=2026-01-02'],
  ['?pid=1&pt=x', { measure: 'requests' }, '?pid=1&pt=x&measure=requests'],
  ['?measure=requests', { measure: undefined }, ''],
])('%s with %j', (search, change, expected) => expect(changedSearch(search, change)).toBe(expected))
