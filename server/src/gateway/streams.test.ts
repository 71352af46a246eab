import { setTimeout as sleep } from 'node:timers/promises'
import { CODE } from '@portico/contract/codes.ts'
import fc from 'fast-check'
import { Agent, EventSource, fetch, request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PROCESS_TAG } from '#crypto/call-id.ts'
import { fundsOf } from '#ledger/index.ts'
import { voidHoldsOf } from '#ledger/jobs/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { callsOf } from '#testing/gateway/calls-store.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { type LiveSource, openLiveSource } from '#testing/gateway/live-source.ts'

const STREAM = `{ description: ok, content: { text/event-stream: { schema: { type: string } } } }`
const LIMIT = '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }'
const DOCUMENT = `openapi: 3.1.0
info: { title: Streams, version: '1' }
servers: [{ url: https://api.streams.example/s }]
x-portico-kind: live
paths:
  /chat: { get: { responses: { '200': ${STREAM} } } }
  /events: { get: { parameters: [${LIMIT}], responses: { '200': ${STREAM} } } }
  /lines: { get: { parameters: [${LIMIT}], responses: { '200': { description: ok, content: { application/x-ndjson: {} } } } } }
  /choices:
    get:
      parameters: [${LIMIT}]
      responses:
        '200':
          description: ok
          content:
            application/json: { schema: { type: object, properties: { choices: { type: array, items: {} } } } }
            text/event-stream: {}
  /free: { get: { x-portico-kind: reference, responses: { '200': ${STREAM} } } }
  /text: { get: { responses: { '200': { description: ok, content: { text/plain: {} } } } } }
  /forced: { get: { x-portico-stream: true, responses: { '200': { description: ok, content: { application/json: {} } } } } }
  /rows: { get: { parameters: [${LIMIT}], x-portico-stream: true, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: {} } } } } } } }
  /talk: { get: { parameters: [${LIMIT}], responses: { '200': ${STREAM} } } }
  /months: { get: { parameters: [${LIMIT}], responses: { '200': ${STREAM} } } }
  /forced-months: { get: { x-portico-stream: true, responses: { '200': { description: ok, content: { application/json: {} } } } } }
  /never: { get: { x-portico-stream: false, responses: { '200': ${STREAM} } } }
`
const per_result = '{ results: { field: limit }, live: { per_request: 0.0005, per_result: 0.0001 } }'
const PRICES = `version: '1'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions:
  events: ${per_result}
  lines: ${per_result}
  rows: ${per_result}
  talk: { units: { tokens: { answer: usage.total_tokens, max_field: limit } }, live: { per_request: 0.0005, per_unit: { tokens: 0.0001 } } }
  months: { monthly_free: { results: 4 }, results: { field: limit }, live: { per_result: [{ up_to: 2, price: 0.001 }, { price: 0.0005 }] } }
  forced-months: { monthly_free: { requests: 1 }, live: { per_request: 0.001 } }
  choices: { results: { field: limit, answer: choices }, live: { per_request: 0.0005, per_result: 0.0001 } }
`
const MONEY = 10_000_000
const PER_CALL = 1_000
/** The price of the counted functions. */
const counted = (results: number, limit = 50) => 500 + 100 * Math.min(results, limit)
const PATIENT = { timeout: 20_000 }

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let site: TestApp
let source: LiveSource
let customer: Awaited<ReturnType<typeof openCustomer>>
let address = ''
let settings: Record<string, string>

async function addressOf({ app }: Pick<TestApp, 'app'>): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const bound = app.server.address()
  return `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
}

beforeAll(async () => {
  source = await openLiveSource()
  const PROVIDER_DIR = writeWholeProvider({ 'streams.yaml': DOCUMENT, 'prices.yaml': PRICES })
  settings = { PROVIDER_DIR, UPSTREAM_URL: source.url, STREAM_IDLE_S: '4', STREAM_MAX_S: '30' }
  site = await openTestApp({ settings })
  address = await addressOf(site)
})
afterAll(async () => {
  await closeBalanced(site)
  await source.close()
  dropProviders()
})
beforeEach(async () => {
  customer = await openCustomer(site)
})

const funds = async () => {
  const { balance_micros, held_micros } = await fundsOf(site.ctx, customer.login_id)
  return { spent: MONEY - balance_micros, held: held_micros }
}
const storedAnswers = async () => {
  const { rows } = await site.database.pool.query<{ bytes: number; answer: unknown }>(
    'select bytes, answer from usage_answers where login_id = $1',
    [customer.login_id],
  )
  return rows
}
const calls = () => callsOf(site.database.db, customer.login_id)
/** Waits until the call is booked. */
const booked = async () => {
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENT)
  await vi.waitFor(async () => expect((await funds()).held).toBe(0), PATIENT)
  const [call] = await calls()
  return { ...call, spent: (await funds()).spent }
}
const get = (path: string, headers: Record<string, string> = {}, base = address) =>
  fetch(`${base}/s${path}`, { headers: { authorization: customer.authorization, ...headers } })
/** Opens a stream and answers with its head. */
async function opened(path: string, type = 'text/event-stream', base = address) {
  const answer = get(path, {}, base)
  const { response, closed } = await source.next()
  response.writeHead(200, { 'content-type': type })
  return { answer, response, closed }
}
const openStreams = async () =>
  Number(/^portico_open_streams (\d+)$/m.exec((await site.browser().send<string>({ path: '/metrics' })).text)?.[1])
const textOf = async (reply: Awaited<ReturnType<typeof get>>) => {
  let text = ''
  try {
    for await (const chunk of reply.body ?? []) text += Buffer.from(chunk).toString()
    return { text, is_whole: true }
  } catch {
    return { text, is_whole: false }
  }
}

describe('an answer arrives as the source sends it', () => {
  test.each([
    ['/chat', 'text/event-stream', (at: number) => `data: ${at}\n\n`],
    ['/lines', 'application/x-ndjson', (at: number) => `{"at":${at}}\n`],
    ['/text', 'text/plain', (at: number) => `part ${at}`],
    ['/forced', 'application/json', (at: number) => (at === 0 ? '[0' : `,${at}`)],
  ])('%s: each part is received before the next one is sent, and nothing is compressed', async (path, type, part) => {
    const { answer, response } = await opened(path, type)
    response.write(part(0))
    const reply = await answer
    expect(reply.headers.get('content-encoding')).toBeNull()
    const reader = reply.body?.getReader()
    for (let at = 0; at < 20; at += 1) {
      // The next part is written only after this one arrived: a gateway that waits for more would never end.
      const { value } = (await reader?.read()) ?? {}
      expect(Buffer.from(value ?? []).toString()).toBe(part(at))
      if (at < 19) response.write(part(at + 1))
    }
    response.end()
    expect((await reader?.read())?.done).toBe(true)
    expect((await booked()).status_code).toBe(CODE.ok)
  })

  test('an EventSource written by others receives every event, and a proxy gets the header against buffering', async () => {
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      const headers = { ...(options.headers as Record<string, string>), authorization: customer.authorization }
      return dispatch({ ...options, headers }, handler)
    })
    const events: string[] = []
    const client = new EventSource(`${address}/s/chat`, { dispatcher })
    client.onmessage = ({ data }) => events.push(data)
    const { response, request: incoming } = await source.next()
    expect(incoming.headers.accept).toBe('text/event-stream')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const data of ['one', 'zwei ü', '{"n":3}']) response.write(`event: message\ndata: ${data}\n\n`)
    await vi.waitFor(() => expect(events).toEqual(['one', 'zwei ü', '{"n":3}']), PATIENT)
    client.close()
    expect(await booked()).toMatchObject({ status_code: CODE.ok, spent: PER_CALL })
    const { answer, response: second } = await opened('/chat')
    second.end('data: x\n\n')
    expect((await answer).headers.get('x-accel-buffering')).toBe('no')
    await textOf(await answer)
  })

  test('a price by call is named at once, one that is counted is not', async () => {
    const headers = await Promise.all(
      ['/chat', '/events'].map(async (path) => {
        const { answer, response } = await opened(path)
        response.end('data: x\n\n')
        return (await answer).headers.get('x-cost')
      }),
    )
    expect(headers).toEqual(['0.001000', null])
  })

  test('a source is not read faster than the customer reads', async () => {
    const asking = request(`${address}/s/chat`, { headers: { authorization: customer.authorization } })
    const { response, closed } = await source.next()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const part = Buffer.alloc(1024 * 1024, 'x')
    let sent = 0
    const pour = () => {
      while (!response.destroyed && sent < 500) {
        sent += 1
        if (!response.write(part)) return response.once('drain', pour)
      }
    }
    pour()
    const { body } = await asking
    body.on('error', () => undefined)
    await sleep(1000)
    expect(sent).toBeLessThan(60)
    // A customer who reads nothing for so long has left.
    await closed
    body.destroy()
    expect(await booked()).toMatchObject({ status_code: CODE.ok, spent: PER_CALL })
  })

  test('with an Idempotency-Key it arrives in one piece and is replayed', async () => {
    const headers = { 'idempotency-key': 'stream' }
    const answer = get('/events?limit=9', headers)
    const { response } = await source.next()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('data: 1\n\ndata: 2\n\n')
    expect((await textOf(await answer)).text).toBe('data: 1\n\ndata: 2\n\n')
    expect((await textOf(await get('/events?limit=9', headers))).text).toBe('data: 1\n\ndata: 2\n\n')
    expect((await answer).headers.get('x-cost')).toBe('0.000700')
    expect((await funds()).spent).toBe(counted(2))
  })
})

describe('before its first byte a stream is free', () => {
  test.each<[string, (response: Awaited<ReturnType<typeof opened>>['response']) => unknown, number]>([
    ['the source closes the connection', (response) => response.flushHeaders() ?? response.socket?.destroy(), 502],
    ['the source sends nothing for too long', (response) => response.flushHeaders(), 502],
  ])('%s', async (_, end, status) => {
    const own = await site.sibling({ settings: { ...settings, UPSTREAM_TIMEOUT_S: '1' } })
    const { answer, response } = await opened('/events', 'text/event-stream', await addressOf(own))
    end(response)
    const reply = await answer
    expect([reply.status, (await reply.json()) as object]).toMatchObject([status, { code: CODE.sourceUnavailable }])
    expect(await funds()).toEqual({ spent: 0, held: 0 })
  })

  test('an empty answer is complete and costs what its call costs', async () => {
    const { answer, response } = await opened('/events')
    response.end()
    expect([(await answer).status, await textOf(await answer)]).toMatchObject([200, { text: '', is_whole: true }])
    expect(await booked()).toMatchObject({ status_code: CODE.ok, results: 0, spent: counted(0) })
  })
})

type Ending = 'complete' | 'customer' | 'source' | 'idle' | 'stop' | 'death'

describe('what is charged when a stream ends', () => {
  const bodies: Record<string, string> = {
    '/chat': 'data: 1\n\ndata: 2\n\n: ping\n\n',
    '/events?limit=50': 'data: 1\n\ndata: 2\n\ndata: 3\n\ndata: unfinis',
    '/events?limit=2': 'data: 1\n\ndata: 2\n\ndata: 3\n\n',
    '/lines?limit=50': '{"a":1}\n{"a":2}\n',
    '/choices?limit=50': 'data: {"choices":[1,2]}\n\ndata: {"choices":[3]}\n\ndata: [DONE]\n\n',
    '/free': 'data: 1\n\n',
  }
  const costs: Record<string, [spent: number, results: number]> = {
    '/chat': [PER_CALL, 1],
    '/events?limit=50': [counted(3), 3],
    '/events?limit=2': [counted(3, 2), 3],
    '/lines?limit=50': [counted(2), 2],
    '/choices?limit=50': [counted(3), 3],
    '/free': [0, 1],
  }
  const endings: Ending[] = ['complete', 'customer', 'source', 'idle', 'stop', 'death']
  const rows = Object.keys(bodies).flatMap((path) => endings.map((ending): [string, Ending] => [path, ending]))
  const WITH_EVERY_ENDING = ['/chat', '/events?limit=50']
  // How each path counts is shown when it is complete, and what each ending does by a price by call and a counted one.
  const isShort = ([path, ending]: [string, Ending]) =>
    WITH_EVERY_ENDING.includes(path) || ending === 'complete' || (path === '/free' && ending === 'death')
  for (const [some, options] of [
    [rows.filter(isShort), {}],
    [rows.filter((row) => !isShort(row)), { tags: 'long' as const }],
  ] as const)
    test.each(some)('%s, ended by %s: begun and counted is charged, once', options, async (path, ending) => {
      const own = ending === 'stop' ? await site.sibling() : site
      const base = ending === 'stop' ? await addressOf(own) : address
      const type = path.startsWith('/lines') ? 'application/x-ndjson' : 'text/event-stream'
      const { answer, response, closed } = await opened(path, type, base)
      response.write(bodies[path] ?? '')
      const reply = await answer
      const reader = reply.body?.getReader()
      const received = await reader?.read()
      expect(Buffer.from(received?.value ?? []).toString()).toBe(bodies[path])
      expect((await calls()).length, 'nothing is booked while it runs').toBe(0)
      const [spent = 0, results = 0] = costs[path] ?? []
      if (ending === 'complete') response.end()
      if (ending === 'customer') await reader?.cancel()
      if (ending === 'customer') await closed
      if (ending === 'source') response.socket?.end()
      if (ending === 'stop') await own.gateway.giveUp()
      if (ending === 'death') {
        // What has been passed on is stored within a second; then another process finds this one dead.
        if (path !== '/free') await sleep(1500)
        await voidHoldsOf(site.ctx, [PROCESS_TAG])
        if (path !== '/free') expect(await funds()).toEqual({ spent, held: 0 })
        response.write('data: more\n\n{"a":4}\n')
        response.end()
      }
      const is_cut =
        ending === 'source' || ending === 'idle' || ending === 'stop' || (ending === 'death' && path !== '/free')
      expect(await booked()).toMatchObject({
        status_code: is_cut ? CODE.streamCut : CODE.ok,
        http_status: 200,
        spent,
        cost_micros: spent,
      })
      if (ending !== 'death') expect((await booked()).results).toBe(results)
      await sleep(50)
      expect(await calls()).toHaveLength(1)
      expect(await funds()).toEqual({ spent, held: 0 })
    })

  test('a server that stops gives a stream its time to end, then cuts it off and books it', async () => {
    const own = await site.sibling()
    const { answer, response } = await opened('/events', 'text/event-stream', await addressOf(own))
    const writing = setInterval(() => response.write(': ping\n\n'), 500)
    response.write('data: {"at":1,"access_token":"abc"}\n\n')
    const reading = textOf(await answer)
    const since_ms = performance.now()
    await own.app.close()
    clearInterval(writing)
    expect(performance.now() - since_ms).toBeGreaterThan(5000)
    expect(await reading).toMatchObject({ is_whole: false })
    // Booked before the process ends.
    expect(await calls()).toMatchObject([{ status_code: CODE.streamCut, results: 1, cost_micros: counted(1) }])
    expect(await funds()).toEqual({ spent: counted(1), held: 0 })
    const [stored] = await storedAnswers()
    expect(stored?.answer).toContain('data: {"at":1,"access_token":"•••"}')
  })

  test('a JSON answer whose results are priced is read as a whole, though the document declares a stream', async () => {
    const { answer, response } = await opened('/rows?limit=9', 'application/json')
    response.write('[\n1,\n')
    await sleep(100)
    response.end('2\n]')
    expect(await textOf(await answer)).toEqual({ text: '[\n1,\n2\n]', is_whole: true })
    expect(await booked()).toMatchObject({ results: 2, spent: counted(2) })
  })

  test('a stream that lasts too long is cut off and charged for what was delivered', async () => {
    const own = await site.sibling({ settings: { ...settings, STREAM_MAX_S: '2' } })
    const { answer, response } = await opened('/events', 'text/event-stream', await addressOf(own))
    const writing = setInterval(() => response.write(': ping\n\n'), 100)
    response.write('data: 1\n\n')
    expect(await textOf(await answer)).toMatchObject({ is_whole: false })
    clearInterval(writing)
    expect(await booked()).toMatchObject({ status_code: CODE.streamCut, results: 1, spent: counted(1) })
  })

  test('text without a length that the source cuts off costs nothing, as half a file is worth nothing', async () => {
    const { answer, response } = await opened('/text', 'text/plain')
    response.write('half')
    const reply = await answer
    response.socket?.end()
    expect(await textOf(reply)).toEqual({ text: 'half', is_whole: false })
    expect(await booked()).toMatchObject({ status_code: CODE.sourceUnavailable, spent: 0 })
  })

  test('a file that is no text has its whole size stored, and nothing of its bytes', async () => {
    const { answer, response } = await opened('/text', 'image/png')
    for (let at = 0; at < 5; at += 1) response.write(Buffer.alloc(40_000, 'x'))
    const reply = await answer
    const reading = textOf(reply)
    await sleep(300)
    response.socket?.end()
    const bytes = (await reading).text.length
    await booked()
    await site.gateway.gate.answers.flush()
    expect(bytes).toBeGreaterThan(64 * 1024)
    expect(await storedAnswers()).toEqual([{ bytes, answer: null }])
  })

  test('a stream type that the document declares as none is an answer like any other', async () => {
    const { answer, response } = await opened('/never')
    response.write('data: 1\n\n')
    const reply = await answer
    response.socket?.end()
    await textOf(reply)
    expect(await booked()).toMatchObject({ status_code: CODE.sourceUnavailable, spent: 0 })
  })

  test('a customer who leaves before the first byte pays for the call, and its source is stopped', async () => {
    const leaving = new AbortController()
    const answer = fetch(`${address}/s/chat`, {
      headers: { authorization: customer.authorization },
      signal: leaving.signal,
    }).catch(() => undefined)
    const { response, closed } = await source.next()
    leaving.abort()
    await answer
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    await closed
    expect(await booked()).toMatchObject({ status_code: CODE.ok, spent: PER_CALL })
  })
})

test('random events, chunks and ends are charged by the rule, and the books balance', async () => {
  const event = fc.constantFrom(
    'data: a\n\n',
    'data: ü\r\n\r\n',
    ': ping\n\n',
    'id: 1\ndata: {"a":[1]}\n\n',
    'event: x\n\n',
  )
  const scene = fc.record({
    events: fc.array(event, { minLength: 1, maxLength: 12 }),
    cuts: fc.array(fc.nat(), { maxLength: 8 }),
    sent: fc.nat(),
    ending: fc.constantFrom('complete', 'customer', 'source'),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(scene, async ({ events, cuts, sent, ending, limit }) => {
      customer = await openCustomer(site)
      const bytes = Buffer.from(events.join(''))
      const end = ending === 'complete' ? bytes.length : 1 + (sent % bytes.length)
      const at = [0, ...cuts.map((cut) => cut % end), end].toSorted((a, b) => a - b)
      const { answer, response } = await opened(`/events?limit=${limit}`)
      response.write(bytes.subarray(0, 1))
      const reader = (await answer).body?.getReader()
      let received = Buffer.from((await reader?.read())?.value ?? [])
      for (const [index, to] of at.slice(1).entries())
        response.write(bytes.subarray(Math.max(1, at[index] ?? 0), Math.max(1, to)))
      while (received.length < end)
        received = Buffer.concat([received, Buffer.from((await reader?.read())?.value ?? [])])
      if (ending === 'complete') response.end()
      else if (ending === 'source') response.socket?.end()
      else await reader?.cancel()
      const events_received = (received.toString().match(/(?<=^|\n)data: [^\r\n]*(\r\n\r|\n\n)/g) ?? []).length
      expect(await booked()).toMatchObject({
        status_code: ending === 'source' ? CODE.streamCut : CODE.ok,
        results: events_received,
        spent: counted(events_received, limit),
      })
    }),
    { numRuns: 25 },
  )
})

describe('a number in the events of a stream is charged', () => {
  const usage = (total_tokens: unknown) => `data: ${JSON.stringify({ text: 'ü', usage: { total_tokens } })}\n\n`
  const NONE = 'data: {"text":"a","usage":null}\n\n'
  const DONE = 'data: [DONE]\n\n'
  const LIMIT_OF_CALL = 20
  /** The rule, from what the source sent until the end: the last number; without one the most, unless the stream was cut off. */
  function rule(sent: string, is_complete: boolean): number {
    const numbers = [...sent.matchAll(/"total_tokens":(\d+(?:\.\d+)?)\}\}(?:\n\n|$)/g)].map(([, number]) =>
      Number(number),
    )
    const last = numbers.at(-1) ?? (is_complete ? LIMIT_OF_CALL : 0)
    return counted(Math.ceil(last), LIMIT_OF_CALL)
  }
  const bodies: Record<string, [first: string, rest: string]> = {
    'at the end': [NONE + NONE, usage(7) + DONE],
    'in every event': [usage(2), usage(5) + DONE],
    'above the bound': [NONE, usage(900) + DONE],
    'in a last event without an empty line': [NONE, usage(3).trimEnd()],
    never: [NONE, DONE],
    'as a text, negative and null': [usage('9') + usage(-4), usage(null) + DONE],
  }
  type End = Exclude<Ending, 'idle'>
  const ends: End[] = ['complete', 'customer', 'source', 'stop', 'death']
  const scenes = Object.keys(bodies).flatMap((name) => ends.map((end): [string, End] => [name, end]))
  const WITH_EVERY_END = ['in every event', 'never']
  const isShort = ([name, end]: [string, End]) => WITH_EVERY_END.includes(name) || end === 'complete'
  for (const [some, options] of [
    [scenes.filter(isShort), {}],
    [scenes.filter((scene) => !isShort(scene)), { tags: 'long' as const }],
  ] as const)
    test.each(some)('%s, ended by %s', options, async (name, ending) => {
      const [first, rest] = bodies[name] ?? ['', '']
      const own = ending === 'stop' ? await site.sibling() : site
      const base = ending === 'stop' ? await addressOf(own) : address
      const { answer, response, closed } = await opened(`/talk?limit=${LIMIT_OF_CALL}`, 'text/event-stream', base)
      response.write(first)
      const reply = await answer
      expect(reply.headers.get('x-cost'), 'not known yet').toBeNull()
      const reader = reply.body?.getReader()
      // The first part arrives before the source sends the rest.
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(first)
      const is_complete = ending === 'complete' || ending === 'customer'
      if (ending === 'customer') {
        await reader?.cancel()
        await sleep(50)
        expect(await openStreams(), 'read on').toBe(1)
      }
      if (is_complete) response.end(rest)
      if (ending === 'source') response.socket?.end()
      if (ending === 'stop') await own.gateway.giveUp()
      if (ending === 'death') {
        await sleep(1500)
        await voidHoldsOf(site.ctx, [PROCESS_TAG])
        response.end(rest)
      }
      if (ending === 'customer') await closed
      await vi.waitFor(async () => expect(await openStreams()).toBe(0))
      const spent = rule(is_complete ? first + rest : first, is_complete)
      expect(await booked()).toMatchObject({
        status_code: is_complete ? CODE.ok : CODE.streamCut,
        spent,
        cost_micros: spent,
      })
    })

  const reports = () => site.log_lines.filter((one) => one.includes('priced list not found in the answer')).length
  const cuts = ['source', 'idle', 'stop', 'death'] as const
  const after_leaving = cuts.flatMap((end) => [usage(8), NONE].map((rest): [typeof end, string] => [end, rest]))
  // A stream without a number is like any other: one of its cuts shows that.
  const isShown = ([end, rest]: [string, string]) => rest !== NONE || end === 'source'
  for (const [some, options] of [
    [after_leaving.filter(isShown), {}],
    [after_leaving.filter((one) => !isShown(one)), { tags: 'long' as const }],
  ] as const)
    test.each(some)(
      'left by the customer, then cut off by %s after %j: the last number until then is charged',
      options,
      async (ending, rest) => {
        const own = ending === 'stop' ? await site.sibling() : site
        const base = ending === 'stop' ? await addressOf(own) : address
        const reported = reports()
        const { answer, response, closed } = await opened(`/talk?limit=${LIMIT_OF_CALL}`, 'text/event-stream', base)
        response.write(NONE)
        const reader = (await answer).body?.getReader()
        await reader?.read()
        await reader?.cancel()
        await sleep(50)
        response.write(rest)
        await sleep(50)
        if (ending === 'source') response.socket?.end()
        if (ending === 'stop') await own.gateway.giveUp()
        if (ending === 'death') {
          await sleep(1500)
          await voidHoldsOf(site.ctx, [PROCESS_TAG])
          response.end()
        }
        await closed
        const spent = rule(rest, false)
        expect(await booked()).toMatchObject({ status_code: CODE.streamCut, spent, cost_micros: spent })
        if (ending !== 'death') expect(reports(), 'a cut stream lacks nothing').toBe(reported)
      },
    )

  test('a customer who leaves frees no slot for another call while the source is read on', async () => {
    await site.database.pool.query('update api_logins set simultaneous = 1 where id = $1', [customer.login_id])
    const { answer, response } = await opened('/talk?limit=5')
    response.write(NONE)
    const reader = (await answer).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await sleep(100)
    const refused = await get('/chat')
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: CODE.tooManyAtOnce }])
    response.end(usage(2))
    await vi.waitFor(async () => expect(await openStreams()).toBe(0))
    const next = await opened('/chat')
    next.response.end('data: 1\n\n')
    expect((await textOf(await next.answer)).is_whole, 'the slot is free again').toBe(true)
    await vi.waitFor(async () => expect((await funds()).spent).toBe(counted(2) + PER_CALL), PATIENT)
  })

  test('a number that never came is reported with the function and the field', async () => {
    const { answer, response } = await opened('/talk?limit=5')
    response.end(NONE)
    await textOf(await answer)
    expect(await booked()).toMatchObject({ spent: counted(5) })
    const line = site.log_lines.findLast((one) => one.includes('priced list not found in the answer')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ function: 'talk', list: 'usage.total_tokens' })
  })

  test('with an Idempotency-Key the number is read from the whole answer', async () => {
    const answer = get('/talk?limit=9', { 'idempotency-key': 'tokens' })
    const { response } = await source.next()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(NONE + usage(4) + DONE)
    expect((await answer).headers.get('x-cost')).toBe('0.000900')
    expect((await funds()).spent).toBe(counted(4))
  })

  test('random events in random chunks are charged by the rule, whether the customer stays or leaves', async () => {
    const event = fc.oneof(
      fc.constantFrom(NONE, ': ping\n\n', 'data: no JSON\n\n', 'event: x\n\n'),
      fc.oneof(fc.nat(30), fc.constantFrom(1.5, -1, '7', null)).map(usage),
    )
    const scene = fc.record({
      events: fc.array(event, { minLength: 1, maxLength: 10 }),
      cuts: fc.array(fc.nat(), { maxLength: 8 }),
      leaves_after: fc.option(fc.nat(), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, cuts, leaves_after }) => {
        customer = await openCustomer(site)
        const bytes = Buffer.from(events.join(''))
        const at = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b)
        const { answer, response } = await opened(`/talk?limit=${LIMIT_OF_CALL}`)
        response.write(bytes.subarray(0, 1))
        const reader = (await answer).body?.getReader()
        let received = (await reader?.read())?.value?.length ?? 0
        const leaves = leaves_after === undefined ? Number.POSITIVE_INFINITY : 1 + (leaves_after % bytes.length)
        for (const [index, to] of at.slice(1).entries()) {
          const end = Math.max(1, to)
          response.write(bytes.subarray(Math.max(1, at[index] ?? 0), end))
          while (received < end && received < leaves) received += (await reader?.read())?.value?.length ?? 0
          if (received >= leaves) await reader?.cancel()
        }
        response.end()
        expect(await booked()).toMatchObject({ status_code: CODE.ok, spent: rule(bytes.toString(), true) })
      }),
      { numRuns: 25 },
    )
  })
})

describe('a stream whose price depends on the month', () => {
  const ends: Ending[] = ['complete', 'customer', 'source', 'death']
  test.each(ends)(
    'is delivered as it comes, ended by %s, and the next one continues where it ended',
    async (ending) => {
      const { answer, response } = await opened('/months?limit=50')
      response.write('data: 1\n\ndata: 2\n\ndata: 3\n\n')
      const reader = (await answer).body?.getReader()
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('data: 3')
      if (ending === 'complete') response.end()
      if (ending === 'customer') await reader?.cancel()
      if (ending === 'source') response.socket?.end()
      if (ending === 'death') {
        await sleep(1500)
        await voidHoldsOf(site.ctx, [PROCESS_TAG])
      }
      expect(await booked()).toMatchObject({ results: 3, spent: 0 })
      const second = await opened('/months?limit=50')
      second.response.end('data: x\n\n'.repeat(5))
      await textOf(await second.answer)
      await vi.waitFor(async () => expect(await calls()).toHaveLength(2), PATIENT)
      // One is free, two cost the first price and two the second one.
      expect(await funds()).toEqual({ spent: 3_000, held: 0 })
      // A process that was taken for dead changes nothing when its stream ends later.
      response.end('data: 4\n\n')
      await reader?.cancel().catch(() => undefined)
      await vi.waitFor(async () => expect(await openStreams()).toBe(0))
      expect([await funds(), (await calls()).length]).toEqual([{ spent: 3_000, held: 0 }, 2])
    },
  )

  test('x-portico-stream streams other types as well, also where the allowance covers the call', async () => {
    for (const spent of [0, 1_000]) {
      const { answer, response } = await opened('/forced-months', 'application/json')
      response.write('[1')
      const reader = (await answer).body?.getReader()
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('[1')
      response.end(',2]')
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(',2]')
      expect((await reader?.read())?.done).toBe(true)
      await vi.waitFor(async () => expect(await funds()).toEqual({ spent, held: 0 }), PATIENT)
    }
  })
})
