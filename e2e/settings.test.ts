// Every card of Settings: what is typed is saved, said and kept; what is not saved is not lost without a question.
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP } from './harness-people.ts'
import { callBeside, enter, mainMenu, shown, signInBeside, soon } from './harness-shell.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' })
})

const card = (page: WatchedPage, id: string) => page.locator(`#${id}`)
const save = (place: Locator) => place.getByRole('button', { name: 'Save', exact: true })
const discard = (place: Locator) => place.getByRole('button', { name: 'Discard' })

const CARDS = [
  ['api-limits', (place: Locator) => place.getByLabel('Total daily limit'), '12.50', 'The daily limit was saved.'],
  [
    'duplicates',
    (place: Locator) => place.getByLabel('Identical tasks per hour'),
    '20',
    'The limit on duplicate tasks was saved.',
  ],
  ['webhook-delay', (place: Locator) => place.getByLabel('Delay'), '200', 'The webhook delay was saved.'],
  ['alerts', (place: Locator) => place.getByLabel('Balance below'), '3.00', 'The alerts were saved.'],
  [
    'alert-webhook',
    (place: Locator) => place.getByLabel('Webhook address'),
    'https://hooks.example.com/alerts',
    'The webhook address was saved.',
  ],
] as const

/** Types into a field, or chooses from a list. */
async function put(field: Locator, value: string): Promise<void> {
  if (await field.evaluate((one) => one instanceof HTMLSelectElement)) await field.selectOption(value)
  else await field.fill(value)
}

for (const [[id, fieldIn, value, said], options] of variants(CARDS))
  test(`${id}: Save is off until a change, Discard takes it back, Save keeps it`, options, async () => {
    const page = await enter(server, DESKTOP, '/api-settings')
    const place = card(page, id)
    const field = fieldIn(place)
    const before = await field.inputValue()
    expect(await save(place).isDisabled()).toBe(true)
    expect(await discard(place).count()).toBe(0)
    await put(field, value)
    await place.getByText('Unsaved changes').waitFor()
    await discard(place).click()
    expect(await field.inputValue()).toBe(before)
    expect(await save(place).isDisabled()).toBe(true)
    await put(field, value)
    await save(place).click()
    await page.getByText(said).waitFor()
    await expect.poll(() => save(place).isDisabled(), soon).toBe(true)
    expect(await place.getByText('Unsaved changes').count()).toBe(0)
    await page.reload()
    await expect.poll(() => fieldIn(card(page, id)).inputValue(), soon).toBe(value)
    page.expectClean()
  })

test('every card of Settings has one kind of Save, at its foot', async () => {
  const page = await enter(server, DESKTOP, '/api-settings')
  for (const [id] of CARDS) await save(card(page, id).locator('footer')).waitFor()
  await axe(page)
})

test('whoever leaves with changes is asked: stay keeps them, leave goes', async () => {
  const page = await enter(server, DESKTOP, '/api-settings')
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

test('whoever switches the login with changes is asked first', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await signInBeside(page, server.url, DEMO)
  await callBeside(page, server.url, access.addMachineLogin, { name: 'etl' })
  await page.goto(`${server.url}/api-settings`)
  const field = card(page, 'alerts').getByLabel('Days left below')
  await field.fill('9')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Switch Account' }).click()
  const other = page.getByRole('dialog', { name: 'Switch Account' }).getByRole('button', { name: /etl/ })
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

test('the back button asks, too', async () => {
  const page = await enter(server, DESKTOP)
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

test('the browser asks before a page with changes is closed, and not before any other', { tags: 'long' }, async () => {
  const page = await enter(server, DESKTOP, '/api-settings')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await card(page, 'alerts').getByLabel('Days left below').fill('9')
  await page.reload()
  await shown(page)
  expect(asked).toEqual(['beforeunload'])
  await page.reload()
  await shown(page)
  expect(asked).toEqual(['beforeunload'])
})
