import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBreaker } from '#integrations/upstream-breaker.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

const MONEY = 10_000_000
const GET = '/v3/serp/google/organic/task_get/advanced'
const SECOND_MS = 1000
let site: TestApp
let upstream: TestServer
let customer: Customer

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({})))
  site = await openTestApp({
    settings: { UPSTREAM_URL: `${upstream.url}/base/`, UPSTREAM_AUTH: 'Basic b3VyczpvdXJz', UPSTREAM_TIMEOUT_S: '1' },
  })
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
})
beforeEach(async () => {
  upstream.received.length = 0
  customer = await openCustomer(site)
})

const rows = (count: number) => [{ items: Array.from({ length: count }, (_, rank) => ({ rank })) }]
const nested = (open: string, close: string) =>
  envelope({ result: ['DEEP'] }).replace('"DEEP"', `${open.repeat(100_000)}1${close.repeat(100_000)}`)
const coded = (code: string) => envelope({ status_code: 77777, result: [{}] }).replace('77777', code)
const answer = (body: string, status = 200) => upstream.setAnswer((_, response) => send(response, body, status))
const spent = async (of = customer) => MONEY - (await fundsOf(site.ctx, of.login_id)).balance_micros
const task = async (fields = {}, path = LIVE) =>
  (await customer.call(path, { body: [{ ...search()[0], ...fields }] })).body?.tasks?.[0]

describe('a live call', () => {
  test('G15 a live call is sent with our credentials and without the customer’s, and is charged for what came back', async () => {
    answer(envelope({ result: rows(24), cost: 99 }))
    const reply = await customer.call(LIVE, {
      body: [{ ...search()[0], depth: 100, tag: 't' }],
      headers: { cookie: 'sid=secret', 'x-custom': 'secret', 'x-forwarded-for': '1.2.3.4' },
    })
    expect(reply.body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok, cost: 0.005, result: rows(24) })
    // One page of ten results, and two further pages at three quarters of its price.
    expect(await spent()).toBe(LIVE_MICROS + 2 * 1_500)
    const [sent] = upstream.received
    expect(sent).toMatchObject({ method: 'POST', path: `/base${LIVE}` })
    expect(sent?.headers.authorization).toBe('Basic b3VyczpvdXJz')
    expect(JSON.parse(sent?.body ?? '')).toEqual([{ ...search()[0], depth: 100, tag: 't' }])
    expect(JSON.stringify(sent?.headers)).not.toMatch(/secret|1\.2\.3\.4/)
    expect(JSON.stringify(sent)).not.toContain(customer.password)
  })

  test('a live call never costs more than requested, however much comes back', async () => {
    answer(envelope({ result: rows(5_000) }))
    expect((await task())?.cost).toBe(0.002)
    expect(await spent()).toBe(LIVE_MICROS)
  })

  test('look-ups are sent by GET, with their query', async () => {
    answer(envelope({ result: [{ location_code: 1 }] }))
    const reply = await customer.call('/v3/serp/google/locations/us?name=a%20b')
    expect(reply.body?.tasks?.[0]?.result).toEqual([{ location_code: 1 }])
    expect(upstream.received[0]).toMatchObject({
      method: 'GET',
      path: '/base/v3/serp/google/locations/us?name=a+b',
      body: '',
    })
  })

  test('sandbox calls are never sent upstream', async () => {
    expect(await customer.codes(`/sandbox${LIVE}`, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
    expect(upstream.received).toEqual([])
  })

  test('a compressed answer is decompressed', async () => {
    upstream.setAnswer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(envelope({ result: rows(3) })))
    })
    expect((await task())?.result).toEqual(rows(3))
  })
})

describe('G12 a failed answer is not charged', () => {
  const broken: [string, Parameters<TestServer['setAnswer']>[0], number][] = [
    ['no search results', (_, response) => send(response, envelope({ status_code: CODE.noResults })), CODE.noResults],
    [
      'a field it does not like',
      (_, response) => send(response, envelope({ status_code: CODE.invalidField })),
      CODE.invalidField,
    ],
    [
      'our account there has no money',
      (_, response) => send(response, envelope({ status_code: CODE.balanceTooLow })),
      CODE.sourceUnavailable,
    ],
    [
      'our credentials are wrong there',
      (_, response) => send(response, '{"status_code":40100,"tasks":null}', 401),
      CODE.sourceUnavailable,
    ],
    ['it fails', (_, response) => send(response, '{}', 500), CODE.sourceUnavailable],
    ['a page instead of data', (_, response) => send(response, '<html>'), CODE.sourceUnavailable],
    ['nothing', (_, response) => response.end(), CODE.sourceUnavailable],
    ['an empty envelope', (_, response) => send(response, '{"status_code":20000,"tasks":[]}'), CODE.sourceUnavailable],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(envelope({ result: [{}] })),
      CODE.sourceUnavailable,
    ],
    ['a broken connection', (_, response) => response.socket?.destroy(), CODE.sourceUnavailable],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{')
        response.socket?.end()
      },
      CODE.sourceUnavailable,
    ],
    [
      'bad gzip',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('nonsense'),
      CODE.sourceUnavailable,
    ],
    ['SEC-L12 lists nested 100,000 deep', (_, response) => send(response, nested('[', ']')), CODE.sourceUnavailable],
    ['SEC-L12 maps nested 100,000 deep', (_, response) => send(response, nested('{"a":', '}')), CODE.sourceUnavailable],
    [
      'SEC-L12 no envelope, nested',
      (_, response) => send(response, `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
      CODE.sourceUnavailable,
    ],
    ['SEC-L12 a code beyond all numbers', (_, response) => send(response, coded('1e400')), CODE.sourceUnavailable],
    ['SEC-L12 a code below all numbers', (_, response) => send(response, coded('-1e300')), CODE.sourceUnavailable],
    [
      'SEC-L12 a code that is no whole number',
      (_, response) => send(response, coded('20000.5')),
      CODE.sourceUnavailable,
    ],
    ['no answer in time', () => undefined, CODE.sourceTimeout],
    [
      'an answer that trickles',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(timer))
      },
      CODE.sourceTimeout,
    ],
  ]
  test.each(broken)('%s', async (_, how, code) => {
    // Enough successes first, so that the breaker stays closed.
    answer(envelope({ result: rows(1) }))
    const other = await openCustomer(site)
    for (let at = 0; at < 4; at += 1) await other.call(LIVE, { body: search() })
    upstream.setAnswer(how)
    const got = await task()
    expect(got).toMatchObject({ status_code: code, cost: 0, result: null })
    expect(got?.status_message).not.toMatch(/169\.254|ECONN|SyntaxError|JSON/)
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({ balance_micros: MONEY, held_micros: 0 })
    const { rows: errors } = await site.database.pool.query('select code from error_events where login_id = $1', [
      customer.login_id,
    ])
    expect(errors).toEqual([{ code }])
  })

  test('SEC-L12 unusual but serialisable answers are delivered: huge numbers and lone surrogates', async () => {
    const result = `[{"items":[{"number":1e400,"half":"\\ud83d","nul":"\\u0000","deep":${'['.repeat(400)}${']'.repeat(400)}}]}]`
    answer(`{"status_code":20000,"tasks":[{"status_code":20000,"result":${result}}]}`)
    const got = await task()
    expect(got).toMatchObject({
      status_code: CODE.ok,
      cost: 0.002,
      result: [{ items: [{ number: null, half: '\ud83d' }] }],
    })
    expect(await spent()).toBe(LIVE_MICROS)
  })

  test('SEC-L12 lone surrogates in upstream’s messages are replaced, also where a message is cut', async () => {
    for (const message of ['half \ud83d', 'nul \0', `${'a'.repeat(299)}😀`]) {
      answer(envelope({ status_code: CODE.noResults, status_message: message }))
      const got = await task()
      expect([got?.status_code, got?.status_message.isWellFormed(), got?.status_message.includes('\0')]).toEqual([
        CODE.noResults,
        true,
        false,
      ])
    }
    expect(await spent()).toBe(0)
  })

  test('a source that is not reachable', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => probe.once('listening', ready))
    const { port } = probe.address() as { port: number }
    await new Promise((closed) => probe.close(closed))
    const lonely = await site.sibling({ settings: { UPSTREAM_URL: `http://127.0.0.1:${port}` } })
    expect(await customer.codes(LIVE, { body: search(), app: lonely.app })).toEqual([
      200,
      CODE.ok,
      CODE.sourceUnavailable,
    ])
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({ balance_micros: MONEY, held_micros: 0 })
  })

  test('a client that disconnects does not undo a call that was sent upstream', async () => {
    const started = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    upstream.setAnswer(async (_, response) => {
      started.resolve()
      await go.promise
      send(response, envelope({ result: rows(1) }))
    })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as { port: number }
    const leaving = new AbortController()
    const gone = fetch(`http://127.0.0.1:${port}${LIVE}`, {
      method: 'POST',
      headers: { authorization: customer.authorization },
      body: JSON.stringify(search()),
      signal: leaving.signal,
    }).catch(() => 'gone')
    await started.promise
    leaving.abort()
    expect(await gone).toBe('gone')
    go.resolve()
    await expect.poll(() => spent()).toBe(LIVE_MICROS)
  })
})

describe('G16 the breaker of an endpoint', () => {
  const fail = (breaker: ReturnType<typeof createBreaker>, times: number, logins = 3) => {
    for (let at = 0; at < times; at += 1) breaker.record(false, at % logins)
  }

  test('the breaker opens when half of twenty calls fail within ten seconds, and probes every five', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    for (let at = 0; at < 10; at += 1) breaker.record(true, 1)
    fail(breaker, 9)
    expect(breaker.isOpen()).toBe(false)
    breaker.record(false, 1)
    expect([breaker.isOpen(), breaker.enter(1)]).toEqual([true, false])
    now = 4_999
    expect(breaker.enter(1)).toBe(false)
    now = 5_000
    expect([breaker.enter(1), breaker.enter(1)], 'one looks whether it is over').toEqual([true, false])
    breaker.record(false, 1)
    now = 10_000
    expect(breaker.enter(1)).toBe(true)
    breaker.record(true, 1)
    expect([breaker.isOpen(), breaker.enter(1), breaker.enter(2)]).toEqual([false, true, true])
  })

  test('failures older than ten seconds do not count', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    fail(breaker, 19)
    now = 11_000
    breaker.record(false, 1)
    expect(breaker.isOpen()).toBe(false)
  })

  test('failures of one or two logins alone never open it', () => {
    const breaker = createBreaker(() => 0)
    fail(breaker, 1_000, 2)
    expect(breaker.isOpen()).toBe(false)
    breaker.record(false, 99)
    expect(breaker.isOpen()).toBe(true)
  })

  test('failures of less than half of the logins that call never open it', () => {
    const breaker = createBreaker(() => 0)
    for (const login of [10, 11, 12, 13]) breaker.record(true, login)
    fail(breaker, 1_000)
    expect(breaker.isOpen(), 'three of seven').toBe(false)
    breaker.record(false, 10)
    expect(breaker.isOpen(), 'four of seven').toBe(true)
  })

  test('an open breaker lets a login through whose last call succeeded, until a call of it fails', () => {
    const breaker = createBreaker(() => 0)
    breaker.record(true, 10)
    fail(breaker, 20)
    expect(breaker.isOpen()).toBe(true)
    expect([breaker.mayEnter(10), breaker.enter(10), breaker.mayEnter(0)]).toEqual([true, true, false])
    breaker.record(true, 10)
    expect([breaker.isOpen(), breaker.enter(10)], 'it says nothing new about the others').toEqual([true, true])
    breaker.record(false, 10)
    expect(breaker.enter(10)).toBe(false)
  })

  test('an open breaker lets one call a second through of logins that have not called lately, and closes when one succeeds', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    fail(breaker, 20)
    expect([breaker.mayEnter(50), breaker.enter(50), breaker.enter(51), breaker.mayEnter(52)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    now = 1_000
    expect([breaker.enter(0), breaker.enter(51)]).toEqual([false, true])
    breaker.record(true, 51)
    expect([breaker.isOpen(), breaker.enter(0)]).toEqual([false, true])
  })

  test('three logins that make the source fail do not block another caller', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    const answered = []
    for (let second = 0; second < 60; second += 1) {
      now = second * 1_000
      for (let at = 0; at < 30; at += 1) if (breaker.enter(at % 3)) breaker.record(false, at % 3)
      answered.push(breaker.enter(77))
      if (answered.at(-1)) breaker.record(true, 77)
    }
    expect(answered.filter((is_answered) => !is_answered)).toEqual([])
  })

  const three = () => Promise.all([openCustomer(site), openCustomer(site), openCustomer(site)])
  const OTHER = '/v3/serp/bing/organic/live/advanced'

  test('an open breaker holds no money and calls no source, and other endpoints and the rest of the product work', async () => {
    const own = await openTestServer(({ path }, response) =>
      path === OTHER ? send(response, envelope({ result: rows(1) })) : send(response, '{}', 503),
    )
    const failing = await site.sibling({ settings: { UPSTREAM_URL: own.url } })
    const [one, two, last] = await three()
    const ask = (by: Customer, path = LIVE) => by.call(path, { body: search(), app: failing.app })
    for (let at = 0; at < 20; at += 1) await ask([one, two, last][at % 3] ?? one)
    const requested = own.received.length
    const reply = await ask(one)
    expect(reply.body?.tasks?.[0]).toMatchObject({ status_code: CODE.sourceUnavailable, cost: 0 })
    expect(own.received).toHaveLength(requested)
    expect(requested).toBe(20)
    await ask(customer)
    expect(own.received, 'one probe of a login that has not called').toHaveLength(requested + 1)
    await ask(customer)
    expect(own.received).toHaveLength(requested + 1)
    const status = await customer.call('/v3/appendix/status', { app: failing.app })
    expect(status.body?.tasks?.[0]?.result).toContainEqual(expect.objectContaining({ api: 'serp', status: 'down' }))
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({ balance_micros: MONEY, held_micros: 0 })
    expect((await ask(customer, OTHER)).body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok })
    expect(failing.gateway.gate.upstream?.isDown(), 'something of it answers').toBe(false)
    await own.close()
  })

  const answered: [string, Parameters<TestServer['setAnswer']>[0]][] = [
    ['a picture', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('\x89PNG')],
    ['an error of its own', (_, response) => send(response, '{}', 500)],
    ['a page that says not found', (_, response) => send(response, '<html>', 404)],
    ['nothing, as it should', (_, response) => response.writeHead(204).end()],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['what is packed wrongly', (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('no')],
  ]
  test.each(answered)('the breaker stays closed when every login gets %s', async (_, how) => {
    const own = await openTestServer(how)
    const odd = await site.sibling({ settings: { UPSTREAM_URL: own.url, UPSTREAM_MAX_MB: '1' } })
    const customers = await three()
    for (let at = 0; at < 24; at += 1)
      expect(await customers[at % 3]?.codes(LIVE, { body: search(), app: odd.app })).toEqual([
        200,
        CODE.ok,
        CODE.sourceUnavailable,
      ])
    expect(own.received).toHaveLength(24)
    own.setAnswer((_request, response) => send(response, envelope({ result: rows(1) })))
    expect(await customer.codes(LIVE, { body: search(), app: odd.app })).toEqual([200, CODE.ok, CODE.ok])
    await own.close()
  })

  const LARGE = `"${'x'.repeat(1024 * 1024)}"`
  const packed = (response: ServerResponse) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE))
  test.each<[string, Parameters<TestServer['setAnswer']>[0]]>([
    ['as it is', (_, response) => send(response, LARGE)],
    ['packed', (_, response) => packed(response)],
  ])(
    'an answer that is too large, sent %s, names the limit, costs nothing, and the breaker stays closed',
    async (_, how) => {
      const own = await openTestServer(how)
      const odd = await site.sibling({ settings: { UPSTREAM_URL: own.url, UPSTREAM_MAX_MB: '1' } })
      const customers = await three()
      for (let at = 0; at < 24; at += 1) {
        const reply = await customers[at % 3]?.call(LIVE, { body: search(), app: odd.app })
        expect(reply?.body).toMatchObject({ cost: 0, tasks: [{ status_code: CODE.answerTooLarge }] })
        expect(reply?.body?.tasks?.[0]?.status_message).toMatch(
          /too large.*you were not charged\. The limit is 1 MB\.$/,
        )
      }
      expect(own.received).toHaveLength(24)
      own.setAnswer((_request, response) => send(response, envelope({ result: rows(1) })))
      expect(await customer.codes(LIVE, { body: search(), app: odd.app })).toEqual([200, CODE.ok, CODE.ok])
      await own.close()
    },
  )

  test('a customer whose calls never end does not block other customers', async () => {
    const own = await openTestServer(({ body }, response) => {
      if (!body.includes('slow')) send(response, envelope({ result: rows(1) }))
    })
    const busy = await site.sibling({ settings: { UPSTREAM_URL: own.url, UPSTREAM_TIMEOUT_S: '1' } })
    const other = await openCustomer(site)
    const slow = Array.from({ length: 30 }, () => other.codes(LIVE, { body: search('slow'), app: busy.app }))
    for (const codes of await Promise.all(slow))
      expect([CODE.tooManyAtOnce, CODE.sourceTimeout]).toContain(codes.at(-1))
    expect(await customer.codes(LIVE, { body: search(), app: busy.app })).toEqual([200, CODE.ok, CODE.ok])
    await own.close()
  })
})

describe('queued tasks', () => {
  const run = async (ms: number) => {
    site.clock.forward(ms)
    return site.gateway.runDueTasks()
  }
  const post = async (fields = {}) => (await task({ depth: 50, ...fields }, POST))?.id ?? ''
  const got = async (id: string) => (await customer.call(`${GET}/${id}`)).body?.tasks?.[0]

  test('queued tasks are posted upstream, polled and fetched once, and the unused part of the price is refunded', async () => {
    upstream.setAnswer(({ method }, response) =>
      send(
        response,
        envelope(method === 'POST' ? { status_code: CODE.taskCreated } : { status_code: CODE.taskInQueue }),
      ),
    )
    const id = await post({ pingback_url: 'https://hooks.example/x' })
    expect(await spent()).toBe(600 + 4 * 450)
    await run(0)
    expect(JSON.parse(upstream.received[0]?.body ?? '')).toEqual([{ ...search()[0], depth: 50 }])
    expect(await run(3 * SECOND_MS)).toBe(1)
    expect((await got(id))?.status_code).toBe(CODE.taskHanded)
    upstream.setAnswer((_, response) => send(response, envelope({ result: rows(20) })))
    await run(60 * SECOND_MS)
    expect(upstream.received.at(-1)?.path).toBe(`/base${GET}/03021000-1111-2222-0000-0123456789ab`)
    const requested = upstream.received.length
    expect(await got(id)).toMatchObject({ id, status_code: CODE.ok, result: rows(20) })
    expect(await got(id)).toMatchObject({ id, status_code: CODE.ok, result: rows(20) })
    expect(upstream.received).toHaveLength(requested)
    expect(await spent()).toBe(600 + 450)
    upstream.setAnswer((_, response) => send(response, envelope({ result: [{ html: '<p>' }] })))
    const html = await customer.call(`/v3/serp/google/organic/task_get/html/${id}`)
    expect(html.body?.tasks?.[0]?.result, 'another form is fetched when it is asked for').toEqual([{ html: '<p>' }])
  })

  test('a queued task that fails upstream is refunded completely and appears in the errors', async () => {
    answer(envelope({ status_code: CODE.taskCreated }))
    const id = await post()
    await run(0)
    answer(envelope({ status_code: CODE.taskFailed, status_message: 'It did not work.' }))
    await run(3 * SECOND_MS)
    expect(await got(id)).toMatchObject({
      status_code: CODE.taskFailed,
      status_message: 'It did not work.',
      result: null,
    })
    expect(await spent()).toBe(0)
    const errors = await customer.call('/v3/serp/errors', { body: [{}] })
    expect(errors.body?.tasks?.[0]?.result, 'once, however often it is asked for').toEqual([
      expect.objectContaining({ id, error_code: CODE.taskFailed, error_message: 'It did not work.' }),
    ])
  })

  test('a queued task whose result is too large is refunded, and not fetched again', async () => {
    answer(envelope({ status_code: CODE.taskCreated }))
    const id = await post()
    await run(0)
    answer(`"${'x'.repeat(17 * 1024 * 1024)}"`)
    await run(3 * SECOND_MS)
    const fetched = upstream.received.length
    expect(await got(id)).toMatchObject({
      status_code: CODE.answerTooLarge,
      status_message: expect.stringContaining('The limit is 16 MB.'),
      result: null,
    })
    expect(await spent()).toBe(0)
    await run(3600 * SECOND_MS)
    expect(upstream.received.length).toBe(fetched)
  })

  test('SEC-H3 SEC-L12 a queued task whose upstream id is a path or cannot be stored is refunded', async () => {
    for (const id of ['../../appendix/user_data', '..', 'a/b', 'a\0b', 'half \ud83d']) {
      answer(envelope({ status_code: CODE.taskCreated, id }))
      const own = await post()
      await run(0)
      expect(await got(own)).toMatchObject({ status_code: CODE.sourceUnavailable })
    }
    expect(await spent()).toBe(0)
    expect(upstream.received.every(({ method }) => method === 'POST')).toBe(true)
  })

  test('SEC-L12 a queued task whose result cannot be serialised is not booked as done', async () => {
    answer(envelope({ status_code: CODE.taskCreated }))
    const id = await post()
    await run(0)
    answer(nested('[', ']'))
    await run(3 * SECOND_MS)
    expect((await got(id))?.status_code).toBe(CODE.taskHanded)
    answer(envelope({ result: rows(20) }))
    await run(60 * SECOND_MS)
    expect((await got(id))?.status_code).toBe(CODE.ok)
  })

  test('a queued task that cannot be posted upstream is tried eight times and then refunded', async () => {
    answer('{}', 503)
    const id = await post()
    for (let at = 0; at < 8; at += 1) await run(10 * 60 * SECOND_MS)
    expect((await got(id))?.status_code).toBe(CODE.sourceUnavailable)
    expect(await spent()).toBe(0)
    expect(await run(24 * 60 * 60 * SECOND_MS)).toBe(0)
  })
})
