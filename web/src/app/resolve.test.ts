import type { User } from '@portico/contract/user.ts'
import { describe, expect, test } from 'vitest'
import { locationOf } from '#lib/location.ts'
import { pageTitle } from './page-title.ts'
import { leadsSomewhere, resolve } from './resolve.ts'
import { routes } from './routes.ts'

const item = (url: string) => ({
  html_id: url,
  label: url,
  url,
  desc: '',
  item_class: '',
  item_icon_class: '',
  type: 'link' as const,
  group: 'Main',
  submodules_options: [],
})
const userWith = (...urls: string[]): User =>
  ({ id: 1, modules: { main: urls.map(item), nav_bar: [], nav_bar_info: [] } }) as unknown as User
const everything = userWith(
  '/api-dashboard',
  '/api-access',
  '/api-detail',
  '/api-errors',
  '/api-playground',
  '/api-settings',
  '/databases/list',
  '/databases/purchases',
  '/backlinks-subscription',
  '/api-access-subscription',
  '/users/getrows',
  '/users/profile',
  '/h2h-dashboard',
  '/h2h-detail',
  '/h2h-errors',
)
const shown = (url: string, user: User | null) => {
  const { path, search, hash } = resolve(locationOf(url), user).location
  return `${path}${search}${hash}`
}

describe('the screen of an address', () => {
  const user = userWith('/development', '/api-dashboard')
  test.for([
    ['/', null, '/signin'],
    ['/signin', null, '/signin'],
    ['/signin/', null, '/signin/'],
    ['/signup?aff=1', null, '/register?aff=1'],
    ['/api-dashboard', null, '/signin'],
    ['/api-detail/serp/42', null, '/signin'],
    ['/api-explorer/serp', null, '/signin'],
    ['/nowhere', null, '/404'],
    ['/nowhere/42', null, '/404'],
    ['/404', null, '/404'],
    ['/signin/100%', null, '/404'],
    ['/activate/%E0%A4%A', null, '/404'],
    ['/socialite_provider/google/callback', null, '/socialite_provider/google/callback'],
    ['/socialite_provider/twitter/callback', null, '/404'],
    ['/socialite_provider/twitter/callback', user, '/404'],
    ['/activate/%', user, '/404'],
    ['/', user, '/development'],
    ['/signin', user, '/development'],
    ['/activate/42', user, '/activate/42'],
    ['/api-dashboard', user, '/api-dashboard'],
    ['/nowhere', user, '/404'],
    ['/nowhere/42', user, '/404'],
    ['/404', user, '/404'],
    ['/api-dashboard', userWith('/development'), '/404'],
    ['/', userWith(), '/404'],
    ['/users', everything, '/users/profile'],
    ['/databases', everything, '/databases/list'],
    ['/backlinks-subscriptions?a=1', everything, '/backlinks-subscription?a=1'],
    ['/api-access-subscriptions', everything, '/api-access-subscription'],
  ] as const)('%s for %o → %s', ([url, who, path]) => {
    expect(shown(url, who)).toBe(path)
  })
})

describe('RT-02 a user with Payments opens its further pages, and no other user does', () => {
  const ID = '3f0c9f1e-5d1c-4a7e-9f58-0123456789ab'
  const [payer, other] = [userWith('/api-dashboard', '/users/getrows'), userWith('/api-dashboard', '/users/profile')]
  test.for([
    '/users/getrows/add-funds?return_to=%2Fapi-dashboard',
    `/users/getrows/order/${ID}`,
    `/test-processor/${ID}`,
  ])('%s', (path) => {
    expect([shown(path, payer), shown(path, other), shown(path, null)]).toEqual([path, '/404', '/signin'])
  })
  test.for(['/users/getrows/nowhere', `/users/getrows/order/${ID}/more`, '/test-processor'])(
    '%s leads nowhere',
    (path) => {
      expect(shown(path, payer)).toBe('/404')
    },
  )
})

describe('RT-01 every route of the seed exists, in its own chunk, with its title', () => {
  test.for([
    ['/api-dashboard', 'API Dashboard'],
    ['/api-access', 'API Access'],
    ['/backlinks-subscription', 'Backlinks API Access'],
    ['/api-access-subscription', 'API Access Subscriptions'],
    ['/api-errors', 'API Errors'],
    ['/api-playground', 'API Playground'],
    ['/api-playground/serp', 'API Playground'],
    ['/api-playground/serp/serp.google.organic', 'API Playground'],
    ['/api-playground/serp/serp.google.organic/task_post', 'API Playground'],
    ['/api-detail', 'API Usage'],
    ['/api-detail/unified-overview', 'API Usage'],
    ['/api-settings', 'API settings'],
    ['/api-settings/api-access', 'API settings'],
    ['/api-settings/api-limits', 'API settings'],
    ['/users/getrows', undefined],
    ['/users/profile', undefined],
    ['/databases/list', 'Databases'],
    ['/databases/purchases', 'Databases'],
    ['/h2h-dashboard', 'Dashboard'],
    ['/h2h-detail', 'API Usage'],
    ['/h2h-errors', 'Errors'],
  ] as const)('%s %s', async ([path, title]) => {
    const { location, route } = resolve(locationOf(path), everything)
    expect(location.path).toBe(path)
    expect(route.titles).toEqual(title ? [title] : [])
    expect(route.access).toBe('module')
    const loading = route.load()
    expect(loading).toBeInstanceOf(Promise)
    expect((await loading).Screen).toBeTypeOf('function')
  })
})

describe('RT-02 the guard', () => {
  test.for([
    ['an unlisted route', '/development', '/404'],
    ['a parent module allows its sub-paths', '/api-detail/serp', '/api-detail/serp'],
    ['a longer name is another module', '/api-access-subscription', '/404'],
    ['a trailing keyId is removed before the check', '/api-access/some-key', '/api-access/some-key'],
    ['a trailing siteId is removed before the check', '/api-dashboard/site.example', '/api-dashboard/site.example'],
    ['and what is left has to be listed', '/api-errors/some-key', '/404'],
  ] as const)('%s: %s → %s', ([, url, path]) => {
    expect(shown(url, userWith('/api-access', '/api-detail', '/api-dashboard'))).toBe(path)
  })

  test.for([
    ['/api-detail', '/api-detail'],
    ['/api-detail/serp', '/api-detail/serp'],
    ['/api-detail/serp/', '/api-detail/serp/'],
    ['/api-detail/unified-overview?range=7d', '/api-detail/unified-overview?range=7d'],
    // The operator's own page: open, without an entry in the menu.
    ['/api-detail/ai-optimization', '/api-detail/ai-optimization'],
    // Not granted, or not there.
    ['/api-detail/reviews', '/404'],
    ['/api-detail/nope', '/404'],
    ['/api-playground/serp', '/api-playground/serp'],
    ['/api-playground/nope', '/404'],
    ['/api-playground/serp/serp.google.organic', '/api-playground/serp/serp.google.organic'],
    ['/api-playground/serp/serp.google/live.advanced', '/api-playground/serp/serp.google/live.advanced'],
    ['/api-playground/nope/serp.google.organic', '/404'],
    ['/api-playground/serp/a/b/c', '/404'],
    ['/api-explorer/nope?a=1', '/404'],
  ] as const)('a section that does not exist for this user is not opened: %s → %s', ([url, path]) => {
    const sections = ['serp', 'unified-overview'].map((id) => item(`/api-detail/${id}`))
    const user = userWith('/api-dashboard')
    user.modules.main.push(
      { ...item('/api-detail'), submodules_options: sections },
      { ...item('/api-playground'), submodules_options: [item('/api-playground/serp')] },
    )
    user.modules.unlisted = ['/api-detail/ai-optimization']
    expect(shown(url, user)).toBe(path)
    expect(leadsSomewhere(url, user)).toBe(path !== '/404')
  })

  test('the security log is open to the users the server lists, and a filter in its address is preserved', () => {
    const user = userWith('/api-dashboard', '/users/profile')
    expect(shown('/users/security-log', user)).toBe('/404')
    user.modules.unlisted = ['/users/security-log']
    expect(shown('/users/security-log?kind=team', user)).toBe('/users/security-log?kind=team')
    expect(shown('/users/security-log', null)).toBe('/signin')
  })

  test('every route behind the sign-in is guarded by the modules', () => {
    for (const { path } of routes.filter(({ access }) => access === 'module'))
      expect(shown(path.replace(/:\w+/, 'x'), userWith('/elsewhere')), path).toBe('/404')
  })
})

test.for([
  ['/api-explorer', '/api-playground'],
  ['/api-explorer/serp', '/api-playground/serp'],
  ['/api-explorer/serp/serp.google.organic/live', '/api-playground/serp/serp.google.organic/live'],
  ['/api-explorer/serp?a=/api-explorer#api-explorer', '/api-playground/serp?a=/api-explorer#api-explorer'],
  ['/api-explorers', '/404'],
  ['/users/api-explorer', '/404'],
] as const)('RT-03 %s goes to %s, with rest, query and fragment', ([url, path]) => {
  expect(shown(url, everything)).toBe(path)
})

test('RT-04 the empty path goes to the first main-menu module of the user, otherwise to /api-dashboard', () => {
  expect(shown('/', userWith('/api-errors', '/api-dashboard'))).toBe('/api-errors')
  const onlyHeader = { id: 1, modules: { main: [], nav_bar: [item('/api-dashboard')], nav_bar_info: [] } }
  expect(shown('/', onlyHeader as unknown as User)).toBe('/api-dashboard')
})

describe('RT-05 a numeric last segment is stored as the project id and leads to the first segment', () => {
  test.for([
    ['/api-detail/serp/42', 42, '/api-detail'],
    ['/api-detail/42', 42, '/api-detail'],
    ['/api-detail/serp/42/', 42, '/api-detail'],
    ['/api-detail/serp/42?from=mail#top', 42, '/api-detail'],
    ['/api-explorer/serp/7', 7, '/api-playground'],
    ['/databases/9', 9, '/databases/list'],
    ['/users/3', 3, '/users/profile'],
    ['/api-detail/serp/4x', undefined, '/404'],
    ['/api-detail/99999999999999999999', undefined, '/api-detail'],
  ] as const)('%s → %s, %s', ([url, id, path]) => {
    const { keep } = resolve(locationOf(url), everything)
    expect(keep).toEqual(id === undefined ? [] : [{ name: 'project_id', value: id }])
    expect(shown(url, everything)).toBe(path)
  })
})

test('a visitor sent to sign in has the whole address stored for later', () => {
  for (const url of ['/api-dashboard?a=1#b', '/api-detail/serp/42'])
    expect(resolve(locationOf(url), null).keep).toEqual([{ name: 'last_url', value: url }])
})

test('PU-17 a fragment path is stored, and only when it stays on our own origin', () => {
  expect(resolve(locationOf('/#/api-dashboard'), null).keep).toEqual([
    { name: 'fragment_path', value: '/api-dashboard' },
  ])
  expect(resolve(locationOf('/#//evil.example'), null).keep).toEqual([])
})

test('HD-05 PU-12 an integrity parameter of a public route is stored, signed in or not', () => {
  for (const user of [null, everything])
    expect(resolve(locationOf('/signin?integrity=sso'), user).keep).toEqual([{ name: 'integrity', value: 'sso' }])
  expect(resolve(locationOf('/signin?integrity=%3Cb%3E'), null).keep).toEqual([])
})

test('a path leads somewhere only within the table and the modules, after its redirects', () => {
  const user = userWith('/api-dashboard', '/api-playground', '/api-detail')
  const open = ['/api-dashboard?x=1', '/api-explorer/serp', '/api-detail/serp/42']
  const closed = ['/development', '/signin', '/elsewhere', '/users/3', '/404', '/', '/signup']
  expect(open.filter((path) => leadsSomewhere(path, user))).toEqual(open)
  expect(closed.filter((path) => leadsSomewhere(path, user))).toEqual([])
})

test('RT-06 the title is the product title followed by the route titles, joined with " - "', () => {
  expect(pageTitle('Portico', ['API Access'])).toBe('Portico - API Access')
  expect(pageTitle('Portico', [])).toBe('Portico')
})

const STAFF = { staff: true, customers: false }
const CUSTOMERS = { staff: false, customers: true }

test.for([
  ['/signin', STAFF, '/signin'],
  ['/register', STAFF, '/404'],
  ['/signup?aff=1', STAFF, '/404'],
  ['/forgot-password', STAFF, '/404'],
  ['/reset-password', STAFF, '/reset-password'],
  ['/login_onetime', STAFF, '/404'],
  ['/login_onetime_admin', STAFF, '/login_onetime_admin'],
  ['/login_onetime_admin', CUSTOMERS, '/404'],
  ['/login_onetime', CUSTOMERS, '/login_onetime'],
  ['/register', CUSTOMERS, '/register'],
] as const)('SEC-M7 A27 %s on a host for %o shows %s', ([url, serves, path]) => {
  expect(resolve(locationOf(url), null, serves).location.path).toBe(path)
})

describe('PU-12 PU-16 an invitation in the address', () => {
  const key = { parent_id: 7, parent_token: 'secret' }
  const stored = (url: string, user: User | null) => resolve(locationOf(url), user).keep
  test.each(['/accept-invitation', '/register', '/signup'])('is stored, and %s shows a visitor the sign-up', (path) => {
    expect(shown(`${path}?pid=7&pt=secret&aff=3`, null)).toBe('/register?aff=3')
    expect(stored(`${path}?pid=7&pt=secret`, null)).toEqual([{ name: 'invitation', value: key }])
  })
  test('goes with a signed-in person from accept-invitation to the dashboard', () => {
    expect(shown('/accept-invitation?pid=7&pt=secret&aff=3', everything)).toBe('/api-dashboard?pid=7&pt=secret')
    expect(stored('/accept-invitation?pid=7&pt=secret', everything)).toContainEqual({ name: 'invitation', value: key })
  })
  test.each(['', '?pid=7', '?pt=secret', '?pid=&pt=secret', '?pid=7&pt='])('is ignored with only %j', (query) => {
    expect(stored(`/accept-invitation${query}`, null)).toEqual([])
    expect(shown(`/accept-invitation${query}`, everything)).toBe('/api-dashboard')
    expect(stored(`/api-dashboard${query}`, everything)).toEqual([])
  })
  test('is not looked for on other pages', () => {
    expect(stored('/api-access?pid=7&pt=secret', everything)).toEqual([])
    expect(shown('/api-access?pid=7&pt=secret', everything)).toBe('/api-access?pid=7&pt=secret')
  })
})

test('PU-03 the guard of the sign-up sends a new user to the dashboard, and every other signed-in user home', () => {
  const boot = (user: User, first_visit: boolean): User => ({ ...user, first_visit })
  const elsewhere = userWith('/api-detail', '/api-dashboard')
  expect(shown('/register', boot(elsewhere, true))).toBe('/api-dashboard')
  expect(shown('/register', boot(elsewhere, false))).toBe('/api-detail')
  expect(shown('/signin', boot(elsewhere, true))).toBe('/api-detail')
  expect(shown('/register', boot(userWith('/api-detail'), true))).toBe('/api-detail')
  expect(shown('/register', null)).toBe('/register')
})

test.each(['/signin', '/activate/somebody', '/reset-password', '/unsubscribe', '/forgot-password'])(
  'PU-12 an integrity parameter is stored on %s',
  (path) => {
    expect(resolve(locationOf(`${path}?integrity=sso`), null).keep).toEqual([{ name: 'integrity', value: 'sso' }])
    expect(resolve(locationOf(`${path}?integrity=//evil`), null).keep).toEqual([])
  },
)
