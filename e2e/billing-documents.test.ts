// Whom invoices are for, the documents themselves, and the balance as a bank statement.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { payments } from '../contract/src/payments.ts'
import { testProcessor } from '../contract/src/test-processor.ts'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, openBrowser, shot } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { freshPlace } from './harness-resources.ts'
import { callFrom, enter, signInAt, soon } from './harness-shell.ts'

const HISTORY = '/users/getrows?tab=history'
const BILLING = '/users/getrows?tab=billing'
const TEAM = 'boss@example.com'
let server: Server
let database: string
beforeAll(async () => {
  const place = await freshPlace()
  database = place.DATABASE_URL
  server = await startServer({ ...place, DEMO: 'on', BOT_CHECK: 'off' })
})
afterEach(async () => {
  for (const context of (await openBrowser()).contexts()) await context.close()
})

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await label(page, name).fill(value)
}

/** Pays by the test processor, as the page of Add funds does. */
async function payFifty(page: Page, tax_micros: number): Promise<void> {
  const wish = { id: randomUUID(), amount_micros: 50_000_000, tax_micros, how: 'checkout' as const }
  const { pay_url } = await callFrom(page, payments.createOrder, wish)
  const checkout = new URL(pay_url ?? '').pathname.split('/').at(-1) ?? ''
  await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve' })
}

/** The file that a press brings. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('details are refused with a VAT number that cannot be right, lose nothing, and are saved with one that can', async () => {
  const page = await enter(server, DESKTOP, BILLING)
  await page.getByText('Until you enter your billing details, invoices carry only your name').waitFor()
  await page.getByRole('heading', { name: 'No documents yet' }).or(page.getByText('No documents yet')).first().waitFor()
  await fillIn(page, {
    'Company or full name': 'Große Söhne GmbH',
    Address: 'Müllerstraße 15',
    'Postal code (optional)': '10115',
    City: 'Berlin',
    'VAT or tax number (optional)': 'DE 136 695 975',
    'PO number (optional)': 'PO-4711',
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => label(page, 'Country').getAttribute('aria-invalid'), soon).toBe('true')
  await label(page, 'Country').selectOption({ label: 'Germany' })
  await save.click()
  await page.getByText('This is not a valid VAT number').waitFor()
  expect(await label(page, 'Address').inputValue()).toBe('Müllerstraße 15')
  await axe(page)

  await page.getByRole('tab', { name: 'Balance history' }).click()
  const leaving = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await leaving.waitFor()
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  await fillIn(page, { 'VAT or tax number (optional)': 'DE 136 695 976' })
  await save.click()
  await page.getByText('Your billing details were saved.').waitFor()
  await page.reload()
  await expect.poll(() => label(page, 'VAT or tax number (optional)').inputValue(), soon).toBe('DE136695976')
  expect(await label(page, 'Country').inputValue()).toBe('DE')
  await shot(page, 'billing-details-desktop')
})

test('a payment brings an invoice, to save by itself and with the others of a period', async () => {
  const page = await enter(server, DESKTOP, BILLING)
  await payFifty(page, 0)
  await page.reload()
  const row = page
    .getByRole('table', { name: 'Invoices and credit notes' })
    .getByRole('row', { name: /INV-\d{4}-00001/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('$50.00')
  const pdf = await saved(page, () => row.getByRole('link').click())
  expect(pdf.name).toMatch(/^INV-\d{4}-00001\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const zip = await saved(page, () => page.getByRole('button', { name: 'Download ZIP' }).click())
  expect(zip.name).toMatch(/^documents-.*\.zip$/)
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(zip.bytes.includes(pdf.name)).toBe(true)
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last year' }).click()
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  await page.getByText('Document not found.').waitFor()
})

test('the history shows what moved the balance, by period and kind in the address, and as files', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, HISTORY)
  const table = page.getByRole('table', { name: 'Movements' })
  await table.getByRole('row', { name: /Payment.*\+\$50\.000000/ }).waitFor()
  await table
    .getByRole('row', { name: /Usage · / })
    .first()
    .waitFor()
  const closing = page.locator('dl', { hasText: 'Closing balance' }).locator('dd').last()
  await expect.poll(() => closing.textContent(), soon).toBe(await page.getByTestId('balance').textContent())
  await axe(page)
  await shot(page, 'balance-history-desktop')

  await label(page, 'Movement').selectOption({ label: 'Payment' })
  await expect.poll(() => new URL(page.url()).searchParams.get('kind'), soon).toBe('payment')
  await expect.poll(() => table.getByRole('row').count(), soon).toBe(2)
  await label(page, 'Movement').selectOption({ label: 'Purchase' })
  await expect.poll(() => table.getByRole('row', { name: /Payment/ }).count(), soon).toBe(0)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => new URL(page.url()).searchParams.get('kind'), soon).toBe(null)
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last year' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('range'), soon).toBe('last_year')
  await page.reload()
  await page.getByText('No movements in this period').waitFor()
  await page.goBack()
  await table.getByRole('row', { name: /Payment/ }).waitFor()

  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const csv = await saved(page, () => choose('CSV'))
  const lines = csv.bytes.toString('utf8').trim().split('\r\n')
  expect(lines[0]).toContain('date,time,movement,api,count,reference,amount_usd,balance_usd,login')
  expect(`$${lines.at(-1)?.split(',')[7]}`).toBe((await closing.textContent())?.replaceAll(',', ''))
  expect((await saved(page, () => choose('PDF'))).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const focus = await saved(page, () => choose('Usage cost (FOCUS 1.2)'))
  expect(focus.bytes.toString('utf8')).toMatch(/^BilledCost,BillingAccountId,/)
  page.expectClean()
})

test('a finance member opens the billing of the team; a developer and an admin are told no', {
  tags: 'long',
}, async () => {
  const { code, stderr } = await server.operator(['staff', 'add', TEAM])
  if (code !== 0) throw new Error(stderr)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const as = (role: string) =>
    client.query(
      `insert into team_members (owner_id, user_id, role, created_at)
         select o.id, u.id, $3, now() from users o, users u where o.email = $1 and u.email = $2
         on conflict (owner_id, user_id) do update set role = excluded.role`,
      [TEAM, DEMO.email, role],
    )
  await as('finance')
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, Switch Account$/ })
    .click()
  await page
    .getByRole('dialog', { name: 'Switch Account' })
    .getByRole('button', { name: new RegExp(`^${TEAM}`) })
    .click()
  await expect.poll(() => page.getByTestId('active-login').textContent(), soon).toBe(TEAM)
  await page.goto(`${server.url}${BILLING}`)
  await page.getByText('No documents yet').waitFor()
  for (const role of ['admin', 'developer']) {
    await as(role)
    const answer = await page.request.get(`${server.url}/api/billing/documents`)
    expect(await answer.json()).toMatchObject({ code: 'not_allowed' })
  }
  await client.end()
})

test('on a German phone in the dark all of it is there, and nothing is wider than the screen', {
  tags: 'long',
}, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, BILLING)
  await callFrom(page, users.setLanguage, { language: 'de' })
  for (const [path, name, text] of [
    [HISTORY, 'balance-history-phone', 'Endsaldo'],
    [BILLING, 'billing-details-phone', 'Rechnungen und Rechnungskorrekturen'],
  ] as const) {
    await page.goto(`${server.url}${path}`)
    await page.getByText(text).first().waitFor()
    await page
      .getByText(/^(INV-|Nutzung ·)/)
      .first()
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await axe(page)
    await shot(page, name)
  }
  await callFrom(page, users.setLanguage, { language: 'en' })
})
