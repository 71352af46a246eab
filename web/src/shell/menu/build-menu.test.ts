import type { MenuItem, Modules } from '@portico/contract/menu.ts'
import { describe, expect, test } from 'vitest'
import { activeIn, buildMenu, miniItem } from './build-menu.ts'

const item = (html_id: string, group: string | null, url: string | null, more: Partial<MenuItem> = {}): MenuItem => ({
  html_id,
  label: html_id,
  url,
  desc: '',
  item_class: '',
  item_icon_class: '',
  type: 'link',
  group,
  submodules_options: [],
  ...more,
})
const listing = (...main: MenuItem[]): Modules => ({ main, nav_bar: [], nav_bar_info: [] })
const shape = (modules: Modules) =>
  buildMenu(modules).map(({ group, items }) => [group, items.map(({ html_id }) => html_id)])

describe('the content of the menu', () => {
  test('MN-01 the groups are Main, API, Databases and Billing, in that order, whatever the list begins with', () => {
    const modules = listing(
      item('pay', 'Billing', '/users/getrows'),
      item('list', 'Databases', '/databases/list'),
      item('access', 'API', '/api-access'),
      item('home', 'Main', '/api-dashboard'),
    )
    expect(shape(modules)).toEqual([
      ['Main', ['home']],
      ['API', ['access']],
      ['Databases', ['list']],
      ['Billing', ['pay']],
    ])
  })

  test('MN-02 the entries of a group have the order of the seed, others follow', () => {
    const modules = listing(
      item('extra', 'API', '/extra'),
      item('development', 'API', '/development'),
      item('documentation', 'API', 'https://docs.example/', { type: 'external' }),
      item('settings', 'API', '/api-settings'),
      item('play', 'API', '/api-playground'),
      item('errors', 'API', '/api-errors'),
      item('usage', 'API', '/api-detail'),
      item('access', 'API', '/api-access'),
    )
    expect(shape(modules)).toEqual([
      ['API', ['access', 'usage', 'errors', 'play', 'settings', 'documentation', 'development', 'extra']],
    ])
  })

  test('MN-03 RO-01 only listed entries with a real url are shown, among submodules too', () => {
    const modules = listing(
      item('none', 'API', null),
      item('empty', 'API', ''),
      item('hash', 'API', '#'),
      item('usage', 'API', '/api-detail', {
        submodules_options: [item('serp', null, '/api-detail/serp'), item('gone', null, null)],
      }),
    )
    expect(shape(modules)).toEqual([['API', ['usage']]])
    expect(buildMenu(modules)[0]?.items[0]?.submodules_options.map(({ html_id }) => html_id)).toEqual(['serp'])
    expect(buildMenu(listing())).toEqual([])
  })

  test('an entry without a group belongs to the first', () => {
    expect(shape(listing(item('loose', null, '/loose'), item('odd', 'Elsewhere', '/odd')))).toEqual([
      ['Main', ['loose', 'odd']],
    ])
  })

  test('MN-05 the entry with the id hide-panel is no link of the menu, and is returned separately', () => {
    const mini = item('hide-panel', 'Main', null, { type: 'action' })
    const modules = listing(mini, item('home', 'Main', '/api-dashboard'))
    expect(shape(modules)).toEqual([['Main', ['home']]])
    expect(miniItem(modules)).toBe(mini)
    expect(shape(listing(item('hide-panel', 'Main', '/somewhere')))).toEqual([])
    expect(miniItem(listing())).toBeUndefined()
  })
})

describe('MN-04 the active entry is the one whose url the current address starts with', () => {
  const items = [
    item('access', 'API', '/api-access'),
    item('usage', 'API', '/api-detail'),
    item('subscriptions', 'Billing', '/api-access-subscription'),
    item('docs', 'API', '/api-errors', { type: 'external' }),
    item('deep', 'API', '/api-detail/serp'),
  ]
  test.for([
    ['/api-access', 'access'],
    ['/api-access/', 'access'],
    ['/api-access/some-key', 'access'],
    ['/api-access-subscription', 'subscriptions'],
    ['/api-detail', 'usage'],
    ['/api-detail/keywords', 'usage'],
    ['/api-detail/serp', 'deep'],
    ['/api-detailed', undefined],
    ['/api-errors', undefined],
    ['/', undefined],
  ] as const)('%s → %s', ([path, html_id]) => {
    expect(activeIn(items, path)?.html_id).toBe(html_id)
  })
})
