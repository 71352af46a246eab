import { createHmac } from 'node:crypto'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { operator } from '@portico/contract/operator.ts'
import { NO_SCRIPTS } from '@portico/contract/script-settings.ts'
import { FRAME_PATH, scripts } from '@portico/contract/scripts.ts'
import { users } from '@portico/contract/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#auth/index.ts'
import { openTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { CHAT, CHAT_SECRET, providerWith } from '#testing/scripts/provider.ts'
import { chatIdentity } from '#users/chat-identity.ts'
import { confirmSignUp, createPending, setParent } from '#users/index.ts'

const plain = providerWith(CHAT)
const homed = providerWith(`${CHAT}frame_origin: https://embed.example`)
const settings = { PUBLIC_URL: 'https://dash.example' }
const CONSENT = JSON.stringify({ categories: ['necessary', 'functional'], revision: 'x' })

let it: TestApp
beforeAll(async () => {
  it = await openTestApp({ settings: { ...settings, PROVIDER_DIR: plain.provider_dir } })
})
afterAll(async () => {
  await it.close()
  plain.remove()
  homed.remove()
})

const directives = (headers: object) =>
  Object.fromEntries(
    String(Reflect.get(headers, 'content-security-policy'))
      .split('; ')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
  )

const NONE = { intercom_hash: null, intercom_token: null }
async function identityOf(browser: ReturnType<TestApp['browser']>) {
  const { intercom_hash, intercom_token } = (await browser.must(users.getUserData, {})).user
  return { intercom_hash, intercom_token }
}

async function signedIn(email: string) {
  const { id } = await it.addUser({ email, name: 'Ann Ask' })
  const browser = await it.signedIn(email)
  return { id, browser }
}

test('CA-05 the page gets the list of scripts, and neither secrets nor addresses of them', async () => {
  const { scripts } = await it.browser().must(booting.boot, {})
  expect(scripts).toEqual({
    frame_origin: null,
    asks: ['functional'],
    revision: expect.stringMatching(/^[0-9a-f]{12}$/),
    parties: [{ name: 'chat', kind: 'messenger', id: 'app-1', category: 'functional', in_development: false }],
  })
})

test('F13 a page may show the frames of configured scripts, and nothing else of third parties', async () => {
  const page = directives((await it.browser().open('/signin')).headers)
  expect(page['frame-src']).toEqual(["'self'"])
  expect(page['connect-src']).toEqual(["'self'"])
  expect(page['script-src']).toHaveLength(2)
  const without = await it.sibling({ settings })
  expect(directives((await without.browser().open('/signin')).headers)).not.toHaveProperty('frame-src')
})

test('F13 a frame has an opaque origin, may load and call only what the operator named, and is embedded only in our pages', async () => {
  const { status, headers, body } = await it.browser().open(`${FRAME_PATH}chat`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(headers).not.toHaveProperty('x-frame-options')
  const all = ['https://widget.example', 'https://*.chat.example']
  expect(directives(headers)).toMatchObject({
    'default-src': ["'none'"],
    'script-src': [expect.stringMatching(/^'nonce-/), ...all],
    'connect-src': [...all, 'wss://live.chat.example'],
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
  })
  expect(body).toContain('"script":"https://widget.example/app.js?v=1"')
  expect(body).not.toContain(CHAT_SECRET)
  expect((await it.browser().open(`${FRAME_PATH}push`)).status).toBe(404)
})

test('F13 frames with an origin of their own are served there and embedded in the page of a known brand', async () => {
  const app = await it.sibling({ settings: { ...settings, PROVIDER_DIR: homed.provider_dir } })
  const at = async (path: string, host: string) => app.browser().open(path, { host })
  const frame = await at(`${FRAME_PATH}chat?at=dash.example`, 'embed.example')
  expect(directives(frame.headers)).toMatchObject({
    'frame-ancestors': ['https://dash.example'],
    sandbox: expect.arrayContaining(['allow-same-origin']),
  })
  const forged = await at(`${FRAME_PATH}chat?at=evil.example`, 'embed.example')
  expect(directives(forged.headers)['frame-ancestors']).toEqual(['https://dash.example'])
  expect((await at(`${FRAME_PATH}chat`, 'dash.example')).status).toBe(404)
  for (const path of ['/signin', '/api/boot', '/assets/app-0a1b2c3d.js', '/healthz'])
    expect((await at(path, 'embed.example')).status, path).toBe(404)
  const page = await at('/signin', 'dash.example')
  expect(directives(page.headers)['frame-src']).toEqual(['https://embed.example'])
})

test('CA-02 H21 RO-03 the chat gets a signed identity, valid for an hour, also for a child account', async () => {
  const { id, browser } = await signedIn('ann@example.com')
  const owner = await it.addUser({ email: 'owner@example.com' })
  await setParent(it.ctx, id, { parent_id: owner.id, wl_id: 0 })
  await browser.must(users.setConsentData, { consent: CONSENT })
  const { intercom_token, intercom_hash } = await identityOf(browser)
  const [head = '', claims = '', signature = ''] = (intercom_token ?? '').split('.')
  const opened = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(opened(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const now_s = TEST_START.getTime() / 1000
  expect(opened(claims)).toEqual({
    user_id: String(id),
    email: 'ann@example.com',
    name: 'Ann Ask',
    is_child_account: true,
    iat: now_s,
    exp: now_s + 3600,
  })
  expect(signature).toBe(createHmac('sha256', CHAT_SECRET).update(`${head}.${claims}`).digest('base64url'))
  expect(intercom_hash).toBe(createHmac('sha256', CHAT_SECRET).update(String(id)).digest('hex'))
  const renewed = (await browser.must(users.getUpdatedUserObject, {})).user
  expect(renewed).toMatchObject({ intercom_hash, intercom_token })
  // The page itself and every other answer do without: only the chat's own calls hand it out.
  expect((await browser.must(booting.boot, {})).user).toMatchObject(NONE)
  expect((await browser.must(users.setTheme, { theme_view: 'dark' })).user).toMatchObject(NONE)
})

test.for([
  ['no consent was recorded', undefined],
  ['the recorded consent is a no', JSON.stringify({ categories: ['necessary', 'analytics'] })],
  ['the record cannot be read', '{"categories":"functional"}'],
  ['the record is no JSON', 'functional'],
] as const)('H21 F14 the chat gets no identity when %s', async ([why, consent]) => {
  const { browser } = await signedIn(`${why.replaceAll(/\W/g, '')}@example.com`)
  if (consent) await browser.must(users.setConsentData, { consent })
  expect(await identityOf(browser)).toEqual(NONE)
})

test('RO-03 a session of staff, or by the single sign-on of a team, gives the chat no identity', async () => {
  const { id, browser } = await signedIn('served@example.com')
  await browser.must(users.setConsentData, { consent: CONSENT })
  const { user } = await browser.must(users.getUserData, {})
  const session = { user_id: id, staff_id: null, sso_owner_id: null }
  const as = (of: Partial<Record<'staff_id' | 'sso_owner_id', number>>) =>
    chatIdentity({ ...it.ctx, brand: { wl_id: 0 }, session: { ...session, ...of } } as never, user)
  expect((await as({})).intercom_hash).toBeTypeOf('string')
  expect([await as({ staff_id: 1 }), await as({ sso_owner_id: 1 })]).toEqual([NONE, NONE])
})

test('RO-03 without a chat there is no identity either', async () => {
  const { browser } = await signedIn('white@example.com')
  await browser.must(users.setConsentData, { consent: CONSENT })
  const label = await it.sibling({ brand: { parent_id: 7 } })
  const there = label.browser()
  for (const [name, value] of browser.cookies) there.cookies.set(name, value)
  expect(await identityOf(there)).toEqual(NONE)
})

test('a white-label has none of the scripts that speak for the provider: no chat, tours or messages, and no identity', async () => {
  const { browser } = await signedIn('labelled@example.com')
  await browser.must(users.setConsentData, { consent: CONSENT })
  const label = await it.sibling({ brand: { wl_id: 7 } })
  const there = label.browser()
  for (const [name, value] of browser.cookies) there.cookies.set(name, value)
  expect(await identityOf(there)).toEqual(NONE)
  const own = (await browser.must(booting.boot, {})).scripts
  const theirs = (await there.must(booting.boot, {})).scripts
  expect(own.parties.map(({ name }) => name)).toContain('chat')
  expect(theirs.parties.filter(({ name }) => name !== 'analytics')).toEqual([])
  const categories = theirs.parties.map(({ category }) => category)
  expect(theirs.asks.every((category) => categories.includes(category))).toBe(true)
})

test('H21 only the user of the page gets the identity', async () => {
  const { browser } = await signedIn('own@example.com')
  await browser.must(users.setConsentData, { consent: CONSENT })
  expect((await it.browser().call(users.getUserData, {})).status).toBe(401)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await browser.call(users.getUserData, {}, { headers })).status).toBe(403)
  expect((await identityOf(browser)).intercom_token).not.toBeNull()
})

test('F12 while staff act as a customer there are no scripts, no frames and no identity', async () => {
  const sam = await it.addStaff({ email: 'staff@example.com' })
  const { browser } = await signedIn('customer@example.com')
  await browser.must(users.setConsentData, { consent: CONSENT })
  const staff = await sam.signedIn()
  const input = { staff: 'staff@example.com', user: 'customer@example.com', reason: 'a ticket', by: 'test' }
  const { body } = await it.operator(operator.impersonate, input)
  await staff.open('url' in body ? new URL(body.url).pathname : '')
  await staff.must(auth.loginOnetimeAdmin, {})
  expect((await staff.must(booting.boot, {})).scripts).toEqual(NO_SCRIPTS)
  expect(directives((await staff.open('/api-dashboard')).headers)).not.toHaveProperty('frame-src')
  expect((await staff.must(users.getUserData, {})).user.email).toBe('customer@example.com')
  expect(await identityOf(staff)).toEqual(NONE)
})

test('CA-05 without configured scripts the page gets none', async () => {
  const without = await it.sibling({ settings })
  expect((await without.browser().must(booting.boot, {})).scripts).toEqual(NO_SCRIPTS)
})

test('CA-05 a completed sign-up by e-mail is reported once, for any number of browsers at once; others are not due', async () => {
  const email = 'converted@example.com'
  const pending = await createPending(it.ctx, {
    email,
    name: '',
    language: 'en',
    password_hash: await hashPassword(it.ctx, TEST_PASSWORD),
    attribution: {},
    is_third_party: false,
    wl_id: 0,
  })
  expect(await confirmSignUp(it.ctx, pending)).toBe(true)
  const browsers = [it.browser(), it.browser(), it.browser()]
  for (const browser of browsers) await browser.signIn(email)
  const answers = await Promise.all(browsers.map((browser) => browser.must(scripts.claimSignUp, {})))
  expect(answers.map(({ is_due }) => is_due).sort()).toEqual([false, false, true])
  const { browser } = await signedIn('older@example.com')
  expect(await browser.must(scripts.claimSignUp, {})).toEqual({ is_due: false })
})

const ANALYTICS = `analytics:
  kind: gtag
  script: https://tag.example/js
  id: G-1
  category: analytics
`

test('CA-05 a sign-up that its own page reports is not due at the first sign-in; one without consent is', async () => {
  const counting = providerWith(ANALYTICS)
  const site = await it.sibling({ settings: { ...settings, PROVIDER_DIR: counting.provider_dir } })
  const { revision } = (await site.browser().must(booting.boot, {})).scripts
  const agreed = (given: object) => encodeURIComponent(JSON.stringify(given))
  const cookies: [string | undefined, boolean][] = [
    [agreed({ categories: ['necessary', 'analytics'], revision }), false],
    [undefined, true],
    [agreed({ categories: ['necessary', 'marketing'], revision }), true],
    [agreed({ categories: ['necessary', 'analytics'], revision: 'former' }), true],
    ['%7Bbroken', true],
    [agreed({ categories: 'analytics', revision }), true],
  ]
  for (const [index, [cookie, is_due]] of cookies.entries()) {
    const email = `sign-up-${index}@example.com`
    const browser = site.browser({ ip: `198.51.100.${index + 1}` })
    await browser.open('/register')
    if (cookie !== undefined) browser.cookies.set('cc_cookie', cookie)
    await browser.must(auth.register, { email, password: TEST_PASSWORD, privacy: true, captcha: '' })
    const [mail] = await site.mails(email)
    await browser.must(auth.activateAccount, { code: String(mail?.data.code), captcha: '' })
    await browser.signIn(email)
    expect(await browser.must(scripts.claimSignUp, {}), cookie ?? 'no cookie').toEqual({ is_due })
    expect(await browser.must(scripts.claimSignUp, {})).toEqual({ is_due: false })
  }
  counting.remove()
})
