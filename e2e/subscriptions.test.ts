// Subscriptions and auto-recharge, paid at the test processor.

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { CODE } from '../contract/src/codes.ts'
import { users } from '../contract/src/users.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, joinTeam, PHONE, TEAM } from './harness-people.ts'
import { reading } from './harness-reads.ts'
import {
  callBeside,
  callFrom,
  goWithin,
  mainMenu,
  NO_PERMISSION,
  openScreen,
  shown,
  signInAt,
  signInBeside,
  soon,
  switchTo,
} from './harness-shell.ts'
import { SUBSCRIBED } from './harness-traffic.ts'

let server: Server
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ DEMO: 'on', BOT_CHECK: 'off' })
  page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO)
})

/** The status code of a call of the subscribed product. */
async function backlinks(): Promise<number> {
  const { basic } = await callFrom(page, access.showPassword, {})
  const reply = await fetch(`${server.url}${SUBSCRIBED}`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ target: 'example.com' }]),
  })
  const { status_code } = (await reply.json()) as { status_code: number }
  return status_code
}

const card = (on: Page, name = 'Backlinks API') => on.getByRole('region', { name, exact: true })
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

const open = (path: string) => openScreen(page, path)

/** Orders through the dialog and decides on the processor's page. */
async function pay(decision: RegExp, { keep = false } = {}): Promise<void> {
  await card(page).getByRole('button', { name: 'Activate' }).click()
  await page
    .getByRole('dialog', { name: 'Activate Backlinks API' })
    .getByRole('button', { name: 'Pay $100.00' })
    .click()
  await page.waitForURL('**/test-processor/**')
  if (keep) await page.getByLabel('Save this card for next time').check()
  await press(decision)
  await page.waitForURL('**/users/getrows/order/**')
}

test('a refused call shows a banner that leads to its subscription; a declined payment changes nothing', {
  tags: 'long',
}, async () => {
  expect(await backlinks()).toBe(CODE.subscriptionNeeded)
  await page.goto(`${server.url}/api-dashboard`)
  const banner = page.getByRole('listitem').filter({ hasText: 'requires an active subscription.' })
  await banner.getByRole('link', { name: 'Activate' }).click()
  await page.waitForURL('**/backlinks-subscription')
  await card(page).getByText('Inactive').waitFor()
  await pay(/^Decline$/)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('dialog', { name: 'Activate Backlinks API' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/backlinks-subscription')
  await open('/backlinks-subscription')
  await card(page).getByText('Inactive').waitFor()
  expect(await backlinks()).toBe(CODE.subscriptionNeeded)
  page.expectClean()
})

test('an open payment can be continued or canceled', { tags: 'long' }, async () => {
  await open('/backlinks-subscription')
  await card(page).getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Pay $100.00' }).click()
  await page.waitForURL('**/test-processor/**')
  await open('/backlinks-subscription')
  await card(page).getByText('Payment pending').waitFor()
  await card(page).getByRole('button', { name: 'Continue payment' }).click()
  await page.waitForURL('**/test-processor/**')
  await open('/backlinks-subscription')
  await card(page).getByRole('button', { name: 'Cancel payment' }).click()
  await card(page).getByText('Inactive').waitFor()
  page.expectClean()
})

test('an activated subscription lets calls pass and credits its minimum; access stays when it is canceled and resumed', async () => {
  await open('/backlinks-subscription')
  const balance = async () => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))
  const before = await balance()
  await pay(/^Approve \$/, { keep: true })
  await expect.poll(backlinks, soon).toBe(CODE.ok)
  await open('/backlinks-subscription')
  await card(page).getByText('Active', { exact: true }).waitFor()
  await card(page)
    .getByText(/^Renews on .* for \$100\.00\.$/)
    .waitFor()
  await expect.poll(balance, soon).toBeGreaterThan(before + 99)
  await card(page).getByRole('button', { name: 'Cancel renewal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click()
  await card(page).getByText('Ends soon').waitFor()
  expect(await backlinks()).toBe(CODE.ok)
  await card(page).getByRole('button', { name: 'Resume' }).click()
  await card(page).getByText('Active', { exact: true }).waitFor()
  await axe(page)
  page.expectClean()
})

test('the calculator compares a month of requests with the minimum, and praises only what was entered', async () => {
  await open('/backlinks-subscription')
  const calculator = page.getByRole('region', { name: 'Calculator' })
  const month = page.getByRole('region', { name: 'Monthly cost' })
  const requests = (name: string) => calculator.getByLabel(`Requests per month: ${name}`, { exact: true })
  await expect.poll(() => requests('Backlink summary').inputValue(), soon).not.toBe('0')
  expect(await calculator.getByRole('row').count(), 'only what the account used').toBeLessThan(8)
  await requests('Backlink summary').fill('10000')
  await calculator
    .getByRole('row', { name: /^Backlink summary/ })
    .getByText('$200.00')
    .waitFor()
  await month.getByText(/\$100\.00 above the monthly minimum\./).waitFor()
  await requests('Backlink summary').fill('many')
  await calculator.getByText('Please enter a number').waitFor()
  await requests('Backlink summary').fill('0')
  await month.getByText('Enter how many requests you plan.').waitFor()
  expect(await month.getByText(/^Covered/).count()).toBe(0)
  await calculator.getByLabel('Add a function').selectOption({ label: 'Anchors' })
  await expect.poll(() => requests('Anchors').evaluate((one) => one === document.activeElement), soon).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1,000')
  await month.getByText('$20.00', { exact: true }).waitFor()
  await month.getByText('Covered by the monthly minimum. $80.00 stays in your balance').waitFor()
  await axe(page)
  await page.setViewportSize(PHONE)
  const { bottom = 0 } = { bottom: await month.evaluate((one) => one.getBoundingClientRect().bottom) }
  expect(bottom, 'the sum stays in sight').toBeLessThanOrEqual(PHONE.height)
  await axe(page)
  await page.setViewportSize(DESKTOP)
  await calculator.getByRole('button', { name: 'Remove Anchors' }).click()
  await month.getByText('Enter how many requests you plan.').waitFor()
  page.expectClean()
})

test('subscriptions, auto-recharge and payments are on one screen, and the dashboard agrees', async () => {
  await open('/api-access-subscription')
  await card(page).getByText('Active', { exact: true }).waitFor()
  await card(page, 'LLM Mentions API').getByText('Inactive').waitFor()
  const recharge = card(page, 'Auto-recharge')
  await recharge.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Auto-recharge' })
  await dialog.getByLabel('Charge', { exact: true }).fill('10')
  await dialog.getByRole('button', { name: 'Save and turn on' }).click()
  await dialog
    .getByText(/^From \$50\.00 to/)
    .first()
    .waitFor()
  await dialog.getByLabel('Charge', { exact: true }).fill('60')
  await dialog.getByRole('button', { name: 'Save and turn on' }).click()
  await recharge.getByText('On', { exact: true }).waitFor()
  await recharge.getByText('$60.00').waitFor()
  await card(page, 'History').getByText('Visa •••• 4242').waitFor()
  await axe(page)
  await open('/api-dashboard')
  const own = card(page, 'Subscriptions and auto-recharge')
  await own.getByText(/renews on/).waitFor()
  await own.getByText('On', { exact: true }).waitFor()
  page.expectClean()
})

test('CA-03 HD-06 switching the login requests its subscriptions again; a viewer sees their state and cannot pay', async () => {
  await joinTeam(server, 'viewer')
  // A reload fetches the new list of logins.
  await page.goto(`${server.url}/api-dashboard`)
  const own = card(page, 'Subscriptions and auto-recharge')
  await own.getByText(/renews on/).waitFor()
  const responses = ['/api/subscriptions/active', '/api/recharge/active'].map((path) =>
    page.waitForResponse(reading(path)),
  )
  await switchTo(page, TEAM)
  await Promise.all(responses)
  await own.getByText('Not set up').waitFor()
  await expect.poll(() => own.getByText(/renews on/).count(), soon).toBe(0)
  expect(await own.getByRole('link', { name: 'Manage' }).count()).toBe(0)
  expect(await mainMenu(page).getByRole('link', { name: 'Access Subscriptions' }).count()).toBe(0)
  await goWithin(page, '/api-access-subscription')
  await page.getByText(NO_PERMISSION).waitFor()
  await callFrom(page, users.setActiveApiUser, { login: DEMO.email })
  await page.goto(`${server.url}/api-dashboard`)
})

test('a failed auto-recharge is shown with the link to update the payment method', async () => {
  await server.query(
    `update auto_recharges set is_on = false, stopped_at = now(), failures = 3, failed_label = $1
       where owner_id = (select id from users where email = $2)`,
    ['Visa •••• 0002', DEMO.email],
  )
  // Changed outside of the product, so no page is notified.
  await page.goto(`${server.url}/api-dashboard`)
  const banner = page.getByRole('listitem').filter({ hasText: 'We could not charge Visa •••• 0002.' })
  await banner.getByRole('link', { name: 'Update method' }).click()
  await page.waitForURL('**/api-access-subscription**')
  await card(page, 'Auto-recharge').getByRole('button', { name: 'Update method' }).click()
  await page.getByRole('dialog', { name: 'Auto-recharge' }).getByRole('button', { name: 'Save and turn on' }).click()
  await card(page, 'Auto-recharge').getByText('On', { exact: true }).waitFor()
  await goWithin(page, '/api-dashboard')
  await shown(page)
  // At once, not with the next look of the page.
  await banner.waitFor({ state: 'hidden', timeout: 20_000 })
  page.expectClean()
})

test('a subscription activated in one tab is refused as active in another and shown there', async () => {
  const second = await page.context().newPage()
  const name = 'LLM Mentions API'
  const dialogs = [page, second].map((tab) => tab.getByRole('dialog', { name: `Activate ${name}` }))
  for (const tab of [page, second]) {
    await tab.goto(`${server.url}/api-access-subscription`)
    await card(tab, name).getByRole('button', { name: 'Activate' }).click()
  }
  for (const [at, tab] of [page, second].entries()) {
    await dialogs[at]?.getByRole('button', { name: /^Pay \$/ }).click()
    if (at === 1) await tab.getByText('This subscription is already active.').waitFor()
    await card(tab, name).getByText('Active', { exact: true }).waitFor()
    await dialogs[at]?.waitFor({ state: 'hidden' })
  }
  await second.close()
  page.expectClean()
})

for (const path of ['/backlinks-subscription', '/api-access-subscription'])
  test(`${path} is complete on a German phone in dark theme`, { tags: 'long' }, async () => {
    const phone = await newPage({ ...PHONE, theme: 'dark', language: 'de' })
    await signInBeside(phone, server.url, DEMO)
    await callBeside(phone, server.url, users.setLanguage, { language: 'de' })
    await phone.goto(`${server.url}${path}`)
    await shown(phone)
    await card(phone).getByText('Monatlicher Mindestbetrag').waitFor()
    await axe(phone)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    phone.expectClean()
  })
