// Payments: every tab, role, payment method and outcome against the test processor; billing details, documents, and the balance
// history.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { access } from '../contract/src/access.ts'
import type { Output } from '../contract/src/endpoint.ts'
import { LANGUAGES } from '../contract/src/language.ts'
import { ORDER_STATUSES, type PaymentOrder, payments } from '../contract/src/payments.ts'
import type { Role } from '../contract/src/role.ts'
import { testProcessor } from '../contract/src/test-processor.ts'
import { users } from '../contract/src/users.ts'
import { openTestVies, type TestVies } from '../server/src/testing/integrations/vies.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, joinTeam, PHONE, TEAM } from './harness-people.ts'
import {
  callBeside,
  callFrom,
  enter,
  goWithin,
  NO_PERMISSION,
  openScreen,
  shown,
  signInAt,
  signInBeside,
  soon,
  switchTo,
} from './harness-shell.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ADD_FUNDS = '/users/getrows/add-funds'
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const REFUSED = /status of 4\d\d/
const HISTORY = '/users/getrows?tab=history'
const BILLING = '/users/getrows?tab=billing'
let server: Server
/** Confirms every VAT number unless a test changes that. */
let vies: TestVies
/** The owner's page, shared by most tests, each of which opens its own screen. */
let page: WatchedPage
beforeAll(async () => {
  vies = await openTestVies()
  const checks = { VAT_CHECK: 'vies', VAT_CHECK_URL: vies.url }
  server = await startServer({ ...checks, DEMO: 'on', BOT_CHECK: 'off', LOG_LEVEL: 'error' })
  page = await enter(server, DESKTOP, BILLING)
})

afterAll(() => vies.close())

const balance = async (page: Page) => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))
/** Waits until the header shows the current balance. */
async function knownBalance(page: Page): Promise<number> {
  const { balance_micros } = await page.evaluate(
    async (path): Promise<Output<typeof access.getApiUserCredits>> => (await fetch(path)).json(),
    access.getApiUserCredits.path,
  )
  await expect.poll(() => balance(page), soon).toBe(balance_micros / 1e6)
  return balance_micros / 1e6
}

const orders = async () =>
  Number((await server.query<{ count: string }>('select count(*) from payment_orders'))[0]?.count)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const added = (page: Page, amount: string) => heading(page, `${amount} was added to your balance`).waitFor()
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const total = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('status')

const open = (path: string) => openScreen(page, path)

/** Opens the page of the test processor with a new card for this amount. */
async function checkOut(amount: string, { keeps = false } = {}): Promise<void> {
  await open(`${ADD_FUNDS}?method=new&amount=${amount}`)
  if (keeps) await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  await pay(page).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByText('Test payments: no real money moves').waitFor()
}

const TABS = [
  ['', 'All payments'],
  ['?tab=history', 'Balance history'],
  ['?tab=methods', 'Payment methods'],
  ['?tab=billing', 'Billing details'],
  ['?tab=promo', 'Redeem a promo code'],
] as const
const PAGES = [
  ...TABS.map(([search]) => `/users/getrows${search}`),
  ADD_FUNDS,
  `/users/getrows/order/${UNKNOWN_ID}`,
  `/test-processor/${UNKNOWN_ID}`,
]

/** A page of the demo account working on a team's login in this role; the owner works on their own. */
async function enterAs(role: Role): Promise<Page> {
  const team = `boss-of-${role}@example.com`
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  if (role === 'owner') return page
  await joinTeam(server, role, team)
  await callBeside(page, server.url, users.setActiveApiUser, { login: team })
  return page
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await label(page, name).fill(value)
}

/** Pays through the test processor like the page of Add funds. */
async function payFifty(page: Page, tax_micros: number): Promise<void> {
  const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros, how: 'checkout' as const }
  const { pay_url } = await callFrom(page, payments.createOrder, input)
  const checkout = new URL(pay_url ?? '').pathname.split('/').at(-1) ?? ''
  await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve' })
}

/** The file that a click downloads. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Resets the account to one without billing details. */
async function forgetDetails(): Promise<void> {
  await server.query('delete from billing_details where owner_id = (select id from users where email = $1)', [
    DEMO.email,
  ])
}

test('a first payment asks for the country on a separate page, preserves the amount, and adds the tax of that country', async () => {
  await forgetDetails()
  await open(`${ADD_FUNDS}?method=new&amount=75`)
  const form = page.getByRole('form', { name: 'Billing details' })
  await form.getByLabel('Country').waitFor()
  expect(await page.getByRole('button', { name: /^Pay/ }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Save and continue' }).click()
  await expect.poll(() => form.getByLabel('Country').getAttribute('aria-invalid'), soon).toBe('true')
  await axe(page)
  await form.getByLabel('Country').selectOption({ label: 'Germany' })
  await form.getByLabel('Customer type').selectOption({ label: 'Private person' })
  await fillIn(page, { 'Company or full name': 'Erika Muster', Address: 'Müllerstraße 15', City: 'Berlin' })
  await label(page, 'Other amount').fill('80')
  await label(page, 'Other amount').fill('75')
  expect(await form.getByLabel('City').inputValue()).toBe('Berlin')
  await form.getByRole('button', { name: 'Save and continue' }).click()
  await form.waitFor({ state: 'hidden' })
  expect(await label(page, 'Other amount').inputValue()).toBe('75')
  await expect.poll(() => total(page).textContent(), soon).toBe('$89.25')
  await pay(page).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await heading(page, /canceled|Waiting/).waitFor()
  const facts = page.locator('dl').filter({ hasText: 'Description' })
  expect(await facts.textContent()).toContain('DescriptionPayment')
})

test('a VAT number unknown to the register is shown at its field and beside the total, with tax', async () => {
  vies.state.behaviour = 'invalid'
  await forgetDetails()
  await open(`${ADD_FUNDS}?method=new&amount=100`)
  const form = page.getByRole('form', { name: 'Billing details' })
  await form.getByLabel('Country').selectOption({ label: 'Germany' })
  await fillIn(page, {
    'Company or full name': 'Große Söhne GmbH',
    Address: 'Müllerstraße 15',
    City: 'Berlin',
    'VAT or tax number (optional)': 'DE136695976',
  })
  await form.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByText('VIES does not know your VAT number, so tax is charged.').waitFor()
  await expect.poll(() => total(page).textContent(), soon).toBe('$119.00')
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Billing details' }).click()
  await page.getByText(/^Checked with VIES on .*: not valid\. Tax is charged\.$/).waitFor()
  expect(await label(page, 'VAT or tax number (optional)').getAttribute('aria-invalid')).toBe('true')
  await axe(page)
  vies.state.behaviour = 'valid'
  // The register is queried for the same number only once a minute.
  await server.query('delete from vat_checks')
})

test('a back-up card is chosen beside the default and removed again', async () => {
  for (const card of ['4242', '0002'] as const) {
    const { url } = await callFrom(page, payments.addMethod, {})
    const checkout = new URL(url).pathname.split('/').at(-1) ?? ''
    await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve', card })
  }
  await open('/users/getrows?tab=methods')
  const line = page.getByRole('listitem').filter({ hasText: '0002' })
  await line.getByRole('button', { name: 'Use as backup: Visa ·· 0002' }).click()
  await line.getByText('Backup', { exact: true }).waitFor()
  await axe(page)
  await line.getByRole('button', { name: 'Remove as backup: Visa ·· 0002' }).click()
  await line.getByRole('button', { name: 'Use as backup: Visa ·· 0002' }).waitFor()
  for (const { id } of await server.query<{ id: string }>('select id from payment_methods where removed_at is null'))
    await callFrom(page, payments.removeMethod, { id })
})

test('billing details with an invalid VAT number are refused without losing input, and saved with a valid one', async () => {
  await forgetDetails()
  await open(BILLING)
  await page.reload()
  await page.getByText('Please enter your billing details first.').waitFor()
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
  page.expectClean(REFUSED)
})

test('a payment creates an invoice, which is downloaded alone and with the others of a period', async () => {
  await open(BILLING)
  await payFifty(page, 0)
  await page.reload()
  const row = page
    .getByRole('table', { name: 'Invoices and other documents' })
    .getByRole('row', { name: /INV-\d{4}-00001/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('$50.00')
  const pdf = await saved(page, () => row.getByRole('link', { name: /PDF$/ }).click())
  expect(pdf.name).toMatch(/^INV-\d{4}-00001\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const xml = await saved(page, () => row.getByRole('link', { name: /XRechnung$/ }).click())
  expect(xml.bytes.toString()).toContain('Große Söhne GmbH')
  const zip = await saved(page, () => page.getByRole('button', { name: 'Download ZIP' }).click())
  expect(zip.name).toMatch(/^documents-.*\.zip$/)
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(zip.bytes.includes(pdf.name)).toBe(true)
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last year' }).click()
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  await page.getByText('Document not found.').waitFor()
  page.expectClean(REFUSED)
})

test('the balance history is filtered by period and kind in the address, and exported as files', {
  tags: 'long',
}, async () => {
  await open(HISTORY)
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.getByRole('row', { name: /Payment.*\+\$50\.000000/ }).waitFor()
  await table
    .getByRole('row', { name: /Usage · / })
    .first()
    .waitFor()
  const closing = page.locator('dl', { hasText: 'Closing balance' }).locator('dd').last()
  await expect.poll(() => closing.textContent(), soon).toBe(await page.getByTestId('balance').textContent())
  await axe(page)
  await shot(page, 'balance-history-desktop')

  await label(page, 'Transaction').selectOption({ label: 'Payment' })
  await expect.poll(() => new URL(page.url()).searchParams.get('kind'), soon).toBe('payment')
  await expect.poll(() => table.getByRole('row').count(), soon).toBe(2)
  await label(page, 'Transaction').selectOption({ label: 'Purchase' })
  await expect.poll(() => table.getByRole('row', { name: /Payment/ }).count(), soon).toBe(0)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => new URL(page.url()).searchParams.get('kind'), soon).toBe(null)
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last year' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('range'), soon).toBe('last_year')
  await page.reload()
  await page.getByText('No transactions in this period').waitFor()
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

test('a finance member opens the billing of the team; a developer and an admin are refused', {
  tags: 'long',
}, async () => {
  await joinTeam(server, 'finance')
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  await switchTo(page, TEAM)
  await expect.poll(() => page.getByTestId('active-login').textContent(), soon).toBe(TEAM)
  await page.goto(`${server.url}${BILLING}`)
  await page.getByText('No documents yet').waitFor()
  for (const role of ['admin', 'developer'] as const) {
    await joinTeam(server, role)
    const answer = await page.request.get(`${server.url}/api/billing/documents`)
    expect(await answer.json()).toMatchObject({ code: 'not_allowed' })
  }
})

test('the payments pages are complete on a German phone in dark theme and not wider than the screen', {
  tags: 'long',
}, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, BILLING)
  await callFrom(page, users.setLanguage, { language: 'de' })
  for (const [path, name, text] of [
    [HISTORY, 'balance-history-phone', 'Endsaldo'],
    [BILLING, 'billing-details-phone', 'Rechnungen und andere Dokumente'],
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

for (const [role, options] of variants(['viewer', 'owner', 'finance', 'admin', 'developer']))
  test(`RO-01 ${role}: every page of the payments`, options, async () => {
    const page = await enterAs(role)
    const mayPay = role === 'owner' || role === 'finance'
    for (const path of PAGES) {
      if (path === PAGES[0]) await page.goto(`${server.url}${path}`)
      else await goWithin(page, path)
      await shown(page)
      if (!mayPay) {
        await expect.poll(() => new URL(page.url()).pathname, { ...soon, message: path }).toBe('/404')
        await page.getByText(NO_PERMISSION).waitFor()
        continue
      }
      const tab = TABS.find(([search]) => path === `/users/getrows${search}`)
      if (tab) {
        await heading(page, 'Payments').waitFor()
        expect(await page.getByRole('tab', { selected: true }).count()).toBe(1)
        if (tab[1] === 'All payments' || tab[0] === '?tab=methods' || tab[0] === '?tab=promo')
          await page.getByRole('heading', { level: 2, name: tab[1] }).waitFor()
      } else if (path === ADD_FUNDS) await heading(page, 'Add funds').waitFor()
      else await page.getByText(/^(Payment not found\.|This payment page does not exist)$/).waitFor()
    }
  })

test('a customer without funds pays from the playground and returns to it with the form preserved', async () => {
  await open('/api-playground/serp?function=serp%2Fgoogle%2Forganic')
  await server.operate('credit', DEMO.email, `-${await knownBalance(page)}`, '--reason', 'for a test')
  await expect.poll(() => balance(page), soon).toBe(0)
  await page.getByLabel('keyword').fill('blue kettle')
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await page.getByRole('main').getByRole('link', { name: 'Add funds' }).click()
  await heading(page, 'Add funds').waitFor()
  await page.getByRole('link', { name: 'Back to Playground' }).waitFor()
  await page.getByRole('radio', { name: '$50', exact: true }).check()
  await expect.poll(() => total(page).textContent(), soon).toBe('$50.00')
  await pay(page).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByRole('button', { name: 'Approve $50.00' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Approve $50.00' }).click()
  await added(page, '$50.00')
  await page.getByText('New balance: $50.000000').waitFor()
  await axe(page)
  await page.getByRole('link', { name: 'Back to Playground' }).click()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('blue kettle')
  expect(await page.getByRole('radio', { name: 'Live (charged)' }).isChecked()).toBe(true)
  page.expectClean()
})

for (const [[outcome, title, reason], options] of variants([
  ['Decline', 'The payment failed', 'Your bank declined the payment.'],
  ['Decline: insufficient funds', 'The payment failed', 'The card does not have enough funds.'],
  ['Cancel and return', 'The payment was canceled', 'Nothing was charged.'],
] as const))
  test(`${outcome}: nothing is credited, and the same amount can be tried again`, options, async () => {
    await open('/users/getrows')
    const before = await knownBalance(page)
    await checkOut('62.50')
    await page.getByRole('button', { name: outcome, exact: true }).click()
    await heading(page, title).waitFor()
    await page.getByText(reason).waitFor()
    expect(await balance(page)).toBe(before)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect.poll(() => page.getByLabel('Other amount').inputValue(), soon).toBe('62.50')
    await page.goBack()
    await page.getByRole('link', { name: 'Use another card' }).click()
    await expect.poll(() => pay(page).textContent(), soon).toBe('Pay $62.50 by card')
    page.expectClean()
  })

test('3-D Secure: a refused challenge charges nothing, a confirmed one completes the payment', {
  tags: 'long',
}, async () => {
  await open('/users/getrows')
  await checkOut('50')
  await page.getByRole('button', { name: 'Ask for 3-D Secure' }).click()
  await page.getByText('Your bank asks: do you want to pay $50.00?').waitFor()
  await page.getByRole('button', { name: 'Refuse the payment' }).click()
  await heading(page, 'The payment failed').waitFor()
  await checkOut('50')
  await page.getByRole('button', { name: 'Ask for 3-D Secure' }).click()
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await added(page, '$50.00')
  page.expectClean()
})

test('a delayed payment is credited on the open page automatically', { tags: 'long' }, async () => {
  await open('/users/getrows')
  const before = await knownBalance(page)
  await checkOut('55')
  await page.getByRole('button', { name: 'Approve after a delay' }).click()
  await heading(page, 'Your payment is being processed').waitFor()
  expect(await balance(page)).toBe(before)
  await heading(page, '$55.00 was added to your balance').waitFor({ timeout: 60_000 })
  await expect.poll(() => balance(page), soon).toBe(before + 55)
  page.expectClean()
})

test('the return page grants nothing: opened without a payment it waits, and the balance stays', {
  tags: 'long',
}, async () => {
  await open('/users/getrows')
  const before = await knownBalance(page)
  await checkOut('80')
  const [order] = await server.query<{ id: string }>(`select id from payment_orders order by created_at desc limit 1`)
  const address = `${server.url}/users/getrows/order/${order?.id}`
  for (const query of ['', '?status=paid&session_id=cs_test&redirect_status=succeeded']) {
    await page.goto(`${address}${query}`)
    await heading(page, 'Waiting for your payment').waitFor()
    expect(await balance(page)).toBe(before)
  }
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await heading(page, 'The payment was canceled').waitFor()
  expect(await server.query('select state from payment_orders where id = $1', [order?.id])).toEqual([
    { state: 'canceled' },
  ])
  page.expectClean()
})

test('a saved card pays in one click, a double click pays once, and Back does not return to the filled form', async () => {
  await open('/users/getrows')
  await checkOut('50', { keeps: true })
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Approve $50.00' }).click()
  await added(page, '$50.00')
  const [before, count] = [await knownBalance(page), await orders()]
  await open(`${ADD_FUNDS}?amount=59.5&return_to=${encodeURIComponent('https://elsewhere.example/')}`)
  await page.getByRole('link', { name: 'Back to Payments' }).waitFor()
  await page.getByRole('button', { name: 'Pay $59.50 with Visa ·· 4242' }).dblclick()
  await added(page, '$59.50')
  await expect.poll(() => balance(page), soon).toBe(before + 59.5)
  expect(await orders()).toBe(count + 1)
  const { pathname } = new URL(page.url())
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect([ADD_FUNDS, pathname]).not.toContain(new URL(page.url()).pathname)
  page.expectClean()
})

test('payment methods: another card is added on the processor’s page, made the default, and removed after confirmation', async () => {
  await open('/users/getrows?tab=methods')
  const lines = page.getByRole('listitem').filter({ hasText: 'Expires' })
  // Waits for the saved card, so that the count is complete.
  await lines.first().waitFor()
  const first = await lines.count()
  await page.getByRole('button', { name: 'Add a payment method' }).click()
  await page.waitForURL('**/test-processor/*')
  await page.getByLabel('Test card').selectOption('0002')
  await page.getByRole('button', { name: 'Save the card' }).click()
  await page.waitForURL('**/users/getrows?tab=methods')
  await expect.poll(() => lines.count(), soon).toBe(first + 1)
  const made = lines.filter({ hasText: '0002' })
  if ((await made.getByText('Default', { exact: true }).count()) === 0) {
    await made.getByRole('button', { name: /^Make default/ }).click()
    await made.getByText('Default', { exact: true }).waitFor()
  }
  await axe(page)
  // The bank declines: the page shows it, and nothing is credited.
  const before = await knownBalance(page)
  await open(ADD_FUNDS)
  await page.getByRole('button', { name: 'Pay $100.00 with Visa ·· 0002' }).click()
  await heading(page, 'The payment failed').waitFor()
  expect(await balance(page)).toBe(before)
  await open('/users/getrows?tab=methods')
  await made.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('dialog', { name: 'Remove Visa ·· 0002?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await made.count()).toBe(1)
  await made.getByRole('button', { name: /^Remove/ }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => made.count(), soon).toBe(0)
  page.expectClean()
})

test('Add funds preselects the new default card although the page had cached another', async () => {
  await open(ADD_FUNDS)
  const { url } = await callFrom(page, payments.addMethod, {})
  const checkout = new URL(url).pathname.split('/').at(-1) ?? ''
  await callFrom(page, testProcessor.decide, { checkout, outcome: 'approve', card: '3155' })
  await page.reload()
  const way = (digits: string) => page.getByRole('radio', { name: new RegExp(`·· ${digits}`) })
  await expect.poll(() => way('4242').isChecked(), soon).toBe(true)
  await goWithin(page, '/users/getrows?tab=methods')
  const line = page.getByRole('listitem').filter({ hasText: '3155' })
  await line.getByRole('button', { name: /^Make default/ }).click()
  await line.getByText('Default', { exact: true }).waitFor()
  await goWithin(page, ADD_FUNDS)
  await expect.poll(() => way('3155').isChecked(), soon).toBe(true)
  await way('4242').check()
  await page.getByRole('button', { name: 'Pay $100.00 with Visa ·· 4242' }).waitFor()
  await goWithin(page, '/users/getrows?tab=methods')
  await line.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => line.count(), soon).toBe(0)
  page.expectClean()
})

for (const [languages, options] of variants([['de', 'en'], LANGUAGES.toReversed()]))
  test(
    `payments with tax and documents fit at 1280 px in ${languages.join(', ')}, whatever their status`,
    options,
    async () => {
      await open('/users/getrows')
      await page.route('**/api/payments/orders*', async (route) => {
        const listed = (await (await route.fetch()).json()) as { orders: PaymentOrder[] }
        const [first] = listed.orders
        const orders = ORDER_STATUSES.map((status) => ({
          ...first,
          id: randomUUID(),
          status,
          amount_micros: 1_250_000_000,
          tax_micros: 237_500_000,
          documents: [
            { id: randomUUID(), number: 'INV-2026-00012', kind: 'invoice' },
            { id: randomUUID(), number: 'CN-2026-00003', kind: 'credit_note' },
          ],
        }))
        await route.fulfill({ json: { ...listed, orders } })
      })
      for (const language of languages) {
        await callFrom(page, users.setLanguage, { language })
        await page.goto(`${server.url}/users/getrows`)
        const table = page.getByRole('table').filter({ hasText: 'CN-2026-00003' })
        await table.waitFor()
        await shot(page, `payments-1280-${language}`)
        const over = await table.evaluate((one) => [
          one.getBoundingClientRect().right - (one.parentElement?.getBoundingClientRect().right ?? 0),
          document.documentElement.scrollWidth - innerWidth,
        ])
        expect([language, Math.max(0, ...over.map(Math.ceil))]).toEqual([language, 0])
      }
      await page.unroute('**/api/payments/orders*')
      page.expectClean()
    },
  )

test('a large amount is paid by wire: bank and reference to copy, credited on the open page when the operator confirms', async () => {
  await open(ADD_FUNDS)
  await page.getByLabel('Other amount').fill('7500')
  await page.getByRole('radio', { name: /Wire transfer/ }).waitFor()
  await page.getByRole('button', { name: 'Get the bank details' }).click()
  await heading(page, 'Waiting for your wire transfer').waitFor()
  const proforma = await saved(page, () => page.getByRole('link', { name: 'Proforma invoice (PDF)' }).click())
  expect(proforma.name).toMatch(/^PF-\d{4}-00001\.pdf$/)
  await page.getByText('DE02 1203 0000 0000 2020 51').waitFor()
  const reference = (await page.getByText(/^PAY-/).first().textContent()) ?? ''
  await axe(page)
  const before = await knownBalance(page)
  await server.operate('payment', 'confirm-wire', reference, '--amount', '7500', '--reason', 'on the statement')
  await added(page, '$7,500.00')
  await expect.poll(() => balance(page), soon).toBe(before + 7500)
  page.expectClean()
})

test('promo codes: a wrong code is refused, an amount is credited at once, a percentage is added to the next payment', async () => {
  await server.operate('promo', 'add', 'SPRING', '--amount', '10')
  await server.operate('promo', 'add', 'TWENTY', '--percent', '20', '--max', '15')
  await open('/users/getrows?tab=promo')
  const before = await knownBalance(page)
  const redeem = async (code: string) => {
    await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
    await page.getByRole('button', { name: 'Redeem' }).click()
  }
  await redeem('!')
  await page.getByText('A code has 3 to 40 letters, digits and hyphens').waitFor()
  await redeem('AUTUMN')
  await page.getByText('We do not know this promo code.').waitFor()
  await redeem('spring')
  await page.getByText('$10.00 was credited to your balance.').waitFor()
  await expect.poll(() => balance(page), soon).toBe(before + 10)
  await redeem('spring')
  await page.getByText('Your account has already used this promo code.').waitFor()
  await redeem('twenty')
  await page.getByText('A 20% bonus, at most $15.00, will be credited with your next payment.').waitFor()
  await page.getByRole('table', { name: 'Used codes' }).getByText('Waiting').waitFor()
  await axe(page)
  await page.getByRole('main').getByRole('status').getByRole('link', { name: 'Add funds' }).click()
  await page.getByText('Promo code TWENTY: $15.00 bonus').waitFor()
  await pay(page).click()
  await added(page, '$115.00')
  await open('/users/getrows?tab=promo')
  await page.getByRole('table', { name: 'Used codes' }).getByText('$15.00', { exact: true }).waitFor()
  expect(await page.getByText('Waiting', { exact: true }).count()).toBe(0)
  page.expectClean(REFUSED)
})

test('a session older than 15 minutes needs the password; without it nothing is ordered', {
  tags: 'long',
}, async () => {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
  await server.query(`update sessions set reauth_at = now() - interval '16 minutes'`)
  const count = await orders()
  await page.goto(`${server.url}${ADD_FUNDS}`)
  await pay(page).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Please enter your sign-in password again.').waitFor()
  expect(await orders()).toBe(count)
  await pay(page).click()
  await question.getByLabel('Sign-in password').fill(DEMO.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await added(page, '$100.00')
  expect(await orders()).toBe(count + 1)
  page.expectClean(REFUSED)
})

test('the list of payments is filtered in the address and paged, and each line leads to its payment', {
  tags: 'long',
}, async () => {
  await server.query(
    `insert into payment_orders (id, reference, owner_id, login_id, processor, purpose, amount_micros, state, failure, origin, created_at,
       changed_at)
     select gen_random_uuid(), 'OLD-' || n, l.owner_id, l.id, 'test', 'top_up', 50000000, 'failed', 'declined', 'https://x.example',
       now() - n * interval '1 day', now() from generate_series(1, 60) n, api_logins l where l.login = $1`,
    [DEMO.email],
  )
  await open('/users/getrows')
  await page.getByLabel('Status').selectOption('failed')
  await page.waitForURL('**/users/getrows?status=failed')
  const table = page.getByRole('table', { name: 'All payments' })
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(25)
  expect(await table.getByText('Paid', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show older payments' }).click()
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(50)
  await page.reload()
  await expect.poll(() => table.getByText('Failed', { exact: true }).count(), soon).toBe(25)
  await page.goto(`${server.url}/users/getrows?status=dispute_lost`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL('**/users/getrows')
  await page.goto(`${server.url}/users/getrows?status=failed`)
  await table.getByRole('link', { name: 'OLD-1', exact: true }).click()
  await heading(page, 'The payment failed').waitFor()
  await axe(page)
  page.expectClean()
})

test('every payments page fits a German phone in dark theme and is accessible', { tags: 'long' }, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark', language: 'de-DE' })
  await callFrom(page, users.setTheme, { theme_view: 'dark' })
  await callFrom(page, users.setLanguage, { language: 'de' })
  const [order] = await server.query<{ id: string }>(`select id from payment_orders where state = 'paid' limit 1`)
  for (const [name, path, text] of [
    ['payments', '/users/getrows?status=paid', 'Bezahlt'],
    ['methods', '/users/getrows?tab=methods', /^Gültig bis/],
    ['promo', '/users/getrows?tab=promo', 'Gutscheincode einlösen'],
    ['add-funds', ADD_FUNDS, /mit Visa ·· 4242 bezahlen$/],
    ['order', `/users/getrows/order/${order?.id}`, 'Zahlungsnummer'],
  ] as const) {
    await page.goto(`${server.url}${path}`)
    await shown(page)
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    await shot(page, `payments-${name}-de`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await axe(page)
  }
  page.expectClean()
})
