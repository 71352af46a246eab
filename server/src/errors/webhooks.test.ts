import { errors } from '@portico/contract/errors.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openCustomer, POST, search } from '#testing/gateway/customer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const TODAY = { from: '2026-03-02', to: '2026-03-02', kind: 'webhook' as const }
let app: TestApp
let browser: ReturnType<TestApp['browser']>
let ids: string[]

/** Somebody whose server cannot be reached, with two tasks that were done. */
async function openUnlucky(site: TestApp) {
  const customer = await openCustomer(site)
  for (const keyword of ['desk', 'chair']) {
    const [task] = search(keyword)
    await customer.call(POST, { body: [{ ...task, pingback_url: 'http://127.0.0.1:9/hook?secret=1' }] })
  }
  site.clock.forward(60_000)
  await site.gateway.runDueTasks()
  await site.gateway.runDueWebhooks()
  return customer
}

const waiting = async () => {
  const { rows } = await app.database.pool.query(
    'select from gateway_webhooks where sent_at is null and failed_at is null',
  )
  return rows.length
}

beforeAll(async () => {
  app = await openTestApp({
    settings: { WEBHOOK_ALLOW_PRIVATE: 'on' },
  })
  const ann = await openUnlucky(app)
  browser = app.browser()
  await browser.signIn(ann.login)
  ids = (await browser.must(errors.getErrorRows, TODAY)).rows.map(({ id }) => id)
})
afterAll(() => app.close())

test('a webhook that was not delivered stands among the webhooks, not among the requests, without what its address hides', async () => {
  expect(ids.length).toBe(2)
  expect((await browser.must(errors.getErrorRows, { ...TODAY, kind: 'request' })).total).toBe(0)
  const found = await browser.must(errors.getError, { id: ids[0] ?? '' })
  expect(found).toMatchObject({ kind: 'webhook', function: 'serp/google/organic', request: null, request_id: null })
  expect(found.task_id).not.toBeNull()
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('SEC-H4 webhooks are sent again, each task once, and it costs nothing', async () => {
  expect((await browser.must(errors.getErrorChoices, TODAY)).role).toBe('owner')
  const before = await waiting()
  expect(await browser.must(errors.resendWebhooks, { ids: [...ids, ...ids] })).toEqual({
    sent: 2,
    waiting: 0,
    refused: 0,
  })
  expect(await waiting(), 'those that waited for their next try were brought forward').toBe(before)
  expect(await browser.must(errors.resendWebhooks, { ids })).toEqual({ sent: 0, waiting: 2, refused: 0 })
  const { rows } = await app.database.pool.query("select from ledger_transactions where memo like '%webhook%'")
  expect(rows.length).toBe(0)
})

test('those of a stranger stay where they are', async () => {
  const bob = await openUnlucky(app)
  const other = app.browser()
  await other.signIn(bob.login)
  const before = await waiting()
  expect(await other.must(errors.resendWebhooks, { ids })).toEqual({ sent: 0, waiting: 0, refused: 0 })
  expect(await waiting()).toBe(before)
})

test('more than a hundred at once, and none at all, are refused', async () => {
  const many = Array.from({ length: 101 }, () => ids[0] ?? '')
  for (const wrong of [many, []]) expect((await browser.call(errors.resendWebhooks, { ids: wrong })).status).toBe(400)
})

test('SEC-H4 asked thirty times in ten minutes, on the screen or by the data API, no more are sent', async () => {
  const [error] = (await browser.must(errors.getErrorRows, TODAY)).rows
  const customer = await openUnlucky(app)
  const own = app.browser()
  await own.signIn(customer.login)
  const mine = (await own.must(errors.getErrorRows, TODAY)).rows
  const one = { ids: [mine[0]?.id ?? ''] }
  for (let n = 0; n < 15; n += 1) expect((await own.call(errors.resendWebhooks, one)).status).toBe(200)
  const body = [{ id: mine[0]?.task_id ?? '' }]
  for (let n = 0; n < 15; n += 1) expect((await customer.codes('/v3/appendix/webhook_resend', { body }))[1]).toBe(20000)
  expect((await own.call(errors.resendWebhooks, one)).status).toBe(429)
  expect((await customer.codes('/v3/appendix/webhook_resend', { body }))[1]).toBe(40202)
  expect((await browser.call(errors.resendWebhooks, { ids: [error?.id ?? ''] })).status, 'another login').toBe(200)
})
