import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openMetrics } from '#http/metrics.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { jobMetrics } from '../product-metrics.ts'

let site: TestApp
let upstream: TestServer
let customers: Customer[]

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
  site = await openTestApp({ settings: { UPSTREAM_URL: upstream.url } })
  customers = [await openCustomer(site), await openCustomer(site), await openCustomer(site)]
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

const metrics = async () => (await site.browser().send<string>({ path: '/metrics' })).text
const ask = (at = 0, path = LIVE) => customers[at % 3]?.call(path, { body: search('a secret keyword') })
const lines = () => site.log_lines.map((line) => JSON.parse(line))

test('an outage of the source appears in the metrics by code, by endpoint and by breaker state', async () => {
  await ask()
  upstream.setAnswer((_, response) => send(response, '{}', 503))
  for (let at = 0; at < 21; at += 1) await ask(at)
  const text = await metrics()
  const serp = 'api="serp",function="google/organic"'
  expect(text).toContain(`portico_calls_total{${serp},code="20000",outcome="ok"} 1`)
  expect(text).toContain(`portico_calls_total{${serp},code="50301",outcome="failed"} 21`)
  expect(text).toContain(`portico_upstream_calls_total{endpoint="${LIVE}",outcome="unreachable",status="503"} 19`)
  expect(text).toContain(`portico_upstream_calls_total{endpoint="${LIVE}",outcome="not_asked",status="none"} 2`)
  expect(text).toContain(`portico_breaker_open{endpoint="${LIVE}"} 1`)
  expect(text).toMatch(/portico_upstream_seconds_bucket\{le="120",api="serp",outcome="unreachable"\} 19/)
  expect(text).toContain('portico_charged_usd_total{api="serp"} 0.002')
  const failures = lines().filter(({ msg }) => msg === 'upstream call failed')
  expect(failures.at(-1)).toMatchObject({ endpoint: LIVE, outcome: 'unreachable', status: 503 })
})

test('the metrics include queues, holds, connections, jobs and the build', async () => {
  await customers[0]?.call(POST, { body: search() })
  const text = await metrics()
  for (const queue of ['meter', 'admission', 'tasks', 'webhooks'])
    expect(text).toMatch(new RegExp(`portico_queue_waiting\\{queue="${queue}"\\} \\d`))
  for (const queue of ['mail', 'alerts'])
    expect(text).toMatch(new RegExp(`portico_outgoing_oldest_seconds\\{queue="${queue}"\\} \\d`))
  for (const name of [
    'portico_holds 0',
    'portico_hold_oldest_seconds 0',
    'portico_held_usd 0',
    'portico_database_up 1',
  ])
    expect(text).toContain(name)
  // The queries of the metrics themselves are not counted.
  expect(text).toContain('portico_pool_connections{state="waiting"} 0')
  expect(text).toMatch(/portico_build_info\{version="test",node="[\d.]+"\} 1/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('le="120"')
})

test('the Grafana board and the alert rules query existing metrics, and every rule states what to do', async () => {
  const folder = resolve(import.meta.dirname, '../../../deploy/observability')
  const [board, rules] = ['grafana-board.json', 'alerts.yaml'].map((name) => readFileSync(join(folder, name), 'utf8'))
  const { onRun, text } = jobsOf()
  onRun('a job', { ms: 1 })
  const there = (await metrics()) + (await text())
  const requested = new Set(
    `${board}${rules}`.match(/\b(portico|http|nodejs|process)_[a-z0-9_]+_[a-z]+|portico_holds/g),
  )
  expect(requested.size).toBeGreaterThan(20)
  for (const name of requested) expect(there, name).toContain(name)
  const alerts = parse(rules ?? '').groups[0].rules
  for (const { alert, annotations } of alerts) expect(annotations.runbook.length, alert).toBeGreaterThan(60)
})

test('failures of a job are counted from zero on, so that the first one is an increase', async () => {
  const { onRun, text } = jobsOf()
  onRun('a job', { ms: 1 })
  expect(await text()).toContain('portico_job_failures_total{job="a job"} 0')
  onRun('a job', { ms: 1, error: 'broken' })
  expect(await text()).toContain('portico_job_failures_total{job="a job"} 1')
})

function jobsOf() {
  const metrics = openMetrics()
  return { onRun: jobMetrics(site.ctx, metrics), text: metrics.text }
}

test('metric labels contain nothing that a customer chooses', async () => {
  await customers[0]?.call('/v3/no/such/path-of-a-customer?x=canary', { body: [{}] })
  await customers[0]?.call('/v3/serp/google/locations/canary')
  upstream.setAnswer((_, response) => send(response, envelope({ status_code: 41234 })))
  await customers[0]?.call('/v3/serp/bing/organic/live/advanced', { body: search() })
  const text = await metrics()
  expect(text).toContain('portico_calls_total{api="unknown",function="unknown",code="40400",outcome="refused"} 1')
  expect(text).toContain('code="other"')
  expect(text).not.toMatch(/canary|path-of-a-customer|41234|secret keyword/)
})

test('O16 one id is in header, body, log and ledger, the proxy’s id is beside it in the log, and no query is logged', async () => {
  const [customer] = customers
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const reply = await customer?.call('/v3/serp/google/locations/us?name=canary-query', {
    headers: { 'x-request-id': 'given-by-nginx-0001', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  })
  const id = reply?.headers['x-request-id']
  expect(reply?.body?.tasks?.[0]?.id).toBe(id)
  const line = lines().find((one) => one.request_id === id && one.msg === 'answered')
  expect(line).toMatchObject({
    given_id: 'given-by-nginx-0001',
    trace_id: trace,
    login_id: customer?.login_id,
    endpoint: expect.stringMatching(/^\/v3\/serp\/google\/locations/),
    status: 200,
  })
  const { rows } = await site.database.owner.query('select id, request_id from usage_events where id = $1', [id])
  expect(rows).toEqual([{ id, request_id: id }])
  expect(site.log_lines.join('')).not.toContain('canary-query')
  const page = await site.browser().send({ path: '/api/users/me', headers: { 'x-request-id': 'given-by-nginx-0002' } })
  expect(JSON.stringify(page.body)).toContain('given-by-nginx-0002')
  for (const bad of ['short', 'with blank and\tmore', 'x'.repeat(200), '<script>alert'])
    await site.browser().send({ path: '/api/users/me', headers: { 'x-request-id': bad } })
  expect(site.log_lines.join('')).not.toMatch(/with blank|x{200}|<script>/)
})
