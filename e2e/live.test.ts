// Bookings appear on open pages automatically.

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callUntilAnswered, LIVE, readAuthorization } from '../bench/gateway-client.ts'
import { access } from '../contract/src/access.ts'
import { CODE } from '../contract/src/codes.ts'
import { dashboard } from '../contract/src/dashboard.ts'
import { LIVE_PATH } from '../contract/src/live-address.ts'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { reading, readPaths } from './harness-reads.ts'
import { callBeside, enter, goWithin, openScreen, signInAt, signInBeside, soon } from './harness-shell.ts'

const TAIL = '/api-detail/unified-overview?live=on'
let server: Server
let authorization: string
/** Open for all tests. A session may have three streams, and all pages here share one: a test may open one more. */
let home: WatchedPage
let usage: WatchedPage
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off', TASK_DELAY_MS: '3600000' })
  authorization = await readAuthorization(server.url)
  home = await enter(server, DESKTOP)
  usage = await enter(server, DESKTOP, TAIL)
})

/** The live tail as first shown, with all earlier calls. */
async function openTail(): Promise<WatchedPage> {
  await openScreen(usage, TAIL)
  return hears(usage)
}

async function credit(usd: string) {
  await server.operate('credit', DEMO.email, usd, '--reason', 'a test')
}

const makeCall = (keyword: string) =>
  callUntilAnswered(() => server, authorization, { path: LIVE, key: randomUUID(), keyword })

/** Refused as a whole, and so recorded as a failed call. */
const makeBadCall = () =>
  fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ location_code: 2840 }]),
  })

const microsOf = async (page: Page) =>
  Math.round(Number((await page.getByTestId('balance').textContent())?.replaceAll(/[$,]/g, '')) * 1_000_000)
const tail = (page: Page) => page.getByRole('region', { name: 'Live tasks', exact: true }).last()
const rows = (page: Page) => tail(page).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the tail shows that it is connected. */
async function hears(page: WatchedPage) {
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

// Runs first, while nothing has coloured the balance yet.
test('HD-02 a credit by the operator turns the balance green at once', async () => {
  const page = home
  const before = await microsOf(page)
  const colour = () => page.getByTestId('balance').evaluate((one) => getComputedStyle(one).color)
  const plain = await colour()
  await credit('1')
  await expect.poll(() => microsOf(page), { timeout: 3_000, interval: 20 }).toBe(before + 1_000_000)
  expect(await colour()).not.toBe(plain)
  await expect.poll(colour, soon).toBe(plain)
})

test('a call updates the balance, the numbers of today and the tail of open pages without a reload', async () => {
  await hears(usage)
  const requests = () =>
    home
      .locator('section', { has: home.getByText('Requests today (UTC)') })
      .last()
      .locator('p')
      .first()
      .textContent()
  await expect.poll(requests, soon).toMatch(/\d/)
  await rows(usage).first().waitFor()
  const [before, requested, shown] = [
    await microsOf(home),
    Number((await requests())?.replaceAll(/\D/g, '')),
    await rows(usage).count(),
  ]
  for (const page of [home, usage]) await page.evaluate(() => Object.assign(window, { isSame: true }))
  await makeCall('first')
  const since = performance.now()
  await expect.poll(() => microsOf(home), { timeout: 5_000, interval: 20 }).toBe(before - 2_000)
  await expect.poll(() => microsOf(usage), { timeout: 5_000, interval: 20 }).toBe(before - 2_000)
  await expect.poll(() => rows(usage).count(), soon).toBe(Math.min(shown + 1, 200))
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(await rows(usage).first().textContent()).toContain('serp/google/organic/live/advanced')
  await expect.poll(async () => Number((await requests())?.replaceAll(/\D/g, '')), soon).toBe(requested + 1)
  for (const page of [home, usage]) expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
  for (const page of [home, usage]) page.expectClean()
})

test('Pause stops the tail and counts new calls; filters apply to it', { tags: 'long' }, async () => {
  const page = await openTail()
  await rows(page).first().waitFor()
  await button(page, 'Pause').click()
  const count = await rows(page).count()
  await makeCall('while paused')
  await page.getByText('1 new task', { exact: true }).waitFor()
  await makeBadCall()
  await page.getByText('2 new tasks', { exact: true }).waitFor()
  expect(await rows(page).count()).toBe(count)
  await button(page, 'Resume').click()
  await expect.poll(() => rows(page).count(), soon).toBe(Math.min(count + 2, 200))
  await page.getByRole('radio', { name: 'Failed', exact: true }).check({ force: true })
  await expect.poll(() => rows(page).count(), soon).toBeGreaterThan(0)
  expect(await rows(page).allTextContents()).not.toContainEqual(expect.stringContaining('20000'))
  await page.getByRole('searchbox', { name: 'Filter by endpoint' }).fill('no such function')
  await page.getByText('Nothing matches these filters.').waitFor()
  await button(page, 'Clear filters').click()
  await expect.poll(() => rows(page).count(), soon).toBeGreaterThan(1)
  await tail(page).focus()
  expect(await tail(page).evaluate((one) => one === document.activeElement)).toBe(true)
  page.expectClean()
})

test('a posted task is Queued on open pages and gets its result, times and refund without a reload', async () => {
  const page = await openTail()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  const send = async (path: string, task: Record<string, unknown>) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify([task]) })
    return (await reply.json()) as { tasks: { id: string; status_code: number; cost: number }[] }
  }
  const { tasks } = await send('/v3/on_page/task_post', { target: 'example.com', max_crawl_pages: 1000 })
  const id = tasks[0]?.id ?? ''
  const line = rows(page).filter({ hasText: 'on_page/task_post' }).first()
  await line.getByText('Queued', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Queued', exact: true }).check({ force: true })
  await expect.poll(() => rows(page).count(), soon).toBe(1)
  await page.getByRole('radio', { name: 'All', exact: true }).check({ force: true })

  const table = home
  await goWithin(table, `/api-detail/unified-overview?range=today&status=queued&task=${id}`)
  const row = table.getByRole('table', { name: 'Tasks', exact: true }).getByRole('row').nth(1)
  await row.getByText('Queued', { exact: true }).waitFor()
  await row.click()
  const drawer = table.getByRole('dialog')
  await drawer.getByText('20100 Queued').waitFor()
  expect(await drawer.getByText('Results', { exact: true }).count()).toBe(0)

  expect((await send('/v3/on_page/force_stop', { id })).tasks[0]?.status_code).toBe(CODE.ok)
  await line.getByText('20000', { exact: true }).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
  await drawer.getByText('20000 Succeeded').waitFor()
  for (const label of ['Results', 'In queue', 'Run time', 'Finished', 'Released'])
    await drawer.getByText(label, { exact: true }).waitFor()
  await goWithin(home, '/api-dashboard')
  await drawer.waitFor({ state: 'hidden' })
  for (const one of [page, table]) one.expectClean()
})

test('the first numbers of the dashboard come in one request, and everything on it in at most eight', async () => {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  await page.getByTestId('balance').waitFor()
  // What the page after the sign-in still requests must not be counted.
  await page.goto('about:blank')
  const requests: string[][] = []
  const isRead = (url: string) => url.includes('/api/') && !url.includes(LIVE_PATH)
  page.on('request', (request) => isRead(request.url()) && requests.push(readPaths(request.url())))
  const lists = page.waitForResponse(reading(dashboard.getTopFunctions.path))
  await page.goto(`${server.url}/api-dashboard`)
  await page.getByText('in this period (UTC)').waitFor()
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 3000)
  await (await lists).finished()
  await page.getByText('Subscriptions and auto-recharge').waitFor()
  const { getStates, getStart, getBalance, getToday, getMonth } = dashboard
  expect(requests[0]).toEqual([getStates, getStart, getBalance, getToday, getMonth].map(({ path }) => path))
  expect(requests.length).toBeLessThanOrEqual(8)
})

test('cards out of view on a phone request nothing until they are scrolled near', { tags: 'long' }, async () => {
  const page = await newPage(PHONE)
  const requested: string[] = []
  page.on('request', (request) => requested.push(...readPaths(request.url())))
  await signInAt(page, server.url, DEMO)
  // All initial requests have begun by the time the chart is drawn.
  await page.getByText('in this period (UTC)').waitFor()
  expect(requested).toContain(dashboard.getToday.path)
  expect(requested).not.toContain(dashboard.getTopFunctions.path)
  const near = page.waitForRequest(reading(dashboard.getTopFunctions.path))
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 700)
  await near
  await page.getByRole('heading', { name: 'Top functions' }).waitFor()
})

test('the tail is polled if no stream gets through', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP)
  await page.route(`**${LIVE_PATH}?tail=api`, (route) => route.abort())
  await page.goto(`${server.url}${TAIL}`)
  await page.getByText('Every few seconds').waitFor()
  await expect.poll(() => rows(page).count(), soon).toBeGreaterThan(0)
  const newest = await rows(page).first().textContent()
  await makeCall('asked for')
  await expect.poll(async () => (await rows(page).first().textContent()) !== newest, soon).toBe(true)
})

test('RT-07 the tail of the machines screen shows only calls of machine logins, each with its login', async () => {
  await server.operate('grant', DEMO.email, 'h2h')
  // Switching the login renews the session, which the other pages here share.
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  const { login } = await callBeside(page, server.url, access.addMachineLogin, { name: 'tail' })
  await callBeside(page, server.url, users.setActiveApiUser, { login })
  const { basic } = await callBeside(page, server.url, access.showPassword, {})
  await callBeside(page, server.url, users.setActiveApiUser, { login: DEMO.email })
  await page.goto(`${server.url}/h2h-detail?live=on`)
  await hears(page)
  await page.getByText('New tasks of your machine logins').waitFor()
  await tail(page).getByText('No requests yet').waitFor()
  await makeCall('not a machine')
  await fetch(`${server.url}/sandbox${LIVE}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ keyword: 'by a machine', location_code: 2840, language_code: 'en' }]),
  })
  await expect.poll(() => rows(page).count(), soon).toBe(1)
  expect(await rows(page).first().textContent()).toContain(login)
  await axe(page)
  await shot(page, 'live-machines')
  page.expectClean()
})

for (const [theme, size] of [
  ['dark', 'phone'],
  ['light', 'desktop'],
] as const)
  test(`the tail in ${theme} on a ${size}`, { tags: 'long' }, async () => {
    const page = await hears(await enter(server, { ...(size === 'phone' ? PHONE : DESKTOP), theme }, TAIL))
    await rows(page).first().waitFor()
    await fetch(`${server.url}/sandbox${LIVE}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify([{ keyword: 'free', location_code: 2840, language_code: 'en' }]),
    })
    await tail(page).getByText('Sandbox').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await axe(page)
    await shot(page, `live-${theme}-${size}`)
    page.expectClean()
  })

test('O4 open pages do not prevent the server from stopping', async () => {
  await openTail()
  const since = performance.now()
  await server.stop()
  expect(performance.now() - since).toBeLessThan(8_000)
})
