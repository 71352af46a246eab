// Requests tried in the browser, against the real gateway: of the catalogue, and of an operator's own document, with schemas that are hard
// for forms.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '../contract/src/access.ts'
import { type CatalogueFunction, catalogue, type ShownMethod } from '../contract/src/catalogue.ts'
import { CODE } from '../contract/src/codes.ts'
import type { Endpoint, Output } from '../contract/src/endpoint.ts'
import { playground } from '../contract/src/playground.ts'
import { AWKWARD, AWKWARD_NAMES } from '../server/src/testing/catalogue/awkward.ts'
import { BUNDLED } from '../server/src/testing/catalogue/provider.ts'
import { variants } from '../server/src/testing/variants.ts'
import { SAMPLE_NAMES } from '../web/src/code-samples/code-samples.ts'
import { openServer, type Server } from './harness.ts'
import { axe, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, PHONE } from './harness-people.ts'
import { callFrom, enter, goWithin, mainMenu, shown, soon } from './harness-shell.ts'

const SERP = '/api-playground/serp?function=serp%2Fgoogle%2Forganic'
const LIGHT = '/users/security-log'
const POST = 'POST /v3/serp/google/organic/task_post'
const folder = mkdtempSync(join(tmpdir(), 'portico-forms-'))
let server: Server
/** Shared by all tests, each of which opens its own fresh form. */
let page: WatchedPage
beforeAll(async () => {
  cpSync(BUNDLED, folder, { recursive: true })
  for (const [name, text] of Object.entries(AWKWARD)) writeFileSync(join(folder, 'openapi', name), text)
  const prices = readFileSync(join(folder, 'prices.yaml'), 'utf8')
  writeFileSync(
    join(folder, 'prices.yaml'),
    prices.replace('\nfunctions:', '\ndefault: { per_request: 0.001 }\nfunctions:'),
  )
  server = await openServer({ BOT_CHECK: 'off', TASK_DELAY_MS: '0', PROVIDER_DIR: folder })
  page = await enter(server, DESKTOP, LIGHT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Comes from a screen without a form, so that no earlier input is left. */
async function begin(path: string): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
  // The page navigates only after it has started.
  await shown(page)
  await goWithin(page, LIGHT)
  await page.getByRole('heading', { level: 1, name: 'Security log' }).waitFor()
  await goWithin(page, path)
  await functionButton().waitFor()
}

const functionButton = () => page.getByRole('button', { name: /^Function/ })
const run = (page: Page) => page.getByRole('button', { name: /^Run/ })
const at = (path: string) => `**${path}`
/** Past and saved requests are beside the result in a very wide window, else behind a button. */
const openHistory = async () => {
  const button = page.getByRole('button', { name: 'History', exact: true })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}
const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true }).first()
const balance = async (page: Page) => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))

test('MN-09 a function runs in the sandbox from its example, for nothing, and its answer is a tree, a table and text', async () => {
  await begin(SERP)
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

const offered = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')

test('MN-09 a function is found by keyboard in any section, also mistyped, and comes first next time once starred', {
  tags: 'long',
}, async () => {
  await begin(SERP)
  await page.waitForURL(at('/api-playground/serp/serp.google.organic'))
  await functionButton().focus()
  await page.keyboard.press('b')
  const field = page.getByRole('combobox', { name: 'Name, path or description' })
  await field.waitFor()
  await page.keyboard.type('acklniks summary')
  await offered(page, 'API functions').first().waitFor()
  expect(await offered(page, 'API functions').first().textContent()).toContain('backlinks/summary')
  await axe(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(at('/api-playground/backlinks/backlinks.summary'))
  await expect.poll(() => functionButton().textContent(), soon).toContain('backlinks/summary')
  await page.getByRole('button', { name: 'Favorite' }).click()
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()

  await page.goto(`${server.url}/api-playground/serp/serp.google.organic/task_post`)
  await page.getByText(POST, { exact: true }).waitFor()
  await page.getByLabel('keyword').fill('garden gnome')
  await page.getByLabel('Method').selectOption('POST /v3/serp/google/organic/live/advanced')
  await page.waitForURL(at('/api-playground/serp/serp.google.organic/live.*'))
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('garden gnome')
  await run(page).click()
  await result(page).getByText('20000 Ok.').first().waitFor()
  // The function and its button stay in sight below the header.
  await page.setViewportSize({ ...DESKTOP, height: 720 })
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY), soon).toBeGreaterThan(250)
  const box = await run(page).boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  await functionButton().press('Enter')
  await expect.poll(() => offered(page, 'Recent').first().textContent(), soon).toContain('serp/google/organic')
  expect(await offered(page, 'Favorites').allTextContents()).toEqual([expect.stringContaining('backlinks/summary')])
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  expect(await functionButton().evaluate((one) => one === document.activeElement)).toBe(true)
  await page.goto(`${server.url}/api-playground/serp/serp.google.gone`)
  await page.getByText('The function of this link does not exist here.').waitFor()
  page.expectClean()
})

/** Read as the page reads it. */
const read = <E extends Endpoint>(page: Page, { path }: E, query = {}): Promise<Output<E>> =>
  page.evaluate(async (from) => (await fetch(from)).json(), `${path}?${new URLSearchParams(query)}`)

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

test('a live request costs the price on its button, and the balance in the header drops by it', async () => {
  await begin(SERP)
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
  await openHistory()
  await page
    .getByRole('link', { name: /Google organic results/ })
    .first()
    .waitFor()
  page.expectClean()
})

test('a live request above a tenth of the balance asks first, and Ctrl+Enter sends nothing while it asks', async () => {
  await begin(`/api-playground/serp?method=${encodeURIComponent(POST)}`)
  await page.getByText(POST, { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Live (charged)' }).check()
  const { balance_micros } = await read(page, access.getApiUserCredits)
  const [, price = ''] = /\$([\d.]+)/.exec((await run(page).textContent()) ?? '') ?? []
  const left = Math.round(Number(price) * 5_000_000)
  const add = async (micros: number) =>
    expect((await server.operator(['credit', DEMO.email, String(micros / 1_000_000), '--reason', 'a test'])).code).toBe(
      0,
    )
  await add(left - balance_micros)
  await expect.poll(() => balance(page), soon).toBeCloseTo(left / 1_000_000, 6)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith(playground.runLive.path) && sent.push(request.url()))
  const question = page.getByRole('dialog', { name: 'Run this request?' })
  await run(page).click()
  await question.waitFor()
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true })))
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(sent).toEqual([])
  await run(page).click()
  await question.getByRole('button', { name: /^Run/ }).click()
  await expect.poll(() => result(page).textContent(), soon).toContain('20000 Ok.')
  expect(sent).toHaveLength(1)
  await add(balance_micros - left)
  page.expectClean()
})

test('an invalid value is shown at its field, and nothing is sent', async () => {
  await begin(SERP)
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

test('a request that would be refused is announced before it is sent, with a button to the remedy', async () => {
  await begin('/api-playground/backlinks')
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

test('a result is compared with an earlier run: added, removed, moved and changed rows', {
  tags: 'long',
}, async () => {
  await begin(SERP)
  for (const keyword of ['red shoes', 'blue kettle']) {
    await page.getByLabel('keyword').fill(keyword)
    await run(page).click()
    await result(page).getByText('20000 Ok.').first().waitFor()
    await openHistory()
    await page
      .getByRole('link', { name: /Google organic results/ })
      .first()
      .waitFor()
  }
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await result(page).getByRole('tab', { name: 'Compare' }).click()
  const dialog = result(page)
  await dialog.getByText(/\d+ added · \d+ removed · \d+ moved/).waitFor()
  expect(await dialog.getByLabel('After').locator('option:checked').textContent()).toContain('blue kettle')
  expect(await dialog.getByRole('row').count()).toBeGreaterThan(3)
  await axe(page)
  await dialog.getByLabel('Before').selectOption({ index: 0 })
  await dialog.getByText('The two results are the same').waitFor()
  await openHistory()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('red shoes')
  const ran = page.waitForResponse((reply) => reply.url().endsWith(playground.runInSandbox.path))
  await page.getByRole('button', { name: 'Repeat this run' }).click()
  expect(JSON.parse((await ran).request().postDataJSON().task)).toMatchObject({ keyword: 'red shoes' })
  await expect.poll(() => page.getByLabel('keyword').inputValue(), soon).toBe('red shoes')
  page.expectClean()
})

test('a request is saved, shared by a link and opened again, and no code, link, row or log shows a secret', async () => {
  await begin(`${SERP}&method=${encodeURIComponent(POST)}`)
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
  await page.getByRole('radio', { name: 'Code' }).check()
  for (const name of Object.values(SAMPLE_NAMES)) {
    await page.getByLabel('Language', { exact: true }).selectOption(name)
    const code = page.getByRole('region', { name: 'Code', exact: true })
    await expect.poll(() => code.textContent(), soon).toContain('API_PASSWORD')
    const whole = await page.content()
    for (const secret of [password, basic]) expect(whole).not.toContain(secret)
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
  await goWithin(page, '/api-playground/keywords')
  await openHistory()
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

test('canceling warns that the request may still run and be charged', async () => {
  await begin(SERP)
  await page.route(`**${playground.runInSandbox.path}`, () => {})
  await run(page).click()
  await result(page).getByRole('button', { name: 'Cancel' }).click()
  await result(page).getByText('The request may still run and be charged.').waitFor()
  await page.unroute(`**${playground.runInSandbox.path}`)
  await expect.poll(() => run(page).isEnabled(), soon).toBe(true)
  page.expectClean()
})

const seen = (part: Locator) =>
  part.evaluate((one) => one.getBoundingClientRect().top).then((top) => top >= 0 && top < 400)

test('the playground is one column on a phone, fits and is accessible; Run is not covered and leads to the result', async () => {
  await begin(SERP)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
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

test('a past task opens with its request from its drawer in Usage', { tags: 'long' }, async () => {
  await begin(SERP)
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

// Every section of the menu, whatever the catalogue holds: nothing here names one.

type Choice = { way: 'any' | 'queued' | 'picked'; one: CatalogueFunction; method: ShownMethod }

const PICKED = /^(location|language)_(code|name)$/

/** Another way in each section, so that all of them are gone: what is offered first, a task that waits, a form with a list to choose from. */
async function chooseIn(page: Page, functions: CatalogueFunction[], turn: number): Promise<Choice> {
  const first: Choice[] = []
  const wanted = (['any', 'queued', 'picked'] as const)[turn % 3]
  for (const one of functions) {
    if (wanted === 'queued' && !one.methods.some(({ kind }) => kind === 'task')) continue
    for (const method of (await read(page, catalogue.get, { id: one.id })).methods) {
      if (method.kind === 'reference') continue
      if (first.length === 0) first.push({ way: 'any', one, method })
      const isPicked = Object.keys(method.sample).some((name) => PICKED.test(name))
      if (wanted === 'queued' && method.kind === 'task') return { way: 'queued', one, method }
      if (wanted === 'picked' && method.kind === 'live' && isPicked) return { way: 'picked', one, method }
    }
    if (wanted === 'any' && first[0]) return first[0]
  }
  return first[0] ?? chooseIn(page, functions, 0)
}

/** Chooses a function from the list by its path. */
async function openByList(page: Page, { one, method }: Choice): Promise<void> {
  await functionButton().click()
  await page.getByRole('combobox', { name: 'Name, path or description' }).fill(one.id)
  await page
    .getByRole('option')
    .filter({ has: page.getByText(one.id, { exact: true }) })
    .first()
    .click()
  await expect.poll(() => functionButton().textContent(), soon).toContain(one.id)
  if (one.methods.length === 1) return
  // A choice is written to the address before it is drawn.
  await page.getByLabel('Method', { exact: true }).selectOption(method.id)
  await page.getByText(method.id, { exact: true }).waitFor()
}

for (const [most, options] of variants([2, 100]))
  test(
    `MN-09 in up to ${most} sections of the menu a function is chosen from the list and runs in the sandbox from its example, for nothing`,
    options,
    async () => {
      await begin('/api-playground')
      const { functions, playground: sold } = await read(page, catalogue.list)
      // These sections have addresses, and no entries of the menu.
      const all = sold.filter(({ id }) => id !== 'awkward' && id !== 'merchant')
      const sections = all.slice(0, most)
      const submenu = mainMenu(page).locator('a[href^="/api-playground/"]')
      await expect.poll(() => submenu.count(), soon).toBe(all.length)
      const gone = new Set<Choice['way']>()
      for (const [turn, section] of sections.entries()) {
        await submenu.nth(turn).click()
        await page.waitForURL(`**/api-playground/${section.id}`)
        const own = functions.filter(({ id }) => section.functions.includes(id))
        const choice = await chooseIn(page, own, turn)
        gone.add(choice.way)
        await openByList(page, choice)
        await page.waitForURL(`**/api-playground/${section.id}/**`)
        if (choice.way === 'picked') {
          const [name] = Object.keys(choice.method.sample).filter((one) => PICKED.test(one))
          const field = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
          await expect.poll(() => field.inputValue(), soon).toContain(String(choice.method.sample[name ?? '']))
        }
        const where = `${section.id}: ${choice.method.id}`
        const button = page.getByRole('button', { name: 'Run', exact: true })
        await expect.poll(() => button.isEnabled(), { ...soon, message: where }).toBe(true)
        const sent = page.waitForRequest((one) => one.url().endsWith(playground.runInSandbox.path))
        await button.click()
        expect(JSON.parse((await sent).postDataJSON().task), where).toEqual(choice.method.sample)

        const verdicts = () => result(page).getByText('20000 Ok.').count()
        await expect
          .poll(verdicts, { ...soon, message: `${where}: the verdict on the request and on its task` })
          .toBe(2)
        await result(page).getByText('Free', { exact: true }).waitFor()
        await page.getByRole('tab', { name: 'Table' }).click()
        const rows = result(page).getByRole('table').getByRole('row')
        await expect.poll(() => rows.count(), { ...soon, message: `${where}: rows` }).toBeGreaterThan(1)
      }
      if (most > sections.length) expect([...gone].sort(), 'every way was gone').toEqual(['any', 'picked', 'queued'])
      const { runs } = await read(page, playground.getHistory)
      const last = runs.slice(0, sections.length)
      expect(last.map(({ cost_micros, status_code }) => [cost_micros, status_code])).toEqual(
        sections.map(() => [0, CODE.ok]),
      )
      page.expectClean()
    },
  )

const addressOf = (name: string) => `/api-playground/awkward/awkward.${name}`

async function open(page: Page, name: string): Promise<void> {
  await goWithin(page, addressOf(name))
  await page.getByText(`POST /v3/awkward/${name}/live`, { exact: true }).waitFor()
}

/** Runs the request by keyboard; returns the sent body and the gateway's reply. */
async function runByKeyboard(page: Page): Promise<{ task: Record<string, unknown>; verdict: string }> {
  await expect.poll(() => run(page).isEnabled(), soon).toBe(true)
  const replied = page.waitForResponse((reply) => reply.url().endsWith(playground.runInSandbox.path))
  await page.keyboard.press('Control+Enter')
  const reply = await replied
  const envelope = JSON.parse((await reply.json()).body)
  const { status_code, status_message } = envelope.tasks?.[0] ?? envelope
  return { task: JSON.parse(reply.request().postDataJSON().task), verdict: `${status_code} ${status_message}` }
}

const select = (page: WatchedPage, at = 0) => page.getByLabel('Variant').nth(at)

for (const [names, options] of variants([AWKWARD_NAMES.filter((_, at) => at % 8 === 0), AWKWARD_NAMES]))
  test(
    `MN-09 the forms of ${names.length} awkward schemas open and send a request that the gateway accepts`,
    options,
    async () => {
      await begin(addressOf('deep'))
      await page.getByText('POST /v3/awkward/deep/live', { exact: true }).waitFor()
      const refused: string[] = []
      for (const name of names) {
        await open(page, name)
        const { verdict } = await runByKeyboard(page)
        if (verdict !== '20000 Ok.') refused.push(`${name}: ${verdict}`)
      }
      expect(refused).toEqual([])
      page.expectClean()
    },
  )

test('a form is filled in by keyboard: variants, five hundred values, three hundred fields, and JSON and back', {
  tags: 'long',
}, async () => {
  await begin(addressOf('choice_discriminator'))
  await page.getByLabel('Variant').waitFor()
  expect(await select(page).locator('option:checked').textContent()).toBe('card')
  await select(page).focus()
  await page.keyboard.type('bank')
  await page.getByText('This field is required').first().waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  await page.getByLabel('iban').focus()
  await page.keyboard.type('DE02 1203')
  expect(await runByKeyboard(page)).toEqual({
    task: { payment: { method: 'bank', iban: 'DE02 1203' } },
    verdict: '20000 Ok.',
  })
  await axe(page)

  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByTestId('code-editor').waitFor()
  await page.getByLabel('Task as JSON').fill('{ "payment": { "method": "card", "number": "4242", "note": "kept" } }')
  await page.getByRole('radio', { name: 'Form' }).check()
  expect(await select(page).locator('option:checked').textContent()).toBe('card')
  await page.getByLabel('number').fill('42')
  await page.getByText('Enter at least 4 characters.').waitFor()
  await page.getByLabel('number').fill('424242')
  expect((await runByKeyboard(page)).task).toEqual({ payment: { method: 'card', number: '424242', note: 'kept' } })

  await open(page, 'choice_of_tasks')
  await page.getByLabel('keyword').fill('desk')
  await select(page).selectOption('domain')
  await page.getByLabel('domain').fill('example.com')
  expect((await runByKeyboard(page)).task).toEqual({ by: 'domain', domain: 'example.com' })
  await select(page).selectOption('keyword')
  expect(await page.getByLabel('keyword').inputValue()).toBe('desk')

  await open(page, 'enum_500')
  const codes = page.getByRole('combobox', { name: 'code' })
  // The list loads with the first click; typing before it has loaded would find nothing.
  await codes.click()
  await page
    .getByRole('option', { name: /^code-/ })
    .first()
    .waitFor()
  await codes.fill('code-499')
  await page.getByRole('option', { name: 'code-499' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect((await runByKeyboard(page)).task).toEqual({ code: 'code-499' })

  await open(page, 'fields_300')
  await page.getByRole('button', { name: 'More fields (299)' }).press('Enter')
  await page.getByLabel('field_299', { exact: false }).fill('last')
  expect((await runByKeyboard(page)).task).toMatchObject({ field_299: 'last' })

  await open(page, 'choice_rows')
  await page.getByRole('button', { name: 'Add' }).press('Enter')
  await select(page, 1).selectOption('brand')
  await page.getByLabel('brand').fill('Acme')
  expect((await runByKeyboard(page)).task.rules).toHaveLength(2)
  page.expectClean()
})

test('a number is sent as typed, and an invalid number is shown as an error instead of being omitted', async () => {
  await begin('/api-playground/keywords/keywords_data.google_ads.ad_traffic_by_keywords')
  const bid = page.getByRole('spinbutton', { name: 'bid' })
  await bid.waitFor()
  for (const text of ['0.05', '100.10']) {
    await bid.fill('')
    await bid.pressSequentially(text)
    expect(await bid.inputValue()).toBe(text)
    expect((await runByKeyboard(page)).task.bid).toBe(Number(text))
  }
  await bid.fill('')
  await bid.pressSequentially('1e')
  await page.getByText('Please enter a number').waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  page.expectClean()
})
