import { CODE } from '@portico/contract/codes.ts'
import { dashboard } from '@portico/contract/dashboard.ts'
import { errors } from '@portico/contract/errors.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'

vi.setConfig({ testTimeout: 60_000 })
const FREE = '/v3/appendix/user_data'
const MINUTE_MS = 60_000
let site: TestApp
let customer: Customer
let browser: ReturnType<TestApp['browser']>
let addresses = 0

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => closeBalanced(site))
beforeEach(async () => {
  // Limits used up by one test must not affect the next.
  site.clock.forward(2 * MINUTE_MS)
  await keep()
  customer = await openCustomer(site)
  addresses += 1
  browser = site.browser({ ip: `203.0.113.${addresses}` })
  await browser.signIn(customer.login)
})

const keep = () => site.gateway.gate.wrongPasswords.record()
const day = () => site.clock.now().toISOString().slice(0, 10)
const range = () => ({ from: day(), to: day() })
const rows = async () => (await browser.must(errors.getErrorRows, range())).rows
const banners = async () => (await browser.must(dashboard.getStates, {})).states.map(({ state }) => state)
const wrong = (ip: string, { login = customer.login, path = FREE }: { login?: string; path?: string } = {}) =>
  customer.call(path, {
    ip,
    headers: { authorization: `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}` },
  })

test('a wrong API password appears in the errors of its login and on the dashboard automatically, with its address', async () => {
  const { http, headers } = await wrong('192.0.2.1')
  expect(http).toBe(401)
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 10_000 })
  const id = String(headers['x-request-id'])
  expect(await rows()).toMatchObject([{ id, code: CODE.unauthorized, class: 'auth', http_status: 401, path: FREE }])
  expect(await browser.must(errors.getError, { id })).toMatchObject({ ip: '192.0.2.1', is_retryable: false })
  expect(await banners()).toEqual([{ kind: 'wrong_password', ip: '192.0.2.1' }])
  const { totals } = await browser.must(usage.getUsageSummary, range())
  expect(totals, 'it is no call of theirs').toMatchObject({ requests: 0, errors: 0 })
})

test('the banner disappears with the first successful call from that address, not with one from elsewhere, and after a day', async () => {
  await wrong('192.0.2.2')
  await keep()
  site.clock.forward(1000)
  await customer.call(FREE, { ip: '192.0.2.3' })
  expect(await banners()).toEqual([{ kind: 'wrong_password', ip: '192.0.2.2' }])
  await customer.call(FREE, { ip: '192.0.2.2' })
  expect(await banners()).toEqual([])
  site.clock.forward(MINUTE_MS)
  await wrong('192.0.2.2')
  await keep()
  expect(await banners()).toHaveLength(1)
  site.clock.forward((24 * 60 + 1) * MINUTE_MS)
  browser = site.browser({ ip: '203.0.113.200' })
  await browser.signIn(customer.login)
  expect(await banners()).toEqual([])
})

test('many tries of a minute from one address become two rows with their number', async () => {
  // The process also writes every second, so the number in the first row depends on when it did.
  for (let n = 0; n < 15; n += 1) await wrong('192.0.2.4')
  await keep()
  for (let n = 0; n < 3; n += 1) await wrong('192.0.2.4')
  await keep()
  expect(await rows()).toHaveLength(1)
  site.clock.forward(MINUTE_MS)
  await keep()
  await keep()
  const found = await rows()
  const counts = found.map(({ message }) => /wrong, (?:(\d+) times|once)\./.exec(message)?.[1] ?? '1')
  expect(found.map(({ count }) => String(count))).toEqual(counts)
  expect(counts).toHaveLength(2)
  expect(counts.reduce((sum, one) => sum + Number(one), 0)).toBe(18)
})

test('guesses from many addresses write at most 20 rows per login and hour', async () => {
  for (let minute = 0; minute < 4; minute += 1) {
    for (let n = 0; n < 12; n += 1) await wrong(`198.18.${minute}.${n}`)
    await keep()
    site.clock.forward(MINUTE_MS)
  }
  await keep()
  expect(await rows()).toHaveLength(20)
  site.clock.forward(60 * MINUTE_MS)
  await wrong('198.18.9.9')
  await keep()
  expect(await rows()).toHaveLength(21)
})

test('a guess at an unknown or disabled login leaves no row, and the answer is the same', async () => {
  const count = async () => (await site.database.pool.query('select count(*)::int as n from error_events')).rows[0].n
  const before = await count()
  const known = await wrong('192.0.2.5')
  const unknown = await wrong('192.0.2.6', { login: 'no@one.example' })
  expect(unknown.http).toBe(known.http)
  expect({ ...unknown.body, time: '' }).toEqual({ ...known.body, time: '' })
  expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
  await keep()
  // The gateway's own timer may be writing the row at this moment.
  await vi.waitFor(async () => expect(await count()).toBe(before + 1), { timeout: 10_000 })
  await site.database.pool.query(`update api_logins set status = 'off' where id = $1`, [customer.login_id])
  site.clock.forward(MINUTE_MS)
  await wrong('192.0.2.7')
  await customer.call(FREE, { ip: '192.0.2.7' })
  await keep()
  expect(await count()).toBe(before + 1)
})

test('an unknown path is not shown, so that a guesser cannot write text into the list', async () => {
  await wrong('192.0.2.8', { path: '/v3/call+us+now' })
  await keep()
  expect(await rows()).toMatchObject([{ path: '/v3', code: CODE.unauthorized }])
})
