import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const STAFF = new URL('https://staff.example')
const OWN = new URL('https://dash.example')
const BRAND = new URL('https://brand.example')
const settings = { PUBLIC_URL: OWN.origin, STAFF_URL: STAFF.origin, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'x' }

const app = sharedApp({ settings })
let sam: Awaited<ReturnType<TestApp['addStaff']>>
beforeAll(async () => {
  await app.operator(operator.setWhitelabel, { host: BRAND.host, id: 7, brand: { title: 'Brand Co' }, by: 'test' })
  await app.addUser({ email: 'customer@example.com' })
  const branded = await app.addUser({ email: 'branded@example.com' })
  await app.database.db.updateTable('users').set({ wl_id: 7 }).where('id', '=', branded.id).execute()
  sam = await app.addStaff({ email: 'sam@example.com', name: 'Sam Staff' })
})

let visitors = 0
async function visitor(site: URL, more: TestApp = app) {
  visitors += 1
  const browser = more.browser({ site, ip: `198.51.100.${visitors}` })
  await browser.open('/signin')
  return browser
}

type Browser = Awaited<ReturnType<typeof visitor>>
const give = (browser: Browser, email: string, password = TEST_PASSWORD) =>
  browser.call(auth.authenticate, { email, password, captcha: '' })

async function actingLink(user: string) {
  const { body } = await app.operator(operator.impersonate, { staff: sam.email, user, reason: 'a ticket', by: 'test' })
  return new URL('url' in body ? body.url : 'none:')
}

/** The same cookies, sent to another host, as a thief would. */
async function carried(from: Browser, site: URL): Promise<Browser> {
  const thief = await visitor(site)
  for (const name of ['__Host-sid', '__Host-act']) thief.cookies.set(name, from.cookies.get(name) ?? '')
  return thief
}

describe('SEC-M7 A27 who signs in where', () => {
  test.each([
    ['staff', 'their own host', STAFF, { needs: 'code' }],
    ['staff', 'the host of customers', OWN, { code: 'confirm_first' }],
    ['staff', 'a white-label', BRAND, { code: 'confirm_first' }],
    ['staff', 'an unknown host', new URL('https://elsewhere.example'), { code: 'confirm_first' }],
    ['a customer', 'the host of staff', STAFF, { code: 'confirm_first' }],
    ['a customer', 'the host of customers', OWN, { user: { email: 'customer@example.com' } }],
    ['a customer', 'a white-label', BRAND, { user: { email: 'customer@example.com' } }],
  ])('%s on %s', async (who, _where, site, expected) => {
    const email = who === 'staff' ? sam.email : 'customer@example.com'
    const right = await give(await visitor(site), email)
    expect(right.body).toMatchObject(expected)
    if (!('code' in expected)) return
    const wrong = await give(await visitor(site), email, 'not the password')
    const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect([right.status, plain(right.text), right.cookies]).toEqual([wrong.status, plain(wrong.text), wrong.cookies])
  })

  test('a sign-in begun on the staff host cannot be finished on another', async () => {
    const browser = await visitor(STAFF)
    await give(browser, sam.email)
    const other = await visitor(OWN)
    other.cookies.set('__Host-factor', browser.cookies.get('__Host-factor') ?? '')
    app.clock.forward(30_000)
    expect((await other.call(auth.secondFactor, { code: sam.code() })).body).toMatchObject({ code: 'sign_in_again' })
    expect((await browser.call(auth.secondFactor, { code: sam.code() })).status).toBe(200)
  })
})

const marked = Object.entries<Endpoint>(auth).flatMap(([name, { host }]) => (host ? [[name, host] as const] : []))

describe('SEC-M7 A27 which calls are found where', () => {
  test('the calls of staff and those of sign-ups are marked in the contract', () => {
    expect(marked.filter(([, host]) => host === 'staff').map(([name]) => name)).toEqual([
      'confirmFactor',
      'loginOnetimeAdmin',
      'endImpersonation',
    ])
    expect(marked.filter(([, host]) => host === 'customers').map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'register',
        'sendForgotPasswordEmail',
        'loginToken',
        'loginOnetime',
        'loginByThirdParty',
      ]),
    )
  })

  const cells = marked.flatMap(([name, host]) =>
    [STAFF, OWN, BRAND].map((site) => [name, site.host, site, (site === STAFF) === (host === 'staff')] as const),
  )
  test.each(cells)('%s on %s', async (name, _host, site, is_found) => {
    const endpoint = Object.entries<Endpoint>(auth).find(([known]) => known === name)?.[1]
    if (!endpoint) throw new Error(name)
    const { status, body } = await (await visitor(site)).call(endpoint, {})
    if (is_found) expect(status).not.toBe(404)
    else expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not_allowed' })])
  })

  test.each([
    [STAFF, 200],
    [OWN, 404],
    [BRAND, 404],
  ])('a link to act as a customer can be checked on %s: %i', async (site, status) => {
    expect((await (await visitor(site)).call(auth.checkLink, { kind: 'onetime_admin' })).status).toBe(status)
  })
})

describe('SEC-M7 A27 which pages are found where', () => {
  const staff = ['/login_onetime_admin', '/login_onetime_admin/x/y', '/login_onetime_admin/x/y/12']
  const customers = [
    '/register',
    '/forgot-password',
    '/forgot-password/a@b.co',
    '/signin-by-token/x',
    '/login_onetime/x/y',
  ]
  test.each([
    ...staff.flatMap((path) => [[path, OWN, 404] as const, [path, BRAND, 404] as const]),
    ...customers.map((path) => [path, STAFF, 404] as const),
    ['/login_onetime_admin/x/y', STAFF, 303] as const,
    ['/forgot-password', OWN, 200] as const,
    ['/reset-password/x/y', STAFF, 303] as const,
    ['/signin', STAFF, 200] as const,
  ])('%s on %s is answered %i', async (path, site, status) => {
    const browser = await visitor(site)
    const answer = await browser.open(path)
    expect(answer.status).toBe(status)
    if (status === 404) expect(browser.cookies.has('__Host-flow')).toBe(false)
  })

  test('the page gets the audience of its host, and on that of staff no other way to sign in', async () => {
    const there = await (await visitor(STAFF)).must(booting.boot, {})
    expect(there).toMatchObject({ serves: { staff: true, customers: false }, providers: [] })
    const here = await (await visitor(OWN)).must(booting.boot, {})
    expect(here).toMatchObject({ serves: { staff: false, customers: true }, providers: ['google'] })
  })
})

describe('SEC-M7 A27 sessions stay on their host', () => {
  test('a staff session carried to the host of customers is refused, and the other way round', async () => {
    const staff = await sam.signedIn({ site: STAFF })
    expect((await staff.call(users.getUserData, {})).status).toBe(200)
    for (const site of [OWN, BRAND])
      expect((await (await carried(staff, site)).call(users.getUserData, {})).status).toBe(401)
    const customer = await visitor(OWN)
    await give(customer, 'customer@example.com')
    expect((await customer.call(users.getUserData, {})).status).toBe(200)
    expect((await (await carried(customer, STAFF)).call(users.getUserData, {})).status).toBe(401)
  })

  test('staff act only on their own host, in the brand of the customer', async () => {
    const staff = await sam.signedIn({ site: STAFF })
    expect((await staff.must(booting.boot, {})).brand.title).not.toBe('Brand Co')
    const link = await actingLink('branded@example.com')
    expect(link.origin).toBe(STAFF.origin)
    await staff.open(link.pathname)
    expect((await staff.must(auth.loginOnetimeAdmin, {})).user.email).toBe('branded@example.com')
    const acting = await staff.must(booting.boot, {})
    expect(acting).toMatchObject({ brand: { title: 'Brand Co' }, impersonated_by: 'Sam Staff' })
    expect((await staff.open('/offline-shell')).text).not.toContain('Brand Co')
    for (const site of [OWN, BRAND])
      expect((await (await carried(staff, site)).call(users.getUserData, {})).status).toBe(401)
    const mail = (await app.mails('branded@example.com')).at(-1)
    expect(mail).toMatchObject({ template: 'impersonation_notice', brand: { title: 'Brand Co', origin: BRAND.origin } })
    expect(JSON.stringify(mail)).not.toContain(STAFF.host)
    await staff.must(auth.endImpersonation, {})
    expect(await staff.must(booting.boot, {})).toMatchObject({ impersonated_by: null, user: { email: sam.email } })
  })

  test.each([STAFF, OWN])(
    'a white-label cannot have the name of the staff host, nor the own one: %s',
    async ({ hostname }) => {
      const ask = { host: hostname, brand: { title: 'Taken' }, by: 'test' }
      expect((await app.operator(operator.setWhitelabel, ask)).status).toBe(409)
    },
  )
})

describe('SEC-M7 A27 without a host of their own', () => {
  test.each([
    [OWN, { needs: 'code' }],
    [BRAND, { code: 'confirm_first' }],
  ])('staff sign in at %s only with password and code', async (site, expected) => {
    const alone = await app.sibling({ settings: { ...settings, STAFF_URL: '' } })
    expect((await give(await visitor(site, { ...app, ...alone }), sam.email)).body).toMatchObject(expected)
    const customer = await give(await visitor(site, { ...app, ...alone }), 'customer@example.com')
    expect(customer.body).toMatchObject({ user: { email: 'customer@example.com' } })
  })
})
