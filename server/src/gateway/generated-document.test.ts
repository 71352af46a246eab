import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { generatedDocument, generatedPaths } from '#testing/catalogue/generated.ts'
import { OVERLAY } from '#testing/catalogue/overlay.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { MARKS, openCanary, ROWS, requestsOf } from '#testing/gateway/canary.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import type { TestServer } from '#testing/gateway/upstream.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const PRICES = "version: '1'\nvalid_from: 2026-01-01\ndefault: { per_request: 0.001 }\nfunctions: {}\n"
const MICROS = 1_000_000
const CRAWL_MICROS = 1_000
/** Tests every n-th of more than 600 paths; `npm run prove -- document` tests them all. */
const STEP = 25

describe.each([
  ['as its vendor wrote it', {}],
  ['with what an overlay adds', { 'overlays/ours.yaml': OVERLAY }],
])('a document of code generators, %s', (_, files) => {
  const has_overlay = Object.keys(files).length > 0
  let site: TestApp
  let upstream: TestServer
  let customer: Customer
  beforeAll(async () => {
    upstream = await openCanary()
    const provider = writeWholeProvider({ 'weather.yaml': generatedDocument([], 3), 'prices.yaml': PRICES, ...files })
    site = await openTestApp({
      settings: {
        PROVIDER_DIR: provider,
        UPSTREAM_URL: upstream.url,
        UPSTREAM_AUTH: 'Basic b3VyczpvdXJz',
        TASK_DELAY_MS: '0',
      },
    })
    customer = await openCustomer(site, { usd: 100 })
  })
  afterAll(async () => {
    expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
    await site.close()
    await upstream.close()
    dropProviders()
  })

  const balance = async () => (await fundsOf(site.ctx, customer.login_id)).balance_micros
  /** The cost that the answers of a call state. */
  const cost = async (path: string, body: unknown) => {
    const reply = await customer.call(path, { body })
    return {
      codes: [reply.body?.status_code, reply.body?.tasks?.[0]?.status_code],
      micros: Math.round((reply.body?.cost ?? 0) * MICROS),
    }
  }

  test('the document loads with more than 600 paths, each of a known kind', () => {
    const { entries, left_out, idle_actions } = site.gateway.gate.catalogue
    expect(entries.length).toBeGreaterThan(600)
    expect(left_out).toEqual([])
    expect(idle_actions).toEqual([])
    expect(new Set(entries.filter(({ kind }) => kind === 'live').map(({ title }) => title)).size).toBeGreaterThan(80)
  })

  test.each([
    ['/v3/serp/google/organic/live/advanced', { keyword: 'a', limit: 5 }, 1_000, 1_000],
    ['/v3/backlinks/summary/live', { keyword: 'a', limit: 5 }, 1_000, 20_000 + ROWS * 1_000],
    ['/v3/serp/google/organic/task_post', { keyword: 'a' }, 1_000, 3_000],
    ['/v3/serp/google/organic/task_post', { keyword: 'a', priority: 2 }, 1_000, 6_000],
    ['/v3/backlinks/locations', {}, 0, 0],
  ])('%s with %j is answered and charged as its price states', async (path, task, plain, with_overlay) => {
    const before = await balance()
    const { codes, micros } = await cost(path, [task])
    expect(codes[1]).toBe(path.endsWith('task_post') ? CODE.taskCreated : CODE.ok)
    expect(micros).toBe(has_overlay ? with_overlay : plain)
    await site.gateway.runDueTasks()
    expect(before - (await balance())).toBe(micros)
  })

  test('a request without a field that an overlay requires is refused without an upstream call', async () => {
    const before = await balance()
    upstream.received.length = 0
    const { codes, micros } = await cost('/v3/backlinks/summary/live', [{ limit: 5 }])
    expect([codes[1], micros]).toEqual(has_overlay ? [CODE.invalidField, 0] : [CODE.ok, 1_000])
    expect(upstream.received).toHaveLength(has_overlay ? 0 : 1)
    expect(before - (await balance())).toBe(micros)
  })

  test('filters, numbers sent as text and null fields are accepted as clients send them', async () => {
    const task = {
      keyword: 'a',
      filters: [['rank', '>', 1]],
      location_code: 2840,
      priority: '2',
      tag: null,
      unheard_of: 1,
    }
    expect((await cost('/v3/serp/bing/news/live/advanced', [task])).codes).toEqual([CODE.ok, CODE.ok])
  })

  test('answers show nothing of upstream’s account or other customers’ tasks, and their costs add up', async () => {
    const post = async (path: string) => {
      const { body } = await customer.call(path, { body: [{ keyword: 'a' }] })
      await site.gateway.runDueTasks()
      return body?.tasks?.[0]?.id ?? ''
    }
    const own = { crawl: await post('/v3/on_page/task_post'), search: await post('/v3/serp/google/organic/task_post') }
    const before = await balance()
    const requested = generatedPaths().filter(
      (path, at) => at % STEP === 0 || /on_page|appendix|screenshot|summary|errors|id_list/.test(path),
    )
    const leaks: string[] = []
    let stated = 0
    for (const { path, body } of requested.flatMap((one) => requestsOf(one, own))) {
      const reply = await customer.call(path, body === undefined ? {} : { body })
      stated += Math.round((reply.body?.cost ?? 0) * MICROS)
      const message = JSON.stringify(reply.body)
      if (MARKS.test(message)) leaks.push(`${path}: ${message}`)
    }
    await site.gateway.runDueTasks()
    expect(leaks).toEqual([])
    expect(stated).toBeGreaterThan(0)
    // One of the posted crawls names another customer's id: it is never sent, and its cost is refunded.
    expect(before - (await balance())).toBe(stated - CRAWL_MICROS)
  })
})
