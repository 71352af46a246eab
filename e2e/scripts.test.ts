import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAT_SECRET } from '../server/src/testing/scripts/provider.ts'
import { openServer, type Server, startServer } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { openOutsiders } from './harness-external.ts'
import {
  alive,
  DEMO,
  DESKTOP,
  linkTo,
  openMailbox,
  PASSWORD,
  PHONE,
  signIn,
  signInStaff,
  signUp,
} from './harness-people.ts'
import { freePort } from './harness-resources.ts'
import { enter } from './harness-shell.ts'

const SCRIPT_ROLES = ['analytics', 'chat', 'onboarding', 'push']

let outsiders: Awaited<ReturnType<typeof openOutsiders>>
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let server: Server
beforeAll(async () => {
  outsiders = await openOutsiders()
  mailbox = await openMailbox()
  server = await openServer({ PROVIDER_DIR: outsiders.provider_dir, SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
})
afterAll(() => mailbox.close())
beforeEach(() => outsiders.forget())

const at = (path: string) => `${server.url}${path}`
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })
const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' })
const frames = (page: Page) => page.locator('iframe').count()

/** Opens a screen, clicks it and waits for the lazy script loader: then every allowed script has been requested. */
async function openAndTouch(page: Page, path: string): Promise<void> {
  const late = page.waitForResponse(/\/assets\/script-frames-/)
  await page.goto(at(path))
  await page.mouse.click(2, 2)
  await late
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

async function signedIn(answer: 'Accept all' | 'Only necessary' | undefined): Promise<WatchedPage> {
  const page = await enter(server, DESKTOP)
  await banner(page).waitFor()
  if (answer) await banner(page).getByRole('button', { name: answer }).click()
  return page
}

const recorded = (page: Page) =>
  page
    .waitForRequest((request) => request.url().endsWith('/api/users/consent'))
    .then((request) => request.postDataJSON())

const allLoaded = () => eventually(() => [...outsiders.loaded].sort()).toEqual(SCRIPT_ROLES)

test('CA-05 F12 no third-party script is loaded before consent or after a refusal, which is recorded', async () => {
  const page = await signedIn(undefined)
  await axe(page)
  expect(await frames(page)).toBe(0)
  const record = recorded(page)
  await banner(page).getByRole('button', { name: 'Only necessary' }).click()
  expect(JSON.parse((await record).consent)).toMatchObject({ categories: ['necessary'] })
  await banner(page).waitFor({ state: 'detached' })
  await openAndTouch(page, '/api-detail')
  expect(await banner(page).count()).toBe(0)
  expect(await frames(page)).toBe(0)
  expect(outsiders.loaded).toEqual([])
  page.expectClean()
})

test('CA-05 CA-06 RO-03 F13 after consent each script receives only its own data, in a frame that cannot reach our page', async () => {
  const page = await newPage(DESKTOP)
  const foreign: string[] = []
  page.on('request', (request) => {
    const isOfPage = request.frame() === page.mainFrame()
    if (isOfPage && new URL(request.url()).origin !== server.url) foreign.push(request.url())
  })
  await page.goto(at('/signin'))
  await signIn(page)
  await page.waitForURL('**/api-dashboard')
  await page.getByTestId('balance').waitFor()
  const record = recorded(page)
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  expect(JSON.parse((await record).consent).categories).toEqual(['necessary', 'functional', 'analytics', 'marketing'])
  await allLoaded()

  await eventually(() => outsiders.received.filter(({ call }) => call[0] === 'probe')).toHaveLength(4)
  for (const { call } of outsiders.received.filter(({ call: [name] }) => name === 'probe'))
    expect(call[1]).toEqual({ origin: 'null', page: 'no', cookies: 'no', storage: 'no' })

  await eventually(() => outsiders.callsOf('chat')).toContainEqual(['trackEvent', 'balance', { balance: 25 }])
  const [, boot] = outsiders.callsOf('chat')
  expect(boot).toEqual(['boot', { app_id: 'chat-id', intercom_user_jwt: expect.any(String), is_child_account: false }])
  const [, claims = ''] = String(Object(boot?.[1]).intercom_user_jwt).split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ email: DEMO.email })
  const balance = (usd: number) => ['track', 'balance', { balance: usd, currency: 'USD' }]
  await eventually(() => outsiders.callsOf('onboarding')).toContainEqual(balance(25))
  expect(outsiders.callsOf('onboarding')).toContainEqual([
    'identify',
    expect.any(String),
    { email: DEMO.email, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ])
  await eventually(() => outsiders.callsOf('push')).toContainEqual(balance(25))
  expect(outsiders.callsOf('push')).toContainEqual(['identify', expect.any(String), { email: DEMO.email }])

  await server.operator(['credit', DEMO.email, '1.5', '--reason', 'a test'])
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  for (const name of ['onboarding', 'push'])
    await eventually(() => outsiders.callsOf(name)).toContainEqual(balance(26.5))
  await eventually(() => outsiders.callsOf('chat')).toContainEqual(['update', { balance: 26.5 }])

  await page.getByRole('link', { name: 'Errors' }).first().click()
  await page.waitForURL('**/api-errors')
  await eventually(viewed).toEqual(['/api-dashboard', '/api-errors'])
  await openAndTouch(page, '/api-detail/serp?secret=canary#canary')
  await eventually(viewed).toEqual(['/api-dashboard', '/api-errors', '/api-detail/:api'])
  const counted = JSON.stringify(outsiders.callsOf('analytics'))
  expect(counted).toContain('[object Arguments]')
  expect(counted).not.toMatch(/canary|serp|@/)
  expect(JSON.stringify(outsiders.received)).not.toMatch(new RegExp(`canary|${CHAT_SECRET}`))

  // The chat requested 300 × 200 through its channel, and for far more by a message that is ignored.
  const chat = page.getByTitle('Support chat')
  await eventually(() => chat.boundingBox()).toMatchObject({ width: 300, height: 200 })
  expect(await page.locator('iframe:visible').count()).toBe(1)
  await axe(page)
  expect(foreign).toEqual([])
  page.expectClean()
})

const titles = (page: Page) => page.locator('iframe').evaluateAll((all) => all.map((one) => one.getAttribute('title')))

test('CA-05 F12 API Access, payments, subscriptions and the profile report their view at once and have no script that knows the user; loaded ones are removed', async () => {
  const page = await signedIn('Accept all')
  await allLoaded()
  await page.getByRole('link', { name: 'API Access' }).first().click()
  await page.waitForURL('**/api-access')
  await eventually(() => titles(page)).toEqual(['Usage statistics'])
  await eventually(viewed).toEqual(['/api-dashboard', '/api-access'])
  for (const path of ['/users/getrows', '/backlinks-subscription', '/users/profile', '/api-access']) {
    outsiders.forget()
    await openAndTouch(page, path)
    await eventually(viewed).toEqual([path])
    expect(await titles(page), path).toEqual(['Usage statistics'])
    expect(outsiders.loaded).toEqual(['analytics'])
  }
  outsiders.forget()
  await openAndTouch(page, '/api-dashboard')
  await allLoaded()
  page.expectClean()
})

test('F14 consent withdrawn in another tab stops all scripts in this one; a changed category affects only its scripts', async () => {
  const page = await signedIn('Accept all')
  await eventually(() => frames(page)).toBe(4)
  const answer = (categories: string[]) =>
    page.evaluate((given) => {
      const [, stored = ''] = /cc_cookie=([^;]*)/.exec(document.cookie) ?? []
      const consent = { ...JSON.parse(decodeURIComponent(stored)), categories: given }
      // biome-ignore lint/suspicious/noDocumentCookie: another tab, as this page sees it
      document.cookie = `cc_cookie=${encodeURIComponent(JSON.stringify(consent))}; Path=/`
      window.dispatchEvent(new Event('focus'))
    }, categories)
  await answer(['necessary', 'analytics'])
  await expect
    .poll(() => page.locator('iframe').evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
    .toEqual(['Usage statistics'])
  await answer(['necessary'])
  await eventually(() => frames(page)).toBe(0)
  outsiders.forget()
  await page.getByRole('link', { name: 'Errors' }).first().click()
  await page.waitForURL('**/api-errors')
  expect(await frames(page)).toBe(0)
  expect(outsiders.loaded).toEqual([])
  page.expectClean()
})

/** The names of routes or events of this kind that analytics received. */
const viewed = () =>
  outsiders
    .callsOf('analytics')
    .filter((call) => call[2] === 'page_view')
    .map((call) => Object(call[3]).page_path)
const events = () =>
  outsiders
    .callsOf('analytics')
    .map((call) => call[2])
    .filter((name) => name === 'sign_up_completed' || name === 'account_verified')

async function agreeToStatistics(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cookie settings' }).first().click({ delay: 300 })
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' })
  await dialog.getByRole('switch', { name: 'Statistics' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
}

test('CA-05 F12 views of public pages are sent after consent, each where it happens, and hold nothing of a link', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(at('/register?utm_source=canary'))
  await alive(page)
  await agreeToStatistics(page)
  await eventually(viewed).toEqual(['/register'])
  const views = {
    '/activate/canary': '/activate/:userId',
    '/login_onetime/1/canary': '/login_onetime',
    '/signin': '/signin',
  }
  for (const [path, view] of Object.entries(views)) {
    const before = viewed().length
    await openAndTouch(page, path)
    await eventually(() => viewed().slice(before)).toEqual([view])
  }
  expect(JSON.stringify(outsiders.received)).not.toContain('canary')
  expect(new Set(outsiders.loaded)).toEqual(new Set(['analytics']))
})

test('CA-05 VA-03 F6 a completed sign-up is reported at the sign-up, once, and not again at a sign-in anywhere', async () => {
  const page = await newPage({ ...PHONE })
  await page.goto(at('/register'))
  await alive(page)
  await agreeToStatistics(page)
  const form = await alive(page)
  const [phone, button] = [form.locator('[name=phone]'), form.locator('button[type=submit]')]
  await form.locator('[name=email]').fill('counted@example.com')
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[name=privacy]').check()
  expect(await button.isEnabled()).toBe(true)
  await phone.fill(' 12 ')
  await phone.blur()
  await page.getByText('This is too short').waitFor()
  expect(await button.isDisabled()).toBe(true)
  await phone.fill('+44 20 7946 0000')
  await signUp(page, 'counted@example.com')
  await eventually(events).toEqual(['sign_up_completed'])
  const { links } = await mailbox.next('counted@example.com')
  await page.goto(linkTo(links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  await eventually(events).toEqual(['sign_up_completed', 'account_verified'])
  const other = await newPage(DESKTOP)
  await other.goto(at('/signin'))
  await alive(other)
  await agreeToStatistics(other)
  for (const browser of [page, other]) {
    await signIn(browser, { email: 'counted@example.com', password: PASSWORD })
    await browser.waitForURL('**/api-dashboard')
    await eventually(() => viewed().filter((route) => route === '/api-dashboard')).toHaveLength(
      browser === page ? 1 : 2,
    )
  }
  await other.goto(at('/users/profile'))
  expect(await other.getByLabel('Phone').inputValue()).toBe('+44 20 7946 0000')
  expect(events()).toEqual(['sign_up_completed', 'account_verified'])
  expect(JSON.stringify(outsiders.callsOf('analytics'))).not.toMatch(/counted@|7946/)
})

test('CA-05 F6 a sign-up without consent is reported once, in the browser where its owner first signs in with it', {
  tags: 'long',
}, async () => {
  const page = await newPage({ ...PHONE })
  await page.goto(at('/register'))
  await signUp(page, 'later@example.com')
  const { links } = await mailbox.next('later@example.com')
  const who = { email: 'later@example.com', password: PASSWORD }
  await page.goto(linkTo(links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  const other = await newPage(DESKTOP)
  await other.goto(at('/signin'))
  await alive(other)
  await agreeToStatistics(other)
  expect(events()).toEqual([])
  await signIn(other, who)
  await other.waitForURL('**/api-dashboard')
  await eventually(events).toEqual(['sign_up_completed'])
  await agreeToStatistics(page)
  const before = viewed().length
  await signIn(page, who)
  await page.waitForURL('**/api-dashboard')
  await eventually(() => viewed().slice(before)).toContain('/api-dashboard')
  expect(events()).toEqual(['sign_up_completed'])
})

test('PU-01 CA-05 a confirmation in a browser with consent is reported as an event', {
  tags: 'long',
}, async () => {
  const page = await newPage({ ...PHONE })
  await page.goto(at('/register'))
  await alive(page)
  await page.getByRole('button', { name: 'Cookie settings' }).first().click({ delay: 300 })
  await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor()
  await axe(page)
  await page.keyboard.press('Escape')
  await agreeToStatistics(page)
  await signUp(page, 'verified@example.com')
  const { links } = await mailbox.next('verified@example.com')
  await page.goto(linkTo(links, '/activate_fast/'))
  await page.waitForURL('**/signin')
  await eventually(events).toEqual(['sign_up_completed', 'account_verified'])
  page.expectClean()
})

test('F12 pages for visitors, those behind mail links too, have analytics alone, whatever the consent', {
  tags: 'long',
}, async () => {
  const page = await newPage(DESKTOP)
  await page.goto(at('/signin'))
  await alive(page)
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  for (const path of ['/activate/nobody', '/signin-by-token/canary', '/login_onetime/1/canary', '/register', '/404']) {
    await openAndTouch(page, path)
    await eventually(() => titles(page)).toEqual(['Usage statistics'])
  }
  expect(new Set(outsiders.loaded)).toEqual(new Set(['analytics']))
  expect(JSON.stringify(outsiders.received)).not.toContain('canary')
})

test('F12 no third-party script is loaded and no consent requested while staff act as a customer', {
  tags: 'long',
}, async () => {
  const added = await server.operator(['staff', 'add', 'staff@example.com', '--name', 'Sam Staff', '--json'])
  const page = await newPage(DESKTOP)
  await page.goto(at('/forgot-password'))
  const form = await alive(page)
  await form.locator('[name=email]').fill('staff@example.com')
  await form.locator('button[type=submit]').click()
  await page.goto(linkTo((await mailbox.next('staff@example.com')).links, '/reset-password/'))
  const reset = await alive(page)
  await reset.locator('[name=password]').fill(PASSWORD)
  await reset.locator('[name=pass_confirm]').fill(PASSWORD)
  await reset.locator('button[type=submit]').click()
  await page.waitForURL('**/signin', { timeout: 10_000 })
  await signInStaff(page, { email: 'staff@example.com', password: PASSWORD }, JSON.parse(added.stdout).key)
  await page.waitForURL('**/api-dashboard')
  await page.getByTestId('balance').waitFor()
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await allLoaded()
  const command = ['impersonate', 'staff@example.com', DEMO.email, '--reason', 'a ticket', '--json']
  await page.goto(JSON.parse((await server.operator(command)).stdout).url)
  await page.getByRole('button', { name: /Continue/ }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  // The page of the link was still the staff member's own, and was counted.
  outsiders.forget()
  await page.goto(at('/api-dashboard'))
  await page.getByTestId('balance').waitFor()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.mouse.click(2, 2)
  await page.getByRole('link', { name: 'Errors' }).first().click()
  await page.waitForURL('**/api-errors')
  expect(await frames(page)).toBe(0)
  expect(await banner(page).count()).toBe(0)
  expect(requested.filter((url) => /script-frames-|scripts\//.test(url))).toEqual([])
  expect(outsiders.loaded).toEqual([])
})

test('F13 frames on a separate host have cookies and storage there and still cannot reach our page', {
  tags: 'long',
}, async () => {
  const port = await freePort()
  // Two names of one site, as dashboard.example.com and embed.example.com are.
  const [dashboard, home] = ['dashboard', 'embed'].map((name) => `http://${name}.portico.localhost:${port}`)
  appendFileSync(join(outsiders.provider_dir, 'scripts.yaml'), `\nframe_origin: ${home}\n`)
  const settings = { PORT: String(port), PUBLIC_URL: dashboard ?? '', PROVIDER_DIR: outsiders.provider_dir }
  const homed = await startServer(settings)
  const page = await newPage(DESKTOP)
  await page.goto(`${dashboard}/signin`)
  await signIn(page)
  await page.waitForURL('**/api-dashboard')
  await page.getByTestId('balance').waitFor()
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await allLoaded()
  await eventually(() => outsiders.received.filter(({ call }) => call[0] === 'probe')).toHaveLength(4)
  for (const { call } of outsiders.received.filter(({ call: [name] }) => name === 'probe'))
    expect(call[1]).toEqual({ origin: home, page: 'no', cookies: 'yes', storage: 'yes' })
  await eventually(() => outsiders.callsOf('push').length).toBeGreaterThan(1)
  const product = await page.context().newPage()
  expect((await product.goto(`${home}/signin`))?.status()).toBe(404)
  page.expectClean()
  await homed.stop()
})
