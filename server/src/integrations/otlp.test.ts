import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Span } from '#db/trace.ts'
import type { SettingName } from '#env/settings.ts'
import { readTraces } from '#env/traces.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { openTraceExporter } from './otlp.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status?: { code: number }
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const soon = { timeout: 20_000 }
let collector: TestServer
let upstream: TestServer
let site: TestApp
let customer: Customer

beforeAll(async () => {
  collector = await openTestServer((_, response) => send(response, '{}'))
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
  site = await openTestApp({
    settings: {
      UPSTREAM_URL: upstream.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=data%20api',
      OTEL_SERVICE_NAME: 'portico-test',
    },
  })
  customer = await openCustomer(site)
})
afterAll(async () => {
  await site.close()
  await collector.close()
  await upstream.close()
})

/** The spans that the collector received for a trace. */
function spansOf(trace_id: string): Sent[] {
  const bodies = collector.received.map(({ body }) => JSON.parse(body))
  const spans: Sent[] = bodies.flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans)
  return spans.filter(({ traceId }) => traceId === trace_id)
}
const attribute = (span: Sent | undefined, key: string) => span?.attributes.find((one) => one.key === key)?.value
const call = (headers: Record<string, string>, keyword = 'a secret keyword') =>
  customer.call(LIVE, { body: search(keyword), headers })

test('one trace leads from the caller through request, gateway call, bookings and source', async () => {
  const [trace_id, span_id] = [hex(16), hex(8)]
  expect((await call({ traceparent: `00-${trace_id}-${span_id}-01` })).http).toBe(200)
  await expect.poll(() => spansOf(trace_id).map(({ kind }) => kind), soon).toContain(2)
  const spans = spansOf(trace_id)
  const named = (start: string) => spans.filter(({ name }) => name.startsWith(start))
  const [request] = spans.filter(({ kind }) => kind === 2)
  const [gateway] = named('gateway call')
  const [span] = named('upstream')
  expect(request).toMatchObject({ parentSpanId: span_id, name: expect.stringMatching(/^POST \/v3/) })
  expect(gateway).toMatchObject({ parentSpanId: request?.spanId, kind: 1 })
  expect(span).toMatchObject({ parentSpanId: gateway?.spanId, kind: 3, name: `upstream ${LIVE}` })
  expect(upstream.received.at(-1)?.headers.traceparent).toBe(`00-${trace_id}-${span?.spanId}-01`)
  const bookings = named('database transaction').map((span) => attribute(span, 'portico.booking')?.stringValue)
  expect(bookings).toEqual(expect.arrayContaining(['hold', 'settle']))
  expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: '200' })
  expect(attribute(gateway, 'portico.code')).toEqual({ intValue: '20000' })
  for (const span of spans) {
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    expect(span.status).toBeUndefined()
  }
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
})

test('traces are sent as OTLP to the traces path with the configured name and headers, and contain no request data', async () => {
  const trace_id = hex(16)
  await call({ traceparent: `00-${trace_id}-${hex(8)}-01` })
  await expect.poll(() => spansOf(trace_id).length, soon).toBeGreaterThan(0)
  for (const { method, path, headers, body } of collector.received) {
    expect([method, path, headers['content-type']]).toEqual(['POST', '/v1/traces', 'application/json'])
    expect(headers['x-team']).toBe('data api')
    expect(JSON.parse(body).resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'portico-test' },
    })
    for (const secret of ['secret', customer.password, customer.login, customer.authorization])
      expect(body).not.toContain(secret)
  }
})

test('a failing source marks its span as an error', async () => {
  const trace_id = hex(16)
  upstream.setAnswer((_, response) => send(response, '{}', 500))
  await call({ traceparent: `00-${trace_id}-${hex(8)}-01` })
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  const failed = () => spansOf(trace_id).find(({ name }) => name.startsWith('upstream'))
  await expect.poll(() => failed()?.status, soon).toEqual({ code: 2 })
  expect(attribute(failed(), 'http.response.status_code')).toEqual({ intValue: '500' })
})

test('an unsampled trace is passed on and not sent', async () => {
  const [unwanted, wanted] = [hex(16), hex(16)]
  await call({ traceparent: `00-${unwanted}-${hex(8)}-00` })
  expect(upstream.received.at(-1)?.headers.traceparent).toMatch(new RegExp(`^00-${unwanted}-[0-9a-f]{16}-00$`))
  await call({ traceparent: `00-${wanted}-${hex(8)}-01` })
  await expect.poll(() => spansOf(wanted).length, soon).toBeGreaterThan(0)
  expect(spansOf(unwanted)).toEqual([])
})

test.each([
  '',
  'x',
  `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
  `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
  `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
  `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`,
  '9'.repeat(5000),
])('an invalid trace header begins a new trace (%#)', async (traceparent) => {
  expect((await call({ traceparent })).http).toBe(200)
  const passed = String(upstream.received.at(-1)?.headers.traceparent)
  expect(passed).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(passed).not.toContain('1'.repeat(16))
})

test('concurrent calls of different callers stay in their own traces', async () => {
  const traces = Array.from({ length: 12 }, () => hex(16))
  const before = upstream.received.length
  await Promise.all(traces.map((trace_id) => call({ traceparent: `00-${trace_id}-${hex(8)}-01` }, trace_id)))
  const seen = upstream.received.slice(before).map(({ headers, body }) => {
    const trace_id = String(headers.traceparent).split('-')[1] ?? ''
    return body.includes(trace_id)
  })
  expect(seen).toEqual(traces.map(() => true))
})

test('calls are not traced without a collector, and an unreachable collector fails no call', async () => {
  const without = await site.sibling({ settings: { UPSTREAM_URL: upstream.url } })
  const sent = { body: search(), headers: { traceparent: `00-${hex(16)}-${hex(8)}-01` } }
  expect((await customer.call(LIVE, { ...sent, app: without.app })).http).toBe(200)
  expect(upstream.received.at(-1)?.headers.traceparent).toBeUndefined()

  const gone = await openTestServer((_, response) => send(response, '{}'))
  await gone.close()
  const settings = { UPSTREAM_URL: upstream.url, OTEL_EXPORTER_OTLP_ENDPOINT: gone.url }
  const alone = await site.sibling({ settings })
  for (let at = 0; at < 5; at += 1) expect((await customer.call(LIVE, { ...sent, app: alone.app })).http).toBe(200)
  expect((await customer.call(POST, { body: search(), app: alone.app })).http).toBe(200)
  await alone.app.close()
  expect(alone.log_lines.filter((line) => line.includes('traces not sent'))).toHaveLength(1)
})

const span: Span = {
  trace_id: hex(16),
  span_id: hex(8),
  parent_id: undefined,
  name: 'one',
  kind: 'internal',
  began_ms: 1,
  ended_ms: 2,
  attributes: { whole: 1, part: 0.5, is: true, none: undefined },
  is_error: false,
}

test('a busy second sends all its spans, in as many groups as they need', async () => {
  const held: (() => void)[] = []
  let is_quick = false
  const collecting = await openTestServer((_, response) => {
    if (is_quick) send(response, '{}')
    else held.push(() => send(response, '{}'))
  })
  const exporter = openTraceExporter({ url: collecting.url, headers: {}, service: 'x' }, 'test', site.ctx.log)
  for (let at = 0; at < 4000; at += 1) exporter.take(span)
  await expect.poll(() => held.length, soon).toBe(1)
  is_quick = true
  const closing = exporter.close()
  for (const answer of held) answer()
  await closing
  const sizes = collecting.received.map(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length)
  expect(sizes.reduce((total, size) => total + size, 0)).toBe(4000)
  await collecting.close()
})

test('spans beyond the queue limit are dropped, and a hanging collector does not delay closing', async () => {
  const held: (() => void)[] = []
  const slow = await openTestServer((_, response) => held.push(() => send(response, '{}')))
  const exporter = openTraceExporter({ url: slow.url, headers: {}, service: 'x' }, 'test', site.ctx.log)
  for (let at = 0; at < 100_000; at += 1) exporter.take(span)
  const closing = exporter.close()
  await expect.poll(() => held.length, soon).toBe(1)
  for (const answer of held) answer()
  await closing
  const [first] = JSON.parse(slow.received[0]?.body ?? '').resourceSpans[0].scopeSpans[0].spans
  expect(first.attributes).toEqual([
    { key: 'whole', value: { intValue: '1' } },
    { key: 'part', value: { doubleValue: 0.5 } },
    { key: 'is', value: { boolValue: true } },
  ])
  await slow.close()
})

test('settings of the collector are read as OpenTelemetry names them, and wrong ones are refused', () => {
  const read = (endpoint: string, headers = '') => {
    const values: Partial<Record<SettingName, string>> = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: headers,
    }
    return readTraces((name) => values[name] || undefined)
  }
  expect(read('')).toBeUndefined()
  expect(read('http://c:4318')).toEqual({ url: 'http://c:4318/v1/traces', headers: {}, service: 'portico' })
  expect(read('https://c/otlp/', 'api-key=a%3Db, x-y = z')).toMatchObject({
    url: 'https://c/otlp/v1/traces',
    headers: { 'api-key': 'a=b', 'x-y': 'z' },
  })
  for (const wrong of ['c:4318', 'ftp://c', 'http://c?x=1', 'http://u:p@c'])
    expect(() => read(wrong)).toThrow('must be an')
  for (const wrong of ['no value', '=x', 'a=%zz', 'a=%0A'])
    expect(() => read('http://c', wrong)).toThrow('must look like')
})
