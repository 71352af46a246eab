// The API password as its owner sees it.
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { variants } from '../server/src/testing/variants.ts'
import { type Server, startServer } from './harness.ts'
import { newPage, openBrowser } from './harness-browser.ts'
import { DEMO, DESKTOP } from './harness-people.ts'
import { enter, signInAt } from './harness-shell.ts'

const FREE = '/v3/appendix/user_data'
let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off' })
})
afterEach(async () => {
  for (const context of (await openBrowser()).contexts()) await context.close()
})

const field = (page: Page) => page.getByRole('status', { name: 'API password', exact: true })
const show = (page: Page) => page.getByRole('button', { name: 'Show the API password' })

/** Whether the data API takes this password. */
async function isTaken(password: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${DEMO.email}:${password}`).toString('base64')}`
  return (await fetch(`${server.url}${FREE}`, { headers: { authorization } })).status === 200
}

async function reveal(page: Page): Promise<string> {
  await show(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.or(page.getByRole('timer')).first().waitFor()
  if (await dialog.isVisible()) {
    await dialog.locator('[name=password]').fill(DEMO.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('timer').waitFor()
  return (await field(page).textContent()) ?? ''
}

test('the shown API password is hidden by itself after sixty seconds', async () => {
  const page = await enter(server, DESKTOP)
  await page.clock.install()
  await page.goto(`${server.url}/api-access`)
  await show(page).waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const shown = reveal(page)
  // What waits for a frame or a moment goes on; the sixty seconds begin with the answer.
  while (!(await page.getByRole('timer').isVisible())) await page.clock.runFor(20)
  const password = await shown
  expect(await isTaken(password)).toBe(true)
  await page.clock.runFor(58_000)
  expect(await field(page).textContent()).toBe(password)
  await page.clock.runFor(2_500)
  await show(page).waitFor()
  expect(await field(page).textContent()).not.toContain(password)
  expect(await page.content()).not.toContain(password)
})

for (const [[choice, minutes, works], options] of variants([
  ['Immediately', 0, false],
  ['In 15 minutes', 15, true],
  ['In 24 hours', 1440, true],
] as const))
  test(`the old password stops working as chosen: ${choice}`, options, async () => {
    // The password given again renews the session: each begins with one of its own.
    const page = await newPage(DESKTOP)
    await signInAt(page, server.url, DEMO, '/api-access')
    const old = await reveal(page)
    await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Regenerate the API password?' })
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.locator('[name=password]').fill(DEMO.password)
    const asked = page.waitForRequest(`**${access.regeneratePassword.path}`)
    await dialog.getByRole('button', { name: 'Regenerate' }).click()
    expect((await asked).postDataJSON()).toEqual({ overlap_min: minutes })
    await expect.poll(async () => (await field(page).textContent()) !== old, { timeout: 20_000 }).toBe(true)
    const fresh = (await field(page).textContent()) ?? ''
    await expect.poll(() => isTaken(fresh), { timeout: 20_000 }).toBe(true)
    await expect.poll(() => isTaken(old), { timeout: 20_000 }).toBe(works)
    expect(await page.getByText(/^The previous password works until /).count()).toBe(works ? 1 : 0)
  })
