// Every card of Usage, Errors and the dashboard, of accounts whose numbers come from real requests, compared with the file they export.

import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { access } from '../contract/src/access.ts'
import { DEFAULT_ANSWERS } from '../contract/src/answers.ts'
import { CODE } from '../contract/src/codes.ts'
import { settings } from '../contract/src/settings.ts'
import { usageViews } from '../contract/src/usage-views.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, shot } from './harness-browser.ts'
import { DEMO, DESKTOP, openMailbox, PASSWORD, PHONE } from './harness-people.ts'
import {
  callBeside,
  callFrom,
  enter,
  goWithin,
  NO_PERMISSION,
  openScreen,
  settler,
  shown,
  signInAt,
  signInBeside,
  soon,
} from './harness-shell.ts'
import {
  type Customer,
  exportedRows,
  LIVE,
  newCustomer,
  POST,
  SUBSCRIBED,
  search,
  watchShifts,
} from './harness-traffic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const LONG = 'x'.repeat(900)
const OVERVIEW = '/api-detail/unified-overview'
const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
/** One account and one page shared by most tests, each of which opens its own screen. */
let nina: Customer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({
    SMTP_URL: mailbox.url,
    BOT_CHECK: 'off',
    DEMO: 'on',
    LOG_LEVEL: 'error',
    TASK_DELAY_MS: '0',
  })
  nina = await newCustomer(server, mailbox, 'nina@example.com', DESKTOP)
  expect(await nina.send(LIVE, [search({ tag: 'alpha' })])).toEqual([CODE.ok])
  expect(
    await nina.send(
      POST,
      [1, 2, 3].map((n) => search({ keyword: `desk ${n}`, tag: 'beta' })),
    ),
  ).toHaveLength(3)
  expect(await nina.send(POST, [search({ keyword: 'urgent', priority: 2, tag: 'beta' })])).toHaveLength(1)
  expect(await nina.send(LIVE, [{ location_code: 2840 }])).toEqual([CODE.invalidField])
  expect(await nina.send(SUBSCRIBED, [{ target: 'example.com' }])).toEqual([CODE.subscriptionNeeded])
  expect(await nina.send(LIVE, [search({ [LONG]: 1 })])).toHaveLength(1)
})
afterAll(() => mailbox.close())

type Row = Record<string, string>
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const micros = (rows: Row[]) => sum(rows.map(({ cost_usd }) => Math.round(Number(cost_usd) * 1e6)))
const usd = (amount: number) => `$${(amount / 1e6).toFixed(6)}`
const requests = (rows: Row[]) => new Set(rows.map(({ request_id }) => request_id)).size
const tasks = (rows: Row[]) => rows.filter(({ task_id }) => task_id !== null).length

async function open(page: Page, path: string, size = DESKTOP) {
  await page.setViewportSize(size)
  await openScreen(page, path)
}

/** The displayed value of one of the cards. */
const tile = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
    .first()
    .locator('dd')
    .first()
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

test('RT-02 a section the user does not have leads to /404 before any of its data is requested', async () => {
  const { page } = nina
  const requested: string[] = []
  const note = (request: Request) => requested.push(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto(`${server.url}/api-detail/reviews`)
  for (const path of ['/api-detail/nope', '/api-playground/nope']) {
    await page.getByRole('heading', { name: NO_PERMISSION }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/404')
    await goWithin(page, path)
  }
  await page.getByRole('heading', { name: NO_PERMISSION }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/404')
  page.off('request', note)
  expect(requested.filter((path) => path.startsWith('/api/usage') || path.startsWith('/api/catalogue'))).toEqual([])
  await open(page, '/api-detail/ai-optimization')
  await page.getByRole('heading', { level: 1, name: /^API Usage/ }).waitFor()
  page.expectClean(/404/)
})

test('the cards and every group of Usage equal the sums of the exported file', async () => {
  const { page } = nina
  const rows = await nina.rows()
  const groups: [string, string, (row: Row) => string][] = [
    ['api', 'By API', ({ api }) => ({ serp: 'SERP', backlinks: 'Backlinks' })[api ?? ''] ?? ''],
    ['tag', 'By tag', ({ tag }) => tag ?? 'No tag'],
    ['priority', 'By priority', ({ priority }) => (String(priority) === '2' ? 'High priority' : 'Normal priority')],
  ]
  for (const [group, title, nameOf] of groups) {
    await open(page, `/api-detail?group=${group}`)
    await expect.poll(() => tile(page, 'Cost').textContent(), soon).toBe(usd(micros(rows)))
    expect(await tile(page, 'Requests').textContent()).toBe(String(requests(rows)))
    expect(await tile(page, 'Tasks').textContent()).toBe(String(tasks(rows)))
    const known = Map.groupBy(rows, nameOf)
    await table(page, title).getByRole('row').nth(known.size).waitFor()
    for (const [name, own] of known) {
      const cells = table(page, title)
        .getByRole('row', { name: new RegExp(`^${name} `) })
        .getByRole('cell')
      expect(await cells.nth(2).textContent(), name).toBe(String(tasks(own)))
      expect(await cells.last().textContent(), name).toBe(usd(micros(own)))
    }
    await page.getByRole('figure', { name: `Cost by ${group === 'api' ? 'API' : group}` }).waitFor()
  }
  // Switches the grouping within the page, as each has a separate table.
  await goWithin(page, '/api-detail')
  await table(page, 'By function, method and priority').waitFor()
  await goWithin(page, '/api-detail?group=tag')
  await table(page, 'By tag')
    .getByRole('row', { name: /^beta / })
    .waitFor()
  page.expectClean()
})

test('a click on a group filters the screen by it; the groups sort by any column', async () => {
  const { page } = nina
  const rows = (await nina.rows()).filter(({ tag }) => tag === 'beta')
  await open(page, '/api-detail?group=tag')
  const names = async () => (await table(page, 'By tag').getByRole('row').allTextContents()).slice(1, -1)
  await expect.poll(async () => (await names()).length, soon).toBe(3)
  await table(page, 'By tag').getByRole('button', { name: 'Tag', exact: true }).click()
  expect((await names()).map((text) => text.slice(0, 4))).toEqual(['alph', 'beta', 'No t'])
  await table(page, 'By tag').getByRole('button', { name: 'beta', exact: true }).click()
  await expect.poll(() => tile(page, 'Cost').textContent(), soon).toBe(usd(micros(rows)))
  expect(new URL(page.url()).searchParams.get('tag')).toBe('beta')
  page.expectClean()
})

test('the overview shows all APIs side by side, each in the colour it has on the dashboard; top tags and logins count requests and tasks', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, OVERVIEW)
  const swatch = (name: string) =>
    page
      .getByRole('figure')
      .first()
      .getByRole('button', { name, exact: true })
      .locator('svg rect')
      .first()
      .evaluate((one) => getComputedStyle(one).fill)
  await page.getByRole('figure', { name: 'Cost by API' }).getByRole('button', { name: 'Keywords data' }).waitFor()
  const [keywords, serp] = [await swatch('Keywords data'), await swatch('SERP')]
  expect(keywords).not.toBe(serp)
  const rows = (await exportedRows(page, server.url)).filter(({ tag }) => tag === 'nightly-ranks')
  const card = page.getByRole('region', { name: 'Top tags' })
  await card.getByText(`${requests(rows)} requests · ${tasks(rows)} tasks`).waitFor()
  await open(page, '/api-detail')
  await page.getByRole('figure', { name: 'Cost by function' }).waitFor()
  expect(await page.getByRole('region', { name: 'Top tags' }).count()).toBe(0)
  await open(page, '/api-dashboard')
  await page.getByRole('figure').getByRole('button', { name: 'Keywords data' }).waitFor()
  expect([await swatch('Keywords data'), await swatch('SERP')]).toEqual([keywords, serp])
  page.expectClean()
})

test('the comparison with the previous period is in the cards, in the chart and in the address', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, `/api-detail?from=${dayAgo(14)}&to=${dayAgo(8)}`)
  const before = await exportedRows(page, server.url, { from: dayAgo(21), to: dayAgo(15) })
  const now = await exportedRows(page, server.url, { from: dayAgo(14), to: dayAgo(8) })
  expect(await page.getByTestId('compared').count()).toBe(0)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const cost = page.locator('dl > div').first()
  await cost.getByText(`before: ${usd(micros(before))}`).waitFor()
  const change = (micros(now) / micros(before) - 1) * 100
  await cost.getByText(`${change > 0 ? '+' : ''}${change.toFixed(1)}%`).waitFor()
  await expect.poll(() => page.getByTestId('compared').count(), soon).toBe(2)
  await page.reload()
  await cost.getByText(`before: ${usd(micros(before))}`).waitFor()
  const metric = page.getByRole('figure', { name: 'Cost by function' })
  await metric.getByRole('slider').focus()
  await page.keyboard.press('End')
  const last = before.filter(({ time }) => time?.startsWith(dayAgo(15)))
  await metric.getByText('Previous period').waitFor()
  expect(await metric.getByRole('slider').getAttribute('aria-valuetext')).toContain(
    `Previous period ${usd(micros(last))}`,
  )
  await shot(page, 'usage-compared')
  page.expectClean()
})

test('tasks sort by cost, time and results, and begin with the largest', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/api-detail')
  const rows = await exportedRows(page, server.url)
  const settled = settler(page)
  for (const [head, column, largest] of [
    ['Cost', 5, usd(Math.max(...rows.map((row) => micros([row]))))],
    ['Results', 4, Math.max(...rows.map(({ results }) => Number(results))).toLocaleString('en')],
  ] as const) {
    await table(page, 'Tasks').getByRole('button', { name: head, exact: true }).click()
    await settled()
    const first = table(page, 'Tasks').getByRole('row').nth(1).getByRole('cell').nth(column)
    await expect.poll(() => first.textContent(), soon).toBe(largest)
  }
  expect(new URL(page.url()).searchParams.get('sort')).toBe('results')
  await table(page, 'Tasks').getByRole('button', { name: 'Results', exact: true }).click()
  await expect
    .poll(() => table(page, 'Tasks').getByRole('row').nth(1).getByRole('cell').nth(4).textContent(), soon)
    .toBe('0')
  page.expectClean()
})

test('hidden columns stay hidden, and an id is copied from its row', { tags: 'long' }, async () => {
  const { page } = nina
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/api-detail')
  const heads = () => table(page, 'Tasks').getByRole('columnheader').allTextContents()
  await expect.poll(heads, soon).toContain('Tag')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Tag' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Duration' }).click()
  await page.keyboard.press('Escape')
  for (const reload of [false, true]) {
    if (reload) await open(page, '/api-detail')
    await expect.poll(heads, soon).toContain('Cost')
    await expect.poll(heads, soon).not.toContain('Tag')
    await expect.poll(heads, soon).not.toContain('Duration')
    await expect.poll(heads, soon).toContain('Cost')
  }
  const [newest] = await nina.rows({ order: 'newest' })
  await table(page, 'Tasks')
    .getByRole('button', { name: /^Copy the ID/ })
    .first()
    .click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toBe(newest?.task_id ?? newest?.id)
  page.expectClean()
})

test('the task drawer steps to the next and previous task, copies it as cURL and filters by its tag or address', async () => {
  const { page } = nina
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = await nina.rows({ order: 'newest' })
  const at = rows.findIndex(({ tag }) => tag === 'alpha')
  const alpha = rows[at]
  await open(page, `/api-detail?call=${rows[at - 1]?.id}`)
  const drawer = page.getByRole('dialog')
  const shows = async (id: string | undefined) => {
    await expect.poll(() => new URL(page.url()).searchParams.get('call'), soon).toBe(id)
    return drawer
  }
  await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  await shows(alpha?.id)
  await drawer.getByText('alpha').first().waitFor()
  expect(await drawer.getByRole('status', { name: 'Request ID' }).textContent()).toBe(alpha?.request_id)
  await drawer.getByRole('button', { name: 'Copy as cURL' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(`--user '${nina.email}:YOUR_API_PASSWORD'`)
  expect(curl).toContain(`${server.url}${LIVE}`)
  expect(curl).toContain('"tag":"alpha"')
  expect(await page.locator('body').innerText()).not.toMatch(/\bcalls?\b/i)
  await drawer.getByRole('button', { name: 'Previous', exact: true }).click()
  await shows(rows[at - 1]?.id)
  await drawer.getByRole('button', { name: 'Next', exact: true }).click()
  await shows(alpha?.id)
  await drawer.getByRole('button', { name: 'alpha', exact: true }).click()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => tile(page, 'Tasks').textContent(), soon).toBe('1')
  await open(page, `/api-detail?call=${alpha?.id}`)
  await drawer.getByRole('button', { name: /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/ }).click()
  await expect.poll(() => tile(page, 'Requests').textContent(), soon).toBe(String(requests(rows)))
  expect(new URL(page.url()).searchParams.get('ip')).not.toBeNull()
  page.expectClean()
})

test('a saved view is opened by name from another screen, shared by its address, and removed', async () => {
  const { page } = nina
  await open(page, '/api-detail/serp?group=tag&tag=beta')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('This field is required').waitFor()
  await dialog.locator('[name=name]').fill('Beta')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Beta', exact: true }).waitFor()
  await open(page, '/api-detail')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await page.getByRole('button', { name: 'Beta', exact: true }).waitFor()
  expect(page.url()).toBe(`${server.url}/api-detail/serp?group=tag&tag=beta`)
  const rows = (await nina.rows()).filter(({ tag }) => tag === 'beta')
  await expect.poll(() => tile(page, 'Cost').textContent(), soon).toBe(usd(micros(rows)))
  await page.getByRole('button', { name: 'Beta', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove “Beta”' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
  page.expectClean()
})

test('saving a view under an existing name asks before it replaces the view', async () => {
  const { page } = nina
  const dialog = page.getByRole('dialog')
  const save = async (search: string) => {
    await open(page, `/api-detail/serp${search}`)
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await dialog.locator('[name=name]').fill('Mine')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }
  const stored = () =>
    page.evaluate(async (path) => {
      const { views } = (await (await fetch(path)).json()) as { views: { search: string }[] }
      return views.map(({ search }) => search)
    }, usageViews.getUsageViews.path)
  await save('?tag=alpha')
  await page.getByRole('button', { name: 'Mine', exact: true }).waitFor()
  await save('?tag=beta')
  await dialog.getByText('A view named “Mine” already exists.').waitFor()
  expect(await stored()).toEqual(['?tag=alpha'])
  await dialog.locator('[name=name]').fill('Mine too')
  await dialog.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await dialog.locator('[name=name]').fill('Mine')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByRole('button', { name: 'Mine', exact: true }).waitFor()
  expect(await stored()).toEqual(['?tag=beta'])
  await callFrom(page, usageViews.removeUsageView, { name: 'Mine' })
  page.expectClean(/status of 409/)
})

test('an invalid status code is shown at its field and filters nothing', async () => {
  const { page } = nina
  await open(page, '/api-detail/serp?method=live')
  const field = page.getByLabel('Status code')
  await field.fill('404')
  await field.press('Enter')
  await page.getByText('A status code has five digits').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(new URL(page.url()).searchParams.get('status')).toBeNull()
  await field.fill('40501')
  await expect.poll(() => page.getByText('A status code has five digits').count(), soon).toBe(0)
  await field.press('Enter')
  await page.waitForURL('**status=40501**')
  page.expectClean()
})

test('Usage, the dashboard, Errors and the balance history left open over midnight UTC move to the new day', async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  const day = dayAgo(0)
  const eve = Date.parse(day) - 40_000
  await page.clock.install({ time: eve })
  for (const [path, endpoint] of [
    ['/api-detail/serp?range=today', '/api/usage/summary'],
    ['/api-dashboard', '/api/dashboard/spend'],
    ['/api-errors', '/api/errors/histogram'],
    ['/users/getrows?tab=history', '/api/billing/history'],
  ] as const) {
    const until = (to: string) =>
      page.waitForRequest((sent) => {
        const { pathname, searchParams } = new URL(sent.url())
        return pathname === endpoint && searchParams.get('to') === to
      })
    await page.clock.setSystemTime(eve)
    await Promise.all([until(dayAgo(1)), page.goto(`${server.url}${path}`)])
    await Promise.all([until(day), page.clock.fastForward(60_000)])
  }
})

test('an export shows the number of rows received so far and saves them all', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/api-detail')
  const rows = await exportedRows(page, server.url)
  let free = () => {}
  const held = new Promise<void>((done) => {
    free = done
  })
  await page.route('**/api/usage/export*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Export rows' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click()
  await page.getByText(`0 of ${rows.length.toLocaleString('en')} rows`).waitFor()
  free()
  const file = await (await download).createReadStream()
  let text = ''
  for await (const part of file) text += part
  expect(text.trim().split('\n')).toHaveLength(rows.length)
  await page.getByRole('button', { name: 'Export rows' }).click()
  const focus = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Usage cost (FOCUS 1.2)' }).click()
  expect((await focus).suggestedFilename()).toMatch(/^focus-1\.2-.*\.csv$/)
  await page.getByRole('button', { name: 'Export rows' }).waitFor()
  page.expectClean()
})

test('the chart as a table follows the legend, is a table at 1280 px, and both are in the address', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-detail/serp')
  const metric = page.getByRole('figure', { name: 'Cost by function' })
  await metric.getByRole('button', { name: 'Google Maps offsets' }).click()
  await metric.getByRole('button', { name: 'Table' }).click()
  const own = metric.getByRole('table', { name: 'Cost by function' })
  const check = async () => {
    await expect
      .poll(() => own.getByRole('columnheader').allTextContents(), soon)
      .toEqual(['Time (UTC)', 'Google Maps offsets'])
    expect(await own.getByRole('columnheader').first().isVisible()).toBe(true)
    const rows = await exportedRows(page, server.url, { section: 'serp', function: 'serp/google/maps' })
    const today = rows.filter(({ time }) => time?.startsWith(dayAgo(0)))
    expect(await own.getByRole('row').nth(1).getByRole('cell').last().textContent()).toBe(usd(micros(today)))
  }
  await check()
  await page.reload()
  await check()
  page.expectClean()
})

test('the chart of today omits future hours and has round hours on its axis', { tags: 'long' }, async () => {
  const { page } = nina
  await open(page, '/api-detail?range=today&grain=hour')
  const metric = page.getByRole('figure', { name: 'Cost by function' })
  const steps = Number(await metric.getByRole('slider').getAttribute('aria-valuemax')) + 1
  expect(steps).toBe(new Date().getUTCHours() + 1)
  await open(page, '/api-detail?range=7d&grain=hour')
  const labels = () => metric.locator('svg text[text-anchor=middle]').allTextContents()
  await expect.poll(async () => (await labels()).length, soon).toBeGreaterThan(2)
  for (const label of await labels()) expect(label).toMatch(/^([A-Z][a-z]{2} \d{1,2}|(06|12|18):00)$/)
  page.expectClean()
})

test('a function takes two lines on a phone', async () => {
  const { page } = nina
  await open(page, '/api-detail', PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  const rows = table(page, 'By function, method and priority').getByRole('row')
  await rows.nth(2).waitFor()
  for (const index of [1, 2]) {
    const box = await rows.nth(index).boundingBox()
    expect(box?.height).toBeLessThan(92)
  }
  await shot(page, 'usage-phone')
  await page.emulateMedia({ colorScheme: 'light' })
  page.expectClean()
})

const causes = (page: Page) => page.getByRole('table', { name: 'Errors by cause' })

for (const [width, options] of variants([1280, 390, 860]))
  test(`every cause of errors shows its whole message, the remedy and its button at ${width} px`, options, async () => {
    const { page } = nina
    await open(page, '/api-errors', { width, height: 900 })
    const row = causes(page).getByRole('row', { name: /40204/ })
    await row.waitFor()
    await row.getByText('Activate', { exact: true }).waitFor()
    expect(await row.getByText('Activate', { exact: true }).isVisible()).toBe(true)
    const failed = (await nina.rows()).filter(({ status_class }) => status_class !== 'ok')
    await page.getByText(`${failed.length} errors, grouped by code and function`).waitFor()
    // Badges begin at the same x in every row, beside a full-size button.
    const unfold = causes(page).getByRole('button', { name: 'Details' })
    const offsets = new Set<number>()
    for (const one of await unfold.all()) {
      const box = await one.boundingBox()
      expect([box?.width, box?.height]).toEqual([28, 28])
      offsets.add(Math.round(box?.x ?? 0))
    }
    expect(offsets.size).toBe(1)
    // Nothing of a message is cut.
    const cut = await causes(page)
      .locator('td')
      .evaluateAll(
        (cells) =>
          cells.flatMap((cell) =>
            [cell, ...cell.querySelectorAll('*')].filter(
              (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'hidden',
            ),
          ).length,
      )
    expect(cut).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await shot(page, `errors-${width}`)
    page.expectClean()
  })

test('a wrong API password is shown above the list, with its source address and the screen that fixes it', async () => {
  const { page } = nina
  const { basic } = await callFrom(page, access.showPassword, {})
  const login = atob(basic).split(':')[0]
  expect(await nina.send(LIVE, undefined, `Basic ${btoa(`${login}:not-it`)}`)).toEqual([CODE.unauthorized])
  const message = page.getByText(/^Wrong API password from (127\.0\.0\.1|::1)\./)
  await expect
    .poll(async () => {
      await page.goto(`${server.url}/api-errors`)
      return message.waitFor({ timeout: 2_000 }).then(
        () => 'said',
        () => 'not yet',
      )
    }, soon)
    .toBe('said')
  await axe(page)
  await shot(page, 'errors-wrong-password')
  await page.getByRole('link', { name: 'Go to API Access' }).first().click()
  await page.waitForURL('**/api-access')
  page.expectClean()
})

test('the drawer of an error shows the stored answer and how it differs from the last good one', async () => {
  const { page } = nina
  await open(page, '/api-settings')
  await callFrom(page, settings.saveAnswers, { ...DEFAULT_ANSWERS, share: 100 })
  // The gateway reads the rule of a login once a second.
  await new Promise((done) => setTimeout(done, 1100))
  const task = { keyword: 'desk', location_code: 2840, language_code: 'en' }
  expect(await nina.send(LIVE, [task])).toEqual([CODE.ok])
  expect(await nina.send(LIVE, [{ ...task, depth: 'much' }])).toEqual([CODE.invalidField])
  const compare = page.getByRole('button', { name: 'Compare with the last successful response' })
  await expect
    .poll(async () => {
      await open(page, `/api-errors?view=list&code=${CODE.invalidField}`)
      await table(page, 'All errors').getByRole('row').nth(1).click()
      return compare.waitFor({ timeout: 3_000 }).then(
        () => 'shown',
        () => 'not yet',
      )
    }, soon)
    .toBe('shown')
  await axe(page)
  await compare.click()
  const compared = page.getByRole('dialog', { name: /^Compared with the last successful response/ })
  await compared.getByRole('row', { name: /data\.depth – much/ }).waitFor()
  await axe(page)
})

test('a second grouping shows a row for each pair, and is in the address', async () => {
  const { page } = nina
  await open(page, '/api-detail?group=tag')
  await page.getByRole('combobox', { name: 'Second grouping' }).selectOption({ label: 'and by API' })
  await expect.poll(() => new URL(page.url()).searchParams.get('split'), soon).toBe('api')
  await expect
    .poll(() => table(page, 'By tag').getByRole('columnheader').allTextContents(), soon)
    .toEqual(expect.arrayContaining(['Tag', 'API']))
})

test('a status has the same colour on Usage and on Errors', { tags: 'long' }, async () => {
  const { page } = nina
  const swatch = async (name: string, metric: string) => {
    const key = page.getByRole('figure', { name: metric }).getByRole('button', { name, exact: true })
    await key.waitFor()
    return key
      .locator('svg rect')
      .first()
      .evaluate((one) => getComputedStyle(one).fill)
  }
  await open(page, '/api-errors')
  const invalid = await swatch('Invalid request', 'Errors over time')
  const limits = await swatch('Balance and limits', 'Errors over time')
  expect(invalid).not.toBe(limits)
  await open(page, '/api-detail?group=status')
  expect(await swatch('Invalid request', 'Tasks by status')).toBe(invalid)
  page.expectClean()
})

test('Back restores the scroll position in the code reference, and its search is in the address', async () => {
  const { page } = nina
  await open(page, '/api-errors?tab=codes')
  await page.getByRole('searchbox', { name: 'Search codes' }).fill('4')
  await expect.poll(() => new URL(page.url()).searchParams.get('q'), soon).toBe('4')
  // The browser adjusts the scroll position while filtered entries disappear.
  await expect.poll(() => page.locator('li[id="20000"]').count(), soon).toBe(0)
  await page.evaluate(() => scrollTo(0, 1200))
  expect(await page.evaluate(() => scrollY)).toBe(1200)
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'API settings' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Search codes' }).waitFor()
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await expect.poll(scrolled, soon).toBe(1200)
  // A page that changed its length between two frames was not scrolled by the user.
  await page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) throw new Error('the page has no main element')
    main.style.display = 'none'
    main.getBoundingClientRect()
    main.style.display = ''
    main.style.paddingBottom = '300px'
  })
  await expect.poll(scrolled, soon).toBe(1200)
  await page.evaluate(() => scrollTo(0, 700))
  await new Promise((done) => setTimeout(done, 300))
  expect(await scrolled(), 'the user scrolled').toBe(700)
  expect(await page.getByRole('searchbox', { name: 'Search codes' }).inputValue()).toBe('4')
  page.expectClean()
})

test('in forced colours only the active tab is underlined and the open menu entry differs', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-errors')
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = await page
    .getByRole('tab')
    .evaluateAll((tabs) =>
      tabs.map((tab) => getComputedStyle(tab).borderBottomColor !== getComputedStyle(document.body).backgroundColor),
    )
  expect(lines).toEqual([true, false, false])
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const look = (name: string) =>
    menu.getByRole('link', { name, exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await look('Errors')).not.toBe(await look('API Access'))
  page.expectClean()
})

const amount = (text: string | null) => Math.round(Number(text?.replaceAll(/[^\d.-]/g, '')) * 1e6)

for (const [[where, view], options] of variants([
  ['at 1280 px', DESKTOP],
  ['on a phone', PHONE],
] as const))
  test(
    `nothing moves while the dashboard of a new account loads ${where}, and Get started can be dismissed for good`,
    options,
    async () => {
      const email = `first-${view.width}@example.com`
      const { page } = await newCustomer(server, mailbox, email, view)
      const shifted = await watchShifts(page)
      const settled = settler(page)
      await page.reload()
      await page.getByRole('heading', { name: 'Get started' }).waitFor()
      await page.getByRole('heading', { name: 'Spend by API' }).waitFor()
      await settled()
      expect(await shifted()).toBeLessThanOrEqual(0.01)
      await shot(page, `dashboard-new-${view.width}`)
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
      await page.getByRole('heading', { name: 'Get started' }).waitFor({ state: 'hidden' })
      page.expectClean()

      const elsewhere = await newPage(view)
      await signInAt(elsewhere, server.url, { email, password: PASSWORD })
      await elsewhere.getByRole('heading', { name: 'Spend by API' }).waitFor()
      expect(await elsewhere.getByRole('heading', { name: 'Get started' }).count()).toBe(0)
      elsewhere.expectClean()
    },
  )

test('the cards and the chart show the same logins and name them', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  const { login } = await callBeside(page, server.url, access.addMachineLogin, { name: 'second' })
  await server.operate('credit', login, '1', '--reason', 'a test')
  await callBeside(page, server.url, users.setActiveApiUser, { login })
  const { basic } = await callBeside(page, server.url, access.showPassword, {})
  await callBeside(page, server.url, users.setActiveApiUser, { login: DEMO.email })
  await fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ keyword: 'of the second login', location_code: 2840, language_code: 'en' }]),
  })
  const card = page.getByRole('region', { name: 'Last 30 days' })
  const spent = async () => amount(await card.locator('p').first().textContent())
  for (const [choice, name, params] of [
    ['', undefined, {}],
    ['*', 'All logins', { login: '*' }],
    [login, login, { login }],
  ] as const) {
    await page.goto(`${server.url}/api-dashboard${choice ? `?login=${encodeURIComponent(choice)}` : ''}`)
    await shown(page)
    const rows = await exportedRows(page, server.url, params)
    await expect.poll(spent, soon).toBe(micros(rows))
    const note = page.getByText('in this period (UTC)')
    await expect.poll(async () => amount((await note.textContent())?.split(' ')[0] ?? null), soon).toBe(micros(rows))
    expect(await card.getByRole('heading').textContent()).toBe(name ? `Last 30 days · ${name}` : 'Last 30 days')
  }
  expect(micros(await exportedRows(page, server.url, { login }))).toBe(2000)
  page.expectClean()
})

test('the cards of today equal the exported file of today', async () => {
  const { page } = nina
  const all = await nina.rows()
  await open(page, '/api-dashboard')
  const value = async (name: string) => page.getByRole('region', { name }).locator('p').first().textContent()
  expect(micros(all)).toBeGreaterThan(2000)
  await expect.poll(() => value('Spent today (UTC)'), soon).toBe(usd(micros(all)))
  expect(await value('Requests today (UTC)')).toBe(String(requests(all)))
  const failed = all.filter(({ status_class }) => status_class !== 'ok').length
  await page.getByRole('link', { name: `${((failed / all.length) * 100).toFixed(1)}% of tasks failed` }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/\bcalls?\b/i)
  page.expectClean()
})
