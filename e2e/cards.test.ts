// Every card of Profile, Settings, API Access and the billing details: changes are saved and confirmed; unsaved changes are not lost
// without a question and do not overwrite what another tab or member saves meanwhile; and the API password as its owner sees it.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { billing } from '../contract/src/billing.ts'
import { CODE } from '../contract/src/codes.ts'
import { profile } from '../contract/src/profile.ts'
import { settings } from '../contract/src/settings.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, newPage, shot, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import {
  callBeside,
  enter,
  goWithin,
  mainMenu,
  NO_PERMISSION,
  shown,
  signInAt,
  signInBeside,
  soon,
} from './harness-shell.ts'

const REFUSED = /status of 4\d\d/
let server: Server
/** Shared by most tests, each of which opens its own screen. */
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' })
  page = await enter(server, DESKTOP, '/users/profile')
})

/** Opens a screen within the page after the not-found page, so that everything on it belongs to this address. */
async function open(path: string, size = DESKTOP): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
  // The page navigates only after it has started.
  await shown(page)
  await goWithin(page, '/404')
  // A test that failed may have left something unsaved.
  const leave = page.getByRole('button', { name: 'Leave without saving' })
  await leave.or(page.getByText(NO_PERMISSION)).first().waitFor()
  if (await leave.isVisible()) await leave.click()
  await page.getByText(NO_PERMISSION).waitFor()
  await goWithin(page, path)
  await page.getByText(NO_PERMISSION).waitFor({ state: 'hidden' })
}

const card = (page: WatchedPage, id: string) => page.locator(`#${id}`)
const tab = (page: WatchedPage, name: string) =>
  page.getByRole('tablist', { name: 'API Access' }).getByRole('tab', { name })
const saveOf = (page: WatchedPage, id: string) => save(card(page, id))
const save = (element: Locator) => element.getByRole('button', { name: 'Save', exact: true })
const discard = (element: Locator) => element.getByRole('button', { name: 'Discard' })

test('You: the time zone is saved, Discard reverts a choice, and the log names the old and new value', async () => {
  await open('/users/profile')
  const zone = card(page, 'you').getByLabel('Time zone')
  expect(await saveOf(page, 'you').isDisabled()).toBe(true)
  await zone.selectOption('Asia/Tokyo')
  await card(page, 'you').getByRole('button', { name: 'Discard' }).click()
  expect(await zone.inputValue()).toBe('')
  await zone.selectOption('America/New_York')
  await saveOf(page, 'you').click()
  await page.getByText('Your profile was saved.').waitFor()
  await card(page, 'activity').getByText('Time zone: none → America/New_York').waitFor()
  await card(page, 'activity').getByRole('columnheader', { name: 'When (New York)' }).waitFor()
  await axe(page)
  page.expectClean()
})

test('Password: Save is off until something is typed, and a wrong password is shown at its field', async () => {
  await open('/users/profile')
  const change = card(page, 'password').getByRole('button', { name: 'Change the password' })
  await change.waitFor()
  expect(await change.isDisabled()).toBe(true)
  await card(page, 'password').getByLabel('Current password').fill('not the password')
  await card(page, 'password').getByLabel('New password', { exact: true }).fill('a long and quiet river')
  await card(page, 'password').getByLabel('Repeat the new password').fill('a long and quiet river')
  await change.click()
  await card(page, 'password').getByText('The current password is wrong.').waitFor()
  await card(page, 'password').getByRole('button', { name: 'Discard' }).click()
  expect(await change.isDisabled()).toBe(true)
  page.expectClean(REFUSED)
})

test('Sessions: a phone has a phone icon and can be signed out here', { tags: 'long' }, async () => {
  await open('/users/profile')
  const context = await (await newPage(PHONE)).context().browser()?.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const phone = await context?.newPage()
  if (!context || !phone) throw new Error('the page has no browser context')
  await signInAt(phone, server.url, DEMO)
  await page.reload()
  const line = card(page, 'sessions').getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await line.waitFor()
  const drawn = (text: string) =>
    card(page, 'sessions').getByRole('listitem').filter({ hasText: text }).locator('svg path').first().getAttribute('d')
  expect(await drawn('Safari on iPhone')).not.toBe(await drawn('This device'))
  await line.getByRole('button', { name: /^End session/ }).click()
  await line.waitFor({ state: 'detached' })
  await context.close()
})

test('E-mail preferences: a switch waits for Save, and the log names its old value', {
  tags: 'long',
}, async () => {
  await open('/users/profile')
  const offers = card(page, 'preferences').getByRole('switch', { name: 'Offers' })
  await offers.click()
  await card(page, 'preferences').getByText('Unsaved changes').waitFor()
  await saveOf(page, 'preferences').click()
  await page.getByText('Your e-mail preferences were saved.').waitFor()
  await card(page, 'activity').getByText('Offers: On → Off').waitFor()
  await page.reload()
  await expect.poll(() => offers.isChecked(), soon).toBe(false)
})

test('Activity leads to the security log: filters are in the address, an entry unfolds, and the export holds the shown entries', {
  tags: 'long',
}, async () => {
  await open('/users/profile')
  await card(page, 'activity').getByRole('link', { name: 'All activity of the account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security log' }).waitFor()
  const table = page.getByRole('table', { name: 'Security log' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Type', { exact: true }).selectOption('profile')
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?kind=profile')
  await table.getByText('Time zone: none → America/New_York').waitFor()
  await page.getByLabel('Search names, addresses, devices').fill('e-mail preferences')
  await page.keyboard.press('Enter')
  await table.getByText('Offers: On → Off').waitFor()
  await expect.poll(() => table.getByText('Time zone: none').count(), soon).toBe(0)
  await table.getByRole('button', { name: 'Show details' }).first().click()
  await table.getByText(/^Chrome on Linux$/).waitFor()
  await axe(page)
  const { status, text } = await page.evaluate(
    async (href) => {
      const answer = await fetch(href)
      return { status: answer.status, text: await answer.text() }
    },
    (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
  )
  expect(status).toBe(200)
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .every((line) => line.includes('preferences_changed')),
  ).toBe(true)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search, soon).toBe('')
  await table.getByText('Signed in', { exact: true }).first().waitFor()
  page.expectClean()
  const phone = await enter(server, PHONE, '/users/security-log?result=ok')
  await phone.getByRole('table').getByText('Signed in', { exact: true }).first().waitFor()
  await axe(phone)
  phone.expectClean()
})

test('the cards of Profile are as wide as those of other screens', { tags: 'long' }, async () => {
  await open('/users/profile')
  // A card is replaced when it has loaded, and is missing for a moment.
  const rightOf = (id: string) => card(page, id).evaluate((one) => Math.round(one.getBoundingClientRect().right))
  await expect.poll(() => rightOf('you'), soon).toBeGreaterThan(0)
  const own = await rightOf('you')
  await page.goto(`${server.url}/api-access?tab=logins`)
  await card(page, 'team').waitFor()
  await expect.poll(() => rightOf('team'), soon).toBe(own)
  await page.goto(`${server.url}/api-settings`)
  await card(page, 'alerts').waitFor()
  await expect.poll(() => rightOf('alerts'), soon).toBe(own)
})

test('a printed page has no header and no menu and is always light', async () => {
  await open('/users/profile')
  await page.emulateMedia({ colorScheme: 'dark' })
  await card(page, 'you').waitFor()
  const surface = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--surface-1').trim())
  await expect.poll(surface, soon).not.toBe('#fff')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Main menu' }).isVisible()).toBe(false)
  expect(await surface()).toBe('#fff')
})

test('the header scrolls away at 400 % zoom, and a menu that does not fit shows a shadow at its edge', async () => {
  await open('/users/profile', { width: 320, height: 200 })
  await card(page, 'you').waitFor()
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y ?? 0, soon).toBeLessThan(-300)
  await page.setViewportSize({ width: 1280, height: 500 })
  const list = page.getByRole('navigation', { name: 'Main menu' }).locator('> div').first()
  const { scrolls, background } = await list.evaluate((one) => ({
    scrolls: one.scrollHeight > one.clientHeight,
    background: getComputedStyle(one).backgroundImage,
  }))
  expect(scrolls).toBe(true)
  expect(background).toContain('gradient')
})

/** A new session, which does not ask for the password again. */
async function signedInNow(path: string): Promise<WatchedPage> {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO, path)
  return page
}

test('Your data: the archive is requested with the password, shown as ready automatically, and downloaded', {
  tags: 'long',
}, async () => {
  const page = await signedInNow('/users/profile#your-data')
  const data = card(page, 'your-data')
  await data.getByRole('button', { name: 'Prepare a download' }).click()
  await data.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 })
  await data.getByText(/can be downloaded until/).waitFor()
  await axe(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.zip$/)
  page.expectClean()
})

test('Close the account: it lists what is deleted, requires the address, shows the date on every page, and one press cancels it', async () => {
  await open('/users/profile#close-account')
  await card(page, 'close-account').getByRole('button', { name: 'Close the account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the account?' })
  await dialog.getByText(/is not refunded automatically/).waitFor()
  await dialog.getByLabel('Why are you closing your account?').selectOption('not_needed')
  await dialog.getByLabel(`Type ${DEMO.email} to confirm`).fill('somebody@example.com')
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await dialog.getByText('This is not the e-mail address of the account.').waitFor()
  await axe(page)
  await dialog.getByLabel(`Type ${DEMO.email} to confirm`).fill(DEMO.email)
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  const notices = page.getByRole('complementary', { name: 'Notices' })
  await notices.getByText(/This account is being closed/).waitFor()

  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${server.url}/api-dashboard`)
  await notices.getByText(/This account is being closed/).waitFor()
  await axe(page)
  await notices.getByRole('button', { name: 'Cancel the closing' }).click()
  await expect.poll(() => notices.getByText(/This account is being closed/).count(), soon).toBe(0)
  await open('/users/profile')
  await card(page, 'close-account').getByRole('button', { name: 'Close the account…' }).waitFor()
  page.expectClean(/400/)
})

const CARDS = [
  ['api-limits', (element: Locator) => element.getByLabel('Total daily limit'), '12.50', 'The daily limit was saved.'],
  [
    'duplicates',
    (element: Locator) => element.getByLabel('Identical tasks per hour'),
    '20',
    'The limit on duplicate tasks was saved.',
  ],
  ['webhook-delay', (element: Locator) => element.getByLabel('Delay'), '200', 'The webhook delay was saved.'],
  ['alerts', (element: Locator) => element.getByLabel('Balance below'), '3.00', 'The alerts were saved.'],
  [
    'alert-webhook',
    (element: Locator) => element.getByLabel('Webhook address'),
    'https://hooks.example.com/alerts',
    'The webhook address was saved.',
  ],
] as const

/** Types into a field, or chooses from a list. */
async function put(field: Locator, value: string): Promise<void> {
  if (await field.evaluate((one) => one instanceof HTMLSelectElement)) await field.selectOption(value)
  else await field.fill(value)
}

for (const [[id, fieldIn, value, message], options] of variants(CARDS))
  test(`${id}: Save is off until a change, Discard reverts it, Save stores it`, options, async () => {
    await open('/api-settings')
    const element = card(page, id)
    const field = fieldIn(element)
    const before = await field.inputValue()
    expect(await save(element).isDisabled()).toBe(true)
    expect(await discard(element).count()).toBe(0)
    await put(field, value)
    await element.getByText('Unsaved changes').waitFor()
    await discard(element).click()
    expect(await field.inputValue()).toBe(before)
    expect(await save(element).isDisabled()).toBe(true)
    await put(field, value)
    await save(element).click()
    await page.getByText(message).waitFor()
    await expect.poll(() => save(element).isDisabled(), soon).toBe(true)
    expect(await element.getByText('Unsaved changes').count()).toBe(0)
    await page.reload()
    await expect.poll(() => fieldIn(card(page, id)).inputValue(), soon).toBe(value)
    page.expectClean()
  })

test('every card of Settings has one kind of Save, at its foot', async () => {
  await open('/api-settings')
  for (const [id] of CARDS) await save(card(page, id).locator('footer')).waitFor()
  await axe(page)
})

test('leaving with unsaved changes asks: Stay preserves them, Leave discards them', async () => {
  await open('/api-settings')
  const field = card(page, 'alerts').getByLabel('Days left below')
  await field.fill('9')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const errors = mainMenu(page).getByRole('link', { name: 'Errors', exact: true })
  await errors.click()
  await question.waitFor()
  await axe(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/api-settings')
  expect(await field.inputValue()).toBe('9')
  await errors.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/api-errors')
  page.expectClean()
})

test('switching the login with unsaved changes asks first', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  await callBeside(page, server.url, access.addMachineLogin, { name: 'loader' })
  await page.goto(`${server.url}/api-settings`)
  const field = card(page, 'alerts').getByLabel('Days left below')
  await field.fill('9')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Switch Account' }).click()
  const other = page.getByRole('dialog', { name: 'Switch Account' }).getByRole('button', { name: /loader/ })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await other.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('9')
  expect(await page.getByText('Active API login was changed successful').count()).toBe(0)
  await other.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByText('Active API login was changed successful').waitFor()
  await expect.poll(() => field.inputValue(), soon).not.toBe('9')
})

test('the back button asks about unsaved changes', async () => {
  await open('/api-dashboard')
  await mainMenu(page).getByRole('link', { name: 'Settings', exact: true }).click()
  await card(page, 'alerts').getByLabel('Days left below').fill('9')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(new URL(page.url()).pathname).toBe('/api-settings')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/api-dashboard')
  await shown(page)
})

test('the browser asks before a page with unsaved changes is closed, and not otherwise', { tags: 'long' }, async () => {
  await open('/api-settings')
  const requested: string[] = []
  page.on('dialog', (dialog) => {
    requested.push(dialog.type())
    void dialog.accept()
  })
  await card(page, 'alerts').getByLabel('Days left below').fill('9')
  await page.reload()
  await shown(page)
  expect(requested).toEqual(['beforeunload'])
  await page.reload()
  await shown(page)
  expect(requested).toEqual(['beforeunload'])
})

const LINE = 'Changed elsewhere in the meantime. Your changes are not saved.'
const pressIn = (element: Page | Locator, name: string) => element.getByRole('button', { name, exact: true }).click()

/** Acts as if the tab was opened again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('Settings: a card shows values saved elsewhere, preserves typed ones, and asks before it overwrites the new values', async () => {
  const one = await enter(server, DESKTOP, '/api-settings')
  await open('/api-settings')
  const cardOf = (tab: Page) => tab.locator('#alerts')
  const alerts = cardOf(page)
  const days = alerts.getByLabel('Days left below')
  const rate = alerts.getByLabel('Error rate above')
  await days.waitFor()

  await cardOf(one).getByLabel('Days left below').fill('5')
  await cardOf(one).getByLabel('80%').check()
  await pressIn(cardOf(one), 'Save')
  await one.getByText('The alerts were saved.').waitFor()
  await comeBack(page)
  await expect.poll(() => days.inputValue(), soon).toBe('5')
  expect(await alerts.getByLabel('80%').isChecked()).toBe(true)
  expect(await alerts.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expect(await alerts.getByText(LINE).count()).toBe(0)

  await days.fill('9')
  await cardOf(one).getByLabel('Error rate above').fill('20')
  await cardOf(one).getByLabel('Days left below').fill('6')
  await pressIn(cardOf(one), 'Save')
  await expect.poll(() => cardOf(one).getByText('Unsaved changes').count(), soon).toBe(0)
  await comeBack(page)
  await alerts.getByText(LINE).waitFor()
  expect([await days.inputValue(), await rate.inputValue()]).toEqual(['9', '20'])
  await pressIn(alerts, 'Save')
  const question = page.getByRole('dialog', { name: 'Replace the new values?' })
  await question.waitFor()
  await axe(page)
  await pressIn(question, 'Cancel')
  await pressIn(alerts, 'Show the new values')
  expect(await days.inputValue()).toBe('6')
  expect(await alerts.getByText(LINE).count()).toBe(0)

  await days.fill('9')
  await days.press('Enter')
  await page.getByText('The alerts were saved.').waitFor()
  await comeBack(one)
  await expect.poll(() => cardOf(one).getByLabel('Days left below').inputValue(), soon).toBe('9')
  one.expectClean()
  page.expectClean()
})

test('Settings: the server refuses a change based on outdated values, and saves it only after confirmation', async () => {
  await open('/api-settings', PHONE)
  const limits = page.locator('#api-limits')
  const field = limits.getByLabel('Total daily limit')
  await field.fill('14.50')
  await callBeside(page, server.url, settings.saveSpendLimit, { scope: '', limit_micros: 3_000_000 })
  await pressIn(limits, 'Save')
  await limits.getByText(LINE).waitFor()
  expect(await field.inputValue()).toBe('14.50')
  expect(await page.getByText('The daily limit was saved.').count()).toBe(0)
  await field.press('Enter')
  await pressIn(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('The daily limit was saved.').waitFor()
  expect(await limits.getByText(LINE).count()).toBe(0)
  await page.reload()
  await expect.poll(() => field.inputValue(), soon).toBe('14.50')
  await callBeside(page, server.url, settings.saveSpendLimit, { scope: '', limit_micros: null })
  page.expectClean(REFUSED)
})

test('Profile: a typed name does not overwrite one saved elsewhere unasked, and a language chosen elsewhere stays', {
  tags: 'long',
}, async () => {
  await open('/users/profile')
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
  await pressIn(you, 'Save')
  await you.getByText(LINE).waitFor()
  expect([await name.inputValue(), await zone.inputValue()]).toEqual(['Typed here', 'UTC'])
  await pressIn(you, 'Save')
  await pressIn(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('Your profile was saved.').waitFor()
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('lang'), soon).toBe('fr')
  expect(await page.locator('#you').locator('[name=name]').inputValue()).toBe('Typed here')
  const again = { name: before, phone: '', time_zone: '', language: 'en' as const }
  await callBeside(page, server.url, profile.saveProfile, again)
  await page.reload()
  await expect.poll(() => page.locator('html').getAttribute('lang'), soon).toBe('en')
  page.expectClean(REFUSED)
})

test('Profile: the switches of e-mail preferences show values saved elsewhere', { tags: 'long' }, async () => {
  await open('/users/profile')
  const news = page.locator('#preferences').getByLabel('News')
  const preferences = { offers: 1, reports: 1, triggers: 1 } as const
  const before = await news.isChecked()
  // Set to the opposite first: a switch that already has the value would prove nothing.
  for (const input of [!before, before]) {
    await callBeside(page, server.url, profile.savePreferences, { ...preferences, news: input ? 1 : 0 })
    await comeBack(page)
    await expect.poll(() => news.isChecked(), soon).toBe(input)
  }
})

test('Billing details: values saved by another member are shown and not overwritten unasked', {
  tags: 'long',
}, async () => {
  await open('/users/getrows?tab=billing')
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
  await pressIn(page, 'Save')
  await page.getByText(LINE).waitFor()
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO 7')
  await pressIn(page, 'Save')
  await pressIn(page.getByRole('dialog', { name: 'Replace the new values?' }), 'Save anyway')
  await page.getByText('Your billing details were saved.').waitFor()
  await page.reload()
  await expect.poll(() => city.inputValue(), soon).toBe('Ulm')
  expect(await page.getByLabel('PO number').inputValue()).toBe('PO 7')
  page.expectClean(REFUSED)
})

test('Settings: typing during one’s own save does not report a change by another user', async () => {
  await open('/api-settings')
  // An earlier test has changed the limit beside the page.
  await page.reload()
  const limits = page.locator('#api-limits')
  const field = limits.getByLabel('Total daily limit')
  await expect.poll(() => field.inputValue(), soon).toBe('')
  const held = Promise.withResolvers<void>()
  await page.route(`**${settings.saveSpendLimit.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await field.fill('21')
  await pressIn(limits, 'Save')
  await field.fill('22.5')
  held.resolve()
  await page.getByText('The daily limit was saved.').waitFor()
  await limits.getByText('Unsaved changes').waitFor()
  expect([await field.inputValue(), await limits.getByText(LINE).count()]).toEqual(['22.5', 0])
  await pressIn(limits, 'Save')
  await expect.poll(() => limits.getByRole('button', { name: 'Save', exact: true }).isDisabled(), soon).toBe(true)
  await page.reload()
  await expect.poll(() => field.inputValue(), soon).toBe('22.50')
  await page.unroute(`**${settings.saveSpendLimit.path}`)
  await callBeside(page, server.url, settings.saveSpendLimit, { scope: '', limit_micros: null })
  page.expectClean()
})

const ACCESS_TABS = [
  ['Credentials', '', 'Credentials'],
  ['Logins and team', '?tab=logins', 'Logins and team'],
  ['Agents', '?tab=agents', 'Agent logins'],
  ['Security', '?tab=security', 'Security'],
  ['Activity', '?tab=activity', 'Activity'],
] as const

test('API Access has five tabs, each with its address, its heading and no barrier, and arrow keys go through them', async () => {
  await open('/api-access')
  await card(page, 'first-call').locator('pre').waitFor()
  await tab(page, 'Credentials').focus()
  for (const [name, search, heading] of ACCESS_TABS) {
    await expect.poll(() => tab(page, name).getAttribute('aria-selected'), soon).toBe('true')
    expect(new URL(page.url()).search).toBe(search)
    const panel = page.getByRole('tabpanel', { name, exact: true })
    await panel.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor()
    await expect.poll(() => panel.getByRole('status', { name: 'Loading' }).count(), soon).toBe(0)
    await axe(page)
    await page.keyboard.press('ArrowRight')
  }
  await expect.poll(() => tab(page, 'Credentials').getAttribute('aria-selected'), soon).toBe('true')
  await page.goBack()
  await expect.poll(() => tab(page, 'Activity').getAttribute('aria-selected'), soon).toBe('true')
  page.expectClean()
})

test('a link of a mail or the palette to a card of API Access opens its tab and gives it the focus, also from another tab', async () => {
  await open('/api-access?tab=activity')
  for (const [hash, name, search] of [
    ['team', 'Logins and team', '?tab=logins'],
    ['sso', 'Single sign-on', '?tab=security'],
    ['ip-access', 'IP access', '?tab=security'],
    ['agents', 'Agent logins', '?tab=agents'],
    ['first-call', 'First request', ''],
    ['activity', 'Activity', '?tab=activity'],
  ]) {
    await goWithin(page, `/api-access#${hash}`)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toBe(name)
    expect([new URL(page.url()).search, new URL(page.url()).hash]).toEqual([search, `#${hash}`])
  }
  await page.goto(`${server.url}/api-access#sso`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toBe('Single sign-on')
  page.expectClean()
})

test('Credentials: the note about the two passwords is right below the API password', {
  tags: 'long',
}, async () => {
  await open('/api-access')
  const credentials = card(page, 'credentials')
  const note = credentials.getByText('This is not your sign-in password.')
  const password = credentials.getByText('API password', { exact: true })
  const base = credentials.getByText('Base URL')
  await note.waitFor()
  const topOf = async (element: typeof note) => (await element.boundingBox())?.y ?? 0
  expect(await topOf(note)).toBeGreaterThan(await topOf(password))
  expect(await topOf(note)).toBeLessThan(await topOf(base))
})

test('First call: a free, a sandbox and a live example each run exactly as shown', async () => {
  await open('/api-access')
  const first = card(page, 'first-call')
  await card(page, 'credentials').getByRole('button', { name: 'Show the API password' }).click()
  const code = () => first.locator('pre').innerText()
  await expect.poll(code, soon).toContain('appendix/user_data')
  for (const [name, path] of [
    ['Sample data (free)', '/sandbox/v3/'],
    ['Live data (charged)', '/v3/'],
  ] as const) {
    await first.getByRole('radio', { name }).check()
    await expect.poll(code, soon).toContain(path)
    await expect.poll(code, soon).not.toContain('API_PASSWORD')
    const [, user = '', body = '', url = ''] =
      /--user '(.*)' [\s\S]*--data '([\s\S]*)' \\\n {2}'(.*)'/.exec(await code()) ?? []
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(user)}`, 'content-type': 'application/json' },
      body,
    })
    const result = (await reply.json()) as { status_code: number; tasks: { result: unknown[] | null }[] }
    expect(result.status_code).toBe(CODE.ok)
    expect(result.tasks[0]?.result?.length).toBeGreaterThan(0)
  }
  await axe(page)
})

test('Test connection shows the address it saw', async () => {
  await open('/api-access')
  await card(page, 'test-connection').getByRole('button', { name: 'Test', exact: true }).click()
  await card(page, 'test-connection').getByText(DEMO.email).waitFor()
})

test('IP access: leaving unsaved changes asks, and the log names added and removed addresses', {
  tags: 'long',
}, async () => {
  await open('/api-access#ip-access')
  const ips = card(page, 'ip-access')
  await ips.getByLabel('IP address or range').fill('192.0.2.0/24')
  await ips.getByRole('button', { name: 'Add', exact: true }).click()
  for (const away of [mainMenu(page).getByRole('link', { name: 'Errors', exact: true }), tab(page, 'Agents')]) {
    await away.click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  }
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  // Locking out addresses that called recently asks first.
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('The list of IP addresses was saved.').waitFor()
  await tab(page, 'Activity').click()
  await card(page, 'activity').getByText('Added: 192.0.2.0/24').waitFor()
  await tab(page, 'Security').click()
  await ips.getByRole('button', { name: 'Remove 192.0.2.0/24' }).click()
  const saved = page.waitForResponse(`**${access.saveIpAccess.path}`)
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).status()).toBe(200)
  await expect.poll(() => ips.getByRole('button', { name: 'Save', exact: true }).isDisabled(), soon).toBe(true)
  await tab(page, 'Activity').click()
  await card(page, 'activity').getByText('Removed: 192.0.2.0/24').waitFor()
})

test('IP access: an address added in another tab is not lost, and is shown before saving', {
  tags: 'long',
}, async () => {
  await open('/api-access#ip-access')
  const ips = card(page, 'ip-access')
  await ips.getByLabel('IP address or range').fill('192.0.2.10')
  await ips.getByRole('button', { name: 'Add', exact: true }).click()
  const theirs = { cidr: '198.51.100.7', label: 'Theirs' }
  await callBeside(page, server.url, access.saveIpAccess, { rules: [theirs], check: false })
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  await ips.getByText('The list was changed in the meantime.').waitFor()
  await ips.getByText(theirs.cidr).waitFor()
  await ips.getByText('192.0.2.10').waitFor()
  await ips.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByText('The list of IP addresses was saved.').waitFor()
  await page.reload()
  await expect.poll(() => ips.locator('tbody code').allInnerTexts(), soon).toEqual([theirs.cidr, '192.0.2.10'])
  await callBeside(page, server.url, access.saveIpAccess, { rules: [], check: false })
  page.expectClean(/409/)
})

test('Logins and team: a machine login is added, and the log names it and the invited person', async () => {
  await open('/api-access#add-login')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('etl')
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('Switch to')
  await page.getByRole('option', { name: /@etl/ }).waitFor()
  await page.keyboard.press('Escape')
  await tab(page, 'Activity').click()
  await card(page, 'activity').getByText(/@etl$/).waitFor()
  await tab(page, 'Logins and team').click()
  await card(page, 'team').getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.locator('[name=email]').fill('ada@example.com')
  await dialog.getByRole('radio', { name: /^Viewer/ }).check()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await tab(page, 'Activity').click()
  await card(page, 'activity').getByText('E-mail: ada@example.com').waitFor()
})

test('Activity: a changed limit is logged with old and new value, by kind, and exported', {
  tags: 'long',
}, async () => {
  await open('/api-settings')
  const limits = card(page, 'api-limits')
  for (const amount of ['5', '7.5']) {
    await limits.getByLabel('Total daily limit').fill(amount)
    await limits.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => limits.getByRole('button', { name: 'Save', exact: true }).isDisabled(), soon).toBe(true)
  }
  await page.goto(`${server.url}/api-access#activity`)
  const log = card(page, 'activity')
  await log.getByText('Daily limit: $5.00 → $7.50').waitFor()
  await log.getByText('Daily limit: none → $5.00').waitFor()
  await log.getByLabel('Type').selectOption('credentials')
  await log.getByText('Daily limit: $5.00 → $7.50').waitFor({ state: 'detached' })
  await log.getByText('The API password was shown').first().waitFor()
  await log.getByLabel('Type').selectOption('settings')
  const href = await log.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await (await page.context().request.get(`${server.url}${href}`)).text()
  expect(file).toContain('limit_changed')
  expect(file).toContain('limit_micros: 5000000 -> 7500000')
  expect(file).not.toContain('api_password_shown')
  page.expectClean()
})

const MACHINE = 'nightly'
const headerMicros = async (page: Page) =>
  Math.round(Number((await page.getByTestId('balance').textContent())?.replaceAll(/[$,]/g, '')) * 1_000_000)
const row = (page: Page, login: RegExp) =>
  page.getByRole('table', { name: 'API logins' }).getByRole('row', { name: login })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move funds' })
const move = (page: Page) => dialogOf(page).getByRole('button', { name: 'Move funds' })
const amount = (page: Page) => dialogOf(page).getByLabel('Amount')
const money = (micros: number) => `$${(micros / 1_000_000).toFixed(6)}`

test('money is moved to a new machine login once, also on a double click; both balances are shown before and live after', async () => {
  const beside = await enter(server, DESKTOP, '/users/security-log')
  await open('/api-access?tab=logins')
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
    await move(page).click()
    await expect.poll(() => amount(page).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText(bounds).waitFor()
  }
  await amount(page).fill('2.500001')
  const after = dialog.getByRole('region').or(dialog.locator('section')).last()
  await expect.poll(() => after.textContent()).toContain(money(before - 2_500_001))
  expect(await after.textContent()).toContain('$2.500001')
  await axe(page)
  await shot(page, 'move-money-desktop')
  await move(page).dblclick()
  await page.getByText(/^\$2\.500001 was moved from .* to .*nightly.*\.$/).waitFor()
  await expect.poll(() => headerMicros(page), soon).toBe(before - 2_500_001)
  await expect.poll(() => headerMicros(beside), soon).toBe(before - 2_500_001)
  await expect.poll(() => row(page, /nightly/).textContent(), soon).toContain('$2.500001')
  await expect.poll(() => row(page, /Personal login/).textContent(), soon).toContain(money(before - 2_500_001))
  await tab(page, 'Activity').click()
  const activity = page.getByRole('table', { name: 'Activity' }).getByText('Amount: $2.500001')
  await activity.first().waitFor()
  expect(await activity.count()).toBe(1)
  page.expectClean()
})

test('a transfer whose reply was lost is repeated and moves once; on a phone all of it is moved back', {
  tags: 'long',
}, async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, '/api-access?tab=logins')
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
  await move(page).click()
  await dialogOf(page).getByText('No connection. Check your network and try again.').waitFor()
  await move(page).click()
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
  await move(page).click()
  await page.getByText(/^\$3\.500001 was moved from .*nightly/).waitFor()
  await expect.poll(() => headerMicros(page), soon).toBe(before + 2_500_001)
  await expect.poll(() => row(page, /nightly/).textContent(), soon).toContain('$0.000000')
})

const FREE = '/v3/appendix/user_data'
const field = (page: Page) => page.getByRole('status', { name: 'API password', exact: true })
const showButton = (page: Page) => page.getByRole('button', { name: 'Show the API password' })

/** True if the data API accepts this password. */
async function isTaken(password: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${DEMO.email}:${password}`).toString('base64')}`
  return (await fetch(`${server.url}${FREE}`, { headers: { authorization } })).status === 200
}

async function reveal(page: Page): Promise<string> {
  await showButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.or(page.getByRole('timer')).first().waitFor()
  if (await dialog.isVisible()) {
    await dialog.locator('[name=password]').fill(DEMO.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('timer').waitFor()
  return (await field(page).textContent()) ?? ''
}

test('the shown API password is hidden automatically after sixty seconds', async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  await page.clock.install()
  await page.goto(`${server.url}/api-access`)
  await showButton(page).waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const shown = reveal(page)
  // Frames and short timers continue; the sixty seconds begin with the response.
  while (!(await page.getByRole('timer').isVisible())) await page.clock.runFor(20)
  const password = await shown
  expect(await isTaken(password)).toBe(true)
  await page.clock.runFor(58_000)
  expect(await field(page).textContent()).toBe(password)
  await page.clock.runFor(2_500)
  await showButton(page).waitFor()
  expect(await field(page).textContent()).not.toContain(password)
  expect(await page.content()).not.toContain(password)
})

for (const [[choice, minutes, works], options] of variants([
  ['Immediately', 0, false],
  ['In 15 minutes', 15, true],
  ['In 24 hours', 1440, true],
] as const))
  test(`the old password stops working as chosen: ${choice}`, options, async () => {
    // Entering the password renews the session, so each test uses its own.
    const page = await newPage(DESKTOP)
    await signInAt(page, server.url, DEMO, '/api-access')
    const old = await reveal(page)
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Regenerate the API password?' })
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.locator('[name=password]').fill(DEMO.password)
    const request = page.waitForRequest(`**${access.regeneratePassword.path}`)
    await dialog.getByRole('button', { name: 'Regenerate' }).click()
    expect((await request).postDataJSON()).toEqual({ overlap_min: minutes })
    await expect.poll(async () => (await field(page).textContent()) !== old, { timeout: 20_000 }).toBe(true)
    const fresh = (await field(page).textContent()) ?? ''
    await expect.poll(() => isTaken(fresh), { timeout: 20_000 }).toBe(true)
    await expect.poll(() => isTaken(old), { timeout: 20_000 }).toBe(works)
    expect(await page.getByText(/^The previous password works until /).count()).toBe(works ? 1 : 0)
  })
