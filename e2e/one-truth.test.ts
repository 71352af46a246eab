// When money moves, no frame of any page shows two moments at once; a server that is away, and a script that does not come, are explained.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { payments } from '../contract/src/payments.ts'
import { testProcessor } from '../contract/src/test-processor.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { DESKTOP, openMailbox } from './harness-people.ts'
import { callFrom, enter, openScreen, shown, signUpAt, soon } from './harness-shell.ts'
import { contradictionsOf, drawnOf, watchTruth } from './harness-truth.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
/** Of the demo account, for tests that leave it as it was. */
let shared: WatchedPage
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, DEMO: 'on', BOT_CHECK: 'off', LOG_LEVEL: 'error' })
  shared = await enter(server, DESKTOP)
})
afterAll(() => mailbox.close())

const give = (email: string, usd: string) =>
  server.operate('credit', email, usd, '--reason', 'a test', '--allow-negative', 'yes', '--yes')
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const balance = async (page: Page) => (await page.getByTestId('balance').textContent())?.replaceAll(',', '')

async function openPayment(page: WatchedPage, usd: number) {
  const input = { id: randomUUID(), amount_micros: usd * 1_000_000, tax_micros: 0, how: 'checkout' as const }
  const order = await callFrom(page, payments.createOrder, input)
  return { id: order.id, checkout: new URL(order.pay_url ?? '').pathname.split('/').at(-1) ?? '' }
}

/** Every page of the account that shows money, watched while money comes and goes in both directions across zero. */
async function watchMovements(steps: string[]): Promise<void> {
  const email = `moves${steps.length}@example.com`
  const home = await signUpAt(server, mailbox, email, DESKTOP)
  await home.getByText('Trial: $1.00 of $1.00 left').waitFor()
  await home.getByText('Spent today (UTC)').waitFor()
  const others: Page[] = []
  for (const path of ['/users/getrows?tab=history', '/api-errors']) {
    const page = await home.context().newPage()
    await page.goto(`${server.url}${path}`)
    await shown(page)
    others.push(page)
  }
  const pages = [home, ...others]
  await Promise.all(pages.map(watchTruth))
  let micros = 1_000_000
  for (const usd of steps) {
    micros += Number(usd) * 1_000_000
    await give(email, usd)
    const text = `${micros < 0 ? '-' : ''}$${(Math.abs(micros) / 1e6).toFixed(6)}`
    for (const page of pages) {
      await page.bringToFront()
      await expect.poll(() => balance(page), soon).toBe(text)
    }
  }
  for (const page of pages) expect(await contradictionsOf(page)).toEqual([])
  // The watching has seen each state, and nothing between two of them.
  expect((await drawnOf(home)).slice(0, 4)).toEqual(['1 trial', '-6 used up trial', '54', '-16 used up'])
}

test('money that comes and goes changes balance, banner, trial line and cards of every open page in one step', () =>
  watchMovements(['-7', '60', '-70', '25']))

test('money that comes and goes for a minute contradicts itself in no frame of any page', { tags: 'long' }, () =>
  watchMovements(['-7', '60', ...Array.from({ length: 28 }, (_, at) => (at % 2 ? '65' : '-70'))]),
)

test('a payment changes the card of its order, the balance and the list in one step, and is never requested again', async () => {
  const page = await enter(server, DESKTOP)
  const before = Number((await balance(page))?.slice(1))
  const { id, checkout } = await openPayment(page, 50)
  await openScreen(page, `/users/getrows/order/${id}`)
  await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor()
  await page.evaluate((paid) => sessionStorage.setItem('paid_micros', String(paid)), Math.round((before + 50) * 1e6))
  await watchTruth(page)
  await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve' })
  await page.getByRole('heading', { name: '$50.00 was added to your balance' }).waitFor()
  await expect.poll(() => balance(page), soon).toBe(`$${(before + 50).toFixed(6)}`)
  await page.waitForTimeout(1_000)
  expect(await contradictionsOf(page)).toEqual([])
})

test('a customer who comes back from the payment page before its confirmation is not sent to pay again', async () => {
  const page = shared
  const { id } = await openPayment(page, 60)
  await openScreen(page, `/users/getrows/order/${id}?returned`)
  await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
  expect(await page.getByRole('button', { name: 'Continue to payment' }).count()).toBe(0)
  await openScreen(page, `/users/getrows/order/${id}`)
  await page.getByRole('button', { name: 'Continue to payment' }).waitFor()
})

test('a notice that is added or taken back reaches a page that is open', async () => {
  const page = shared
  const text = 'Short maintenance of the exports'
  await page.waitForTimeout(500)
  await server.operate('notice', 'add', 'exports', '--from', inHours(1), '--to', inHours(2), '--text', text)
  await page.getByText(text).waitFor()
  await server.operate('notice', 'remove', 'exports')
  await expect.poll(() => page.getByText(text).count(), soon).toBe(0)
})

test('an owner reads no denial in the playground while the role is loading', async () => {
  const page = await newPage(DESKTOP)
  await enter(server, DESKTOP).then(async (other) => page.context().addCookies(await other.context().cookies()))
  await page.route(/\/api(\/|%2F)(access(\/|%2F)info|playground\/setup)/, () => {})
  await page.goto(`${server.url}/api-playground/serp`)
  await page.getByRole('radio', { name: 'Live (charged)' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Live (charged)' }).isEnabled()).toBe(true)
  expect(await page.getByText('Your role can only run requests in the sandbox.').count()).toBe(0)
})

/** Answers like a proxy whose server restarts. */
const badGateway = (page: Page, what: RegExp) =>
  page.route(what, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  )

test('a click while the server restarts keeps the page, explains it, and opens the screen when the server is back', async () => {
  const page = shared
  // The code for this case is loaded while the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /after-paint/.test(name)),
  )
  const every = /.*/
  await badGateway(page, every)
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Errors' }).click()
  await page.getByText('We cannot be reached right now.').waitFor()
  expect(await page.getByText('Bad Gateway').count()).toBe(0)
  await shown(page)
  await page.unroute(every)
  await page.getByRole('heading', { level: 1, name: /Errors/ }).waitFor()
})

test('a screen whose file is blocked is explained and does not reload itself', async () => {
  const page = await enter(server, DESKTOP)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /after-paint/.test(name)),
  )
  await page.route(/\/assets\/screen-.*\.js/, (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Errors' }).click()
  await page.getByText('may have blocked it').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})

test.for(['/signin', '/activate/somebody'])(
  '%s whose script does not come explains it and offers a way out',
  async (path) => {
    const page = await newPage(DESKTOP)
    await page.route(/\/assets\/main-.*\.js/, (route) => route.abort())
    await page.goto(`${server.url}${path}`)
    await page.getByText('This page did not load completely.').waitFor()
    await page.unroute(/\/assets\/main-.*\.js/)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.locator('button[type=submit]').first().waitFor()
    expect(await page.getByText('This page did not load completely.').count()).toBe(0)
  },
)

test('a sign-in page loads nothing of the signed-in pages once it is painted', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${server.url}/signin`)
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(async () => (await loaded()).some((name) => /after-paint/.test(name)), soon).toBe(true)
  await page.waitForLoadState('networkidle')
  expect((await loaded()).filter((name) => /assets\/(shell|kit|chart)/.test(name))).toEqual([])
})

test('a sign-in page whose screen is blocked explains it without an error of its own', async () => {
  const page = await newPage(DESKTOP)
  await page.route(/\/assets\/screen-.*\.js/, (route) => route.abort())
  await page.goto(`${server.url}/signin`)
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
  page.expectClean(/ERR_FAILED/)
})

test('a page shows that it is offline, and no longer when the connection is back', async () => {
  const page = shared
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('You are offline.').count(), soon).toBe(0)
})

test('the page for a busy service opens the requested address as soon as the service answers', async () => {
  const page = await newPage(DESKTOP)
  const busy = await (await page.request.get(`${server.url}/busy.html`)).text()
  let is_away = true
  await page.route(/\/(signin|api\/boot)$/, (route) =>
    is_away ? route.fulfill({ status: 502, contentType: 'text/html; charset=utf-8', body: busy }) : route.continue(),
  )
  await page.goto(`${server.url}/signin`)
  await page.getByRole('heading', { name: 'We will be right back' }).waitFor()
  await axe(page)
  is_away = false
  await page.locator('[autocomplete=username]').first().waitFor()
})
