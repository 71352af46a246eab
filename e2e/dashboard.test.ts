// Every card of the dashboard, of accounts whose figures come from requests they really made.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { access } from '../contract/src/access.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { newPage, shot } from './harness-browser.ts'
import { DEMO, DESKTOP, openMailbox, PASSWORD, PHONE } from './harness-people.ts'
import { callBeside, settler, shown, signInAt, signInBeside, soon } from './harness-shell.ts'
import { exportedRows, LIVE, newCustomer, watchShifts } from './harness-traffic.ts'

vi.setConfig({ testTimeout: 120_000 })
let server: Server
let mailbox: Awaited<ReturnType<typeof openMailbox>>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ SMTP_URL: mailbox.url, BOT_CHECK: 'off', DEMO: 'on', LOG_LEVEL: 'error' })
})
afterAll(() => mailbox.close())

const usd = (text: string | null) => Math.round(Number(text?.replaceAll(/[^\d.-]/g, '')) * 1e6)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const micros = (rows: Record<string, string>[]) => sum(rows.map(({ cost_usd }) => Math.round(Number(cost_usd) * 1e6)))

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

test('cards and chart show the same logins, and say which', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  const { login } = await callBeside(page, server.url, access.addMachineLogin, { name: 'second' })
  const { code, stderr } = await server.operator(['credit', login, '1', '--reason', 'a test'])
  if (code !== 0) throw new Error(stderr)
  await callBeside(page, server.url, users.setActiveApiUser, { login })
  const { basic } = await callBeside(page, server.url, access.showPassword, {})
  await callBeside(page, server.url, users.setActiveApiUser, { login: DEMO.email })
  await fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ keyword: 'of the second login', location_code: 2840, language_code: 'en' }]),
  })
  const card = page.getByRole('region', { name: 'Last 30 days' })
  const spent = async () => usd(await card.locator('p').first().textContent())
  for (const [choice, name, asked] of [
    ['', undefined, {}],
    ['*', 'All logins', { login: '*' }],
    [login, login, { login }],
  ] as const) {
    await page.goto(`${server.url}/api-dashboard${choice ? `?login=${encodeURIComponent(choice)}` : ''}`)
    await shown(page)
    const rows = await exportedRows(page, server.url, asked)
    await expect.poll(spent, soon).toBe(micros(rows))
    const note = page.getByText('in this period (UTC)')
    await expect.poll(async () => usd((await note.textContent())?.split(' ')[0] ?? null), soon).toBe(micros(rows))
    expect(await card.getByRole('heading').textContent()).toBe(name ? `Last 30 days · ${name}` : 'Last 30 days')
  }
  expect(micros(await exportedRows(page, server.url, { login }))).toBe(2000)
  page.expectClean()
})

test('the cards of today are the file of today', async () => {
  const { page, send, rows } = await newCustomer(server, mailbox, 'today@example.com', DESKTOP)
  expect(await send(LIVE)).toEqual([20000])
  expect(await send(LIVE, [{ location_code: 2840 }])).toEqual([40501])
  await page.goto(`${server.url}/api-dashboard`)
  await shown(page)
  const value = async (name: string) => page.getByRole('region', { name }).locator('p').first().textContent()
  await expect.poll(() => value('Spent today (UTC)'), soon).toBe('$0.002000')
  const all = await rows()
  expect(micros(all)).toBe(2000)
  expect(await value('Requests today (UTC)')).toBe(String(new Set(all.map(({ request_id }) => request_id)).size))
  const failed = all.filter(({ status_class }) => status_class !== 'ok').length
  await page.getByRole('link', { name: `${((failed / all.length) * 100).toFixed(1)}% failed` }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/\bcalls?\b/i)
  page.expectClean()
})
