// Every limit, from the screen that sets it to the call it refuses, the banner that shows it, and the call that passes again.

import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIVE, POST, readAuthorization } from '../bench/gateway-client.ts'
import { access } from '../contract/src/access.ts'
import { CODE } from '../contract/src/codes.ts'
import type { Output } from '../contract/src/endpoint.ts'
import { users } from '../contract/src/users.ts'
import { variants } from '../server/src/testing/variants.ts'
import { openServer, type Server } from './harness.ts'
import type { WatchedPage } from './harness-browser.ts'
import { DEMO, DESKTOP, linkTo, openMailbox } from './harness-people.ts'
import { reading } from './harness-reads.ts'
import { callFrom, enter, goWithin, soon } from './harness-shell.ts'

vi.setConfig({ testTimeout: 120_000 })
const PRICE_USD = 0.002
let server: Server
let page: WatchedPage
let authorization: string
let mailbox: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openServer({ SMTP_URL: mailbox.url, DEMO: 'on', BOT_CHECK: 'off', LOG_LEVEL: 'error' })
  authorization = await readAuthorization(server.url)
  page = await enter(server, DESKTOP, '/api-settings')
})
afterAll(() => mailbox.close())

const SEARCH = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }

async function send(path: string, tasks: number, task: object = SEARCH): Promise<number[]> {
  const reply = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(Array(tasks).fill(task)),
  })
  const result = (await reply.json()) as { status_code: number; tasks: { status_code: number }[] | null }
  return result.tasks?.map(({ status_code }) => status_code) ?? [result.status_code]
}
const live = async () => (await send(LIVE, 1))[0]
/** Polls, as the gateway's data of a login may be a second old. */
const comesTo = (code: number) => expect.poll(live, soon).toBe(code)

/** The links of the next mail with this subject; earlier limits may have sent others. */
async function linksOf(subject: RegExp): Promise<string[]> {
  const mail = await mailbox.next(DEMO.email)
  return subject.test(mail.subject) ? mail.links : linksOf(subject)
}

async function spentUsd(scope: string): Promise<number> {
  const [row] = await server.query<{ micros: number }>(
    `select coalesce(sum(spent_micros), 0)::int as micros from spend_days d join api_logins a on a.id = d.login_id
       where a.login = $1 and d.scope = $2 and d.day = (now() at time zone 'UTC')::date`,
    [DEMO.email, scope],
  )
  return (row?.micros ?? 0) / 1e6
}

/** A banner of the dashboard with its button; its text is also in the list of the latest errors. */
type Banner = { text: string; button: string }

function strip({ text, button }: Banner): Locator {
  return page.getByRole('listitem').filter({ hasText: text, has: page.getByText(button, { exact: true }) })
}

/** Banners whose cause is gone: the next dashboard must not show them. */
const lifted: Banner[] = []

async function buttonOf(banner: Banner): Promise<Locator> {
  // Reloaded, as the page caches the states for a while.
  await page.goto(`${server.url}/api-dashboard`)
  const button = strip(banner).getByText(banner.button, { exact: true })
  await button.waitFor()
  // Banners with the same button are too similar to distinguish.
  for (const other of lifted.filter((one) => one.button !== banner.button))
    await expect.poll(() => strip(other).count(), { ...soon, message: `${other.text} is gone` }).toBe(0)
  return button
}

async function areGone(): Promise<void> {
  // A pending response of the previous page must not be mistaken for this one.
  await page.goto('about:blank')
  const states = page.waitForResponse(reading('/api/dashboard/states'))
  await page.goto(`${server.url}/api-dashboard`)
  await (await states).finished()
  for (const banner of lifted) await expect.poll(() => strip(banner).count(), soon).toBe(0)
}

/** Opens the settings like a link does. */
async function openSettings(): Promise<void> {
  await goWithin(page, '/api-settings')
  await page.getByRole('heading', { level: 1, name: 'API settings' }).waitFor()
}

async function saveBy(button: Locator, address: string): Promise<void> {
  const saved = page.waitForResponse(`**/api/${address}`)
  await button.click()
  expect((await saved).status()).toBe(200)
}

async function limitEverything(usd: number): Promise<void> {
  const card = page.locator('#api-limits')
  await card.getByLabel('Total daily limit').fill(usd.toFixed(6))
  await saveBy(card.getByRole('button', { name: 'Save' }), 'settings/limit')
}

async function limitScope(label: RegExp, usd: number): Promise<void> {
  await page.getByRole('button', { name: 'Add a limit' }).click()
  const choice = page.getByRole('combobox', { name: 'API or function' })
  await choice.click()
  await choice.pressSequentially(label.source.replaceAll(/[\\^$]/g, ''))
  await page.getByRole('option', { name: label }).click()
  await saveInDialog(usd)
}

async function saveInDialog(usd: number): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Daily limit').fill(usd.toFixed(6))
  await saveBy(dialog.getByRole('button', { name: 'Save' }), 'settings/limit')
  await dialog.waitFor({ state: 'hidden' })
}

test('40203 the total daily limit refuses calls, shows a banner, and calls pass again once it is raised', async () => {
  const banner = { text: 'Daily limit of', button: 'Change limit' }
  await openSettings()
  await limitEverything((await spentUsd('')) + 1.5 * PRICE_USD)
  expect(await live()).toBe(CODE.ok)
  expect(await live()).toBe(CODE.costLimit)
  await (await buttonOf(banner)).click()
  await page.waitForURL('**/api-settings/api-limits')
  await limitEverything((await spentUsd('')) + 1)
  expect(await live()).toBe(CODE.ok)
  lifted.push(banner)
})

for (const [[what, scope, label, text], options] of variants([
  ['an API', 'serp', /^SERP API$/, 'for SERP'],
  ['a function', 'serp/google/organic', /· serp\/google\/organic$/, 'for Google organic results reached'],
] as const))
  test(
    `40203 the daily limit for ${what} refuses calls, shows a banner, and calls pass again once it is raised`,
    options,
    async () => {
      const banner = { text, button: 'Change limit' }
      await openSettings()
      await limitScope(label, (await spentUsd(scope)) + 1.5 * PRICE_USD)
      expect(await live()).toBe(CODE.ok)
      expect(await live()).toBe(CODE.costLimit)
      await (await buttonOf(banner)).click()
      await page.waitForURL('**/api-settings/api-limits')
      await page.getByRole('button', { name: 'Add a limit' }).click()
      const choice = page.getByRole('combobox', { name: 'API or function' })
      await choice.click()
      await choice.pressSequentially('SERP')
      await page.getByRole('option', { name: /bing/ }).first().waitFor()
      expect(await page.getByRole('option', { name: label }).count(), 'it has its limit').toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: /^Change the limit for / }).click()
      await saveInDialog((await spentUsd(scope)) + 1)
      expect(await live()).toBe(CODE.ok)
      const remove = page.getByRole('button', { name: /^Remove the limit for / })
      const confirmation = page.getByRole('dialog', { name: /^Remove the limit for .*\?$/ })
      await remove.click()
      await confirmation.getByRole('button', { name: 'Cancel' }).click()
      await confirmation.waitFor({ state: 'hidden' })
      expect(await remove.count()).toBe(1)
      await remove.click()
      await saveBy(confirmation.getByRole('button', { name: 'Remove' }), 'settings/limit')
      lifted.push(banner)
    },
  )

test('a limit or alert out of bounds shows its bounds, and the error rate its minimum number of calls', async () => {
  await openSettings()
  await page.getByText('No alert is sent if there are fewer than 20 requests in that hour.').waitFor()
  for (const [label, wrong, bounds] of [
    ['Total daily limit', ['-1', '0.0000001', '99999999'], 'Enter an amount from 0 to 1,000,000 with'],
    ['Days left below', ['0', '91', '1.5'], 'Enter a whole number from 1 to 90'],
    ['Error rate above', ['0', '101'], 'Enter a whole number from 1 to 100'],
  ] as const)
    for (const typed of wrong) {
      const field = page.getByLabel(label)
      await field.fill(typed)
      await field.blur()
      await page.getByText(bounds).waitFor()
      await field.fill('')
      await page.getByText(bounds).waitFor({ state: 'hidden' })
    }
})

for (const [[span, code], options] of variants([
  ['per hour', CODE.duplicatesPerHour],
  ['per day', CODE.duplicatesPerDay],
] as const))
  test(
    `the limit of identical tasks ${span} (${code}) refuses calls, shows a banner, and is lifted where the banner leads`,
    options,
    async () => {
      const choose = async (value: string) => {
        const form = page.locator('form', { has: page.locator('#duplicates') })
        await form.getByLabel(`Identical tasks ${span}`).selectOption(value)
        await saveBy(form.getByRole('button', { name: 'Save' }), 'settings/duplicates')
      }
      await openSettings()
      const banner = { text: 'Identical tasks are being refused.', button: 'Review setting' }
      await choose('10')
      await expect.poll(() => send(POST, 11), soon).toContain(code)
      await (await buttonOf(banner)).click()
      await page.waitForURL('**/api-settings#duplicates')
      await choose('off')
      await expect.poll(() => send(POST, 11), soon).toEqual(Array(11).fill(CODE.taskCreated))
      lifted.push(banner)
    },
  )

test('40207 the IP list refuses calls, shows a banner, and its button allows the address', async () => {
  await goWithin(page, '/api-access#ip-access')
  await page.getByLabel('IP address or range').fill('203.0.113.0/24')
  const card = page.locator('#ip-access')
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  // The address of these calls is in use, so a warning comes first.
  await saveBy(page.getByRole('button', { name: 'Save anyway' }), 'access/ips-save')
  await comesTo(CODE.addressRefused)
  const banner = { text: 'were refused.', button: 'Allow this IP' }
  await saveBy(await buttonOf(banner), 'access/ips-save')
  await comesTo(CODE.ok)
  lifted.push(banner)
})

test('40202 the operator’s limit of calls per minute refuses calls, is shown in the settings, and can be raised', {
  tags: 'long',
}, async () => {
  const settingsShow = async (words: RegExp) => {
    await page.goto(`${server.url}/api-settings`)
    await expect.poll(() => page.locator('#request-limits').textContent(), soon).toMatch(words)
  }
  await server.operate('login', 'set', DEMO.email, '--per-minute', '1', '--reason', 'too many calls')
  await comesTo(CODE.rateLimit)
  await settingsShow(/Requests per minute\s*1\D/)
  await server.operate('login', 'set', DEMO.email, '--per-minute', 'default', '--reason', 'all is well')
  await comesTo(CODE.ok)
  await settingsShow(/Requests per minute\s*2,000/)
})

test('40209 the operator’s limit of simultaneous calls refuses calls, is explained in Errors, and can be raised', {
  tags: 'long',
}, async () => {
  const together = async () => new Set(await Promise.all(Array.from({ length: 12 }, live)))
  await server.operate('login', 'set', DEMO.email, '--simultaneous', '1', '--reason', 'too many at once')
  await expect.poll(together, soon).toEqual(new Set([CODE.ok, CODE.tooManyAtOnce]))
  await page.goto(`${server.url}/api-settings`)
  await expect.poll(() => page.locator('#request-limits').textContent(), soon).toMatch(/Concurrent requests\s*1(\D|$)/)
  await goWithin(page, '/api-errors')
  await page.getByText('40209').first().waitFor()
  await server.operate('login', 'set', DEMO.email, '--simultaneous', 'default', '--reason', 'all is well')
  await expect.poll(together, soon).toEqual(new Set([CODE.ok]))
})

test('40204 a missing subscription refuses calls and shows a banner; once the operator grants it calls pass', async () => {
  const banner = { text: 'requires an active subscription.', button: 'Activate' }
  const backlinks = async () => (await send('/v3/backlinks/summary/live', 1, { target: 'example.com' }))[0]
  const subscribe = (names: string) =>
    server.operate('login', 'set', DEMO.email, '--subscriptions', names, '--reason', 'a contract on paper')
  await subscribe('none')
  await expect.poll(backlinks, soon).toBe(CODE.subscriptionNeeded)
  await (await buttonOf(banner)).click()
  await page.waitForURL('**/backlinks-subscription')
  await subscribe('backlinks')
  await expect.poll(backlinks, soon).toBe(CODE.ok)
  lifted.push(banner)
})

test('40104 an e-mail address that must be confirmed again refuses calls and shows a banner; calls pass after the mail’s link', {
  tags: 'long',
}, async () => {
  const banner = { text: 'Confirm your e-mail to use the API.', button: 'Send the link' }
  await server.operate('user', 'unconfirm', DEMO.email, '--reason', 'mails came back')
  await comesTo(CODE.unverifiedAccount)
  await saveBy(await buttonOf(banner), 'auth/resend-activation')
  await page.getByText(`We sent an e-mail with a link to ${DEMO.email}.`).waitFor()
  await page.goto(linkTo(await linksOf(/^Confirm your e-mail address/), '/activate_fast/'))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Your address is confirmed.').waitFor()
  await page.waitForURL('**/api-dashboard')
  await comesTo(CODE.ok)
  lifted.push(banner)
})

test('40201 an account on hold refuses calls, shows a banner with the link to support, and calls pass again afterwards', {
  tags: 'long',
}, async () => {
  const banner = { text: 'Your account is on hold.', button: 'Contact support' }
  await server.operate('login', 'set', DEMO.email, '--hold', 'yes', '--reason', 'a question of payment')
  await comesTo(CODE.onHold)
  await (await buttonOf(banner)).waitFor()
  await server.operate('login', 'set', DEMO.email, '--hold', 'no', '--reason', 'it was paid')
  await comesTo(CODE.ok)
  lifted.push(banner)
})

test('40200 an empty balance refuses calls, shows a banner with Add funds, and calls pass again after a credit; no banner remains', async () => {
  const banner = { text: 'Your balance is used up.', button: 'Add funds' }
  const { balance_micros } = await page.evaluate(
    async (path): Promise<Output<typeof access.getApiUserCredits>> => (await fetch(path)).json(),
    access.getApiUserCredits.path,
  )
  const left = (balance_micros / 1e6).toFixed(6)
  await server.operate('credit', DEMO.email, `-${left}`, '--reason', 'taken back')
  await comesTo(CODE.balanceEmpty)
  await (await buttonOf(banner)).click()
  await page.waitForURL('**/users/getrows/add-funds?return_to=%2Fapi-dashboard')
  await server.operate('credit', DEMO.email, '5', '--reason', 'given back')
  await comesTo(CODE.ok)
  lifted.push(banner)
  await areGone()
  page.expectClean()
})

test('a monthly budget is set, refuses the next paid call and is reported under the bell, also while another login is active', async () => {
  await goWithin(page, '/api-settings')
  const card = page.locator('#budgets')
  await card.getByRole('button', { name: 'Add a budget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a budget' })
  await dialog.getByLabel('Notify at').fill('0.000002')
  await dialog.getByLabel('Stop at').fill('0.000001')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This must be higher than the notification amount').waitFor()
  await dialog.getByLabel('Notify at').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Reached: paid requests are refused until the month ends.').waitFor()
  await comesTo(CODE.costLimit)
  const { login } = await callFrom(page, access.addMachineLogin, { name: 'night' })
  await callFrom(page, users.setActiveApiUser, { login })
  await page.goto(`${server.url}/api-dashboard`)
  // The page learns it from the stream, without a reload.
  const bell = page.getByRole('button', { name: /^Updates and alerts, \d+ unread/ })
  await bell.waitFor()
  await bell.click()
  await page.getByRole('link', { name: /monthly budget for the account is used up/ }).click()
  await page.waitForURL('**/api-settings#budgets')
  await page.getByRole('banner').getByText(DEMO.email).first().waitFor()
  await card.getByRole('button', { name: 'Remove the budget for Whole account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await comesTo(CODE.ok)
})
