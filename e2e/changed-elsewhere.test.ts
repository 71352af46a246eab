// The cards that save by themselves, while another tab or another member saves the same.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { billing } from '../contract/src/billing.ts'
import { profile } from '../contract/src/profile.ts'
import { settings } from '../contract/src/settings.ts'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import { axe } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { callBeside, enter, soon } from './harness-shell.ts'

const LINE = 'Changed elsewhere in the meantime. Your changes are not saved.'
let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
})

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

/** As when its tab is opened again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('Settings: a card follows what is saved elsewhere, keeps what was typed, and asks before it saves over the new values', async () => {
  const one = await enter(server, DESKTOP, '/api-settings')
  const other = await enter(server, DESKTOP, '/api-settings')
  const cardOf = (page: Page) => page.locator('#alerts')
  const alerts = cardOf(other)
  const days = alerts.getByLabel('Days left below')
  const rate = alerts.getByLabel('Error rate above')
  await days.waitFor()

  await cardOf(one).getByLabel('Days left below').fill('5')
  await cardOf(one).getByLabel('80%').check()
  await press(cardOf(one), 'Save')
  await one.getByText('The alerts were saved.').waitFor()
  await comeBack(other)
  await expect.poll(() => days.inputValue(), soon).toBe('5')
  expect(await alerts.getByLabel('80%').isChecked()).toBe(true)
  expect(await alerts.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(await alerts.getByText(LINE).count()).toBe(0)

  await days.fill('9')
  await cardOf(one).getByLabel('Error rate above').fill('20')
  await cardOf(one).getByLabel('Days left below').fill('6')
  await press(cardOf(one), 'Save')
  await expect.poll(() => cardOf(one).getByText('Unsaved changes').count(), soon).toBe(0)
  await comeBack(other)
  await alerts.getByText(LINE).waitFor()
  expect([await days.inputValue(), await rate.inputValue()]).toEqual(['9', '20'])
  await press(alerts, 'Save')
  const question = other.getByRole('dialog', { name: 'Replace the new values?' })
  await question.waitFor()
  await axe(other)
  await press(question, 'Cancel')
  await press(alerts, 'Show the new values')
  expect(await days.inputValue()).toBe('6')
  expect(await alerts.getByText(LINE).count()).toBe(0)

  await days.fill('9')
  await days.press('Enter')
  await other.getByText('The alerts were saved.').waitFor()
  await comeBack(one)
  await expect.poll(() => cardOf(one).getByLabel('Days left below').inputValue(), soon).toBe('9')
  one.expectClean()
  other.expectClean()
})

test('Settings: the server refuses what was typed over values that are not saved any more, and it is saved only when that is asked for', async () => {
  const page = await enter(server, PHONE, '/api-settings')
  const limits = page.locator('#api-limits')
  const field = limits.getByLabel('Total daily limit')
  await field.fill('12.50')
  await callBeside(page, server.url, settings.saveSpendLimit, { scope: '', limit_micros: 3_000_000 })
  await press(limits, 'Save')
  await limits.getByText(LINE).waitFor()
  expect(await field.inputValue()).toBe('12.50')
  expect(await page.getByText('The daily limit was saved.').count()).toBe(0)
  await field.press('Enter')
  await press(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('The daily limit was saved.').waitFor()
  expect(await limits.getByText(LINE).count()).toBe(0)
  await page.reload()
  await expect.poll(() => field.inputValue(), soon).toBe('12.50')
  await callBeside(page, server.url, settings.saveSpendLimit, { scope: '', limit_micros: null })
})

test('Profile: a name that was typed is not saved over one from elsewhere by accident, and a language chosen elsewhere stays', async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const you = page.locator('#you')
  const [name, zone] = [you.getByLabel('Your name'), you.getByLabel('Time zone')]
  const before = await name.inputValue()
  const theirs = { name: 'From elsewhere', phone: '', time_zone: 'Asia/Tokyo' }
  await callBeside(page, server.url, profile.saveProfile, theirs)
  await callBeside(page, server.url, users.setLanguage, { language: 'fr' })
  await comeBack(page)
  await expect.poll(() => name.inputValue(), soon).toBe('From elsewhere')
  expect(await zone.inputValue()).toBe('Asia/Tokyo')
  await name.fill('Typed here')
  await callBeside(page, server.url, profile.saveProfile, { ...theirs, time_zone: 'UTC' })
  await press(you, 'Save')
  await you.getByText(LINE).waitFor()
  expect([await name.inputValue(), await zone.inputValue()]).toEqual(['Typed here', 'UTC'])
  await press(you, 'Save')
  await press(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('Your profile was saved.').waitFor()
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('lang'), soon).toBe('fr')
  expect(await page.locator('#you').locator('[name=name]').inputValue()).toBe('Typed here')
  const again = { name: before, phone: '', time_zone: '', language: 'en' as const }
  await callBeside(page, server.url, profile.saveProfile, again)
})

test('Profile: the switches of e-mail preferences follow', async () => {
  const page = await enter(server, DESKTOP, '/users/profile')
  const news = page.locator('#preferences').getByLabel('News')
  const wishes = { offers: 1, reports: 1, triggers: 1 } as const
  await callBeside(page, server.url, profile.savePreferences, { ...wishes, news: 1 })
  await comeBack(page)
  await expect.poll(() => news.isChecked(), soon).toBe(true)
  await callBeside(page, server.url, profile.savePreferences, { ...wishes, news: 0 })
  await comeBack(page)
  await expect.poll(() => news.isChecked(), soon).toBe(false)
})

test('Billing details: what another member gave meanwhile is shown, and not written over by accident', async () => {
  const page = await enter(server, DESKTOP, '/users/getrows?tab=billing')
  const city = page.getByLabel('City')
  await city.waitFor()
  const theirs = {
    kind: 'company' as const,
    name: 'Large & Sons',
    line1: 'Main Street 1',
    line2: '',
    postal_code: '50667',
    city: 'Bonn',
    country: 'DE',
    vat_id: '',
    invoice_emails: '',
    po_number: '',
  }
  await callBeside(page, server.url, billing.saveDetails, theirs)
  await comeBack(page)
  await expect.poll(() => city.inputValue(), soon).toBe('Bonn')
  expect(await page.getByLabel('Country').inputValue()).toBe('DE')
  await city.fill('Ulm')
  await callBeside(page, server.url, billing.saveDetails, { ...theirs, po_number: 'PO 7' })
  await press(page, 'Save')
  await page.getByText(LINE).waitFor()
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO 7')
  await press(page, 'Save')
  await press(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('Your billing details were saved.').waitFor()
  await page.reload()
  await expect.poll(() => city.inputValue(), soon).toBe('Ulm')
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO 7')
})

test('Settings: who types on while their own save is under way is not told of somebody else’s', async () => {
  const page = await enter(server, DESKTOP, '/api-settings')
  const limits = page.locator('#api-limits')
  const field = limits.getByLabel('Total daily limit')
  const held = Promise.withResolvers<void>()
  await page.route(`**${settings.saveSpendLimit.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await field.fill('21')
  await press(limits, 'Save')
  await field.fill('22.5')
  held.resolve()
  await page.getByText('The daily limit was saved.').waitFor()
  await limits.getByText('Unsaved changes').waitFor()
  expect([await field.inputValue(), await limits.getByText(LINE).count()]).toEqual(['22.5', 0])
  await press(limits, 'Save')
  await expect.poll(() => limits.getByRole('button', { name: 'Save', exact: true }).isDisabled(), soon).toBe(true)
  await page.reload()
  await expect.poll(() => field.inputValue(), soon).toBe('22.50')
  page.expectClean()
})
