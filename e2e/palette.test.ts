// "Search or jump to…" leads to every screen, card, code and call, by keyboard, in every language.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { LIVE, readAuthorization } from '../bench/gateway-client.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { enter, goWithin, soon } from './harness-shell.ts'

let server: Server
/** Shared by all tests: the palette opens on every screen and leaves nothing behind. */
let page: WatchedPage
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'off' })
  page = await enter(server, DESKTOP)
})

const palette = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('combobox') })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

async function type(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(words)
}

/** Types, waits until this entry is selected, and accepts it. */
async function jump(page: WatchedPage, words: string, option: string): Promise<void> {
  await type(page, words)
  const wanted = palette(page).getByRole('option', { name: option, exact: true })
  await wanted.waitFor()
  while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'hidden' })
}

test.for([
  ['limit', 'Settings › Daily limit', '/api-settings/api-limits', 'Daily limit'],
  ['alert', 'Settings › Alerts', '/api-settings#alerts', 'Alerts'],
  ['password', 'Profile › Password', '/users/profile#password', 'Password'],
  ['api key', 'API Access › API keys', '/api-access#keys', 'API keys'],
  ['time zone', 'Profile › Your details', '/users/profile#you', 'Your details'],
  ['40203', 'Error code 40203', '/api-errors#40203', '40203'],
] as const)('the palette finds “%s”, goes there and puts the focus on it', async ([words, option, address, at]) => {
  await jump(page, words, option)
  await page.waitForURL(`${server.url}${address}`)
  await expect.poll(() => focused(page), soon).toBe(at)
  page.expectClean()
})

test('a function that no menu of the playground lists is found, opens there and runs in the sandbox', async () => {
  await type(page, 'amazon products')
  await palette(page)
    .getByRole('option', { name: /amazon products/i })
    .first()
    .click()
  await page.waitForURL(/\/api-playground\/merchant\b/)
  await page.getByRole('button', { name: /^Run/ }).click()
  const result = page.getByRole('region', { name: 'Result', exact: true }).first()
  await result.getByText('20000 Ok.').first().waitFor()
  page.expectClean()
})

test('a member is found by the address, which the server knows, and what was chosen is offered first the next time', async () => {
  await type(page, DEMO.email)
  await palette(page).getByRole('option', { name: DEMO.email }).click()
  await page.waitForURL(`${server.url}/api-access?tab=logins#team`)
  await page.keyboard.press('Control+k')
  await palette(page).getByText('Most used', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  page.expectClean()
})

test('“invite” opens the invitation', async () => {
  await jump(page, 'invite', 'API Access › Invite')
  await page.getByRole('dialog').locator('[name=email]').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('the id of a call opens its drawer, in Usage and, as it failed, in Errors', { tags: 'long' }, async () => {
  const authorization = await readAuthorization(server.url)
  await fetch(`${server.url}${LIVE}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ location_code: 2840 }]),
  })
  await goWithin(page, '/api-errors?view=list')
  await page
    .getByRole('row')
    .filter({ has: page.locator('time') })
    .first()
    .click()
  await page.waitForURL(/error=/)
  const id = new URL(page.url()).searchParams.get('error') ?? ''
  for (const [screen, parameter] of [
    ['Usage', 'call'],
    ['Errors', 'error'],
  ] as const) {
    await goWithin(page, '/api-dashboard')
    await page.getByRole('heading', { level: 1, name: 'API Dashboard' }).waitFor()
    await type(page, id)
    await palette(page)
      .getByRole('option', { name: new RegExp(`^${screen} › `) })
      .click()
    await page.waitForURL(new RegExp(`[?&]${parameter}=${id}`))
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  page.expectClean()
})

for (const [[language, word, address], options] of variants([
  ['de', 'Kennwort', '/users/profile#password'],
  ['ru', 'уведомление', '/api-settings#alerts'],
  ['es', 'límite', '/api-settings/api-limits'],
  ['fr', 'langue', '/users/profile#you'],
] as const))
  test(`the palette finds “${word}” in ${language}`, options, async () => {
    const reader = await enter(server, { ...DESKTOP, language })
    await reader.context().addCookies([{ name: 'language', value: language, url: server.url }])
    await type(reader, word)
    const found = palette(reader).getByRole('option')
    await found.first().waitFor()
    const at = await found.evaluateAll((all, to) => all.findIndex((one) => one.id.endsWith(`card-${to}`)), address)
    expect(at).toBeGreaterThanOrEqual(0)
    await found.nth(at).click()
    await reader.waitForURL(`${server.url}${address}`)
  })

test('the palette by keyboard and for a screen reader', async () => {
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search or jump to…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const field = palette(page).getByRole('combobox')
  await expect.poll(() => field.evaluate((one) => one === document.activeElement), soon).toBe(true)
  await field.fill('limit')
  const chosen = () =>
    field.evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant') ?? '')?.textContent)
  const first = await chosen()
  expect(first).toBeTruthy()
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await chosen()).toBe(first)
  const count = await palette(page).getByRole('option').count()
  await palette(page).getByRole('status').getByText(`${count} results`).waitFor()
  await axe(page)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement), soon).toBe(true)
})

test('below 600 px an icon in the header opens the palette', { tags: 'long' }, async () => {
  const phone = await enter(server, { ...PHONE, width: 360 })
  const opener = phone.getByRole('banner').getByRole('button', { name: 'Search or jump to…' })
  const box = await opener.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(32)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await opener.click()
  await palette(phone).getByRole('combobox').waitFor()
  await axe(phone)
})
