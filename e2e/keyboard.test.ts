// The UI kit by keyboard, on the page that shows every component.
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openServer } from './harness.ts'
import type { WatchedPage } from './harness-browser.ts'
import { MOVING_DESKTOP } from './harness-people.ts'
import { enter, soon } from './harness-shell.ts'

/** Shared by all tests, each of which closes what it opened. */
let page: WatchedPage
beforeAll(async () => {
  page = await enter(await openServer({ BOT_CHECK: 'off' }), MOVING_DESKTOP, '/development')
})

const hasFocus = (element: Locator) =>
  element.evaluate((one) => one === document.activeElement || one.contains(document.activeElement))

test('menu: Enter opens it at its first entry, arrows move, Escape closes it and restores the focus', async () => {
  const opener = page.locator('#overlays').getByRole('button', { name: 'More' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const entries = page.getByRole('menuitem')
  await expect.poll(() => hasFocus(entries.first()), soon).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => hasFocus(entries.nth(1)), soon).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => hasFocus(entries.first()), soon).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(opener), soon).toBe(true)
})

test.for([
  ['dialog', '700 × 580'],
  ['drawer', 'Right drawer'],
] as const)('%s: the focus goes in, Tab stays inside, Escape closes and gives it back', async ([, name]) => {
  const opener = page.locator('#overlays').getByRole('button', { name })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    // Between the last and the first element the focus passes through the browser itself.
    const isOut = await page.evaluate(() => {
      const at = document.activeElement
      return at !== null && at !== document.body && at.closest('dialog') === null
    })
    expect(isOut).toBe(false)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(opener), soon).toBe(true)
})

test('combobox: typing filters, arrows select, Enter accepts, Escape closes', async () => {
  const field = page.locator('#pickers').getByRole('combobox', { name: 'API' }).first()
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.getAttribute('aria-expanded'), soon).toBe('false')
  expect(await hasFocus(field)).toBe(true)
})

test('date range: opens by key, closes by Escape, and the focus is back at its button', async () => {
  const opener = page
    .locator('#pickers')
    .getByRole('button', { name: /Date range|Last 30 days|–/ })
    .first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => opener.getAttribute('aria-expanded'), soon).toBe('true')
  await page.keyboard.press('Escape')
  await expect.poll(() => opener.getAttribute('aria-expanded'), soon).toBe('false')
  expect(await hasFocus(opener)).toBe(true)
})

test('table: a column header sorts by keyboard and announces its order', async () => {
  const table = page.locator('#tables').getByRole('table', { name: 'Tasks', exact: true })
  const head = table
    .getByRole('columnheader')
    .filter({ has: page.getByRole('button') })
    .first()
  const sort = () => head.getAttribute('aria-sort')
  const before = await sort()
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(sort, soon).not.toBe(before)
})
