import type { MenuItem } from '@portico/contract/menu.ts'
import { expect, test } from 'vitest'
import { screenEntries } from './screen-commands.ts'

const item = (html_id: string, url: string | null, more: Partial<MenuItem> = {}): MenuItem => ({
  html_id,
  label: html_id,
  url,
  desc: '',
  item_class: '',
  item_icon_class: 'chart',
  type: 'link',
  group: 'API',
  submodules_options: [],
  ...more,
})

test('RO-01 the palette reaches what the server lists, submodules and the user menu included, and nothing else', () => {
  const main = [
    item('hide-panel', null, { type: 'action' }),
    item('documentation', 'https://docs.example/', { type: 'external' }),
    item('Usage', '/api-detail', { submodules_options: [item('SERP', '/api-detail/serp'), item('gone', null)] }),
  ]
  const entries = screenEntries(
    { main, nav_bar: [item('Profile', '/users/profile')], nav_bar_info: [] },
    (text) => text,
  )
  expect(entries.map(({ label, url, isExternal, isDeep }) => [label, url, isExternal, isDeep])).toEqual([
    ['Usage', '/api-detail', false, false],
    ['Usage › SERP', '/api-detail/serp', false, true],
    ['documentation', 'https://docs.example/', true, false],
    ['Profile', '/users/profile', false, false],
  ])
})
