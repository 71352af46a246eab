// Requests tried in the browser, against the real gateway.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { catalogue } from '../contract/src/catalogue.ts'
import type { Endpoint, Output } from '../contract/src/endpoint.ts'
import { playground } from '../contract/src/playground.ts'
import { SAMPLE_NAMES } from '../web/src/session/code-samples/code-samples.ts'
import { type Server, startServer } from './harness.ts'
import { axe } from './harness-browser.ts'
import { DESKTOP, PHONE } from './harness-people.ts'
import { callFrom, enter, goWithin, soon } from './harness-shell.ts'

const SERP = '/api-playground/serp?function=serp%2Fgoogle%2Forganic'
const POST = 'POST /v3/serp/google/organic/task_post'
let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_CHECK: 'off', TASK_DELAY_MS: '0' })
})

const run = (page: Page) => page.getByRole('button', { name: /^Run/ })
const at = (path: string) => `**${path}`
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

const functionButton = (page: Page) => page.getByRole('button', { name: /^Function/ })
const offered = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')

test('MN-09 a function is found by the keys in any section, mistyped too, is starred and stands first next time', {
  tags: 'long',
}, async () => {
  const page = await enter(server, DESKTOP, SERP)
  await page.waitForURL(at('/api-playground/serp/serp.google.organic'))
  await functionButton(page).focus()
  await page.keyboard.press('b')
  const field = page.getByRole('combobox', { name: 'Name, path or description' })
  await field.waitFor()
  await page.keyboard.type('acklniks summary')
  await offered(page, 'API functions').first().waitFor()
  expect(await offered(page, 'API functions').first().textContent()).toContain('backlinks/summary')
  await axe(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(at('/api-playground/backlinks/backlinks.summary'))
  await expect.poll(() => functionButton(page).textContent(), soon).toContain('backlinks/summary')
  await page.getByRole('button', { name: 'Favorite' }).click()
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()

  await page.goto(`${server.url}/api-playground/serp/serp.google.organic/task_post`)
  await page.getByText(POST, { exact: true }).waitFor()
  await page.getByLabel('keyword').fill('garden gnome')
  await page.getByRole('radio', { name: /^Live/ }).first().check()
  await page.waitForURL(at('/api-playground/serp/serp.google.organic/live.*'))
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('garden gnome')
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  await functionButton(page).press('Enter')
  await expect.poll(() => offered(page, 'Recent').first().textContent(), soon).toContain('serp/google/organic')
  expect(await offered(page, 'Favorites').allTextContents()).toEqual([expect.stringContaining('backlinks/summary')])
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  expect(await functionButton(page).evaluate((one) => one === document.activeElement)).toBe(true)
  await page.goto(`${server.url}/api-playground/serp/serp.google.gone`)
  await page.getByText('The function of this link does not exist here.').waitFor()
  page.expectClean()
})

/** Read as the page reads it. */
const read = <E extends Endpoint>(page: Page, { path }: E): Promise<Output<E>> =>
  page.evaluate(async (from) => (await fetch(from)).json(), path)

/** A method that costs the same whatever comes back, and one that costs up to its price; neither needs a subscription. */
async function pricedMethods(page: Page): Promise<string[]> {
  const { functions } = await read(page, catalogue.list)
  const methods = functions.flatMap((one) => (one.playground && !one.subscription ? one.methods : []))
  const fixed = methods.filter(({ kind, tariff, plain }) => {
    if (kind !== 'live' || plain || !tariff) return false
    return tariff.normal.per_request > 0 && tariff.normal.per_result + tariff.normal.per_page === 0
  })
  return [fixed[0]?.id ?? '', POST]
}

test('a live request costs what its button says, and the balance in the header goes down by it', async () => {
  const page = await enter(server, DESKTOP, SERP)
  for (const method of await pricedMethods(page)) {
    await goWithin(page, `/api-playground/serp?method=${encodeURIComponent(method)}`)
    await page.getByText(method, { exact: true }).waitFor()
    const { balance_micros } = await read(page, access.getApiUserCredits)
    await page.getByRole('radio', { name: 'Live (charged)' }).check()
    const [, about, usd] = /· (≈ )?\$([\d.]+)/.exec((await run(page).textContent()) ?? '') ?? []
    const price = Math.round(Number(usd) * 1_000_000)
    expect(price).toBeGreaterThan(0)
    await run(page).click()
    await expect.poll(() => result(page).textContent(), { timeout: 30_000 }).toContain('20000')
    const spent = async () => balance_micros - (await read(page, access.getApiUserCredits)).balance_micros
    if (about) expect(await spent()).toBeLessThanOrEqual(price)
    else expect(await spent()).toBe(price)
    await expect.poll(() => balance(page), soon).toBeCloseTo((balance_micros - (await spent())) / 1_000_000, 2)
  }
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
  await page.getByRole('radio', { name: 'Form' }).check()
  await page.getByText('The JSON could not be read.').waitFor()
  await page.getByRole('radio', { name: 'JSON' }).check()
  await expect.poll(() => page.getByLabel('Task as JSON').textContent(), soon).toBe('{ "keyword": ')
  expect(await run(page).isDisabled()).toBe(true)
  await page.getByLabel('Task as JSON').focus()
  await page.keyboard.press('Tab')
  expect(await page.getByLabel('Task as JSON').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.getByLabel('Task as JSON').evaluate((one) => one === document.activeElement)).toBe(false)
  await page
    .getByLabel('Task as JSON')
    .fill('[{ "keyword": "red shoes", "location_code": 2840, "language_code": "en" }]')
  await page.getByRole('radio', { name: 'Form' }).check()
  expect(await page.getByLabel('keyword').inputValue()).toBe('red shoes')
  await page.reload()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('red shoes')
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

test('a result is compared with that of a former run: what came, went, moved and changed', {
  tags: 'long',
}, async () => {
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
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('red shoes')
  const ran = page.waitForResponse((reply) => reply.url().endsWith(playground.runInSandbox.path))
  await page.getByRole('button', { name: 'Repeat this run' }).click()
  expect(JSON.parse((await ran).request().postDataJSON().task)).toMatchObject({ keyword: 'red shoes' })
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('red shoes')
  page.expectClean()
})

test('a request is saved, shared by a link and opened again, and no code, link, row or log shows a secret', async () => {
  const page = await enter(server, DESKTOP, `${SERP}&method=${encodeURIComponent(POST)}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const typed = 'CANARY-7351'
  const { password, basic } = await callFrom(page, access.showPassword, {})
  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByTestId('code-editor').waitFor()
  const task = { keyword: 'blue kettle', location_code: 2840, language_code: 'en' }
  const postback_url = `https://hooks.example.com/in?token=${typed}`
  await page.getByLabel('Task as JSON').fill(JSON.stringify({ ...task, postback_url, postback_data: 'advanced' }))
  await run(page).click()
  await expect.poll(() => result(page).textContent(), { timeout: 30_000 }).toContain('20000')
  for (const name of Object.values(SAMPLE_NAMES)) {
    await page.getByLabel('Language', { exact: true }).selectOption(name)
    const code = page.getByRole('region', { name: 'Code', exact: true })
    await expect.poll(() => code.textContent(), soon).toContain('API_PASSWORD')
    for (const secret of [password, basic]) expect(await page.content()).not.toContain(secret)
  }

  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('The link was copied.').first().waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this request' })
  await dialog.getByLabel('Name').fill('Kettles')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const shared = Buffer.from(link.split('#request=')[1] ?? '', 'base64url').toString()
  expect(JSON.parse(shared).task).toMatchObject(task)
  const rows = [await read(page, playground.getHistory), await read(page, playground.getSaved)]
  for (const text of [link, shared, ...rows.map((one) => JSON.stringify(one)), server.output()])
    for (const secret of [typed, password, basic]) expect(text).not.toContain(secret)

  await page.goto(link)
  await page.getByRole('radio', { name: 'Form' }).check()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('blue kettle')
  await page.goto(`${server.url}/api-playground/keywords`)
  await page.getByRole('tab', { name: 'Saved requests' }).click()
  await page.getByRole('button', { name: 'Edit Kettles' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit saved request' })
  await edit.getByLabel('Name').fill('Water boilers')
  await edit.getByLabel('Folder').fill('Kitchen')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('region', { name: 'Kitchen' }).getByRole('link', { name: 'Water boilers' }).click()
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('blue kettle')
  page.expectClean()
})

test('who stops waiting is told that the request may still run and be charged', async () => {
  const page = await enter(server, DESKTOP, SERP)
  await page.route(`**${playground.runInSandbox.path}`, () => {})
  await run(page).click()
  await result(page).getByRole('button', { name: 'Cancel' }).click()
  await result(page).getByText('The request may still run and be charged.').waitFor()
  await expect.poll(() => run(page).isEnabled(), soon).toBe(true)
  page.expectClean()
})

const seen = (part: Locator) =>
  part.evaluate((one) => one.getBoundingClientRect().top).then((top) => top >= 0 && top < 400)

test('on a phone it stands in one column, fits and is accessible; Run is not covered, and leads to the result', async () => {
  const page = await enter(server, { ...PHONE, theme: 'dark' }, SERP)
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The request was saved.').waitFor()
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  await expect.poll(() => seen(result(page)), soon).toBe(true)
  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('region', { name: 'Table' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await axe(page)
  page.expectClean()
})

test('a task of the past opens with what it asked, from its drawer in Usage', { tags: 'long' }, async () => {
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
