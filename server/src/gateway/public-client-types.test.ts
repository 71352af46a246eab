import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@portico/contract/codes.ts'
import * as client from 'dataforseo-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type ClientMethod, clientMethods } from '#testing/catalogue/declared.ts'
import { faultsOfResponse } from '#testing/catalogue/declared-answers.ts'
import { BUNDLED } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'

// Every method of the unchanged public client, against the sample provider under the client's name of the product.
const STEP = 8
const OURS = /id_list|errors$|tasks_ready|tasks_fixed|available_filters|appendix\/(status|user_data)/
/** Resending needs a failed webhook, which another test covers. */
const ELSEWHERE = /webhook_resend/
/** The client declares every function of its vendor here, also of plans that differ from ours. */
const IS_PARTIAL = /user_data/
const UNKNOWN_ID = '03021000-0000-0066-0000-5f2a1c9be001'

let site: TestApp
let customer: Customer
let provider: string
let url: string

beforeAll(async () => {
  provider = mkdtempSync(join(tmpdir(), 'portico-client-'))
  cpSync(BUNDLED, provider, { recursive: true })
  const rewrite = (name: string, change: (text: string) => string) =>
    writeFileSync(join(provider, name), change(readFileSync(join(provider, name), 'utf8')))
  rewrite('brand.yaml', (text) => text.replace(/^product:.*$/m, 'product: dataforseo'))
  // Functions that need a subscription are tested elsewhere.
  for (const name of readdirSync(join(provider, 'openapi')))
    rewrite(`openapi/${name}`, (text) => text.replaceAll(/^ *x-portico-subscription:.*\n/gm, ''))
  rmSync(join(provider, 'subscriptions.yaml'))
  site = await openTestApp({ settings: { PROVIDER_DIR: provider, TASK_DELAY_MS: '0' } })
  customer = await openCustomer(site, { usd: 1_000 })
  await site.database.pool.query('update api_logins set per_minute = 1000000 where id = $1', [customer.login_id])
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
}, 60_000)
afterAll(async () => {
  await closeBalanced(site)
  rmSync(provider, { recursive: true })
})

const find = (method: string, path: string) =>
  site.gateway.gate.catalogue.find(method === 'GET' ? 'GET' : 'POST', path)?.entry
const posted = new Map<string, string>()

/** A finished task of the function that a path reads. */
async function taskFor(path: string, sample: Record<string, unknown>): Promise<string> {
  const known = posted.get(path)
  if (known) return known
  const { body } = await customer.call(path, { body: [{ ...sample, postback_url: null, pingback_url: null }] })
  await site.gateway.runDueTasks()
  const id = body?.tasks?.[0]?.id ?? ''
  posted.set(path, id)
  return id
}

/** The client's request, with the function's example in the body and an existing task in the path. */
async function sentBy(path: string, method: string): Promise<{ path: string; body: string | undefined }> {
  const entry = find(method, path)
  if (!entry) return { path, body: undefined }
  const crawl = find('POST', '/v3/on_page/task_post')
  const search = find('POST', '/v3/serp/google/organic/task_post')
  if (!crawl || !search) throw new Error('the client has no such functions')
  const poster = entry.posted_by ?? (entry.api === 'on_page' ? crawl : search)
  const id = entry.kind === 'task_get' || entry.task_id_in ? await taskFor(poster.path, poster.sample) : UNKNOWN_ID
  const names = Object.keys(entry.schema.properties ?? {}).filter((name) => name === 'id' || name === 'task_id')
  const task = { ...entry.sample, ...Object.fromEntries(names.map((name) => [name, id])) }
  return { path: path.replace(UNKNOWN_ID, id), body: method === 'GET' ? undefined : JSON.stringify([task]) }
}

async function call({ api, name }: ClientMethod): Promise<{ answer: Record<string, unknown>; parsed: unknown }> {
  let answer: Record<string, unknown> = {}
  const http = {
    fetch: async (address: string, init?: RequestInit) => {
      const { path, body } = await sentBy(address.slice(url.length), init?.method ?? 'GET')
      const headers = { ...init?.headers, Authorization: customer.authorization }
      const reply = await fetch(url + path, { ...init, headers, ...(body !== undefined && { body }) })
      answer = (await reply.clone().json()) as Record<string, unknown>
      return reply
    },
  }
  const apis = client as unknown as Record<
    string,
    new (
      url: string,
      http: object,
    ) => Record<string, (given: unknown) => Promise<unknown>>
  >
  const Api = apis[api]
  if (!Api) throw new Error(api)
  const given = name.includes('Country') ? 'us' : UNKNOWN_ID
  const parsed = await new Api(url, http)[name]?.(given)
  return { answer, parsed }
}

/** Tests every n-th method, and all that we answer from our own database; another test checks all answers of the sample source. */
const methods = clientMethods().filter(({ path }, at) => !ELSEWHERE.test(path) && (at % STEP === 0 || OURS.test(path)))

test.each(Object.entries(Object.groupBy(methods, ({ api }) => api)))(
  '%s of the public client finds every field it declares, in its type',
  async (_, methods = []) => {
    const faults: string[] = []
    for (const method of methods) {
      const { answer, parsed } = await call(method)
      const [task] = Array.isArray(answer.tasks) ? answer.tasks : []
      const is_good = answer.status_code === CODE.ok && [CODE.ok, CODE.taskCreated].includes(task?.status_code)
      const refusal = `${task?.status_message ?? answer.status_message}`
      const found = is_good && parsed ? faultsOfResponse(answer, method.response) : [refusal]
      const wrong = IS_PARTIAL.test(method.path) ? found.filter((fault) => !fault.endsWith(' is missing')) : found
      if (wrong.length > 0)
        faults.push(`${method.http_method} ${method.path}: ${[...new Set(wrong)].slice(0, 4).join('; ')}`)
    }
    expect(faults).toEqual([])
  },
  240_000,
)

test('C1 the public client calls with its own request objects what it documents, without fields that it does not have', async () => {
  const http = {
    fetch: (address: string, init?: RequestInit) =>
      fetch(address, { ...init, headers: { ...init?.headers, Authorization: customer.authorization } }),
  }
  const serp = new client.SerpApi(url, http)
  const backlinks = new client.BacklinksApi(url, http)
  const target = 'example.com'
  const answers = await Promise.all([
    serp.naverOrganicTaskPost([new client.SerpNaverOrganicTaskPostRequestInfo({ keyword: 'iphone' })]),
    serp.googleFinanceMarketsTaskPost([
      new client.SerpGoogleFinanceMarketsTaskPostRequestInfo({ market_type: 'most-active' }),
    ]),
    serp.googleFinanceMarketsLiveAdvanced([
      new client.SerpGoogleFinanceMarketsLiveAdvancedRequestInfo({ location_code: 2840 }),
    ]),
    serp.googleFinanceMarketsLiveHtml([
      new client.SerpGoogleFinanceMarketsLiveHtmlRequestInfo({ market_type: 'indexes/asia-pacific' }),
    ]),
    backlinks.timeseriesSummaryLive([new client.BacklinksTimeseriesSummaryLiveRequestInfo({ target })]),
    backlinks.timeseriesNewLostSummaryLive([new client.BacklinksTimeseriesNewLostSummaryLiveRequestInfo({ target })]),
    new client.DomainAnalyticsApi(url, http).technologiesAggregationTechnologiesLive([
      new client.DomainAnalyticsTechnologiesAggregationTechnologiesLiveRequestInfo({ technology: 'Salesforce' }),
    ]),
  ])
  const codes = answers.map((answer: { tasks?: { status_code?: number }[] } | null) => answer?.tasks?.[0]?.status_code)
  expect(codes).toEqual([CODE.taskCreated, CODE.taskCreated, CODE.ok, CODE.ok, CODE.ok, CODE.ok, CODE.ok])
})
