import { gunzipSync } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { generatedDocument, generatedPaths } from '#testing/catalogue/generated.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { ACCOUNT, HERS, MARKS, openCanary, requestsOf } from '#testing/gateway/canary.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'
import { variants } from '#testing/variants.ts'

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"

let site: TestApp
let upstream: TestServer
let receiver: TestServer
let customer: Customer
let other: Customer

beforeAll(async () => {
  upstream = await openCanary()
  receiver = await openTestServer((_, response) => response.end('ok'))
  const provider = writeWholeProvider({ 'weather.yaml': generatedDocument(), 'prices.yaml': PRICES })
  site = await openTestApp({
    settings: {
      PROVIDER_DIR: provider,
      UPSTREAM_URL: upstream.url,
      UPSTREAM_AUTH: 'Basic b3VyczpvdXJz',
      WEBHOOK_ALLOW_PRIVATE: 'on',
    },
  })
  customer = await openCustomer(site, { usd: 100 })
  other = await openCustomer(site)
})
afterAll(async () => {
  await closeBalanced(site)
  await Promise.all([upstream.close(), receiver.close()])
  dropProviders()
})

const text = async (path: string, body?: unknown) =>
  JSON.stringify((await customer.call(path, body === undefined ? {} : { body })).body)

async function postTask(path: string, by = customer, fields = {}): Promise<string> {
  const { body } = await by.call(path, { body: [{ keyword: 'a', ...fields }] })
  await site.gateway.runDueTasks()
  site.clock.forward(5_000)
  await site.gateway.runDueTasks()
  const id = body?.tasks?.[0]?.id
  if (!id) throw new Error(`${path} posted nothing`)
  return id
}

for (const [stride, options] of variants([8, 1]))
  test(`SEC no path of a whole document shows an id of upstream’s or its account, whatever id is requested (every ${stride}.)`, {
    ...options,
    timeout: 120_000,
  }, async () => {
    const crawl = await postTask('/v3/on_page/task_post')
    const search = await postTask('/v3/serp/google/organic/task_post')
    const leaks: string[] = []
    const requests = generatedPaths().flatMap((one) => requestsOf(one, { crawl, search }))
    for (const { path, body } of requests.filter((_, at) => at % stride === 0)) {
      const message = await text(path, body)
      if (MARKS.test(message)) leaks.push(`${path}: ${message}`)
    }
    expect(leaks).toEqual([])
    expect(upstream.received.filter(({ path }) => ACCOUNT.test(path))).toEqual([])
    for (const { path, body } of upstream.received) {
      expect(`${path} ${body}`).not.toContain(HERS)
      expect(`${path} ${body}`).not.toContain(crawl)
      expect(`${path} ${body}`).not.toContain(search)
    }
  })

test('a task’s id is replaced by ours wherever upstream names it', async () => {
  const id = await postTask('/v3/serp/google/organic/task_post')
  const got = await customer.call(`/v3/serp/google/organic/task_get/advanced/${id}`)
  expect(got.body?.tasks?.[0]).toMatchObject({
    id,
    status_code: CODE.ok,
    result: [{ id, task_id: id, endpoint_advanced: `/v3/serp/google/organic/task_get/advanced/${id}` }],
  })
  const crawl = await postTask('/v3/on_page/task_post')
  for (const [path, body] of [
    [`/v3/on_page/summary/${crawl}`, undefined],
    ['/v3/on_page/pages', [{ id: crawl, limit: 5 }]],
  ] as const) {
    const reply = await customer.call(path, body ? { body } : {})
    expect(reply.body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok, cost: 0, result: [{ id: crawl }] })
  }
})

test.each(['/v3/serp/screenshot', '/v3/serp/ai_summary'])(
  '%s accepts the id of the login’s own task and no other',
  async (path) => {
    const id = await postTask('/v3/serp/google/organic/task_post')
    const hers = await postTask('/v3/serp/google/organic/task_post', other)
    upstream.received.length = 0
    const reply = await customer.call(path, { body: [{ task_id: id }] })
    expect(reply.body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok, cost: 0.001, result: [{ task_id: id }] })
    expect(JSON.parse(upstream.received[0]?.body ?? '')).toEqual([{ task_id: expect.stringMatching(/-dead-/) }])
    for (const task_id of [hers, HERS, 'nonsense']) {
      const refused = await customer.call(path, { body: [{ task_id }] })
      expect(refused.body?.tasks?.[0]).toMatchObject({ status_code: CODE.taskNotFound, cost: 0, result: null })
    }
    expect(upstream.received).toHaveLength(1)
  },
)

test('another customer’s id is refused in an undocumented field too', async () => {
  upstream.received.length = 0
  const body = [{ keyword: 'a', related: { to: [HERS] } }]
  const reply = await customer.call('/v3/serp/google/organic/live/advanced', { body })
  expect(reply.body?.tasks?.[0]).toMatchObject({ status_code: CODE.taskNotFound, cost: 0 })
  expect(upstream.received).toEqual([])
})

test('webhooks, ready lists and the list of a whole API name tasks by our ids', async () => {
  const postback_url = `${receiver.url}/?id=$id`
  const id = await postTask('/v3/serp/google/organic/task_post', customer, { postback_url, postback_data: 'advanced' })
  expect(await text('/v3/serp/tasks_ready')).toContain(id)
  await site.gateway.runDueWebhooks()
  const [hook] = receiver.received
  expect(hook?.path).toBe(`/?id=${id}`)
  const sent = gunzipSync(Buffer.from(hook?.body ?? '', 'latin1')).toString()
  expect(sent).toContain(id)
  expect(sent).not.toMatch(MARKS)
  for (const path of [
    '/v3/serp/google/organic/tasks_ready',
    '/v3/serp/tasks_ready',
    '/v3/serp/bing/news/tasks_ready',
  ]) {
    const message = await text(path)
    expect(message).not.toMatch(MARKS)
    expect(message).not.toContain(other.login)
  }
})

test('a crawl is stopped upstream by upstream’s id, and only by the login that posted it', async () => {
  const { body } = await customer.call('/v3/on_page/task_post', { body: [{ keyword: 'a' }] })
  await site.gateway.runDueTasks()
  const id = body?.tasks?.[0]?.id
  upstream.received.length = 0
  expect(await other.codes('/v3/on_page/force_stop', { body: [{ id }] })).toEqual([200, CODE.ok, CODE.taskNotFound])
  expect(upstream.received).toEqual([])
  expect(await customer.codes('/v3/on_page/force_stop', { body: [{ id }] })).toEqual([200, CODE.ok, CODE.ok])
  expect(upstream.received[0]).toMatchObject({
    path: '/v3/on_page/force_stop',
    body: expect.stringContaining('-dead-'),
  })
})
