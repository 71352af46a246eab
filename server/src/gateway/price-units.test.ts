import { setTimeout as pause } from 'node:timers/promises'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCatalogue, understood } from '#catalogue/index.ts'
import { fundsOf, readStatement, refundCall } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

// A provider that sells by tokens, bytes and time.
const DOCUMENT = `openapi: 3.1.0
info: { title: Models, version: '1' }
x-portico-kind: live
paths:
  /v1/chat:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { prompt: { type: string }, max_tokens: { type: integer, minimum: 1, maximum: 4000, default: 1000 } } }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { type: object, additionalProperties: false, properties: { text: { type: string }, usage: { type: object, additionalProperties: false, properties: { total_tokens: { type: integer } } } } }
  /v1/files:
    get: { responses: { '200': { description: ok, content: { text/plain: { schema: { type: string } } } } } }
  /v1/renders:
    get: { responses: { '200': { description: ok } } }
  /v1/lookups:
    get: { responses: { '200': { description: ok } } }
  /v1/events:
    get: { responses: { '200': { description: ok, content: { text/event-stream: { schema: { type: string } } } } } }
`
const FAMILY = `openapi: 3.1.0
info: { title: Family, version: '1' }
paths:
  /v3/texts/summary/task_post:
    post:
      requestBody: { content: { application/json: { schema: { type: array, maxItems: 100, items: { type: object, required: [text], properties: { text: { type: string } } } } } } }
      responses: { '200': { description: ok } }
  /v3/appendix/user_data: { get: { responses: { '200': { description: ok } } } }
  /v3/texts/summary/task_get/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok } }
`
const PRICES = `version: '1'
valid_from: 2026-01-01
functions:
  chat:
    units: { tokens: { answer: usage.total_tokens, size: 1000, max_field: max_tokens } }
    live: { per_request: 0.0001, per_unit: { tokens: 0.002 } }
  files:
    units: { bytes: { count: bytes, size: 1024, included: 1024, max: 10240 } }
    live: { per_unit: { bytes: 0.001 }, min: 0.0005 }
  renders:
    units: { time: { count: milliseconds, size: 1000 } }
    live: { per_unit: { time: 1 }, max: 5 }
  lookups:
    monthly_free: { requests: 3 }
    live: { per_request: [{ up_to: 2, price: 0.5 }, { price: 0.1 }] }
  events:
    units: { events: { count: events, max: 10 } }
    live: { per_unit: { events: 0.001 } }
  texts/summary:
    monthly_free: { tokens: 100 }
    units: { tokens: { answer: tokens, max: 300 } }
    task: { normal: { per_unit: { tokens: [{ up_to: 50, price: 0.002 }, { price: 0.001 }] } } }
`
let site: TestApp
let provider_dir = ''
let upstream: TestServer
let customer: Customer
beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, '{}'))
  provider_dir = writeWholeProvider({ 'weather.yaml': DOCUMENT, 'family.yaml': FAMILY, 'prices.yaml': PRICES })
  site = await openTestApp({ settings: { PROVIDER_DIR: provider_dir, UPSTREAM_URL: upstream.url } })
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})
beforeEach(async () => {
  customer = await openCustomer(site)
})

const MONEY = 10_000_000
const spent = async (of = customer) => MONEY - (await fundsOf(site.ctx, of.login_id)).balance_micros
const costOf = async (path: string, more: { method?: 'POST'; payload?: object } = {}) => {
  const { statusCode, headers } = await site.app.inject({
    url: path,
    headers: { authorization: customer.authorization, 'content-type': 'application/json' },
    ...more,
  })
  return [statusCode, headers['x-cost']]
}
const chat = (total_tokens: unknown, body: object = {}) => {
  upstream.setAnswer((_, response) => send(response, JSON.stringify({ text: 'Hi', usage: { total_tokens } })))
  return costOf('/v1/chat', { method: 'POST', payload: { prompt: 'Hello', ...body } })
}

test('tokens are charged by the number in the answer, in parts of a thousand, at most as many as were requested', async () => {
  expect(await chat(1)).toEqual([200, '0.000102'])
  expect(await chat(750)).toEqual([200, '0.001600'])
  expect(await chat(5_000)).toEqual([200, '0.002100'])
  expect(await chat(5_000, { max_tokens: 3_000 })).toEqual([200, '0.006100'])
  expect(await spent()).toBe(102 + 1_600 + 2_100 + 6_100)
})

test('an answer without the priced number is passed on, charged without it, and reported', async () => {
  for (const wrong of [undefined, null, '12', -5, Number.MAX_VALUE])
    expect(await chat(wrong)).toEqual([200, '0.000100'])
  const reported = site.log_lines.filter((line) => line.includes('priced list not found in the answer'))
  expect(reported).toHaveLength(5)
  expect(JSON.parse(reported[0] ?? '')).toMatchObject({ function: 'chat', list: 'usage.total_tokens' })
})

test('X-Max-Cost is compared with the most a call can cost', async () => {
  const headers = { 'x-max-cost': '0.0021' }
  upstream.setAnswer((_, response) => send(response, JSON.stringify({ usage: { total_tokens: 4 } })))
  const good = await customer.call('/v1/chat', { body: { prompt: 'a' }, headers })
  expect(good.http).toBe(200)
  const refused = await customer.call('/v1/chat', { body: { prompt: 'a', max_tokens: 1_001 }, headers })
  expect(refused.http).toBe(402)
})

test('bytes are charged above those included, at least the lowest price and at most the bound', async () => {
  const sized = (bytes: number) =>
    upstream.setAnswer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(bytes)),
    )
  const costs: unknown[] = []
  for (const bytes of [10, 1_024, 1_025, 2_048, 5_000, 2_000_000]) {
    sized(bytes)
    costs.push((await costOf('/v1/files'))[1])
  }
  expect(costs).toEqual(['0.000500', '0.000500', '0.000500', '0.001000', '0.003883', '0.009000'])
})

test('time is charged as long as the source took, at most the highest price of a call', async () => {
  upstream.setAnswer(async (_, response) => {
    await pause(300)
    send(response, '{}')
  })
  const [, cost] = await costOf('/v1/renders')
  expect(Number(cost)).toBeGreaterThanOrEqual(0.3)
  expect(Number(cost)).toBeLessThan(5)
})

test('server-sent events are counted, without comments', async () => {
  upstream.setAnswer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: 1\n\n: ping\n\nevent: x\r\ndata: 2\r\n\r\ndata: half'),
  )
  const before = (await fundsOf(site.ctx, customer.login_id)).balance_micros
  // A stream is charged for what was passed on: its cost is not known when its headers leave.
  expect(await costOf('/v1/events')).toEqual([200, undefined])
  await expect.poll(async () => before - (await fundsOf(site.ctx, customer.login_id)).balance_micros).toBe(2_000)
})

test('the first calls of a month are free without any money, the next cost the first price, and all further ones the second', async () => {
  const poor = await openCustomer(site, { usd: 0 })
  upstream.setAnswer((_, response) => send(response, '{}'))
  const call = () => poor.call('/v1/lookups', { method: 'GET' })
  for (let n = 0; n < 3; n += 1) expect((await call()).headers['x-cost']).toBe('0.000000')
  expect((await call()).http).toBe(402)
  await poor.give(1_700_000)
  const costs: unknown[] = []
  for (let n = 0; n < 4; n += 1) costs.push((await call()).headers['x-cost'])
  expect(costs).toEqual(['0.500000', '0.500000', '0.100000', '0.100000'])
  expect((await call()).headers['x-cost']).toBe('0.100000')
  expect((await call()).http, 'the highest price has to be there').toBe(402)
  expect((await fundsOf(site.ctx, poor.login_id)).balance_micros).toBe(400_000)
})

test('a call that fails uses nothing of the month', async () => {
  const poor = await openCustomer(site, { usd: 0 })
  const call = () => poor.call('/v1/lookups', { method: 'GET' })
  upstream.setAnswer((_, response) => send(response, '{}', 404))
  for (let n = 0; n < 5; n += 1) expect((await call()).http).toBe(404)
  upstream.setAnswer((_, response) => send(response, '{}'))
  for (let n = 0; n < 3; n += 1) expect((await call()).http).toBe(200)
  expect((await call()).http).toBe(402)
})

test('forty calls at once use the three free ones once, and cost what forty in a row cost', async () => {
  upstream.setAnswer((_, response) => send(response, '{}'))
  await site.database.owner.query('update api_logins set simultaneous = 100 where id = $1', [customer.login_id])
  await customer.give(50_000_000)
  const replies = await Promise.all(Array.from({ length: 40 }, () => customer.call('/v1/lookups', { method: 'GET' })))
  expect(replies.map(({ http }) => http)).toEqual(Array(40).fill(200))
  const costs = replies.map(({ headers }) => Number(headers['x-cost'])).toSorted((a, b) => a - b)
  expect(costs.filter((cost) => cost === 0)).toHaveLength(3)
  expect(costs.filter((cost) => cost === 0.5)).toHaveLength(2)
  expect((await spent()) + 50_000_000).toBe(1_000_000 + 35 * 100_000)
})

test('a queued task is held at the highest price and costs what was counted: in its outcome, the balance and the statement', async () => {
  const results = [70, 80, 120]
  upstream.setAnswer((request, response) => {
    if (request.path.includes('task_post'))
      return send(response, envelope({ status_code: CODE.taskCreated, id: `u${results.length}` }))
    send(response, envelope({ result: [{ tokens: results.shift() }] }))
  })
  const refunds: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const posted = await customer.call('/v3/texts/summary/task_post', { body: [{ text: 'a' }] })
    expect(posted.body?.tasks?.[0]?.status_code).toBe(CODE.taskCreated)
    await site.gateway.runDueTasks()
    site.clock.forward(5_000)
    await site.gateway.runDueTasks()
    refunds.push(await spent())
  }
  // 70 free; 30 free and 50 at 0.002; 120 at 0.001.
  expect(refunds).toEqual([0, 100_000, 220_000])
  const { rows } = await site.database.owner.query(
    `select sum(e.cost_micros - o.refunded_micros)::int as micros from usage_events e join usage_outcomes o using (id) where e.login_id = $1`,
    [customer.login_id],
  )
  expect(rows[0].micros).toBe(220_000)
  const statement = await readStatement(site.ctx.db, customer.login_id, {
    from: new Date('2026-01-01'),
    to: new Date('2027-01-01'),
  })
  expect(statement.closing_micros).toBe(MONEY - 220_000)
})

test('a call that is refunded in full leaves its month, one that is refunded in part does not', async () => {
  upstream.setAnswer((_, response) => send(response, '{}'))
  const call = async () => {
    const { headers } = await site.app.inject({
      url: '/v1/lookups',
      headers: { authorization: customer.authorization },
    })
    return { cost: headers['x-cost'], id: String(headers['x-request-id']) }
  }
  const refund = (id: string, amount_micros?: number) =>
    refundCall(site.ctx, { call: id, amount_micros, reason: 'test', actor: 'test' }, async () => undefined)
  const calls = []
  for (let at = 0; at < 5; at += 1) calls.push(await call())
  expect(calls.map(({ cost }) => cost)).toEqual(['0.000000', '0.000000', '0.000000', '0.500000', '0.500000'])
  await refund(calls[3]?.id ?? '', 100_000)
  const cheap = await call()
  expect(cheap.cost, 'two units are still counted').toBe('0.100000')
  await refund(calls[4]?.id ?? '')
  await refund(cheap.id)
  expect((await call()).cost).toBe('0.500000')
  expect((await call()).cost).toBe('0.100000')
  await expect(refund(calls[4]?.id ?? '')).rejects.toThrow()
  expect((await call()).cost, 'a refused refund changes nothing').toBe('0.100000')
})

test('user_data and catalogue check list the steps by volume and what is free each month', async () => {
  const reply = await customer.call('/v3/appendix/user_data', { method: 'GET' })
  const prices = JSON.stringify(reply.body)
  expect(prices).toContain(
    '"live":{"priority_normal":[{"cost_type":"per_request","cost":0.5,"up_to":2},{"cost_type":"per_request","cost":0.1,"up_to":null}],"monthly_free":{"requests":3},"monthly_pool":"lookups"}',
  )
  const words = openCatalogue(provider_dir).entries.map((entry) => understood(entry).price)
  expect(words).toContain('$0.500000 up to 2, $0.100000 a request + 3 requests free each month in lookups')
})
