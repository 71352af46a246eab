import { randomBytes } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { errors } from '@portico/contract/errors.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'

const KB = 1024
const MB = 1024 * KB
let site: TestApp
let customer: Customer

beforeAll(async () => {
  site = await openTestApp({
    settings: { PARAMS_STORED_MB_PER_DAY: '1', FREE_CALLS_PER_DAY: '300', TASK_DELAY_MS: '0' },
  })
})
afterAll(() => closeBalanced(site))
beforeEach(async () => {
  customer = await openCustomer(site)
})

const large = (bytes: number) => ({ ...search()[0], keyword: randomBytes(bytes / 2).toString('hex') })

async function storedRequests() {
  const { rows } = await site.database.pool.query(
    `select e.id, p.cut_at, octet_length(p.request::text) as bytes, p.request
       from usage_events e left join usage_params p on p.id = e.id and p.at = e.at where e.login_id = $1 order by e.id`,
    [customer.login_id],
  )
  return rows
}

test('SEC-M4 O13 a refused task is stored up to a few kilobytes, with a mark that both screens show', async () => {
  expect(await customer.codes(POST, { body: [large(48 * KB), search()[0]] })).toEqual([
    200,
    CODE.ok,
    CODE.invalidField,
    CODE.taskCreated,
  ])
  const [refused, paid] = (await storedRequests()).toSorted((a, b) => b.bytes - a.bytes)
  expect(refused.bytes).toBeLessThan(4.2 * KB)
  expect(refused.cut_at).toBeGreaterThan(3.9 * KB)
  expect(refused.request).toMatchObject({ keyword: expect.stringMatching(/^[0-9a-f]{3000,}…$/) })
  expect(paid.cut_at).toBeNull()
  const browser = site.browser()
  await browser.signIn(customer.login)
  const { id, cut_at: request_cut_at } = refused
  expect(await browser.must(errors.getError, { id })).toMatchObject({ request_cut_at })
  expect(await browser.must(usage.getUsageTask, { id })).toMatchObject({ request_cut_at })
  expect(await browser.must(usage.getUsageTask, { id: paid.id })).toMatchObject({ request_cut_at: null })
})

test('SEC-M4 O13 a sandbox call is stored up to a few kilobytes, and a paid one completely', async () => {
  const keywords = Array.from({ length: 700 }, (_, n) => `standing desk number ${n}`)
  const SEARCH_VOLUME = '/v3/keywords_data/google_ads/search_volume/live'
  const body = [{ keywords, location_code: 2840, language_code: 'en' }]
  expect((await customer.codes(`/sandbox${SEARCH_VOLUME}`, { body }))[2]).toBe(CODE.ok)
  site.clock.forward(1)
  expect((await customer.codes(SEARCH_VOLUME, { body }))[2]).toBe(CODE.ok)
  const [free, paid] = await storedRequests()
  expect(free.bytes).toBeLessThan(5 * KB)
  expect(free.cut_at).not.toBeNull()
  expect(paid.request.keywords).toEqual(keywords)
  expect(paid.cut_at).toBeNull()
})

test('SEC-M4 O13 a login above its daily bytes has only field names and sizes stored, in every process, until the next day', async () => {
  const other = await site.sibling()
  const browser = await site.signedIn(customer.login)
  /** By the size of its fields alone it would have no limit of results, and cost far more. */
  const linesOfCheap = async () => {
    const path = '/v3/app_data/google/app_listings/search/live'
    expect(await customer.codes(path, { body: [{ title: 'tracker', limit: 10 }] })).toEqual([200, CODE.ok, CODE.ok])
    site.clock.forward(1)
    const id = (await storedRequests()).at(-1)?.id ?? ''
    return (await browser.must(usage.getUsageTask, { id })).cost_lines
  }
  const whole = await linesOfCheap()
  expect(whole).toMatchObject([{ kind: 'charged' }])
  const many = Array.from({ length: 90 }, () => large(8 * KB))
  for (let n = 0; n < 3; n += 1) await customer.call(POST, { body: many })
  await site.meter.stored.flush()
  site.clock.forward(1)
  expect(await customer.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
  expect((await storedRequests()).at(-1)).toMatchObject({
    cut_at: 0,
    request: { keyword: '15 bytes', location_code: '4 bytes' },
  })
  site.clock.forward(1)
  expect(await linesOfCheap(), 'what was reserved does not follow from sizes').toEqual(whole)
  site.clock.forward(1)
  await customer.call(LIVE, { body: search(), app: other.app })
  site.clock.forward(1)
  await other.meter.stored.flush()
  await customer.call(LIVE, { body: search('chair'), app: other.app })
  expect((await storedRequests()).at(-1)).toMatchObject({ cut_at: 0, request: { keyword: '7 bytes' } })
  const bytes = (await storedRequests()).reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  expect(bytes).toBeLessThan(1.2 * MB)
  site.clock.forward(24 * 60 * 60 * 1000)
  await customer.call(LIVE, { body: search('lamp') })
  expect((await storedRequests()).at(-1)).toMatchObject({ cut_at: null, request: { keyword: 'lamp' } })
})

test('SEC-M4 O13 a login above its daily free rows has one row per minute and code recorded, and every paid call', async () => {
  const body = Array.from({ length: 100 }, () => ({ ...search()[0], depth: 'much' }))
  for (let n = 0; n < 8; n += 1) await customer.call(POST, { body })
  for (let n = 0; n < 20; n += 1) await customer.call('/v3/serp/google/locations', { body: [{ no: n }] })
  const before = (await storedRequests()).length
  expect(before).toBeLessThanOrEqual(300 + 3)
  expect(await customer.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
  expect((await storedRequests()).length).toBe(before + 1)
  for (const path of [LIVE, POST]) {
    const { body: reply, headers } = await customer.call(`/sandbox${path}`, { body: search() })
    expect(reply?.status_code, 'each paid call allows ten more free ones').toBe(CODE.ok)
    expect(headers['retry-after']).toBeUndefined()
  }
  for (let n = 0; n < 20; n += 1) await customer.call(POST, { body })
  const refused = await customer.call(`/sandbox${LIVE}`, { body: search() })
  expect(refused.body).toMatchObject({
    status_code: CODE.rateLimit,
    status_message: expect.stringContaining('sandbox'),
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await openCustomer(site).then((one) => one.codes(`/sandbox${LIVE}`, { body: search() })))[2]).toBe(CODE.ok)
})

test('SEC-M4 O13 queued sandbox tasks count with all their bytes', async () => {
  const keywords = Array.from({ length: 700 }, () => randomBytes(20).toString('hex'))
  const path = '/sandbox/v3/keywords_data/google_ads/search_volume/task_post'
  const body = Array.from({ length: 20 }, () => ({ keywords, location_code: 2840, language_code: 'en' }))
  const codes: unknown[] = []
  for (let n = 0; n < 4; n += 1) codes.push((await customer.codes(path, { body }))[1])
  expect(codes.at(-1)).toBe(CODE.rateLimit)
  const { rows } = await site.database.pool.query(
    'select sum(octet_length(task::text))::integer as bytes from gateway_tasks where login_id = $1',
    [customer.login_id],
  )
  expect(rows[0].bytes).toBeLessThan(2 * MB)
})

test('SEC-M4 O13 a reply stored for a key repeats the parameters of refused tasks up to a few kilobytes only', async () => {
  const body = [search()[0], ...Array.from({ length: 20 }, () => large(20 * KB))]
  const headers = { 'idempotency-key': 'large' }
  const first = await customer.call(POST, { body, headers })
  expect(first.body?.tasks_error).toBe(20)
  const { rows } = await site.database.pool.query(
    'select octet_length(reply) as bytes, settles from gateway_keys where login_id = $1',
    [customer.login_id],
  )
  expect(rows[0].bytes).toBeLessThan(8 * KB)
  expect(rows[0].settles).toBeNull()
  const again = await customer.call(POST, { body, headers })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.body?.tasks?.map(({ id, status_code }) => [id, status_code])).toEqual(
    first.body?.tasks?.map(({ id, status_code }) => [id, status_code]),
  )
  expect(again.body?.tasks?.[0]).toEqual(first.body?.tasks?.[0])
})

test('SEC-M4 O13 tasks refused for lack of money leave no counter of identical tasks behind', async () => {
  const poor = await openCustomer(site, { usd: 0 })
  await site.database.pool.query('update api_logins set duplicates_hour = 10, duplicates_day = 10 where id = $1', [
    poor.login_id,
  ])
  await poor.call(POST, { body: Array.from({ length: 5 }, (_, n) => search(`desk ${n}`)[0]) })
  const { rows } = await site.database.pool.query(
    `select from rate_limits where key like 'gateway-same-%:' || $1 || ':%'`,
    [poor.login_id],
  )
  expect(rows).toHaveLength(0)
})
