// Databases: browsed, bought from the balance and downloaded, by the roles that may.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { databases, type Purchase } from '../contract/src/databases.ts'
import { users } from '../contract/src/users.ts'
import { type Server, startServer } from './harness.ts'
import { axe, newPage, shot, type View, type WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, joinTeam, PHONE, TEAM } from './harness-people.ts'
import { seededServerEnv } from './harness-resources.ts'
import { callBeside, enter, goWithin, signInAt, signInBeside, soon } from './harness-shell.ts'

let server: Server
/** Shared by all tests on a desktop, each of which opens its own screen. */
let page: WatchedPage
let env: Awaited<ReturnType<typeof seededServerEnv>>
beforeAll(async () => {
  env = await seededServerEnv()
  server = await startServer({ ...env, DEMO: 'on', BOT_CHECK: 'off' })
  page = await enter(server, DESKTOP, '/databases/list')
})

async function purchasesOf(page: Page): Promise<Purchase[]> {
  return page.evaluate(async (path) => (await (await fetch(path)).json()).purchases, databases.getPurchases.path)
}

const GERMAN_PHONE: View = { ...PHONE, theme: 'dark', language: 'de-DE' }
const cards = (page: Page) => page.getByRole('article')
const balance = async (page: Page) => Number((await page.getByTestId('balance').textContent())?.replace(/[^\d.]/g, ''))
const order = (page: Page) => page.getByRole('region', { name: 'Your order' })
const review = (page: Page) => page.getByRole('dialog', { name: 'Review order' })

/** A choice is written to the address before it is drawn. */
async function tick(box: Locator): Promise<void> {
  await box.click()
  await expect.poll(() => box.isChecked(), soon).toBe(true)
}

test('the list is filtered by search, category and location, which are in the address', async () => {
  await goWithin(page, '/databases/list')
  await expect.poll(() => cards(page).count(), soon).toBe(4)
  await axe(page)
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await page.getByLabel('Search', { exact: true }).fill('backlinks')
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?search=backlinks')
  await page.reload()
  await expect.poll(() => cards(page).count(), soon).toBe(1)
  await page.getByLabel('Category').selectOption({ label: 'Businesses' })
  await page.getByText('No database matches these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => cards(page).count()).toBe(4)
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Austria' })
  await expect.poll(() => cards(page).count()).toBe(1)
  expect(await entries(), 'filters add nothing to the history').toBe(before)
  await page.getByRole('link', { name: 'Business listings' }).click()
  await order(page).waitFor()
  expect(await order(page).getByLabel('Austria').isChecked()).toBe(true)
  page.expectClean()
})

test('a database shows every field, the first thirty records, its changes and a free sample', async () => {
  await goWithin(page, '/databases/list/keywords')
  await expect.poll(() => page.getByRole('table', { name: 'Fields' }).getByRole('row').count(), soon).toBe(11)
  await page.setViewportSize({ width: 1280, height: 600 })
  const fields = page.getByRole('table', { name: 'Fields' })
  await fields
    .getByRole('row')
    .last()
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const header = await page.getByRole('banner').boundingBox()
  const headAt = async () => (await fields.getByRole('columnheader').first().boundingBox())?.y
  await expect.poll(headAt, { message: 'the head of a scrolled table is below the header' }).toBe(header?.height)
  await page.setViewportSize(DESKTOP)
  await page.getByRole('tab', { name: 'Sample' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'First records' }).getByRole('row').count(), soon).toBe(31)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await axe(page)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(download.suggestedFilename()).toBe('keywords-2026-10-US-sample.csv')
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(101)
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await page.getByText('New: Japan').waitFor()
  await goWithin(page, '/databases/list/nothing')
  await page.getByText('Database not found.').waitFor()
  page.expectClean(/404/)
})

test('an order is reviewed, paid after the password, and its file has the announced hash', async () => {
  await goWithin(page, '/databases/list/technologies')
  const before = await balance(page)
  const choose = order(page).getByRole('button', { name: 'Choose a location' })
  expect(await choose.isDisabled()).toBe(true)
  const boxes = order(page).getByRole('checkbox')
  const checked = async () => await boxes.evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.checked))
  await boxes.first().click()
  await expect.poll(checked, soon).toEqual(Array(await boxes.count()).fill(true))
  await boxes.first().click()
  await expect.poll(checked, soon).not.toContain(true)
  await choose.waitFor()
  await tick(order(page).getByLabel('Poland'))
  await tick(order(page).getByLabel('Netherlands'))
  await tick(order(page).getByRole('radio', { name: 'CSV' }))
  await tick(order(page).getByRole('radio', { name: /^With every new version/ }))
  await expect.poll(() => order(page).getByText('$7.50', { exact: true }).count()).toBe(1)
  await order(page).getByRole('button', { name: 'Review order' }).click()
  await review(page).getByText('Netherlands, Poland').waitFor()
  await axe(page)
  await shot(page, 'databases-review')
  await server.query(`update sessions set reauth_at = now() - interval '20 minutes'`)
  await review(page).getByRole('button', { name: 'Pay $7.50 from balance' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Sign-in password').fill(DEMO.password)
  await question.getByRole('button', { name: 'Continue' }).dblclick()
  await page.getByRole('heading', { name: 'My Purchases' }).waitFor()
  const download = page.getByRole('button', { name: 'Download technologies-2026-10-PL.csv.gz' })
  await download.waitFor(soon)
  await expect.poll(() => balance(page), soon).toBeCloseTo(before - 7.5, 6)
  await axe(page)
  await shot(page, 'databases-purchases')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('technologies-2026-10-PL.csv.gz')
  const purchases = await purchasesOf(page)
  expect(purchases).toHaveLength(1)
  const reply = purchases[0]?.files.find(({ location }) => location === 'PL')
  expect(
    createHash('sha256')
      .update(readFileSync(await file.path()))
      .digest('hex'),
  ).toBe(reply?.sha256)
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Receipt' }).click(),
  ])
  expect(readFileSync(await receipt.path(), 'utf8')).toContain(purchases[0]?.reference)
  page.expectClean(/403/)
})

test('a paid purchase survives a kill of the server', { tags: 'long' }, async () => {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO, '/databases/list/technologies?locations=FR')
  await order(page).getByRole('button', { name: 'Review order' }).click()
  const answered = page.waitForResponse('**/api/databases/buy')
  await review(page).getByRole('button', { name: /^Pay / }).click()
  await (await answered).finished()
  await server.kill9()
  server = await startServer({ ...env, DEMO: 'on', BOT_CHECK: 'off', PORT: new URL(server.url).port })
  await page.goto(`${server.url}/databases/purchases`)
  await page.getByText('technologies-2026-10-FR.jsonl.gz').waitFor({ timeout: 90_000 })
  const { stdout } = await server.operator(['books'])
  expect(stdout).toContain('balanced')
})

test('an order above the balance leads to Add funds and back, or is paid by card', {
  tags: 'long',
}, async () => {
  const page = await newPage(DESKTOP)
  await signInAt(page, server.url, DEMO, '/databases/list/businesses')
  await tick(order(page).getByLabel('United States'))
  await order(page).getByRole('button', { name: 'Review order' }).click()
  await review(page)
    .getByText(/short\. Pay the difference by card/)
    .waitFor()
  expect(
    await review(page)
      .getByRole('button', { name: /from balance$/ })
      .count(),
  ).toBe(0)
  const stored = new URL(page.url())
  await review(page).getByRole('link', { name: 'Add funds' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/users/getrows/add-funds')
  const back = new URL(page.url()).searchParams.get('return_to') ?? ''
  expect(back).toBe(stored.pathname + stored.search)
  await page.getByRole('link', { name: /^Back to / }).click()
  await expect.poll(() => order(page).getByLabel('United States').isChecked(), soon).toBe(true)
  await order(page).getByRole('button', { name: 'Review order' }).click()
  await review(page).getByRole('button', { name: 'Pay by card' }).click()
  const card = page.getByRole('dialog', { name: 'Pay by card' })
  await card.getByText('Card total').waitFor()
  await axe(page)
  await shot(page, 'databases-card')
  await card.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL('**/test-processor/*')
  const before = await purchasesOf(page)
  await page.getByRole('button', { name: /^Approve \$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'You bought Business listings' }).waitFor(soon)
  await axe(page)
  await page.getByRole('link', { name: 'Back to My Purchases' }).click()
  await page.getByRole('heading', { name: 'My Purchases' }).waitFor()
  expect(await purchasesOf(page)).toHaveLength(before.length + 1)
  page.expectClean()
})

test('a database is found and bought on a German phone in dark theme without cut-off text', {
  tags: 'long',
}, async () => {
  const page = await newPage(GERMAN_PHONE)
  await signInBeside(page, server.url, DEMO)
  await callBeside(page, server.url, users.setLanguage, { language: 'de' })
  await page.goto(`${server.url}/databases/list`)
  await page.getByRole('link', { name: 'Unternehmenseinträge' }).waitFor(soon)
  await fits(page)
  await page.getByRole('link', { name: 'Unternehmenseinträge' }).click()
  const card = page.getByRole('region', { name: 'Ihre Bestellung' })
  await tick(card.getByLabel('Schweiz'))
  await fits(page)
  await shot(page, 'databases-phone-de')
  await page.getByRole('tab', { name: 'Beispiel' }).click()
  await page.getByRole('region', { name: 'Erste Datensätze' }).waitFor()
  await fits(page)
  await card.getByRole('button', { name: 'Bestellung prüfen' }).click()
  await page.getByRole('button', { name: /aus Guthaben bezahlen$/ }).click()
  await page.getByRole('button', { name: 'businesses-2026-10-CH.jsonl.gz herunterladen' }).waitFor({ timeout: 60_000 })
  await fits(page)
  await shot(page, 'databases-phone-purchases-de')
  page.expectClean()
})

for (const [role, mayBuy] of [
  ['finance', true],
  ['viewer', false],
  ['developer', false],
] as const)
  test(`a ${role} of a team may buy databases for it: ${mayBuy}`, { tags: 'long' }, async () => {
    await joinTeam(server, role)
    await server.query(`update users set language = 'english' where email = $1`, [DEMO.email])
    const page = await newPage(DESKTOP)
    await signInBeside(page, server.url, DEMO)
    await callBeside(page, server.url, users.setActiveApiUser, { login: TEAM })
    await page.goto(`${server.url}/databases/list/keywords?locations=DE`)
    await order(page).getByText('$8.80', { exact: true }).first().waitFor()
    expect(await order(page).getByRole('button', { name: 'Review order' }).count()).toBe(mayBuy ? 1 : 0)
    expect(
      await order(page)
        .getByText(/^Your role here/)
        .count(),
    ).toBe(mayBuy ? 0 : 1)
    await page.goto(`${server.url}/databases/purchases`)
    await page.getByText('Nothing bought yet').waitFor()
  })

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await axe(page)
}
