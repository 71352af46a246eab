// Requests tried in the browser, against the real gateway.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './harness.ts'
import { axe } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { enter, soon } from './harness-shell.ts'

const SERP = '/api-playground/serp?function=serp%2Fgoogle%2Forganic'
let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off', TASK_DELAY_MS: '0' })
})

const run = (page: Page) => page.getByRole('button', { name: /^Run/ })
const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true }).first()
const balance = async (page: Page) => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))

test('MN-09 a function runs in the sandbox from its example, for nothing, and its answer is a tree, a table and text', async () => {
  const page = await enter(server, DESKTOP, SERP)
  const before = await balance(page)
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  await result(page).getByText('Free', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect.poll(() => page.getByRole('table').last().getByRole('row').count(), soon).toBeGreaterThan(3)
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect.poll(() => result(page).textContent(), soon).toContain('"status_code": 20000')
  expect(await balance(page)).toBe(before)
  await axe(page)
  page.expectClean()
})

test('a live request costs what its button says, and the balance in the header goes down by it', async () => {
  const page = await enter(
    server,
    DESKTOP,
    `${SERP}&method=${encodeURIComponent('POST /v3/serp/google/organic/task_post')}`,
  )
  const before = await balance(page)
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  const label = (await run(page).textContent()) ?? ''
  const price = Number(/\$([\d.]+)/.exec(label)?.[1])
  expect(price).toBeGreaterThan(0)
  await run(page).click()
  await expect.poll(() => result(page).textContent(), { timeout: 30_000 }).toContain('20000')
  await expect.poll(() => balance(page), soon).toBeLessThan(before)
  expect(before - (await balance(page))).toBeLessThanOrEqual(price + 1e-9)
  await page
    .getByRole('link', { name: /Google organic results/ })
    .first()
    .waitFor()
  page.expectClean()
})

test('what cannot be right is said at its field, and nothing is sent', async () => {
  const page = await enter(server, DESKTOP, SERP)
  await page.getByLabel('keyword').fill('')
  await page.getByText('This field is required').first().waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Fill with the example' }).click()
  await expect.poll(() => run(page).isDisabled(), soon).toBe(false)
  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByTestId('code-editor').waitFor()
  await page.getByLabel('Task as JSON').fill('{ "keyword": ')
  await page.getByText('This is not valid JSON.').waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.getByLabel('Task as JSON').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.getByLabel('Task as JSON').evaluate((one) => one === document.activeElement)).toBe(false)
  await page.getByLabel('Task as JSON').fill('{ "keyword": "red shoes", "location_code": 2840, "language_code": "en" }')
  await page.getByRole('radio', { name: 'Form' }).check()
  expect(await page.getByLabel('keyword').inputValue()).toBe('red shoes')
  page.expectClean()
})

test('what would refuse a request is said before it is sent, with the button that leads to the remedy', async () => {
  const page = await enter(server, DESKTOP, '/api-playground/backlinks')
  await expect.poll(() => run(page).isDisabled(), soon).toBe(false)
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await page.getByText('Backlinks requires an active subscription.').waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  await page.getByRole('radio', { name: 'Sandbox (free)' }).check()
  await expect.poll(() => run(page).isDisabled(), soon).toBe(false)
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await page.getByRole('link', { name: 'Activate', exact: true }).click()
  await page.waitForURL('**/backlinks-subscription')
  page.expectClean()
})

test('a result is compared with that of a former run: what came, went, moved and changed', async () => {
  const page = await enter(server, DESKTOP, SERP)
  for (const keyword of ['red shoes', 'blue kettle']) {
    await page.getByLabel('keyword').fill(keyword)
    await run(page).click()
    await page
      .getByRole('link', { name: /Google organic results/ })
      .first()
      .waitFor()
    await result(page).getByText('20000 Ok.').first().waitFor()
  }
  await result(page).getByRole('button', { name: 'Compare with another run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare results' })
  await dialog.getByText(/\d+ added · \d+ removed · \d+ moved/).waitFor()
  expect(await dialog.getByLabel('After').locator('option:checked').textContent()).toContain('blue kettle')
  expect(await dialog.getByRole('row').count()).toBeGreaterThan(3)
  await axe(page)
  await dialog.getByLabel('Before').selectOption({ index: 0 })
  await dialog.getByText('The two results are the same').waitFor()
  page.expectClean()
})

test('a request is saved with a name and opened again, and no code shows the API password', async () => {
  const page = await enter(server, DESKTOP, SERP)
  await page.getByLabel('keyword').fill('blue kettle')
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this request' })
  await dialog.getByLabel('Name').fill('Kettles')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto(`${server.url}/api-playground/keywords`)
  await page.getByRole('tab', { name: 'Saved requests' }).click()
  await page.getByRole('link', { name: /Kettles/ }).click()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('blue kettle')
  expect(await page.content()).toContain('API_PASSWORD')
  page.expectClean()
})

test('on a phone it stands in one column, fits and is accessible', async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, SERP)
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(page)
  page.expectClean()
})

test('a task of the past opens with what it asked, from its drawer in Usage', async () => {
  const page = await enter(server, DESKTOP, SERP)
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  await page.getByLabel('keyword').fill('garden gnome')
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  await page.goto(`${server.url}/api-detail`)
  await page
    .getByRole('table', { name: 'Tasks', exact: true })
    .getByText(/serp\/google/)
    .first()
    .click()
  await page.getByRole('link', { name: 'Open in Playground' }).click()
  await page.waitForURL('**/api-playground/serp?from=*')
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('garden gnome')
  page.expectClean()
})
