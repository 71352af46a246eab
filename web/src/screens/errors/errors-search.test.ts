import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { changed, NO_FILTERS, parseSearch } from './errors-search.ts'

const NOW = Date.parse('2026-03-02T10:00:30Z')
const at = (search: string, path = '/api-errors', hash = '') => parseSearch({ path, search, hash }, NOW)

test('an address without parameters shows the requests of the last seven days, grouped, the most frequent first', () => {
  expect(at('')).toEqual({
    tab: 'requests',
    code: undefined,
    view: 'groups',
    filter: { scope: 'api', kind: 'request', from: '2026-02-24', to: '2026-03-02' },
    sort: 'count',
    order: 'newest',
    page: 1,
    page_size: 25,
    error: undefined,
    narrowed: 0,
  })
})

test('RT-07 the errors of machine logins have their own address', () => {
  expect(at('', '/h2h-errors').filter.scope).toBe('h2h')
})

test.each([
  ['?tab=webhooks', '', 'webhooks', undefined],
  ['?tab=codes', '', 'codes', undefined],
  ['', '#40501', 'codes', '40501'],
  ['?tab=webhooks', '#40501', 'codes', '40501'],
  ['', '#main', 'requests', undefined],
  ['?tab=nonsense', '', 'requests', undefined],
])('%s%s opens the tab %s', (search, hash, tab, code) => {
  expect(at(search, '/api-errors', hash)).toMatchObject({ tab, code })
})

test('every filter of the address is read, and invalid ones are left out', () => {
  const { filter, narrowed } = at(
    '?code=40501&class=billing&function=serp/google/organic&login=*&task=x&environment=sandbox',
  )
  expect(filter).toMatchObject({
    code: CODE.invalidField,
    class: 'billing',
    login: '*',
    task: 'x',
    environment: 'sandbox',
  })
  expect(narrowed).toBe(6)
  expect(at('?code=5&class=fine&environment=moon').narrowed).toBe(0)
})

test.each([
  ['?range=30d', { from: '2026-02-01', to: '2026-03-02' }],
  ['?range=today', { from: '2026-03-02', to: '2026-03-02' }],
  ['?from=2026-01-01&to=2026-01-31', { from: '2026-01-01', to: '2026-01-31' }],
  ['?from=2020-01-01&to=2026-01-31', { from: '2026-02-24', to: '2026-03-02' }],
  ['?from=2026-02-02&to=2026-02-01', { from: '2026-02-24', to: '2026-03-02' }],
])('the range of %s', (search, range) => expect(at(search).filter).toMatchObject(range))

test.each([
  ['?page=3&size=100', 3, 100],
  ['?page=-1&size=7', 1, 25],
  ['?page=x', 1, 25],
])('the page of %s', (search, page, page_size) => expect(at(search)).toMatchObject({ page, page_size }))

test.each([
  ['a filter begins at the first page and closes what is open', '?page=4&error=1', { code: '40501' }, '?code=40501'],
  ['another page keeps the filters', '?code=40501&page=2', { page: '3' }, '?code=40501&page=3'],
  ['opening keeps the page', '?page=2', { error: 'x' }, '?page=2&error=x'],
  [
    'another tab begins without filters, in the same range',
    '?range=30d&code=40501&view=list',
    { tab: 'webhooks' },
    '?range=30d&tab=webhooks',
  ],
  ['days of one’s own take the place of a name', '?range=30d&code=1', { from: 'a', to: 'b' }, '?code=1&from=a&to=b'],
  ['all filters go', '?range=30d&code=40501&login=*', NO_FILTERS, '?range=30d'],
  ['what is empty goes', '?code=40501', { code: '' }, ''],
])('%s', (_what, search, change, expected) => expect(changed(search, change)).toBe(expected))
