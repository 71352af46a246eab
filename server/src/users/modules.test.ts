import { access } from '@portico/contract/access.ts'
import { type Feature, isAllowed, type MenuItem, type Modules } from '@portico/contract/menu.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recentActivity } from '#audit/index.ts'
import { addMember } from '#team/members.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { changeUser, grantFeature } from './index.ts'
import { listModules } from './modules.ts'

const PROVIDER = { product: 'portico', docs_url: 'https://docs.example/', wl_id: 0 }
const MACHINES = ['/h2h-dashboard', '/h2h-detail', '/h2h-errors']

const isListed = ({ main }: Modules, url: string) =>
  main.some((item) => item.url === url || item.submodules_options.some((sub) => sub.url === url))
const urlsOf = (items: MenuItem[]) => items.map(({ url }) => url)
const entry = (url: string, grants: string[] = [], provider = PROVIDER) =>
  listModules(grants, provider, 'owner').main.find((item) => item.url === url)
const subsOf = (url: string, grants: string[] = [], provider = PROVIDER) =>
  (entry(url, grants, provider)?.submodules_options ?? []).map((sub) => sub.url?.replace(`${url}/`, ''))

describe('the menu of every user', () => {
  test('MN-02 MN-03 lists the entries of the seed, in its groups and order', () => {
    const rows = listModules(['development'], PROVIDER, 'owner').main.map(({ group, label, url, type }) =>
      [group, label, url, type === 'link' ? '' : type].join(' '),
    )
    expect(rows).toEqual([
      'Main Dashboard /api-dashboard ',
      'Main Menu mini  action',
      'API API Access /api-access ',
      'API Usage /api-detail ',
      'API Errors /api-errors ',
      'API Playground /api-playground ',
      'API Settings /api-settings ',
      'API Documentation https://docs.example/ external',
      'API development /development ',
      'Databases List /databases/list ',
      'Databases My Purchases /databases/purchases ',
      'Billing Backlinks API Access /backlinks-subscription ',
      'Billing Access Subscriptions /api-access-subscription ',
      'Billing Payments /users/getrows ',
    ])
  })

  test('MN-02 development is listed only for users who have it', () => {
    expect(entry('/development')).toBeUndefined()
    expect(entry('/development', ['development'])?.group).toBe('API')
  })

  test('MN-03 a provider without documentation has no entry for it', () => {
    const { main } = listModules([], { ...PROVIDER, docs_url: null }, 'owner')
    expect(main.filter(({ type }) => type === 'external')).toEqual([])
    expect(main.every(({ url, html_id }) => url !== null || html_id === 'hide-panel')).toBe(true)
  })

  test('every entry has a unique id', () => {
    const { main, nav_bar } = listModules(['development', 'reviews', 'h2h'], PROVIDER, 'owner')
    const ids = [...main, ...nav_bar].flatMap((item) => [item, ...item.submodules_options]).map((item) => item.html_id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('submenus', () => {
  const usage = [
    'serp',
    'keywords',
    'traffic-analytics',
    'domain-analytics',
    'portico-labs',
    'backlinks',
    'on-page',
    'content-analysis',
    'merchant',
    'app-data',
    'business-data',
    'content-generation',
    'unified-overview',
  ]

  test('MN-07 MN-08 Usage has reviews after serp for users who were granted it', () => {
    expect(subsOf('/api-detail')).toEqual(usage)
    expect(subsOf('/api-detail', ['h2h', 'development'])).toEqual(usage)
    expect(subsOf('/api-detail', ['reviews'])).toEqual(['serp', 'reviews', ...usage.slice(1)])
  })

  test('MN-07 MN-09 the labs carry the name of the product', () => {
    const provider = { ...PROVIDER, product: 'acme' }
    expect(subsOf('/api-detail', [], provider)[4]).toBe('acme-labs')
    expect(subsOf('/api-playground', [], provider)[3]).toBe('acme-labs')
    expect(entry('/api-detail', [], provider)?.submodules_options[4]?.label).toBe('Acme Labs')
  })

  test('M7 a white-label does not read the name of the provider in its menu', () => {
    const labels = ['/api-detail', '/api-playground'].flatMap((url) =>
      entry(url, [], { ...PROVIDER, wl_id: 7 })?.submodules_options.map(({ label }) => label),
    )
    expect(labels.filter((label) => label === 'Labs')).toHaveLength(2)
    expect(labels.join(' ')).not.toMatch(/portico/i)
  })

  test('MN-09 Playground has its sections', () => {
    expect(subsOf('/api-playground')).toEqual([
      'serp',
      'keywords',
      'domain-analytics',
      'portico-labs',
      'backlinks',
      'onpage',
      'content-analysis',
      'content-generation',
      'business',
      'app-data',
      'ai-optimization',
    ])
  })

  test('MN-10 Settings shows no submenu, and its two addresses are allowed', () => {
    const list = listModules([], PROVIDER, 'owner')
    expect(subsOf('/api-settings')).toEqual([])
    for (const path of ['/api-settings/api-access', '/api-settings/api-limits'])
      expect(isAllowed(path, list)).toBe(true)
  })
})

test('RT-07 RO-01 the screens of machines are listed, and allowed, only for users who were granted them', () => {
  const without = listModules(['development', 'reviews'], PROVIDER, 'owner')
  const given = listModules(['h2h'], PROVIDER, 'owner')
  expect(urlsOf(without.main).filter((url) => url?.startsWith('/h2h'))).toEqual([])
  expect(urlsOf(given.main).filter((url) => url?.startsWith('/h2h'))).toEqual(MACHINES)
  for (const path of MACHINES) expect([isAllowed(path, without), isAllowed(path, given)]).toEqual([false, true])
})

const PAYING = ['/backlinks-subscription', '/api-access-subscription', '/users/getrows']

test.for([
  ['owner', []],
  ['admin', PAYING],
  ['developer', PAYING],
  ['finance', []],
  ['viewer', PAYING],
] as const)('RO-01 the menu of a team’s %s leaves out what the role may not do', ([role, missing]) => {
  const whole = urlsOf(listModules([], PROVIDER, 'owner').main)
  const list = listModules([], PROVIDER, role)
  expect(whole.filter((url) => !urlsOf(list.main).includes(url))).toEqual(missing)
  for (const path of missing) expect(isAllowed(path, list)).toBe(false)
})

test('every entry has an icon of its own: the narrow menu shows nothing else', () => {
  const icons = listModules(['development', 'reviews', 'h2h'], PROVIDER, 'owner').main.map(
    (item) => item.item_icon_class,
  )
  expect(new Set(icons).size).toBe(icons.length)
})

describe('what a session is shown', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test('MN-08 RT-07 RO-01 a grant takes effect with the next request, and for its user alone', async () => {
    const ann = await app.addUser({ email: 'ann@example.com' })
    await app.addUser({ email: 'ben@example.com' })
    const [annBrowser, benBrowser] = [app.browser({ ip: '192.0.2.1' }), app.browser({ ip: '192.0.2.2' })]
    await annBrowser.signIn('ann@example.com')
    await benBrowser.signIn('ben@example.com')
    const seenBy = async (browser: ReturnType<TestApp['browser']>) => {
      const { modules } = (await browser.must(users.getUserData, {})).user
      return ['/api-detail/reviews', '/h2h-dashboard'].map((url) => isListed(modules, url))
    }
    expect(await seenBy(annBrowser)).toEqual([false, false])
    for (const feature of ['reviews', 'h2h'] as const) await grantFeature(app.ctx, ann.id, feature)
    expect(await seenBy(annBrowser)).toEqual([true, true])
    expect(await seenBy(benBrowser)).toEqual([false, false])
  })

  test('RO-01 HD-06 login, role and menu are those of the login the session works on', async () => {
    const boss = await app.addUser({ email: 'boss@example.com' })
    const eve = await app.addUser({ email: 'eve@example.com' })
    await addMember(app.ctx, { owner_id: boss.id, user_id: eve.id, role: 'viewer', cap_micros: null })
    const browser = await app.signedIn('eve@example.com', { ip: '192.0.2.9' })
    await browser.must(users.setActiveApiUser, { login: 'eve@example.com' })
    const own = (await browser.must(users.getUserData, {})).user
    expect([own.api_login, own.role, isAllowed('/users/getrows', own.modules)]).toEqual([
      'eve@example.com',
      'owner',
      true,
    ])
    const { data } = await browser.must(users.setActiveApiUser, { login: 'boss@example.com' })
    expect([data?.user.api_login, data?.user.role]).toEqual(['boss@example.com', 'viewer'])
    expect(data && isAllowed('/users/getrows', data.user.modules)).toBe(false)
    const { logins } = await browser.must(access.getAccessInfo, {})
    expect(logins).toEqual([
      { login: 'eve@example.com', kind: 'personal', role: 'owner', balance_micros: 0 },
      { login: 'boss@example.com', kind: 'team', role: 'viewer', balance_micros: 0 },
    ])
  })

  test.each([
    [0, false, false],
    [0, true, false],
    [43, false, true],
    [43, true, true],
    [220, false, false],
    [220, true, true],
    [221, true, false],
  ])('RO-02 white-label %i, flag %s: link to the old version %s', async (wl_id, hasFlag, isShown) => {
    const { id } = await app.addUser({ email: `old-${wl_id}-${hasFlag}@example.com` })
    if (hasFlag) await grantFeature(app.ctx, id, 'old-version')
    expect((await changeUser(app.ctx, id, { wl_id })).show_link_to_old_version).toBe(isShown)
  })

  test('MN-08 RT-07 RO-02 the operator grants and revokes, and each change is in the log once', async () => {
    const { id } = await app.addUser({ email: 'dora@example.com' })
    await changeUser(app.ctx, id, { wl_id: 220 })
    const browser = await app.signedIn('dora@example.com', { ip: '192.0.2.3' })
    const seen = async () => {
      const { user } = await browser.must(users.getUserData, {})
      return [
        isListed(user.modules, '/api-detail/reviews'),
        isListed(user.modules, '/h2h-errors'),
        user.show_link_to_old_version,
      ]
    }
    const inputOf = (feature: Feature) => ({ email: ' Dora@Example.com', feature, by: 'test' })
    expect(await seen()).toEqual([false, false, false])
    for (const feature of ['reviews', 'h2h', 'old-version'] as const) {
      expect((await app.operator(operator.grant, inputOf(feature))).body).toMatchObject({ granted: true })
      expect((await app.operator(operator.grant, inputOf(feature))).body).toMatchObject({ granted: false })
    }
    expect(await seen()).toEqual([true, true, true])
    const { body } = await app.operator(operator.showUser, { who: 'dora@example.com' })
    expect(body).toMatchObject({ features: expect.arrayContaining(['reviews', 'h2h', 'old-version']) })
    expect((await app.operator(operator.revoke, inputOf('h2h'))).body).toMatchObject({ revoked: true })
    expect((await app.operator(operator.revoke, inputOf('h2h'))).body).toMatchObject({ revoked: false })
    expect(await seen()).toEqual([true, false, true])
    const log = (await recentActivity(app.ctx, id)).filter(({ action }) => action.startsWith('feature_'))
    expect(log.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      'operator:test feature_revoked',
      ...Array(3).fill('operator:test feature_granted'),
    ])
  })

  test('RO-01 a grant to an unknown user or of an unknown feature is refused', async () => {
    const unknown = { email: 'nobody@example.com', feature: 'h2h' as const, by: 'test' }
    expect((await app.operator(operator.grant, unknown)).body).toMatchObject({ code: 'unknown_user' })
    expect((await app.operator(operator.revoke, unknown)).body).toMatchObject({ code: 'unknown_user' })
    const strange = { email: 'ann@example.com', feature: 'everything' as Feature, by: 'test' }
    expect((await app.operator(operator.grant, strange)).status).toBe(400)
  })
})
