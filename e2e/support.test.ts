// An hour of work at the console, of people who have several things open, and what their customers see of it.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CODE } from '../contract/src/codes.ts'
import { decimalText } from '../contract/src/money.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, shot, type View } from './harness-browser.ts'
import { layoutFaults } from './harness-layout.ts'
import { DEMO, DESKTOP, openMailbox, PHONE } from './harness-people.ts'
import { freePort } from './harness-resources.ts'
import { enterConsole, newStaffMember, type StaffMember } from './harness-staff.ts'
import { type Customer, LIVE, newCustomer, search } from './harness-traffic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: Server
let staffUrl: string
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let kim: StaffMember
let fred: StaffMember
let lea: StaffMember
let flo: StaffMember
let fia: StaffMember

beforeAll(async () => {
  const PORT = String(await freePort())
  staffUrl = `http://staff.localhost:${PORT}`
  mailbox = await openMailbox()
  server = await openServer({ PORT, STAFF_URL: staffUrl, SMTP_URL: mailbox.url, BOT_CHECK: 'off' })
  kim = await newStaffMember(server, 'Kim', 'support')
  fred = await newStaffMember(server, 'Fred', 'finance')
  lea = await newStaffMember(server, 'Lea', 'admin')
  flo = await newStaffMember(server, 'Flo', 'finance')
  fia = await newStaffMember(server, 'Fia', 'finance')
})
afterAll(() => mailbox.close())

const openAs = (who: StaffMember, path: string, view?: View) => enterConsole(staffUrl, who, path, view)

const usd = (micros: number) => `$${decimalText(micros).replace(/(\.\d\d\d*?)0*$/, '$1')}`
const sum = (rows: Record<string, string>[]) =>
  rows.reduce((total, { cost_usd }) => total + Math.round(Number(cost_usd) * 1e6), 0)
/** The value beside a term, such as a fact of a card. */
const fact = (page: Page, term: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
    .first()
    .locator('dd')
    .first()

test('an hour of support: staff find both calls of a ticket by their ids, see why, refund one, leave a note, and the customer sees it', {
  tags: 'long',
}, async () => {
  const nina = await newCustomer(server, mailbox, 'nina@example.com', DESKTOP)
  expect(await nina.send(LIVE)).toEqual([CODE.ok])
  expect(await nina.send(LIVE, [{ location_code: 2840 }])).toEqual([CODE.invalidField])
  const rows = await nina.rows()
  const paid = rows.find(({ cost_usd }) => Number(cost_usd) > 0)
  const refused = rows.find(({ cost_usd }) => Number(cost_usd) === 0)
  const price = usd(sum(rows))

  const page = await openAs(kim, '/operator')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Find a customer, a request or a page' })
  await palette.fill(refused?.request_id ?? '')
  await page.getByRole('option', { name: 'Find a request' }).waitFor()
  await axe(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${staffUrl}/operator/request/${refused?.request_id}`)
  await page.getByText(String(CODE.invalidField)).first().waitFor()
  expect(await page.getByRole('button', { name: 'Refund this call' }).count()).toBe(0)

  await page.keyboard.press('Control+k')
  await palette.fill(paid?.request_id ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${staffUrl}/operator/request/${paid?.request_id}`)
  await page.getByRole('heading', { name: 'Price and booking' }).waitFor()
  await page.getByText(price).first().waitFor()
  await page.getByRole('button', { name: 'Refund this call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${price} is refunded.`).waitFor()
  await dialog.getByLabel('Reason').fill('the second page was empty')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('It was refunded.').waitFor()

  await page.keyboard.press('Control+k')
  await palette.fill('nina@example')
  await page
    .getByRole('option', { name: /nina@example\.com/ })
    .first()
    .waitFor()
  await shot(page, 'console-palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/operator\/customers\/\d+$/)
  const timeline = page.getByRole('listitem').filter({ hasText: 'the second page was empty' })
  await timeline.getByText('Kim Staff').waitFor()
  await page.getByLabel('Note for colleagues').fill('They wait for the invoice, too.')
  await page.getByLabel('Mention a colleague').selectOption('fred')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'They wait for the invoice, too. @fred' }).waitFor()
  await expect
    .poll(() =>
      mailbox.mails.filter(({ envelope }) => envelope.to.includes(fred.email)).map(({ parsed }) => parsed.text),
    )
    .toContainEqual(expect.stringContaining('They wait for the invoice, too. @fred'))
  const mail = page.getByRole('group').filter({ hasText: 'nina@example.com' }).first()
  await mail.locator('summary').click()
  await mail.getByText(/http:\/\/localhost:\d+\/…/).waitFor()
  await axe(page)
  await shot(page, 'console-customer-mails')
  page.expectClean()

  await nina.page.goto(`${server.url}/api-detail/unified-overview?call=${paid?.id}`)
  await nina.page.getByText('Released').waitFor()
  await nina.page.goto(`${server.url}/users/security-log`)
  await nina.page.getByRole('row').filter({ hasText: 'Kim Staff' }).first().getByRole('button').first().click()
  await nina.page.getByText('the second page was empty').waitFor()
  expect(await nina.page.getByText('They wait for the invoice').count()).toBe(0)
})

test('what a customer spent and has left is one number in the console, on the customer’s pages, at the command line and in both files', async () => {
  const olga: Customer = await newCustomer(server, mailbox, 'olga@example.com', DESKTOP)
  for (const keyword of ['a desk', 'a chair', 'a lamp'])
    expect(await olga.send(LIVE, [search({ keyword })])).toEqual([CODE.ok])
  const spent = sum(await olga.rows())
  expect(spent).toBeGreaterThan(0)
  const { totals } = JSON.parse(await server.operate('revenue', '--customer', olga.email, '--json'))
  expect(totals.usage_micros).toBe(-spent)

  await olga.page.goto(`${server.url}/api-detail`)
  await expect.poll(() => fact(olga.page, 'Cost').textContent()).toBe(`$${decimalText(spent)}`)

  const page = await openAs(fred, `/operator/money?by=customer&customer=${encodeURIComponent(olga.email)}`)
  const table = page.getByRole('table', { name: 'Revenue' })
  const row = table.getByRole('row').filter({ hasText: olga.email })
  await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe(`$${decimalText(spent)}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).split(/\r?\n/)
  expect(lines.find((line) => line.includes(olga.email))?.split(',')[1]).toBe(decimalText(spent))

  await row.getByRole('link', { name: 'Customer page' }).click()
  await expect.poll(() => fact(page, 'Spent in 30 days').textContent()).toBe(usd(spent))
  const { logins } = JSON.parse(await server.operate('user', 'show', olga.email, '--json'))
  expect(await fact(page, 'Balance').textContent()).toBe(usd(logins[0].balance_micros))
  await olga.page.goto(`${server.url}/api-dashboard`)
  const header = (await olga.page.getByTestId('balance').textContent()) ?? ''
  expect(Math.abs(Number(header.replace(/[^\d.]/g, '')) - logins[0].balance_micros / 1e6)).toBeLessThan(0.01)
})

test('two staff who approve the same credit at the same moment, each in two tabs, book it once', async () => {
  const [{ id, login } = { id: 0, login: '' }] = await server.query<{ id: number; login: string }>(
    `select u.id, l.login from users u join api_logins l on l.owner_id = u.id where u.email = $1 order by l.id limit 1`,
    [DEMO.email],
  )
  const balance = () =>
    server.query(
      `select balance_micros from ledger_accounts a join api_logins l on l.id = a.api_login_id where login = $1`,
      [login],
    )
  const asking = await openAs(lea, `/operator/customers/${id}`)
  await asking.getByRole('button', { name: 'Add or deduct credit' }).click()
  await asking.getByLabel('Amount').fill('3000')
  await asking.getByLabel('Reason').fill('a contract of three years')
  await asking.getByRole('dialog').getByRole('button', { name: 'Add credit' }).click()
  await asking.getByText('It now waits for the approval of a colleague.').waitFor()

  const tabs: Page[] = []
  for (const colleague of [flo, fia]) {
    const who = await openAs(colleague, '/operator/approvals')
    const beside = await who.context().newPage()
    await beside.goto(`${staffUrl}/operator/approvals`)
    tabs.push(who, beside)
  }
  for (const tab of tabs) {
    await tab.getByRole('button', { name: 'Approve request' }).click()
    await tab.getByLabel('Reason').fill('the contract is signed')
  }
  const [before] = await balance()
  const answers = tabs.map((tab) => tab.waitForResponse('**/api/operator/approval'))
  await Promise.all(tabs.map((tab) => tab.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()))
  const statuses = (await Promise.all(answers)).map((answer) => answer.status())
  expect(
    statuses.filter((status) => status === 200),
    statuses.join(),
  ).toHaveLength(1)
  const [after] = await balance()
  expect(Number(Object(after).balance_micros) - Number(Object(before).balance_micros)).toBe(3_000_000_000)
})

const SCREENS = [
  '',
  '/customers?q=example',
  '/customers/ID',
  '/request',
  '/money',
  ...['balances', 'payments', 'reversals', 'documents', 'tax', 'promos', 'books', 'months'].map(
    (tab) => `/money/${tab}`,
  ),
  '/approvals',
  '/service',
  ...['incidents', 'maintenance', 'queues', 'instances'].map((view) => `/service?view=${view}`),
  '/catalogue',
  '/catalogue?function=serp%2Fgoogle%2Forganic',
  ...['documents', 'prices', 'uploads'].map((tab) => `/catalogue?show=${tab}`),
  '/webhooks',
  ...['brands', 'mails', 'scripts', 'staff', 'tokens', 'audit', 'passkeys'].map((part) => `/${part}`),
]

test('every screen of the console is accessible and fits: by day, in the dark, and in German on a phone', {
  tags: 'long',
  timeout: 900_000,
}, async () => {
  const first = await openAs(await newStaffMember(server, 'Lou', 'admin'), '/operator')
  const cookies = await first.context().cookies()
  const [demo] = await server.query<{ id: number }>('select id from users where email = $1', [DEMO.email])
  const views: [string, View, string][] = [
    ['light', DESKTOP, 'en'],
    ['dark', { ...DESKTOP, theme: 'dark' }, 'en'],
    ['de', { ...PHONE, language: 'de-DE' }, 'de'],
  ]
  const faults: string[] = []
  for (const [name, view, language] of views) {
    await first.evaluate(async (wanted) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
      await fetch('/api/users/language', { method: 'POST', headers, body: JSON.stringify({ language: wanted }) })
    }, language)
    const page = await newPage(view)
    await page.context().addCookies(cookies)
    for (const path of SCREENS) {
      await page.goto(`${staffUrl}/operator${path.replace('ID', String(demo?.id))}`)
      await page.locator('h1').first().waitFor()
      await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: path }).toBe(0)
      for (const fault of await layoutFaults(page)) faults.push(`${name} ${path}: ${fault}`)
      await axe(page)
      const file = `console-${name}-${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'today'}`
      await page.screenshot({ path: `.cache/shots/${file}.png`, fullPage: true })
    }
    page.expectClean()
  }
  expect(faults).toEqual([])
})
