import type { Cookie } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { codeAt } from '../server/src/testing/staff.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot } from './harness-browser.ts'
import { alive, DEMO, DESKTOP, PASSWORD, PHONE, signIn, signInStaff } from './harness-people.ts'
import { freePort } from './harness-resources.ts'

let server: Server
let staffUrl: string
/** Of one sign-in, as a code of the authenticator is good for one alone. */
let cookies: Cookie[]
const person = (name: string) => ({ email: `${name}@example.com`, password: PASSWORD })
/** A code is good for one sign-in: each test has people of its own. */
const keys: Record<string, string> = {}

beforeAll(async () => {
  const PORT = String(await freePort())
  staffUrl = `http://staff.localhost:${PORT}`
  server = await startServer({ PORT, STAFF_URL: staffUrl, BOT_CHECK: 'off' })
  await Promise.all([
    addStaff('ada', 'admin'),
    addStaff('fay', 'finance'),
    addStaff('finn', 'finance'),
    addStaff('toni', 'admin'),
    addStaff('mona', 'finance'),
  ])
})

async function addStaff(name: string, role: string): Promise<void> {
  const shown = `${name[0]?.toUpperCase()}${name.slice(1)} Staff`
  const { stdout } = await server.operator([
    'staff',
    'add',
    person(name).email,
    '--name',
    shown,
    '--role',
    role,
    '--json',
  ])
  const made = JSON.parse(stdout)
  keys[name] = made.key
  const page = await newPage(DESKTOP)
  await page.goto(made.password_link)
  const form = await alive(page)
  await form.locator('[name=password]').fill(PASSWORD)
  await form.locator('[name=pass_confirm]').fill(PASSWORD)
  await form.locator('button[type=submit]').click()
  await page.waitForURL('**/signin', { timeout: 10_000 })
}

test('staff find a customer, give credit and leave a note, and the customer sees the credit and its reason', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/operator?q=${encodeURIComponent('dana demo')}`)
  await signInStaff(page, person('ada'), keys.ada ?? '')
  await page.waitForURL(`${staffUrl}/operator?q=dana%20demo`)
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.getByRole('link', { name: DEMO.email }).waitFor()
  await axe(page)
  await shot(page, 'console-search')
  await page.getByRole('link', { name: DEMO.email }).click()
  await page.getByRole('heading', { name: 'Dana Demo', level: 1 }).waitFor()
  await page
    .getByRole('img', { name: /Spend by API/ })
    .or(page.getByRole('figure', { name: /Spend by API/ }))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Give or take credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12.50')
  const effect = await dialog.getByText(/^Balance of/).textContent()
  const [, before = '', after = ''] = /\$([\d,.]+) → \$([\d,.]+)/.exec(effect ?? '') ?? []
  const cents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 1_000_000)
  expect(cents(after) - cents(before)).toBe(12_500_000)
  await shot(page, 'console-credit')
  await axe(page)
  // A reason is not optional.
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await dialog.getByText('Enter at least 3 characters.').waitFor()
  await dialog.getByLabel('Reason').fill('an outage on Tuesday')
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Booked. The balance is now').waitFor()
  await page.getByLabel('Note for colleagues').fill('Called back, all is well.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Called back, all is well.' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'an outage on Tuesday' }).getByText('Ada Staff').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await shot(page, 'console-customer')
  page.expectClean(/invalid/)
  cookies = await page.context().cookies()

  const customer = await newPage(DESKTOP)
  await customer.goto(`${server.url}/signin`)
  await signIn(customer, DEMO)
  await customer.getByTestId('balance').waitFor()
  await customer.goto(`${server.url}/users/security-log`)
  await customer.getByRole('row').filter({ hasText: 'Ada Staff' }).first().getByRole('button').first().click()
  await customer.getByText('an outage on Tuesday').waitFor()
  expect(await customer.getByText('Called back').count()).toBe(0)
  const response = await customer.goto(`${server.url}/operator`)
  expect(response?.status()).toBe(404)
  expect(await customer.content()).not.toContain('operator-')
})

test('staff see what needs them, find a call by its request id and refund it, and the customer sees it', async () => {
  const page = await newPage(DESKTOP)
  await page.context().addCookies(cookies)
  const [call] = await server.query<{ id: string; request_id: string }>(
    `select e.id, e.request_id from usage_events e join users u on u.id = e.owner_id
      where u.email = $1 and e.cost_micros > 0 and e.status_class = 'ok' and e.method = 'live' order by e.id desc limit 1`,
    [DEMO.email],
  )
  if (!call) throw new Error('the demo customer has no call')
  await page.goto(`${staffUrl}/operator`)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.getByText('Revenue from calls').waitFor()
  await axe(page)
  await shot(page, 'console-today')
  await page.getByRole('link', { name: 'Request', exact: true }).click()
  await page.getByLabel('Find a request').fill(call.id)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Price and booking' }).waitFor()
  await axe(page)
  await shot(page, 'console-request')
  await page.getByRole('button', { name: 'Refund this call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/goes back\. Balance of/).waitFor()
  await dialog.getByLabel('Reason').fill('the page was empty')
  await axe(page)
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('It was refunded.').waitFor()
  expect(await page.getByRole('button', { name: 'Refund this call' }).count()).toBe(0)
  await page.goto(`${staffUrl}/operator/request/019aa000-0000-7000-8000-000000000000`)
  await page.getByText('No call has this ID').waitFor()

  const customer = await newPage(DESKTOP)
  await customer.goto(`${server.url}/signin`)
  await signIn(customer, DEMO)
  await customer.getByTestId('balance').waitFor()
  await customer.goto(`${server.url}/api-detail/unified-overview?call=${call.id}`)
  await customer.getByText('Released').waitFor()
})

test('an admin makes a token, a program calls with it, and the admin revokes it', async () => {
  const page = await newPage({ ...PHONE, theme: 'dark' })
  await page.goto(`${staffUrl}/operator/tokens`)
  await signInStaff(page, person('toni'), keys.toni ?? '')
  await page.waitForURL(`${staffUrl}/operator/tokens`)
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('nightly-report')
  await dialog.getByLabel('see_service').check()
  await dialog.getByLabel('Reason').fill('the report of every night')
  await axe(page)
  await shot(page, 'console-token')
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await page.getByRole('heading', { name: 'Copy the token now' }).waitFor()
  const token = (await page.locator('code').filter({ hasText: 'portico_op_' }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const call = async (path: string) => {
    const headers = { authorization: `Bearer ${token}`, host: new URL(staffUrl).host }
    return (await page.context().request.get(`${server.url}${path}`, { headers })).status()
  }
  expect([await call('/api/operator/status'), await call('/api/operator/staff-list')]).toEqual([200, 404])
  await page.setViewportSize(DESKTOP)
  await page.getByRole('cell', { name: 'nightly-report' }).waitFor()
  await axe(page)
  await shot(page, 'console-tokens')
  await page.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByLabel('Reason').fill('no longer needed')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Revoked').waitFor()
  expect(await call('/api/operator/status')).toBe(404)
})

test('an amount above the limit waits for a colleague, who approves it once', async () => {
  const fay = await newPage(DESKTOP)
  await fay.goto(`${staffUrl}/operator?q=${DEMO.email}`)
  await signInStaff(fay, person('fay'), keys.fay ?? '')
  await fay.getByRole('link', { name: DEMO.email }).click()
  await fay.getByRole('button', { name: 'Give or take credit' }).click()
  const dialog = fay.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12x')
  await dialog.getByLabel('Reason').fill('a contract of two years')
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await dialog.getByText('Enter an amount such as 12.50.').waitFor()
  await dialog.getByLabel('Amount').fill('2500')
  await dialog.getByRole('button', { name: 'Give credit' }).click()
  await fay.getByText('It now waits for the approval of a colleague.').waitFor()
  await fay.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
  await fay.getByText('You requested this. A colleague has to approve it.').waitFor()
  expect(await fay.getByRole('button', { name: 'Approve request' }).count()).toBe(0)

  const finn = await newPage(DESKTOP)
  await finn.goto(`${staffUrl}/operator/approvals`)
  await signInStaff(finn, person('finn'), keys.finn ?? '')
  await finn.getByRole('navigation').getByRole('link', { name: 'Approvals 1' }).waitFor()
  await finn.getByText('a contract of two years').waitFor()
  await axe(finn)
  await shot(finn, 'console-approvals')
  await finn.getByRole('button', { name: 'Approve request' }).click()
  await finn.getByLabel('Reason').fill('the contract is signed')
  await finn.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
  await finn.getByText('Nothing waits for approval').waitFor()
  await fay.goto(`${staffUrl}/operator/approvals?show=over`)
  await fay.getByText('the contract is signed').waitFor()
  await fay.getByText('Booked. The balance is now').waitFor()
  await axe(fay)
})

test('the console asks for a fresh code before it moves money, on a phone, in the dark and in German', {
  tags: 'long',
}, async () => {
  await addStaff('greta', 'admin')
  const page = await newPage({ ...PHONE, theme: 'dark', language: 'de-DE' })
  await page.goto(`${staffUrl}/operator/customers`)
  await signInStaff(page, person('greta'), keys.greta ?? '')
  await page.waitForURL(`${staffUrl}/operator/customers`)
  await page.evaluate(async () => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
    await fetch('/api/users/language', { method: 'POST', headers, body: JSON.stringify({ language: 'de' }) })
  })
  await page.reload()
  await page.getByLabel('Kunden finden').fill(DEMO.email)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: DEMO.email }).waitFor()
  await axe(page)
  await shot(page, 'console-search-de')
  await page.getByRole('link', { name: DEMO.email }).click()
  await page.getByRole('heading', { name: 'Verlauf' }).waitFor()
  await axe(page)
  await page.screenshot({ path: '.cache/shots/console-customer-de.png', fullPage: true })
  await server.query("update sessions set factor_at = factor_at - interval '6 minutes' where factor_at is not null", [])
  await page.getByRole('button', { name: 'Guthaben geben oder nehmen' }).click()
  await page.getByLabel('Betrag').fill('1')
  await page.getByLabel('Grund').fill('ein Test')
  await page.getByRole('dialog').getByRole('button', { name: 'Guthaben geben' }).click()
  const code = page.getByRole('dialog', { name: 'Mit einem Code bestätigen' })
  await code.waitFor()
  await axe(page)
  await shot(page, 'console-code-de')
  await code.locator('[name=code]').fill(codeAt(keys.greta ?? '', new Date(Date.now() + 30_000)))
  await code.getByRole('button', { name: 'Bestätigen' }).click()
  await page.getByText('Gebucht.').waitFor()
  await page.getByLabel('Betrag').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Guthaben geben oder nehmen' }).click()
  await page.getByLabel('Betrag').fill('4200')
  await page.getByLabel('Grund').fill('ein Vertrag über zwei Jahre')
  await page.getByRole('dialog').getByRole('button', { name: 'Guthaben geben' }).click()
  await page.getByText('Es wartet jetzt auf die Freigabe eines Kollegen.').waitFor()
  await shot(page, 'console-waits-de')
  await page.goto(`${staffUrl}/operator/approvals`)
  await page.getByText('Wartet auf Freigabe').waitFor()
  await axe(page)
  await shot(page, 'console-approvals-de')
})

test('finance drill from a day to a customer, look through every list of money, and check the books', async () => {
  const page = await newPage(DESKTOP)
  await page.goto(`${staffUrl}/operator/money?by=api`)
  await signInStaff(page, person('mona'), keys.mona ?? '')
  await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()
  const table = page.getByRole('table', { name: 'Revenue' })
  const total = async () => (await table.getByRole('row').last().getByRole('cell').nth(1).textContent()) ?? ''
  await table.getByRole('link', { name: 'serp', exact: true }).first().waitFor()
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'serp', exact: true }) })
  const revenue = await row.getByRole('cell').nth(1).textContent()
  await axe(page)
  await shot(page, 'console-money')
  await row.getByRole('link', { name: 'serp' }).click()
  await page.waitForURL(/by=function/)
  await expect.poll(total).toBe(revenue)
  await page.getByLabel('Rows').selectOption('customer')
  await page.waitForURL(/by=customer/)
  await table.getByRole('link', { name: 'Page of the customer' }).first().waitFor()
  await expect.poll(total).toBe(revenue)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^revenue-by-customer-.*\.csv$/)
  for (const tab of [
    'Deposits and balances',
    'Payments',
    'Refunds and disputes',
    'Documents',
    'Tax',
    'Promo codes',
    'Months',
  ]) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect.poll(() => page.getByRole('tabpanel').locator('[aria-busy=true]').count()).toBe(0)
    await shot(page, `console-money-${tab.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.getByRole('tab', { name: 'Books', exact: true }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('end of the month')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Balanced', { exact: true }).waitFor({ timeout: 30_000 })
  await axe(page)
  page.expectClean()

  const phone = await newPage({ ...PHONE, theme: 'dark', language: 'de-DE' })
  await phone.context().addCookies(await page.context().cookies())
  await phone.goto(`${staffUrl}/operator/money`)
  await phone.evaluate(async () => {
    const token = /xsrf[^=]*=([^;]+)/i.exec(document.cookie)?.[1] ?? ''
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
    await fetch('/api/users/language', { method: 'POST', headers, body: JSON.stringify({ language: 'de' }) })
  })
  for (const path of ['?by=country', '/payments']) {
    await phone.goto(`${staffUrl}/operator/money${path}`)
    await phone.getByRole('heading', { name: 'Finanzen', level: 1 }).waitFor()
    await expect.poll(() => phone.getByRole('tabpanel').locator('[aria-busy=true]').count()).toBe(0)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await axe(phone)
    await shot(phone, `console-money-de${path.replace(/\W/g, '-')}`)
  }
})
