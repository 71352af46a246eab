// Money goes from one login of the account to another.
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './harness.ts'
import { axe, openBrowser, shot } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { enter, soon } from './harness-shell.ts'

const MACHINE = 'nightly'
let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
  const { code, stderr } = await server.operator(['credit', DEMO.email, '50', '--reason', 'a test'])
  if (code !== 0) throw new Error(stderr)
})
// A sign-in has three streams, and all pages here share one.
afterEach(async () => {
  for (const context of (await openBrowser()).contexts()) await context.close()
})

const headerMicros = async (page: Page) =>
  Math.round(Number((await page.getByTestId('balance').textContent())?.replaceAll(/[$,]/g, '')) * 1_000_000)
const row = (page: Page, login: RegExp) =>
  page.getByRole('table', { name: 'API logins' }).getByRole('row', { name: login })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move funds' })
const press = (page: Page) => dialogOf(page).getByRole('button', { name: 'Move funds' })
const amount = (page: Page) => dialogOf(page).getByLabel('Amount')
const money = (micros: number) => `$${(micros / 1_000_000).toFixed(6)}`

test('a new machine login is given money; both balances are shown before and live after, and a double click moves once', async () => {
  const beside = await enter(server, DESKTOP, '/api-detail')
  const page = await enter(server, DESKTOP, '/api-access')
  const before = await headerMicros(page)
  await page.getByRole('button', { name: 'Add a machine login' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(MACHINE)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('was added. Switch to it to see its password.').waitFor()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Move funds' }).click()

  const dialog = dialogOf(page)
  expect(await dialog.getByLabel('From').inputValue()).toBe(DEMO.email)
  expect(await dialog.getByLabel('To').inputValue()).toContain(MACHINE)
  const bounds = `From $0.000001 to ${money(before).replace(/0{1,4}$/, '')}, with at most six decimals.`
  await dialog.getByText(bounds).waitFor()
  for (const wrong of ['-1', '0', '0.0000001', '99999999', 'much', '']) {
    await amount(page).fill(wrong)
    await press(page).click()
    await expect.poll(() => amount(page).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText(bounds).waitFor()
  }
  await amount(page).fill('2.500001')
  const after = dialog.getByRole('region').or(dialog.locator('section')).last()
  await expect.poll(() => after.textContent()).toContain(money(before - 2_500_001))
  expect(await after.textContent()).toContain('$2.500001')
  await axe(page)
  await shot(page, 'move-money-desktop')
  await press(page).dblclick()
  await page.getByText(/^\$2\.500001 was moved from .* to .*nightly.*\.$/).waitFor()
  await expect.poll(() => headerMicros(page), soon).toBe(before - 2_500_001)
  await expect.poll(() => headerMicros(beside), soon).toBe(before - 2_500_001)
  await expect.poll(() => row(page, /nightly/).textContent(), soon).toContain('$2.500001')
  await expect.poll(() => row(page, /Personal login/).textContent(), soon).toContain(money(before - 2_500_001))
  const activity = page.getByRole('table', { name: 'Activity' }).getByText('Amount: $2.500001')
  await activity.first().waitFor()
  expect(await activity.count()).toBe(1)
  page.expectClean()
})

test('a transfer whose answer got lost is pressed again and moves once; on a phone all of it comes back', {
  tags: 'long',
}, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, '/api-access')
  const before = await headerMicros(page)
  let lost = 0
  await page.route('**/api/access/move-money', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  const open = async () => {
    await page.getByRole('button', { name: /^Actions for .*nightly/ }).click()
    await page.getByRole('menuitem', { name: 'Move funds' }).click()
  }
  await open()
  await amount(page).fill('1')
  await press(page).click()
  await dialogOf(page).getByText('No connection. Check your network and try again.').waitFor()
  await press(page).click()
  await page.getByText(/^\$1\.00 was moved from /).waitFor()
  await expect.poll(() => headerMicros(page), soon).toBe(before - 1_000_000)

  await open()
  await dialogOf(page)
    .getByLabel('From')
    .selectOption(await dialogOf(page).getByLabel('To').inputValue())
  await dialogOf(page).getByRole('button', { name: 'Everything' }).click()
  expect(await amount(page).inputValue()).toBe('3.500001')
  await dialogOf(page).getByText('$0.000000').waitFor()
  await axe(page)
  await shot(page, 'move-money-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await press(page).click()
  await page.getByText(/^\$3\.500001 was moved from .*nightly/).waitFor()
  await expect.poll(() => headerMicros(page), soon).toBe(before + 2_500_001)
  await expect.poll(() => row(page, /nightly/).textContent(), soon).toContain('$0.000000')
})
