import { createHmac } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { LIVE_PATH } from '../contract/src/live-address.ts'
import { users } from '../contract/src/users.ts'
import { root } from '../tools/ready/folders.mjs'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { stopClock } from './harness-clock.ts'
import { DEMO, DESKTOP, MOVING_DESKTOP, MOVING_PHONE, openMailbox, PASSWORD, signIn } from './harness-people.ts'
import { freePort, freshFolder } from './harness-resources.ts'
import {
  callBeside,
  enter,
  goWithin,
  joinBeside,
  mainMenu,
  shown,
  signInBeside,
  signInByForm,
  soon,
} from './harness-shell.ts'

const SECRET = 'what the community platform and we share'

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let community: { url: string; server: HttpServer; requests: URL[] }
/** Shared by all tests that only read the header of the demo account. */
let shared: WatchedPage
beforeAll(async () => {
  community = await openCommunity()
  mailbox = await openMailbox()
  server = await openServer({
    BOT_CHECK: 'off',
    SMTP_URL: mailbox.url,
    PROVIDER_DIR: ownProvider(),
    COMMUNITY_URL: `${community.url}/sso?from=portico`,
    COMMUNITY_SECRET: SECRET,
  })
  shared = await enter(server, MOVING_DESKTOP, '/api-errors')
})
afterAll(async () => {
  await mailbox.close()
  community.server.closeAllConnections()
  community.server.close()
})

/** The sample provider with an update dated tomorrow and without a help link. */
function ownProvider(): string {
  const folder = join(freshFolder(), 'provider')
  cpSync(join(root, 'provider'), folder, { recursive: true })
  const brand = readFileSync(join(folder, 'brand.yaml'), 'utf8').replace(/^help_link.*\n/m, '')
  writeFileSync(join(folder, 'brand.yaml'), brand)
  const entry = (date: string, title: string, more = '') => `---\ndate: ${date}\ntitle: ${title}\n${more}---\nSoon.\n`
  writeFileSync(join(folder, 'updates', 'quiet.md'), entry('2099-02-01', 'Faster answers'))
  writeFileSync(join(folder, 'updates', 'loud.md'), entry('2099-01-01', 'A field goes away', 'breaking: true\n'))
  return folder
}

async function openCommunity() {
  const requests: URL[] = []
  const url = `http://127.0.0.1:${await freePort()}`
  const listening = createServer((request, response) => {
    requests.push(new URL(request.url ?? '/', url))
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Community</title>')
  })
  await new Promise<void>((ready) => listening.listen(Number(new URL(url).port), '127.0.0.1', ready))
  return { url, server: listening, requests }
}

const header = (page: Page) => page.getByRole('banner')
const account = (page: Page) => header(page).getByRole('button', { name: 'Your account' })
const balance = (page: Page) => page.getByTestId('balance')
const heightOf = async (page: Page) => (await header(page).boundingBox())?.height
/** The layout size: a dialog that is still animating has it already. */
const sizeOf = (element: Locator) =>
  element.evaluate((one) => (one instanceof HTMLElement ? [one.offsetWidth, one.offsetHeight] : []))
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const credit = (usd: string, login: string = DEMO.email) =>
  server.operate('credit', login, usd, '--reason', 'a test', '--allow-negative', 'yes')

/** A page on a login that never got a credit. */
async function enterWithoutGift(name: string): Promise<{ page: WatchedPage; login: string }> {
  const page = await newPage(MOVING_DESKTOP)
  await page.clock.install()
  // Signed in without pending requests: a switch renews the session, and earlier requests would be refused.
  await signInBeside(page, server.url, DEMO)
  const { login } = await callBeside(page, server.url, access.addMachineLogin, { name })
  await callBeside(page, server.url, users.setActiveApiUser, { login })
  await page.goto(`${server.url}/api-dashboard`)
  await shown(page)
  return { page, login }
}

/** The effects of a response need a few ticks of the clock; no timer of the product is that short. */
async function untilShown(page: Page, look: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return look()
    }, soon)
    .toBe(true)
}

describe('HD-01 the header', () => {
  test('HD-01 HD-06 the header has a logo that leads home, balance, API Access tab, updates and user menu, 62 high without a trial', async () => {
    const page = shared
    expect(await heightOf(page)).toBe(62)
    expect(await header(page).getByText('Trial:').count(), 'ninety days were paid for').toBe(0)
    expect(await balance(page).textContent()).toBe('$25.000000')
    const tab = header(page).getByRole('link', { name: 'API Access' })
    expect(await tab.locator('svg').count()).toBe(1)
    await tab.click()
    await page.waitForURL('**/api-access')
    await expect.poll(() => tab.getAttribute('aria-current'), soon).toBe('page')
    await header(page).getByRole('link', { name: 'Portico, main page' }).click()
    await page.waitForURL('**/api-dashboard')
    await header(page)
      .getByRole('button', { name: /^Updates/ })
      .waitFor()
    await account(page).click()
    const menu = page.getByRole('menu', { name: 'Your account' })
    await menu.getByRole('menuitem', { name: 'Profile' }).waitFor()
    // The account still has only one login.
    expect(await menu.getByRole('menuitem', { name: 'Switch Account' }).count()).toBe(0)
    await axe(page)
    await menu.getByRole('menuitem', { name: 'Profile' }).click()
    await page.waitForURL('**/users/profile')
    page.expectClean()
  })

  test('HD-01 the trial line is shown right after a newcomer signs in, 92 high, until they have paid', async () => {
    const page = await newPage(DESKTOP)
    const newcomer = { email: 'trial@example.com', password: PASSWORD }
    await joinBeside(page, server, mailbox, newcomer)
    await page.goto(`${server.url}/signin`)
    await signIn(page, newcomer)
    await expect.poll(() => heightOf(page), soon).toBe(92)
    await header(page).getByText('Trial: $1.00 of $1.00 left').waitFor()
    expect(await header(page).getByRole('link', { name: 'Add funds' }).getAttribute('href')).toBe(
      '/users/getrows/add-funds?return_to=%2Fapi-dashboard',
    )
    await header(page).getByRole('link', { name: 'Add funds' }).click()
    const details = page.getByRole('form', { name: 'Billing details' })
    await details.getByLabel('Country').selectOption('US')
    await details.getByLabel('Company or full name', { exact: true }).fill('Newcomer Inc.')
    await details.getByLabel('Address', { exact: true }).fill('1 Main Street')
    await details.getByLabel('City', { exact: true }).fill('Reno')
    await details.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.getByRole('button', { name: 'Approve $100.00' }).click()
    await page.getByRole('heading', { level: 1, name: '$100.00 was added to your balance' }).waitFor()
    await expect.poll(() => heightOf(page), soon).toBe(62)
  })

  test('HD-01 the updates widget counts unread updates, shows a breaking change first, and marks them read once seen', async () => {
    const page = shared
    await goWithin(page, '/api-errors')
    await header(page).getByRole('button', { name: 'Updates and alerts, 2 unread' }).click()
    const panel = page.getByRole('dialog', { name: 'Updates' })
    const titles = panel.getByRole('heading', { level: 3 })
    await titles.first().waitFor()
    expect((await titles.allTextContents()).slice(0, 2)).toEqual(['A field goes away', 'Faster answers'])
    await panel.getByText('Breaking change').first().waitFor()
    expect(await panel.getByText('New', { exact: true }).count()).toBe(2)
    await axe(page)
    await page.keyboard.press('Escape')
    await header(page).getByRole('button', { name: 'Updates', exact: true }).click()
    await titles.first().waitFor()
    expect(await panel.getByText('New', { exact: true }).count(), 'opened again they are read').toBe(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await header(page).getByRole('button', { name: 'Updates', exact: true }).waitFor()
    page.expectClean()
  })

  test('HD-09 the user menu shows the name from 980 px on, and icons replace words below 600', async () => {
    const page = shared
    await page.setViewportSize({ width: 980, height: 700 })
    const name = account(page).getByText('Dana Demo', { exact: true })
    const words = header(page).getByText('API Access', { exact: true })
    const widths = async () =>
      Promise.all(
        [name, words].map((one) => one.evaluate((element) => Math.round(element.getBoundingClientRect().width))),
      )
    await expect.poll(async () => (await widths()).map((width) => width > 1), soon).toEqual([true, true])
    const [, wideWords = 0] = await widths()
    await page.setViewportSize({ width: 979, height: 700 })
    await expect.poll(widths, soon).toEqual([0, wideWords])
    await page.setViewportSize({ width: 600, height: 700 })
    await expect.poll(widths, soon).toEqual([0, wideWords])
    await page.setViewportSize({ width: 599, height: 700 })
    await expect.poll(widths, soon).toEqual([0, 1])
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await balance(page).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: MOVING_DESKTOP.width, height: MOVING_DESKTOP.height })
  })
})

describe('the balance', () => {
  let page: WatchedPage
  let login: string
  beforeAll(async () => {
    const entered = await enterWithoutGift('colours')
    page = entered.page
    login = entered.login
    // The clock is stopped from now on and moved by hand.
    await stopClock(page)
    page.on('request', (request) => request.url().includes(LIVE_PATH) || pending.add(request))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
  })
  const pending = new Set<unknown>()
  /** Money that moved is read again until two reads agree: such requests have ended after this. */
  async function untilCalm() {
    for (let ticks = 0; ticks < 20; ticks = pending.size === 0 ? ticks + 1 : 0) await page.clock.runFor(1)
  }
  const dollars = async () => Number((await balance(page).textContent())?.replace('$', ''))

  test('HD-02 an increase of the balance is green and a decrease red, for two seconds; a debt has a minus sign; HD-01 the header is 62 high without a credit', async () => {
    expect(await balance(page).textContent()).toBe('$0.000000')
    expect([await heightOf(page), await page.getByText('Trial:').count()]).toEqual([62, 0])
    const colour = () => balance(page).evaluate((one) => getComputedStyle(one).color)
    const token = (name: string) =>
      page.evaluate((variable) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(${variable})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }, name)
    const plain = await colour()
    for (const [usd, amount, tone] of [
      ['1.000001', '$1.000001', await token('--good')],
      ['-2.25', '-$1.249999', await token('--bad')],
    ] as const) {
      await credit(usd, login)
      await focusWindow(page)
      await untilShown(page, async () => (await balance(page).textContent()) === amount)
      await expect.poll(colour, soon).toBe(tone)
      await page.clock.runFor(1_500)
      expect(await colour()).toBe(tone)
      await page.clock.runFor(600)
      await expect.poll(colour, soon).toBe(plain)
    }
    page.expectClean()
  })

  test('HD-03 the balance is requested every 60 seconds while the window has the focus, and when it gets the focus', async () => {
    await untilCalm()
    let requested = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === access.getApiUserCredits.path) requested += 1
    })
    const before = await dollars()
    for (const beat of [1, 2]) {
      // The interval is a minute, plus or minus a tenth.
      await page.clock.runFor(66_000)
      await untilCalm()
      expect(requested).toBe(beat)
    }
    await page.evaluate(() => Object.assign(document, { hasFocus: () => false }))
    await credit('1', login)
    for (let minute = 0; minute < 3; minute += 1) await page.clock.runFor(66_000)
    await untilShown(page, async () => Math.abs((await dollars()) - before - 1) < 1e-7)
    await untilCalm()
    expect(requested).toBe(2)
    await page.evaluate(() => Object.assign(document, { hasFocus: () => true }))
    await focusWindow(page)
    await untilCalm()
    expect(requested).toBe(3)
    page.expectClean()
  })
})

describe('HD-05 Accept Integration', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Accept Integration' })
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('integrity'))

  test('HD-04 a slow network is shown until the user’s data has arrived; HD-05 the integration dialog asks once, names the shared data, and does not return after Cancel', async () => {
    const page = await newPage(DESKTOP)
    await page.goto(`${server.url}/signin?integrity=sso`)
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/shell-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await signIn(page)
    await page.getByText('Slow network connection detected. Please wait.').waitFor()
    held.resolve()
    await dialog(page).waitFor()
    await shown(page)
    await page.getByText('Slow network connection detected. Please wait.').waitFor({ state: 'hidden' })
    expect(await sizeOf(dialog(page))).toEqual([700, 580])
    for (const words of [
      'Sign in to the community feedback platform',
      'a verified connection',
      'a new community account',
      'access to feedback',
      'Your name, e-mail and user ID are shared',
    ])
      await dialog(page).getByText(words).waitFor()
    await axe(page)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await stored(page)).toBeNull()
    await page.reload()
    await shown(page)
    expect(await dialog(page).count()).toBe(0)
    expect(community.requests).toEqual([])
    page.expectClean()
  })

  test('HD-05 CA-01 a failing platform is reported and the dialog stays; Accept then leads to it with a signed token, valid once and for a minute', async () => {
    const page = shared
    await page.goto(`${server.url}/signin?integrity=sso`)
    await dialog(page).waitFor()
    expect(await stored(page)).toBe('sso')
    const answer = '**/third-party/integrity/sso'
    await page.route(answer, (route) => route.fulfill({ json: { success: false, return_url: '' } }))
    await dialog(page).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('alert').getByText('Some error.').waitFor()
    expect(new URL(page.url()).origin).toBe(server.url)
    expect(await dialog(page).isVisible()).toBe(true)
    await page.unroute(answer)
    await dialog(page).getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL(`${community.url}/**`)
    const [first] = community.requests
    expect([first?.pathname, first?.searchParams.get('from')]).toEqual(['/sso', 'portico'])
    const [head = '', body = '', signature] = (first?.searchParams.get('jwt') ?? '').split('.')
    expect(createHmac('sha256', SECRET).update(`${head}.${body}`).digest('base64url')).toBe(signature)
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    expect(claims).toMatchObject({ name: 'Dana Demo', email: DEMO.email, aud: community.url })
    expect([claims.exp - claims.iat, typeof claims.sub, claims.jti.length > 20]).toEqual([60, 'string', true])
    await page.goto(`${server.url}/api-errors`)
    await shown(page)
    expect([await stored(page), await dialog(page).count()]).toEqual([null, 0])
    page.expectClean(/favicon/)
  })
})

test('HD-06 ER-03 another login is chosen in Switch Account, and all data of a login is requested again', async () => {
  const page = shared
  // A word that fits in no line of the dialog.
  for (const name of ['etl', 'm'.repeat(31)]) await callBeside(page, server.url, access.addMachineLogin, { name })
  await page.goto(`${server.url}/api-errors`)
  await shown(page)
  const open = async () => {
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Switch Account' }).click()
    await dialog.getByRole('button', { pressed: true }).waitFor()
  }
  const dialog = page.getByRole('dialog', { name: 'Switch Account' })
  await open()
  expect(await sizeOf(dialog)).toEqual([320, 400])
  await dialog.getByText('Personal login').waitFor()
  const wider = (one: Element) =>
    [one, ...one.querySelectorAll('*')].filter((part) => part.clientWidth > 1 && part.scrollWidth > one.clientWidth)
      .length
  expect(await dialog.evaluate(wider), 'parts that are wider than the dialog').toBe(0)
  await axe(page)
  const other = dialog.getByRole('button', { name: /etl/ })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const reply = await holdReply(page, users.setActiveApiUser.path)
  await other.click()
  await reply.arrived
  // The old token is refused now, and the page does not have the new one yet: it is no sign-out.
  const refused = page.waitForResponse((response) => response.status() === 401)
  await focusWindow(page)
  await refused
  await page.evaluate((path) => fetch(path).then(() => fetch(path)), access.getAccessInfo.path)
  expect(await account(page).isVisible()).toBe(true)
  reply.release()
  const message = page.getByText('Active API login was changed successful')
  await message.waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await message.waitFor({ state: 'hidden' })
  await expect.poll(() => balance(page).textContent(), soon).toBe('$0.000000')
  expect(requested).toEqual(expect.arrayContaining([access.getAccessInfo.path, access.getApiUserCredits.path]))
  // That login never got a credit.
  await expect.poll(() => heightOf(page), soon).toBe(62)

  await open()
  expect(await other.getAttribute('aria-pressed')).toBe('true')
  await page.route(`**${users.setActiveApiUser.path}`, (route) => route.abort())
  await dialog.getByRole('button', { name: DEMO.email }).first().click()
  await page.getByRole('alert').getByText('Error', { exact: true }).waitFor()
  expect(await balance(page).textContent()).toBe('$0.000000')
  await page.unroute(`**${users.setActiveApiUser.path}`)
  await dialog.getByRole('button', { name: DEMO.email }).first().click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => balance(page).textContent(), soon).toBe('$25.000000')
  page.expectClean(/ERR_FAILED|401/)
})

/** Sends the page's next call of this path itself, and holds the server's reply with its cookies until it is released. */
async function holdReply(page: Page, path: string) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const answer = async (route: Route) => {
    const request = route.request()
    const headers = await request.allHeaders()
    const response = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
    const body = await response.text()
    arrived.resolve()
    await released.promise
    const cookies = response.headers.getSetCookie().join('\n')
    await route.fulfill({ status: response.status, headers: { 'set-cookie': cookies }, body })
  }
  await page.route(`**${path}`, answer, { times: 1 })
  return { arrived: arrived.promise, release: released.resolve }
}

describe('HD-07 planned maintenance', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const notices = (page: Page) => page.getByRole('complementary', { name: 'Notices' })

  test('HD-07 a planned maintenance is announced, closed with a cross, and stays closed; that of 2024 is over', async () => {
    const page = shared
    await page.goto(`${server.url}/api-errors`)
    await shown(page)
    expect(await notices(page).textContent()).toBe('')
    const add = ['notice', 'add', 'disks', '--from', inHours(1), '--to', inHours(2)]
    expect((await server.operator(add)).code).toBe(0)
    await page.reload()
    const banner = notices(page).getByText(/^Planned maintenance on \w{3} \d+, \d\d:\d\d–.*\d\d:\d\d UTC\.$/)
    await banner.waitFor()
    await axe(page)
    await notices(page).getByRole('button', { name: 'Close' }).click()
    await banner.waitFor({ state: 'hidden' })
    await page.reload()
    await shown(page)
    expect(await notices(page).textContent()).toBe('')
    page.expectClean()
  })

  test('HD-07 a maintenance with the operator’s own text is announced right after signing in, until it is withdrawn', {
    tags: 'long',
  }, async () => {
    await server.operator(['notice', 'remove', 'disks'])
    const words = 'The data centre moves house.'
    await server.operator(['notice', 'add', 'move', '--from', inHours(1), '--to', inHours(2), '--text', words])
    const page = await newPage(MOVING_PHONE)
    await signInByForm(page, server.url, DEMO)
    await notices(page).getByText(words).waitFor()
    expect((await server.operator(['notice', 'remove', 'move'])).code).toBe(0)
    await page.reload()
    await shown(page)
    expect(await notices(page).textContent()).toBe('')
  })
})

describe('keys', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to…' })
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  test('Ctrl K opens the palette, which opens screens and runs commands', { tags: 'long' }, async () => {
    const page = shared
    await goWithin(page, '/api-errors')
    const field = palette(page).getByRole('combobox')
    await page.keyboard.press('Control+k')
    await field.fill('usage serp')
    await palette(page).getByRole('option', { name: 'Usage › SERP', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api-detail/serp')
    await palette(page).waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+k')
    await field.fill('/v3/serp/google/organic/live/advanced')
    await palette(page).getByRole('group', { name: 'API functions' }).getByRole('option', { selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api-playground/serp/serp.google.organic')

    await header(page).getByRole('button', { name: 'Search or jump to…' }).click()
    await field.fill('dark')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.body.className === 'dark')
    await page.keyboard.press('Control+k')
    await field.fill('nothing of the kind')
    await palette(page).getByText('Nothing found').waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await field.fill('theme system')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.body.className === 'light')
    page.expectClean()
  })

  test('? opens the list of shortcuts, G and a key opens a screen, and single keys can be turned off', async () => {
    const page = shared
    await goWithin(page, '/databases/list')
    await page.getByRole('heading', { level: 1, name: 'Databases' }).waitFor()
    await page.keyboard.press('?')
    await sheet(page).waitFor()
    await axe(page)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.waitForURL('**/api-errors')
    await mainMenu(page).getByRole('link', { name: 'Errors' }).waitFor()
    // Within a field they are ordinary characters.
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').waitFor()
    await page.keyboard.type('gd?')
    expect(await palette(page).getByRole('combobox').inputValue()).toBe('gd?')
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    expect([await sheet(page).count(), new URL(page.url()).pathname]).toEqual([0, '/api-errors'])
    page.expectClean()
  })
})
