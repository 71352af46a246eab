import { operator } from '@portico/contract/operator.ts'
import { securityLog } from '@portico/contract/security-log.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const app = sharedApp({ price_timing: { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 400 } })
let ann: Customer
let admin: ReturnType<TestApp['browser']>
const reason = 'agreed on the phone'
const by = 'x'
const PATH = '/v3/content_generation/check_grammar/live'

beforeAll(async () => {
  ann = await openCustomer(app)
  admin = await (await app.addStaff({ email: 'ada@staff.example', name: 'Ada Staff', role: 'admin' })).signedIn()
})

const page = async () => (await admin.must(operator.customer, { id: String(ann.user_id) })).logins

test('staff change the subscriptions of a login in the console, and a name that no function needs is refused', async () => {
  await admin.must(operator.setLogin, { login: ann.login, subscriptions: ['backlinks'], reason, by })
  expect(await page()).toMatchObject([{ login: ann.login, subscriptions: ['backlinks'] }])
  const wrong = await admin.call(operator.setLogin, { login: ann.login, subscriptions: ['backlink'], reason, by })
  expect(wrong.body).toMatchObject({ fields: { subscriptions: expect.stringContaining('known are') } })
  await admin.must(operator.setLogin, { login: ann.login, subscriptions: [], reason, by })
  expect(await page()).toMatchObject([{ subscriptions: [] }])
})

test('staff see what own prices would change, apply and end them, and a check changes nothing', async () => {
  const book = [
    "version: 'for ann'",
    'valid_from: 2026-01-01',
    'functions:',
    '  content_generation/check_grammar:',
    '    live: { per_request: 0.00007 }',
  ].join('\n')
  const sent = { email: ann.login, book, file: 'prices.yaml', reason, by }
  const { changes } = await admin.must(operator.checkPrices, sent)
  expect(changes.map(({ id }) => id).join()).toBe(`POST ${PATH}`)
  expect((await admin.must(operator.listPrices, { email: ann.login })).versions).toEqual([])
  const applied = await admin.must(operator.applyPrices, sent)
  expect(applied.changes).toEqual(changes)
  const spent = async () => {
    const { headers } = await ann.call(PATH, { body: [{ text: 'Hello, my name is Ada.', language_code: 'en' }] })
    const { request } = await admin.must(operator.findRequest, { id: String(headers['x-request-id']) })
    return [request?.call?.cost_micros, request?.call?.price_version]
  }
  await expect.poll(spent, { timeout: 10_000 }).toEqual([70, 'for ann'])
  const end = { email: ann.login, reason, by }
  await admin.must(operator.endOwnPrices, end)
  await expect.poll(async () => (await spent())[0], { timeout: 10_000 }).toBe(100)
})

test('staff close an account and keep it, and the customer reads both with the reason and the person', async () => {
  const about = { email: ann.login, reason, by }
  const closed = await admin.must(operator.closeUser, { ...about, confirmed: true })
  expect((await admin.must(operator.customer, { id: String(ann.user_id) })).closes_at).toBe(closed.closes_at)
  await admin.must(operator.keepUser, about)
  expect((await admin.must(operator.customer, { id: String(ann.user_id) })).closes_at).toBeNull()
  const browser = await app.signedIn(ann.login)
  const { rows } = await browser.must(securityLog.getSecurityLog, {})
  const ours = rows.filter((row) => row.who === 'Ada Staff' && row.reason === reason).map(({ action }) => action)
  expect(ours).toEqual(expect.arrayContaining(['login_bounds_changed', 'account_closing', 'account_kept']))
})
