import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import { playground } from '@portico/contract/playground.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { callsOf } from '#testing/gateway/calls-store.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { WEATHER, WEATHER_PRICES } from '#testing/gateway/weather.ts'

const MONEY = 10_000_000
const PATIENT = { timeout: 30_000 }
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let site: TestApp
let upstream: TestServer
let customer: Awaited<ReturnType<typeof openCustomer>>
let port = 0

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, '{}'))
  const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': WEATHER, 'prices.yaml': WEATHER_PRICES })
  const settings = { PROVIDER_DIR, UPSTREAM_URL: `${upstream.url}/backend`, UPSTREAM_AUTH: 'Bearer of-the-operator' }
  site = await openTestApp({ settings })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as { port: number }).port
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
  dropProviders()
})
beforeEach(async () => {
  upstream.received.length = 0
  upstream.setAnswer((_, response) => send(response, '{"temperature":21.5}'))
  customer = await openCustomer(site)
})

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  headers?: Record<string, string>
  body?: string | Buffer
}
const call = async (url: string, { method = 'GET', headers, body }: Sent = {}) => {
  const reply = await site.app.inject({
    method,
    url,
    headers: { authorization: customer.authorization, ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.body,
    bytes: reply.rawPayload,
    json: () => reply.json(),
  }
}
const spent = async () => MONEY - (await fundsOf(site.ctx, customer.login_id)).balance_micros
const held = async () => (await fundsOf(site.ctx, customer.login_id)).held_micros
const calls = () => callsOf(site.database.db, customer.login_id)
const answer = (status: number, body: string | Buffer, headers: Record<string, string> = {}) =>
  upstream.setAnswer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  )

describe('requests of a plain document', () => {
  test('upstream gets the document’s path and body with our credentials, the customer and the request id', async () => {
    const reply = await call('/v1/current?lat=54.1&lon=12.1', {
      headers: {
        'x-units': 'si',
        'x-other': 'secret',
        cookie: 'sid=secret',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    })
    expect([reply.status, reply.body]).toEqual([200, '{"temperature":21.5}'])
    const [sent] = upstream.received
    expect(sent).toMatchObject({ method: 'GET', path: '/backend/current?lat=54.1&lon=12.1', body: '' })
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer of-the-operator',
      'x-customer-id': String(customer.login_id),
      'x-request-id': reply.headers['x-request-id'],
      'x-units': 'si',
      traceparent: expect.stringMatching(/^00-a/),
    })
    expect(sent?.headers).not.toHaveProperty('content-type')
    expect(JSON.stringify(sent)).not.toMatch(/secret/)
    expect(reply.headers).toMatchObject({ 'x-cost': '0.001000', 'content-type': 'application/json' })
    expect(await spent()).toBe(1_000)
    expect(await calls()).toMatchObject([
      { path: '/v1/current', status_code: CODE.ok, http_status: 200, api: 'now', function: 'current' },
    ])
  })

  test('a path of a plain document with /v3 before it is not found', async () => {
    expect((await call('/v3/v1/current?lat=1&lon=1')).json()).toMatchObject({ status_code: CODE.notFound })
  })

  const queries: [string, string][] = [
    ['kinds=synop', 'kinds=synop'],
    ['kinds=synop&kinds=metar', 'kinds=synop&kinds=metar'],
    ['bbox=1,2.5,-3,4', 'bbox=1,2.5,-3,4'],
    ['bbox=1%2C2%2C3%2C4', 'bbox=1,2,3,4'],
    ['ids=1%7C2', 'ids=1|2'],
    ['filter[above]=2.5', 'filter%5Babove%5D=2.5'],
    ['undeclared=a&undeclared=b', 'undeclared=a&undeclared=b'],
    ['', ''],
  ]
  test.each(queries)('the query %s is passed on as declared: %s', async (given, expected) => {
    expect((await call(`/v1/stations?${given}`)).status).toBe(200)
    expect(upstream.received[0]?.path).toBe(`/backend/stations${expected && `?${expected}`}`)
  })

  const refused: [string, string, RegExp][] = [
    ['GET', '/v1/current', /'lat'.*required/],
    ['GET', '/v1/current?lat=91&lon=0', /'lat'.*from -90 to 90/],
    ['GET', '/v1/current?lat=1&lat=2&lon=0', /'lat'/],
    ['GET', '/v1/stations?bbox=1,2,3', /'bbox'.*4/],
    ['GET', '/v1/stations?bbox=1,2,3,x', /'bbox\[3\]'.*number/],
    ['GET', '/v1/stations?kinds=radar', /'kinds\[0\]'.*synop, metar/],
    ['GET', '/v1/stations/bad-id', /'station_id'/],
    ['GET', '/v1/stations/..%2fstatus', /'station_id'/],
    ['DELETE', '/v1/stations/edhk', /'station_id'/],
    ['GET', '/v1/tiles/nosuch/1/1/1.png', /'layer'.*rain, wind/],
    ['GET', '/v1/tiles/rain/13/1/1.png', /'z'.*12/],
    ['GET', '/v1/tiles/rain/1/1/y.png', /'y'/],
  ]
  test.each(refused)('%s %s is refused with a problem that names the field', async (method, url, detail) => {
    const reply = await call(url, { method: method === 'DELETE' ? 'DELETE' : 'GET' })
    expect(reply.status).toBe(400)
    expect(reply.headers['content-type']).toBe('application/problem+json')
    expect(reply.json()).toMatchObject({
      status: 400,
      title: 'Bad Request',
      code: CODE.invalidField,
      request_id: reply.headers['x-request-id'],
    })
    expect(reply.json().detail).toMatch(detail)
    expect(upstream.received).toEqual([])
    expect(await spent()).toBe(0)
    expect(await calls()).toMatchObject([{ status_code: CODE.invalidField, http_status: 400 }])
  })

  test('bodies are passed on unchanged: an object, a list, a text; numbers are not rounded', async () => {
    const object = '{ "name": "Kap Arkona" }'
    await call('/v1/stations', { method: 'POST', body: object, headers: { 'content-type': 'application/json' } })
    await call('/v1/batches', {
      method: 'POST',
      body: '[1, 2, 9007199254740993]',
      headers: { 'content-type': 'application/json' },
    })
    await call('/v1/notes', { method: 'PUT', body: 'seen', headers: { 'content-type': 'text/plain' } })
    expect(upstream.received.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
      ['POST', object, 'application/json'],
      ['PUT', 'seen', 'text/plain'],
    ])
    await call('/v1/batches', { method: 'POST', body: '[1, 2, 3.0]', headers: { 'content-type': 'application/json' } })
    expect(upstream.received.at(-1)?.body).toBe('[1, 2, 3.0]')
  })

  const bodies: [string, string, string, number, number][] = [
    ['POST', '/v1/stations', '', 400, CODE.emptyBody],
    ['POST', '/v1/stations', '{', 400, CODE.invalidBody],
    ['POST', '/v1/stations', '[]', 400, CODE.invalidBody],
    ['POST', '/v1/stations', '{"name":"x"}', 400, CODE.invalidField],
    ['POST', '/v1/stations', '{"name":"xx","more":1}', 400, CODE.unknownFields],
    ['POST', '/v1/batches', '["a"]', 400, CODE.invalidField],
    ['PUT', '/v1/notes', '<a/>', 400, CODE.invalidField],
  ]
  test.each(bodies)('%s %s with %j is refused', async (method, url, body, status, code) => {
    const type = method === 'PUT' ? 'application/xml' : 'application/json'
    const reply = await call(url, {
      method: method === 'PUT' ? 'PUT' : 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect([reply.status, reply.json().code]).toEqual([status, code])
    expect(upstream.received).toEqual([])
    expect(await spent()).toBe(0)
  })
})

describe('answers of a plain document’s source', () => {
  const own: [number, string, Record<string, string>][] = [
    [404, '{"error":"unknown station"}', {}],
    [400, '{"message":"no"}', {}],
    [422, '{"detail":"no such day","type":"about:blank"}', { 'content-type': 'application/problem+json' }],
    [429, 'slow down', { 'content-type': 'text/plain', 'retry-after': '7' }],
    [404, '<html>nginx</html>', { 'content-type': 'text/html' }],
    [409, '', {}],
  ]
  test.each(own)(
    '%i with %j is returned unchanged, is free and is recorded as the caller’s error',
    async (status, body, headers) => {
      answer(status, body, headers)
      const reply = await call('/v1/stations/EDHK001')
      expect([reply.status, reply.body]).toEqual([status, body])
      for (const [name, value] of Object.entries(headers)) expect(reply.headers[name]).toBe(value)
      expect(reply.headers['x-cost']).toBe('0.000000')
      expect([await spent(), await held()]).toEqual([0, 0])
      expect(await calls()).toMatchObject([{ status_code: status * 100 + 90, http_status: status }])
    },
  )

  test('many refusals do not open the breaker for others', async () => {
    answer(404, 'no', { 'content-type': 'text/plain' })
    for (let round = 0; round < 30; round += 1) await call('/v1/stations/EDHK001')
    expect((await call('/v1/stations/EDHK001')).status).toBe(404)
    upstream.setAnswer((_, response) => response.socket?.destroy())
    for (let round = 0; round < 30; round += 1) await call('/v1/models')
    answer(200, '{}')
    expect((await call('/v1/stations/EDHK001')).status).toBe(200)
  })

  const ours: [string, Parameters<TestServer['setAnswer']>[0], number, number][] = [
    ['500', (_, response) => send(response, '{"stack":"at secret.js"}', 500), 502, CODE.sourceUnavailable],
    [
      '401 of our account there',
      (_, response) => send(response, '{"who":"the operator"}', 401),
      502,
      CODE.sourceUnavailable,
    ],
    ['402 of our account there', (_, response) => send(response, '{}', 402), 502, CODE.sourceUnavailable],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      502,
      CODE.sourceUnavailable,
    ],
    ['504', (_, response) => send(response, '{}', 504), 504, CODE.sourceTimeout],
    ['a broken connection', (_, response) => response.socket?.destroy(), 502, CODE.sourceUnavailable],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{')
        response.socket?.end()
      },
      502,
      CODE.sourceUnavailable,
    ],
  ]
  test.each(ours)('%s becomes a problem of ours and costs nothing', async (_, respond, status, code) => {
    upstream.setAnswer(respond)
    const reply = await call('/v1/stations?kinds=synop')
    expect([reply.status, reply.headers['content-type'], reply.json().code]).toEqual([
      status,
      'application/problem+json',
      code,
    ])
    expect(reply.body).not.toMatch(/secret|operator/)
    expect([await spent(), await held()]).toEqual([0, 0])
  })

  test('201 is returned with its address, and 204 without a body', async () => {
    answer(201, '{"id":"EDHK002"}', { location: '/v1/stations/EDHK002' })
    const made = await call('/v1/stations', {
      method: 'POST',
      body: '{"name":"Kiel"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([made.status, made.body, made.headers.location]).toEqual([201, '{"id":"EDHK002"}', '/v1/stations/EDHK002'])
    expect(await spent()).toBe(5_000)
    upstream.setAnswer((_, response) => response.writeHead(204).end())
    const gone = await call('/v1/stations/EDHK002', { method: 'DELETE' })
    expect([gone.status, gone.bytes.length]).toEqual([204, 0])
    expect(await spent()).toBe(6_000)
    const seen = (await calls()).map(({ function: name, http_status }) => `${name} ${http_status}`)
    expect(seen.toSorted()).toEqual(['stations:post 201', '{station_id}:delete 204'])
  })

  test('an answer that contains status_code and tasks is not read as an envelope', async () => {
    const body = '{"status_code":200,"data":[1],"tasks":[]}'
    answer(200, body)
    expect((await call('/v1/stations')).body).toBe(body)
  })

  test('a path and its sub-path are two functions with two prices', async () => {
    await call('/v1/stations')
    expect(await spent()).toBe(1_000)
    await call('/v1/stations/EDHK001')
    expect(await spent()).toBe(3_000)
    expect((await calls()).map((row) => row.function).toSorted()).toEqual(['stations', '{station_id}'])
  })

  test('a price per result counts the list of the response schema', async () => {
    const observations = Array.from({ length: 40 }, (_, at) => ({ at }))
    answer(200, JSON.stringify({ observations }))
    const reply = await call('/v1/stations/EDHK001/observations?limit=50')
    expect(reply.headers['x-cost']).toBe('0.000900')
    expect(await spent()).toBe(900)
  })

  test('images and CSV pass unchanged, also compressed; the same path with another extension is not found', async () => {
    answer(200, PNG, { 'content-type': 'image/png' })
    const tile = await call('/v1/tiles/rain/3/4/5.png')
    expect([tile.status, tile.headers['content-type'], tile.bytes]).toEqual([200, 'image/png', PNG])
    expect(upstream.received[0]?.path).toBe('/backend/tiles/rain/3/4/5.png')
    answer(200, gzipSync('a,b\r\n1,2\r\n'), { 'content-type': 'text/csv', 'content-encoding': 'gzip' })
    const table = await call('/v1/stations/EDHK001/observations.csv')
    expect([table.headers['content-type'], table.body]).toEqual(['text/csv', 'a,b\r\n1,2\r\n'])
    expect((await call('/v1/tiles/rain/3/4/5.gif')).json()).toMatchObject({ status: 404, code: CODE.notFound })
  })

  test('documented headers of an answer pass, cookies and the address of the source do not', async () => {
    answer(200, '{}', {
      'x-model': 'icon',
      'x-inner': 'host-7',
      'set-cookie': 'a=b',
      link: `<${upstream.url}/backend/current?page=2>`,
    })
    const { headers } = await call('/v1/current?lat=1&lon=1')
    expect(headers['x-model']).toBe('icon')
    expect(JSON.stringify(headers)).not.toMatch(/host-7|a=b|backend/)
  })
})

describe('our own refusals of a plain document’s calls', () => {
  const wanted: [string, Sent, number, number][] = [
    ['/v1/current?lat=1&lon=1', { headers: { authorization: 'Basic bm86bm8=' } }, 401, CODE.unauthorized],
    ['/v1/nothing', {}, 404, CODE.notFound],
    ['/v1/status', { method: 'POST' }, 405, CODE.invalidPath],
    ['/v1/stations', { headers: { 'x-max-cost': '0.0001' } }, 402, CODE.costLimit],
    ['/v1/stations', { headers: { 'x-max-cost': 'x' } }, 400, CODE.invalidBody],
  ]
  test.each(wanted)('%s %j → %i', async (url, sent, status, code) => {
    const reply = await call(url, sent)
    expect([reply.status, reply.headers['content-type'], reply.json().code]).toEqual([
      status,
      'application/problem+json',
      code,
    ])
    if (status === 405) expect(reply.headers.allow).toBe('GET')
    expect(upstream.received).toEqual([])
  })

  test('the source is not called without money', async () => {
    customer = await openCustomer(site, { usd: 0 })
    const reply = await call('/v1/stations')
    expect([reply.status, reply.json().code]).toEqual([402, CODE.balanceEmpty])
    expect((await call('/v1/status')).status).toBe(200)
    expect(upstream.received.map(({ path }) => path)).toEqual(['/backend/status'])
  })

  test('a malformed address is not answered with the dashboard’s page', async () => {
    const reply = await call('/v1/%zz')
    expect([reply.status, reply.body.includes('<html')]).toEqual([400, false])
  })
})

test('an Idempotency-Key replays the unchanged answer and costs once', async () => {
  answer(201, PNG, { 'content-type': 'image/png' })
  const headers = { 'idempotency-key': 'one' }
  const first = await call('/v1/tiles/wind/1/1/1.png', { headers })
  const again = await call('/v1/tiles/wind/1/1/1.png', { headers })
  expect([again.status, again.headers['content-type'], again.bytes]).toEqual([201, 'image/png', PNG])
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
  expect(upstream.received.length).toBe(1)
  expect(await spent()).toBe(1_000)
})

test('the playground sends the same request and shows the same answer', async () => {
  const browser = site.browser()
  await browser.signIn(customer.login)
  const task = JSON.stringify({ bbox: [1, 2, 3, 4], kinds: ['synop', 'metar'] })
  const key = 'of-this-press'
  const live = { max_micros: 1_000, key, params: {} }
  const shown = await browser.must(playground.runLive, { ...live, method_id: 'GET /v1/stations', task })
  expect(shown).toMatchObject({ http_status: 200, body: '{"temperature":21.5}', headers: { 'x-cost': '0.001000' } })
  expect(upstream.received[0]?.path).toBe('/backend/stations?kinds=synop&kinds=metar&bbox=1,2,3,4')
  answer(404, '{"error":"unknown station"}')
  const params = { station_id: 'EDHK001' }
  const missing = { ...live, params, key: `${key}-2`, max_micros: 2_000, task: '{}' }
  await browser.must(playground.runLive, { ...missing, method_id: 'GET /v1/stations/{station_id}' })
  await browser.must(playground.runInSandbox, { method_id: 'POST /v1/stations', task: '{"name":"Kiel"}' })
  const { runs } = await browser.must(playground.getHistory, {})
  expect(runs.map(({ status_code, cost_micros }) => [status_code, cost_micros]).toSorted()).toEqual([
    [CODE.ok, 0],
    [CODE.ok, 1_000],
    [40490, 0],
  ])
})

test('the detail of a call has the form of its request, so that it can be repeated', async () => {
  const browser = site.browser()
  await browser.signIn(customer.login)
  await call('/v1/stations?kinds=synop&kinds=metar')
  await vi.waitFor(async () => expect(await spent()).toBe(1_000))
  const day = site.clock.now().toISOString().slice(0, 10)
  const { rows } = await browser.must(usage.getUsageTasks, { from: day, to: day })
  const detail = await browser.must(usage.getUsageTask, { id: rows[0]?.id ?? '' })
  expect(detail.plain).toMatchObject({
    body: 'none',
    query: expect.arrayContaining([{ name: 'kinds', style: 'form', explode: true }]),
  })
})

test('the sandbox answers with the document’s example for free, and refuses where there is none', async () => {
  expect((await call('/sandbox/v1/current?lat=1&lon=1')).json()).toEqual({ temperature: 21.5 })
  expect((await call('/sandbox/v1/stations/EDHK001/observations')).json().observations).toHaveLength(3)
  expect((await call('/sandbox/v1/tiles/rain/1/1/1.png')).json()).toMatchObject({
    status: 501,
    code: CODE.noSandboxData,
  })
  expect((await call('/sandbox/v1/current')).status).toBe(400)
  expect(upstream.received).toEqual([])
  expect(await spent()).toBe(0)
})

describe('an answer too large for memory', () => {
  const PART = Buffer.alloc(256 * 1024, 7)
  /** Over the network, chunk by chunk. */
  const get = (path: string, onPart: (size: number, stop: () => void) => void = () => undefined) => {
    const { promise, resolve } = Promise.withResolvers<{
      status: number
      size: number
      is_whole: boolean
      cost: unknown
    }>()
    const asking = request({ port, path, headers: { authorization: customer.authorization } }, (reply) => {
      let size = 0
      reply.on('data', (part: Buffer) => {
        size += part.length
        onPart(size, () => asking.destroy())
      })
      reply.on('error', () => undefined)
      reply.on('close', () =>
        resolve({ status: reply.statusCode ?? 0, size, is_whole: reply.complete, cost: reply.headers['x-cost'] }),
      )
    })
    asking.on('error', () => resolve({ status: 0, size: 0, is_whole: false, cost: undefined }))
    asking.end()
    return promise
  }
  const pour = (parts: number, end: (response: Parameters<Parameters<TestServer['setAnswer']>[0]>[1]) => void) =>
    upstream.setAnswer(async (_, response) => {
      response.setMaxListeners(0).writeHead(200, { 'content-type': 'text/csv' })
      for (let part = 0; part < parts && !response.destroyed; part += 1)
        if (!response.write(PART)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      end(response)
    })
  const once = (emitter: { once(name: string, done: () => void): unknown }, name: string) =>
    new Promise<void>((done) => emitter.once(name, () => done()))

  test('a large answer is streamed and charged when it is complete', async () => {
    pour(48, (response) => response.end())
    expect(await get('/v1/stations/EDHK001/observations.csv')).toEqual({
      status: 200,
      size: 48 * PART.length,
      is_whole: true,
      cost: '0.001000',
    })
    // The last chunk was sent after the booking, so the charge is there.
    expect([await spent(), await held()]).toEqual([1_000, 0])
    expect(await calls()).toMatchObject([{ status_code: CODE.ok, http_status: 200 }])
  })

  test('a large answer that the source cuts off ends incomplete and costs nothing', async () => {
    pour(16, (response) => response.socket?.destroy())
    expect(await get('/v1/stations/EDHK001/observations.csv')).toMatchObject({ status: 200, is_whole: false })
    await vi.waitFor(
      async () => expect(await calls()).toMatchObject([{ status_code: CODE.sourceUnavailable }]),
      PATIENT,
    )
    expect([await spent(), await held()]).toEqual([0, 0])
  })

  test('a client that disconnects midway is charged, and nothing stays held', async () => {
    pour(4_000, (response) => response.end())
    await get('/v1/stations/EDHK001/observations.csv', (size, stop) => size > 4 * PART.length && stop())
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ status_code: CODE.ok }]), PATIENT)
    expect([await spent(), await held()]).toEqual([1_000, 0])
  })

  test('a large answer is refused with an Idempotency-Key, and costs nothing', async () => {
    pour(48, (response) => response.end())
    const reply = await call('/v1/stations/EDHK001/observations.csv', { headers: { 'idempotency-key': 'large' } })
    expect([reply.status, reply.json().code]).toEqual([422, CODE.answerTooLarge])
    expect(reply.json().detail).toMatch(/8 MB.*without one/)
    expect([await spent(), await held()]).toEqual([0, 0])
  })
})

test('an answer whose results cannot be counted for its size names the limit, and costs nothing', async () => {
  upstream.setAnswer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(65 * 1024 * 1024, ' '))
  })
  const reply = await call('/v1/stations/EDHK001/observations')
  expect([reply.status, reply.json().code]).toEqual([422, CODE.answerTooLarge])
  expect(reply.json().detail).toMatch(/you were not charged\. The limit is 64 MB\.$/)
  expect(await spent()).toBe(0)
})

describe('O16 the id a customer quotes finds the call in the log', () => {
  const logged = (id: unknown, msg: string): Record<string, unknown> | undefined =>
    site.log_lines.map((line) => JSON.parse(line)).find((line) => line.request_id === id && line.msg === msg)

  const rows: [string, string, { headers?: Record<string, string>; source?: number }, object][] = [
    ['an answered call', '/v1/current?lat=1&lon=1', {}, { status: 200, code: CODE.ok, endpoint: '/current' }],
    ['a call of the sandbox', '/sandbox/v1/models', {}, { code: CODE.ok, endpoint: '/models' }],
    ['a wrong field', '/v1/current?lat=91&lon=0', {}, { status: 400, code: CODE.invalidField, endpoint: '/current' }],
    ['a path that is not sold', '/v1/nothing', {}, { status: 404, code: CODE.notFound, endpoint: 'unknown' }],
    [
      'a source that fails',
      '/v1/stations',
      { source: 503 },
      { status: 502, code: CODE.sourceUnavailable, endpoint: '/stations' },
    ],
  ]
  test.each(rows)('%s', async (_, url, { headers = {}, source }, line) => {
    if (source) answer(source, '{}')
    const reply = await call(url, { headers: { 'x-request-id': 'given-by-nginx-0003', ...headers } })
    const id = reply.headers['x-request-id']
    const { login_id } = customer
    expect(logged(id, 'answered')).toMatchObject({ given_id: 'given-by-nginx-0003', login_id, ...line })
    expect((await calls()).map((one) => one.request_id)).toEqual([id])
  })

  test('a call whose caller is not known is logged with its endpoint', async () => {
    const reply = await call('/v1/current?lat=1&lon=1', { headers: { authorization: 'Basic eDp5' } })
    expect(logged(reply.headers['x-request-id'], 'answered')).toMatchObject({
      code: CODE.unauthorized,
      endpoint: '/current',
    })
  })

  test('a call during which the source disconnects is logged with the cause', async () => {
    upstream.setAnswer((_, response) => response.destroy())
    const reply = await call('/v1/stations')
    const line = {
      endpoint: 'GET /v1/stations',
      login_id: customer.login_id,
      reason: expect.any(String),
    }
    expect(logged(reply.headers['x-request-id'], 'upstream call failed')).toMatchObject(line)
  })
})

test('an answer without the list that its price counts appears in the metrics and in the log with its function', async () => {
  const missing = async () => {
    const { text } = await site.browser().send<string>({ path: '/metrics' })
    return Number(/portico_priced_list_missing_total\{endpoint="GET [^"]*observations"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  for (const body of ['{"observations":[]}', '{"observations":null}', '{"observations":[{}]}']) {
    answer(200, body)
    await call('/v1/stations/EDHK001/observations?limit=50')
  }
  expect(await missing()).toBe(0)
  answer(200, '{"records":[{},{}]}')
  const reply = await call('/v1/stations/EDHK001/observations?limit=50')
  expect(await missing()).toBe(1)
  const id = reply.headers['x-request-id']
  const line = site.log_lines.map((text) => JSON.parse(text)).find((one) => one.list && one.request_id === id)
  expect(line).toMatchObject({ list: 'observations', function: expect.any(String) })
})

test('outages of a plain document’s source are in the metrics: by endpoint, by status, and calls turned away', async () => {
  answer(503, '{}')
  const people = [customer, await openCustomer(site), await openCustomer(site)]
  for (let at = 0; at < 24; at += 1) {
    customer = people[at % 3] ?? customer
    expect((await call('/v1/models')).json().code).toBe(CODE.sourceUnavailable)
  }
  const { text } = await site.browser().send<string>({ path: '/metrics' })
  const [, endpoint = ''] = /portico_breaker_open\{endpoint="([^"]*models[^"]*)"\} 1/.exec(text) ?? []
  const counted = (labels: string) =>
    Number(text.split(`portico_upstream_calls_total{endpoint="${endpoint}",${labels}} `)[1]?.split('\n')[0])
  const turned_away = counted('outcome="not_asked",status="none"')
  expect(turned_away).toBeGreaterThan(0)
  // The breaker opens depending on the answers of the seconds before.
  expect(counted('outcome="unreachable",status="503"') + turned_away).toBe(24)
  expect(text).toMatch(/portico_upstream_seconds_count\{api="(?!unknown)[^"]+",outcome="unreachable"\}/)
})
