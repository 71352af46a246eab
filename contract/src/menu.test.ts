import { expect, test } from 'vitest'
import { firstPath, isAllowed, type MenuItem, type Modules } from './menu.ts'

function item(url: string | null, more: Partial<MenuItem> = {}): MenuItem {
  return {
    html_id: String(url),
    label: '',
    url,
    desc: '',
    item_class: '',
    item_icon_class: '',
    type: 'link',
    group: null,
    submodules_options: [],
    ...more,
  }
}

const modules: Modules = {
  main: [
    item(null, { html_id: 'hide-panel', type: 'action' }),
    item('https://docs.example', { type: 'external' }),
    item('/api-detail', { submodules_options: [item('/api-detail/serp')] }),
    item(null, { submodules_options: [item('/databases/list', { submodules_options: [item('/deep')] })] }),
    item('', {}),
  ],
  nav_bar: [item('/api-access')],
  nav_bar_info: [item('/about')],
}
const none: Modules = { main: [], nav_bar: [], nav_bar_info: [] }

test.each([
  ['/api-detail', true, 'a listed module'],
  ['/api-detail/serp', true, 'a sub-path of a listed module'],
  ['/api-detail/anything/else', true, 'a parent allows its sub-paths'],
  ['/databases/list', true, 'a submodule of an entry without a url'],
  ['/deep', true, 'a submodule of a submodule'],
  ['/api-access', true, 'a module of the header'],
  ['/about', false, 'the info list gives no rights'],
  ['/databases', false, 'a child does not open its parent'],
  ['/databases/lists', false, 'a longer name is another path'],
  ['/api-details', false, 'a longer name is another path'],
  ['/api-detai', false, 'a shorter name is another path'],
  ['/API-DETAIL', false, 'capitals are another path'],
  ['api-detail', false, 'no leading slash'],
  ['', false, 'the empty path'],
  ['/', false, 'the root'],
  ['https://docs.example', false, 'an external link is not a path of ours'],
  ['https://docs.example/x', false, 'an external link is not a path of ours'],
])('RT-02 %j is allowed: %s (%s)', (path, allowed) => {
  expect(isAllowed(path, modules)).toBe(allowed)
})

test('RT-02 without modules nothing is allowed', () => {
  for (const path of ['', '/', '/api-dashboard', '/api-detail']) expect(isAllowed(path, none)).toBe(false)
})

test.each<[string, Modules | undefined, string]>([
  ['the first entry with a url of our own', modules, '/api-detail'],
  ['no module', none, '/api-dashboard'],
  ['only the header', { ...none, nav_bar: [item('/api-access')] }, '/api-dashboard'],
  ['only external links', { ...none, main: [item('https://x.example', { type: 'external' })] }, '/api-dashboard'],
  ['no user signed in', undefined, '/api-dashboard'],
])('RT-04 the empty path redirects: %s', (_name, list, path) => {
  expect(firstPath(list)).toBe(path)
})
