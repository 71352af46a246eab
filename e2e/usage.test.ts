// Every card of Usage, of accounts whose figures come from requests they really made, compared with the file they export.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usageViews } from '../contract/src/usage-views.ts'
import { type Server, startServer } from './harness.ts'
import { shot } from './harness-browser.ts'
import { DESKTOP, openMailbox, PHONE } from './harness-people.ts'
import { callFrom, enter, goWithin, settler, shown, soon } from './harness-shell.ts'
import { type Customer, exportedRows, LIVE, newCustomer, POST, SUBSCRIBED, search } from './harness-traffic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const OVERVIEW = '/api-detail/unified-overview'
const DAY_MS = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let nina: Customer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({
    SMTP_URL: mailbox.url,
    BOT_CHECK: 'off',
    DEMO: 'on',
    LOG_LEVEL: 'error',
    TASK_DELAY_MS: '0',
  })
  nina = await newCustomer(server, mailbox, 'nina@example.com', DESKTOP)
  expect(await nina.send(LIVE, [search({ tag: 'alpha' })])).toEqual([20000])
  expect(
    await nina.send(
      POST,
      [1, 2, 3].map((n) => search({ keyword: `desk ${n}`, tag: 'beta' })),
    ),
  ).toHaveLength(3)
  expect(await nina.send(POST, [search({ keyword: 'urgent', priority: 2, tag: 'beta' })])).toHaveLength(1)
  expect(await nina.send(LIVE, [{ location_code: 2840 }])).toEqual([40501])
  expect(await nina.send(SUBSCRIBED, [{ target: 'example.com' }])).toEqual([40204])
})
afterAll(() => mailbox.close())

type Row = Record<string, string>
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const micros = (rows: Row[]) => sum(rows.map(({ cost_usd }) => Math.round(Number(cost_usd) * 1e6)))
const usd = (amount: number) => `$${(amount / 1e6).toFixed(6)}`
const requests = (rows: Row[]) => new Set(rows.map(({ request_id }) => request_id)).size
const tasks = (rows: Row[]) => rows.filter(({ task_id }) => task_id !== null).length

async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`)
  await shown(page)
}

/** The value of one of the cards, as it is read. */
const tile = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
    .first()
    .locator('dd')
    .first()
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

test('RT-02 a section that does not exist for the user leads to /404 before anything of it is asked for', async () => {
  const page = await enter(server, DESKTOP)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/api-detail/reviews', '/api-detail/nope', '/api-playground/nope']) {
    await page.goto(`${server.url}${path}`)
    await page.getByRole('heading', { name: 'You do not have permission to access that page.' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/404')
  }
  expect(asked.filter((path) => path.startsWith('/api/usage') || path.startsWith('/api/catalogue'))).toEqual([])
  await open(page, '/api-detail/ai-optimization')
  await page.getByRole('heading', { level: 1, name: /^API Usage/ }).waitFor()
  page.expectClean(/404/)
})

test('cards and every group are the sums of the file', async () => {
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
  // Back to the first grouping and on to another within the page: each has a table of its own.
  await goWithin(page, '/api-detail')
  await table(page, 'By function, method and priority').waitFor()
  await goWithin(page, '/api-detail?group=tag')
  await table(page, 'By tag')
    .getByRole('row', { name: /^beta / })
    .waitFor()
  page.expectClean()
})

test('a press on a group narrows the screen to it; the groups sort by any column', async () => {
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

test('the overview has all APIs side by side, each in the colour it has on the dashboard; top tags and logins count requests and tasks', {
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

test('compared with the period before, in the cards, in the chart and in the address', { tags: 'long' }, async () => {
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
  const figure = page.getByRole('figure', { name: 'Cost by function' })
  await figure.getByRole('slider').focus()
  await page.keyboard.press('End')
  const last = before.filter(({ time }) => time?.startsWith(dayAgo(15)))
  await figure.getByText('Previous period').waitFor()
  expect(await figure.getByRole('slider').getAttribute('aria-valuetext')).toContain(
    `Previous period ${usd(micros(last))}`,
  )
  await shot(page, 'usage-compared')
  page.expectClean()
})

test('tasks sort by cost, time and results, and begin with the largest', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/api-detail')
  const rows = await exportedRows(page, server.url)
  const settled = settler(page)
  for (const [head, place, largest] of [
    ['Cost', 5, usd(Math.max(...rows.map((row) => micros([row]))))],
    ['Results', 4, Math.max(...rows.map(({ results }) => Number(results))).toLocaleString('en')],
  ] as const) {
    await table(page, 'Tasks').getByRole('button', { name: head, exact: true }).click()
    await settled()
    const first = table(page, 'Tasks').getByRole('row').nth(1).getByRole('cell').nth(place)
    await expect.poll(() => first.textContent(), soon).toBe(largest)
  }
  expect(new URL(page.url()).searchParams.get('sort')).toBe('results')
  await table(page, 'Tasks').getByRole('button', { name: 'Results', exact: true }).click()
  await expect
    .poll(() => table(page, 'Tasks').getByRole('row').nth(1).getByRole('cell').nth(4).textContent(), soon)
    .toBe('0')
  page.expectClean()
})

test('columns that are left out stay out, and an id is copied from its row', { tags: 'long' }, async () => {
  const { page } = nina
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/api-detail')
  const heads = () => table(page, 'Tasks').getByRole('columnheader').allTextContents()
  await expect.poll(heads, soon).toContain('Tag')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Tag' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Priority' }).click()
  await page.keyboard.press('Escape')
  for (const reload of [false, true]) {
    if (reload) await open(page, '/api-detail')
    await expect.poll(heads, soon).toContain('Cost')
    await expect.poll(heads, soon).not.toContain('Tag')
    await expect.poll(heads, soon).not.toContain('Priority')
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

test('the drawer goes on to the next and the previous task, copies it as cURL and narrows to its tag or address', async () => {
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

test('a view is saved under a name, opened from elsewhere, passed on by its address, and removed', async () => {
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

test('a name that has a view already is asked about before its view is replaced', async () => {
  const { page } = nina
  const dialog = page.getByRole('dialog')
  const save = async (search: string) => {
    await open(page, `/api-detail/serp${search}`)
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await dialog.locator('[name=name]').fill('Mine')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }
  const kept = () =>
    page.evaluate(async (path) => {
      const { views } = (await (await fetch(path)).json()) as { views: { search: string }[] }
      return views.map(({ search }) => search)
    }, usageViews.getUsageViews.path)
  await save('?tag=alpha')
  await page.getByRole('button', { name: 'Mine', exact: true }).waitFor()
  await save('?tag=beta')
  await dialog.getByText('There is already a view “Mine”.').waitFor()
  expect(await kept()).toEqual(['?tag=alpha'])
  await dialog.locator('[name=name]').fill('Mine too')
  await dialog.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await dialog.locator('[name=name]').fill('Mine')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByRole('button', { name: 'Mine', exact: true }).waitFor()
  expect(await kept()).toEqual(['?tag=beta'])
  await callFrom(page, usageViews.removeUsageView, { name: 'Mine' })
  page.expectClean(/status of 409/)
})

test('a status code that cannot be one is told at its field, and narrows nothing', async () => {
  const page = await enter(server, DESKTOP, '/api-detail/serp?method=live')
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

for (const [path, asked] of [
  ['/api-detail/serp?range=today', '/api/usage/summary'],
  ['/api-dashboard', '/api/dashboard/spend'],
  ['/api-errors', '/api/errors/histogram'],
] as const)
  test(`${path} left open over midnight UTC goes on to the new day`, async () => {
    const page = await enter(server, DESKTOP)
    const day = new Date().toISOString().slice(0, 10)
    await page.clock.install({ time: Date.parse(day) - 40_000 })
    const until = (to: string) =>
      page.waitForRequest((sent) => {
        const { pathname, searchParams } = new URL(sent.url())
        return pathname === asked && searchParams.get('to') === to
      })
    await Promise.all([until(dayAgo(1)), page.goto(`${server.url}${path}`)])
    await Promise.all([until(day), page.clock.runFor(120_000)])
  })

test('an export tells how many rows have come, and saves them all', { tags: 'long' }, async () => {
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

test('the chart as a table follows the legend, is a table at 1280 px, and both stand in the address', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, '/api-detail/serp')
  const figure = page.getByRole('figure', { name: 'Cost by function' })
  await figure.getByRole('button', { name: 'Google Maps places' }).click()
  await figure.getByRole('button', { name: 'Table' }).click()
  const own = figure.getByRole('table', { name: 'Cost by function' })
  const check = async () => {
    await expect
      .poll(() => own.getByRole('columnheader').allTextContents(), soon)
      .toEqual(['Time (UTC)', 'Google Maps places'])
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

test('hours to come are not drawn, and the axis of hours has round ones', { tags: 'long' }, async () => {
  const { page } = nina
  await open(page, '/api-detail?range=today&grain=hour')
  const figure = page.getByRole('figure', { name: 'Cost by function' })
  const steps = Number(await figure.getByRole('slider').getAttribute('aria-valuemax')) + 1
  expect(steps).toBe(new Date().getUTCHours() + 1)
  await open(page, '/api-detail?range=7d&grain=hour')
  const labels = () => figure.locator('svg text[text-anchor=middle]').allTextContents()
  await expect.poll(async () => (await labels()).length, soon).toBeGreaterThan(2)
  for (const label of await labels()) expect(label).toMatch(/^([A-Z][a-z]{2} \d{1,2}|(06|12|18):00)$/)
  // A name that was taken was refused before.
  page.expectClean(/409/)
})

test('on a phone a function takes two lines', async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, '/api-detail')
  const rows = table(page, 'By function, method and priority').getByRole('row')
  await rows.nth(2).waitFor()
  for (const place of [1, 2]) {
    const box = await rows.nth(place).boundingBox()
    expect(box?.height).toBeLessThan(92)
  }
  await shot(page, 'usage-phone')
  page.expectClean()
})
