import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'

// Behaviour that existing client programs of this API family rely on.
let site: TestApp
let customer: Customer
let receiver: TestServer
beforeAll(async () => {
  receiver = await openTestServer((_, response) => response.writeHead(500).end())
  site = await openTestApp({ settings: { TASK_DELAY_MS: '0', WEBHOOK_ALLOW_PRIVATE: 'on' } })
  customer = await openCustomer(site, { usd: 100 })
})
afterAll(async () => {
  await closeBalanced(site)
  await receiver.close()
})

const task = async (path: string, fields: unknown) => (await customer.call(path, { body: [fields] })).body?.tasks?.[0]
const get = async (path: string) => (await customer.call(path)).body?.tasks?.[0]
const balance = async () => (await fundsOf(site.ctx, customer.login_id)).balance_micros
const record = (value: unknown) => value as Record<string, unknown>
const SUGGESTIONS = '/v3/portico_labs/google/keyword_suggestions/live'
const LINKS = '/v3/backlinks/summary/live'
const RANKED = '/v3/portico_labs/google/ranked_keywords/live'
const VOLUME = '/v3/keywords_data/google_ads/search_volume/live'

describe('requests', () => {
  test('a number sent as text counts as the number, in the answer and in the price', async () => {
    expect(await task(LIVE, { ...search()[0], depth: '30', location_code: '2840' })).toMatchObject({
      status_code: CODE.ok,
      cost: 0.005,
      data: { depth: 30, location_code: 2840 },
    })
    expect(await task(POST, { ...search()[0], priority: '2' })).toMatchObject({
      status_code: CODE.taskCreated,
      cost: 0.0012,
    })
    expect(await task(LIVE, { ...search()[0], keyword: 404 })).toMatchObject({ data: { keyword: '404' } })
    for (const depth of ['ten', '1e2', '0x10', ' 5', '', '10.5', true])
      expect((await task(LIVE, { ...search()[0], depth }))?.status_code).toBe(CODE.invalidField)
  })

  test('a byte order mark is ignored, and a body that is not UTF-8 is refused and costs nothing', async () => {
    const body = JSON.stringify(search())
    expect(await customer.codes(LIVE, { body: `\ufeff${body}` })).toEqual([200, CODE.ok, CODE.ok])
    const before = await balance()
    const broken = Buffer.concat([Buffer.from('[{"keyword":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}]')])
    expect(await customer.codes(LIVE, { body: broken })).toEqual([200, CODE.invalidBody])
    expect(await balance()).toBe(before)
  })

  test.each(['', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'a body of the type “%s” is read as JSON',
    async (type) => {
      const headers = { 'content-type': type }
      expect(await customer.codes(LIVE, { body: JSON.stringify(search()), headers })).toEqual([200, CODE.ok, CODE.ok])
    },
  )

  test('HEAD is refused with the method to use, without a body, and costs nothing', async () => {
    const before = await balance()
    const { http, raw } = await customer.call('/v3/appendix/user_data', { method: 'HEAD' })
    expect([http, raw.length]).toEqual([200, 0])
    expect(await balance()).toBe(before)
  })

  test.each([
    ['keyword', POST, { ...search()[0], keyword: '   ' }],
    ['keyword', LIVE, { ...search()[0], keyword: '\t\n\u00a0' }],
    ['location_name', LIVE, { keyword: 'x', language_code: 'en', location_name: '   ' }],
    ['target', RANKED, { target: '    ', location_code: 2840, language_code: 'en' }],
    ['keywords[1]', VOLUME, { keywords: ['harbor', ' '], location_code: 2840, language_code: 'en' }],
  ])('a blank %s is refused by its name and costs nothing: %s', async (field, path, input) => {
    const before = await balance()
    const answer = await task(path, input)
    expect(answer).toMatchObject({ status_code: CODE.invalidField, cost: 0 })
    expect(answer?.status_message).toMatch(/^Invalid Field: '(.+)'\. It must be a text of .*, not blanks alone\.$/)
    expect(answer?.status_message).toContain(`'${field}'`)
    expect(await balance()).toBe(before)
  })

  test.each([
    ['https://exämple.com/done', /a full address like https:\/\/example\.com\/.*like %C3%BC, in the host like xn--/],
    ['https://example.com/größe', /a full address like https:\/\/example\.com\/.*like %C3%BC/],
    ['example.com/done', /a full address like https:\/\/example\.com\//],
    ['localhost:8080/done', /a public http or https address without credentials, like https:\/\/example\.com\//],
  ])('a pingback_url %s is refused with what is expected and an example', async (url, expected) => {
    const answer = await task(POST, { ...search()[0], pingback_url: url })
    expect(answer).toMatchObject({ status_code: CODE.invalidField, cost: 0 })
    expect(answer?.status_message).toMatch(/^Invalid Field: 'pingback_url'\. It must be /)
    expect(answer?.status_message).toMatch(expected)
  })

  test('blanks around a keyword, and a tag of blanks, are accepted', async () => {
    expect(await task(LIVE, { ...search()[0], keyword: ' harbor ', tag: '  ' })).toMatchObject({ status_code: CODE.ok })
  })

  test.each([
    ['location_code', 999],
    ['location_name', 'Atlantis'],
    ['language_code', 'xx'],
    ['language_name', 'Elvish'],
  ])('an unknown %s is refused and costs nothing', async (field, value) => {
    const before = await balance()
    const { location_code: _l, language_code: _c, ...rest } = record(search()[0])
    const other = field.startsWith('location') ? { language_code: 'en' } : { location_code: 2840 }
    const answer = await task(LIVE, { ...rest, ...other, [field]: value })
    expect(answer).toMatchObject({ status_code: CODE.invalidField, cost: 0 })
    expect(answer?.status_message).toContain(`'${field}'`)
    expect(await balance()).toBe(before)
  })

  test('Labs needs neither location nor language', async () => {
    expect(await task(SUGGESTIONS, { keyword: 'desk' })).toMatchObject({ status_code: CODE.ok })
    expect(await task('/v3/portico_labs/google/search_intent/live', { keywords: ['desk'] })).toMatchObject({
      status_code: CODE.ok,
    })
  })
})

describe('filters', () => {
  test('the fields of every function are listed with their kinds, and each of them can be used', async () => {
    const [listed] = (await get('/v3/portico_labs/available_filters'))?.result ?? []
    const fields = record(record(record(listed).keyword_suggestions).google)
    expect(fields).toMatchObject({ keyword: 'str', 'keyword_info.search_volume': 'num' })
    for (const [field, kind] of Object.entries(fields)) {
      const value = kind === 'num' ? 1 : kind === 'bool' ? true : 'a'
      const answer = await task(`/sandbox${SUGGESTIONS}`, { keyword: 'desk', filters: [[field, '<>', value]] })
      expect([field, answer?.status_code]).toEqual([field, CODE.ok])
    }
  })

  test.each([
    ['a field that no row has', { filters: ['nonsense', '=', 1] }],
    ['an operator that does not exist', { filters: [['keyword', 'near', 'a']] }],
    ['a joint that does not exist', { filters: [['keyword', '=', 'a'], 'xor', ['keyword', '=', 'b']] }],
    ['an order by nothing', { order_by: ['nonsense,desc'] }],
    ['an order in no direction', { order_by: ['keyword,up'] }],
  ])('%s is refused and costs nothing', async (_, fields) => {
    const before = await balance()
    const answer = await task(SUGGESTIONS, { keyword: 'desk', ...fields })
    expect(answer).toMatchObject({ status_code: CODE.invalidField, cost: 0 })
    expect(await balance()).toBe(before)
  })
})

describe('answers', () => {
  const { keyword } = record(search()[0])
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [LIVE, { ...search()[0] }, { api: 'serp', function: 'live', se: 'google', se_type: 'organic' }],
    [POST, { ...search()[0] }, { api: 'serp', function: 'task_post', se: 'google', se_type: 'organic' }],
    [
      '/v3/keywords_data/google_ads/search_volume/live',
      { keywords: ['a'] },
      { api: 'keywords_data', function: 'search_volume', se: 'google_ads' },
    ],
    [SUGGESTIONS, { keyword }, { api: 'portico_labs', function: 'keyword_suggestions', se_type: 'google' }],
    ['/v3/on_page/instant_pages', { url: 'https://a.example/' }, { api: 'on_page', function: 'instant_pages' }],
    ['/v3/on_page/task_post', { target: 'a.example', max_crawl_pages: 1 }, { api: 'on_page', function: 'task_post' }],
    [`/sandbox${LINKS}`, { target: 'a.example' }, { api: 'backlinks', function: 'summary' }],
  ])('%s has the documented name and type', async (path, fields, expected) => {
    const { data = {} } = (await task(path, fields)) ?? {}
    const { api, function: name, se, se_type } = data
    const named = { api, function: name, ...(se !== undefined && { se }), ...(se_type !== undefined && { se_type }) }
    expect(named).toMatchObject(expected)
    expect(Object.keys(named).length - Object.keys(expected).length).toBeLessThanOrEqual(1)
  })

  test('.ai posts every task and returns every id', async () => {
    const { body } = await customer.call(`${POST}.ai`, { body: [...search('a'), ...search('b'), ...search('c')] })
    expect(new Set(body?.tasks?.map(({ id }) => id)).size).toBe(3)
    expect(body?.cost).toBeCloseTo(3 * 0.0006)
  })

  test('.ai drops empty fields, rounds, and returns ten rows unless more are requested', async () => {
    const { body, headers } = await customer.call(`${SUGGESTIONS}.ai`, { body: [{ keyword: 'desk' }] })
    const { items } = record(body) as { items: unknown[] }
    expect(items).toHaveLength(10)
    expect(headers['x-cost']).toBe('0.013200')
    const text = JSON.stringify(items)
    expect(text).not.toMatch(/:(null|false|""|\[\]|\{\})/)
    expect(text).not.toMatch(/\d\.\d{4,}/)
    const more = await customer.call(`${SUGGESTIONS}.ai`, { body: [{ keyword: 'desk', limit: 12 }] })
    expect(record(more.body).items).toHaveLength(12)
    const months = await customer.call('/v3/keywords_data/google_ads/search_volume/live.ai', {
      body: [{ keywords: ['a'] }],
    })
    expect(JSON.stringify(months.body)).toMatch(/"monthly_searches":\{"\d{4}-\d\d":\d+/)
  })

  test('.ai accepts every request that the normal path accepts: its ten rows stay within the bounds of every function', async () => {
    const { entries } = site.gateway.gate.catalogue
    const bounded = entries.filter(
      ({ kind, schema }) => kind === 'live' && (schema.properties?.limit || schema.properties?.depth),
    )
    expect(bounded.length).toBeGreaterThan(50)
    const low = bounded.filter(({ schema }) => (schema.properties?.depth?.maximum ?? 10) < 10)
    expect(low.length).toBeGreaterThan(0)
    for (const entry of [...low, ...bounded.filter((_, at) => at % 8 === 0)]) {
      const { limit: _limit, depth: _depth, ...sample } = entry.sample
      const { body } = await customer.call(`/sandbox${entry.path}.ai`, { body: [sample] })
      expect(JSON.stringify(body), entry.path).not.toMatch(/Invalid Field/)
    }
  })

  test('a base address that ends in /sandbox does not double it', async () => {
    const ready = `/sandbox/v3/serp/google/organic/task_get/advanced`
    const posted = await task(`/sandbox${POST}`, search()[0])
    await site.gateway.runDueTasks()
    for (const path of [`${ready}/${posted?.id}`, `/sandbox${ready}/${posted?.id}`])
      expect(await get(path)).toMatchObject({ status_code: CODE.ok, id: posted?.id })
  })

  test('the ready list of an API names the finished tasks of all its functions', async () => {
    const own = await openCustomer(site)
    const first = await own.call(POST, { body: search() })
    const second = await own.call('/v3/serp/google/news/task_post', { body: search() })
    await site.gateway.runDueTasks()
    const { body } = await own.call('/v3/serp/tasks_ready')
    const ids = body?.tasks?.[0]?.result?.map((row) => record(row).id)
    expect(ids?.toSorted()).toEqual([first, second].map((one) => one.body?.tasks?.[0]?.id).toSorted())
    expect(JSON.stringify(body)).toContain('/v3/serp/google/news/task_get/advanced/')
  })
})

describe('the account', () => {
  test('errors lists undelivered webhooks by the id with which they are resent', async () => {
    const pingback_url = `${receiver.url}/done`
    const posted = await task(POST, { ...search()[0], pingback_url })
    await site.gateway.runDueTasks()
    await site.gateway.runDueWebhooks()
    const listed = await task('/v3/serp/errors', { filtered_function: 'pingback_url' })
    expect(listed?.result).toMatchObject([
      { id: posted?.id, function: 'pingback_url', http_url: pingback_url, http_method: 'GET', http_code: 500 },
    ])
    expect((await task('/v3/serp/errors', { filtered_function: 'postback_url' }))?.result).toEqual([])
    expect((await task('/v3/appendix/webhook_resend', { id: posted?.id }))?.status_code).toBe(CODE.ok)
  })

  test('errors shows the method by which a path was called', async () => {
    const own = await openCustomer(site)
    await own.call(LIVE, { body: [{ keyword: 'a' }] })
    await own.call('/v3/serp/id_list', { body: [{ datetime_from: 'never' }] })
    const { body } = await own.call('/v3/serp/errors', { body: [{}] })
    const rows = body?.tasks?.[0]?.result?.map((row) => [record(row).http_url, record(row).http_method])
    expect(rows?.toSorted()).toEqual([
      [LIVE, 'POST'],
      ['/v3/serp/id_list', 'POST'],
    ])
  })

  test('user_data shows limits of look-ups as numbers, and those of polling as in their header', async () => {
    const reply = await customer.call('/v3/appendix/user_data')
    const [data] = reply.body?.tasks?.[0]?.result ?? []
    const minute = record(record(record(record(data).rates).limits).minute)
    expect(record(minute.serp)).toMatchObject({ id_list: expect.any(Number), errors: expect.any(Number) })
    const polled = await customer.call('/v3/serp/google/organic/tasks_ready')
    const organic = record(record(record(minute.serp).google).organic)
    expect(String(organic.tasks_ready)).toBe(polled.headers['x-ratelimit-limit'])
    expect(String(record(organic.live).advanced)).toBe(reply.headers['x-ratelimit-limit'])
  })
})
