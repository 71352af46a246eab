import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { SERVICE_RANGES, type ServiceRange } from '@portico/contract/operator-service.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SECONDS } from '#http/metrics.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { quantilesOf } from './quantile.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
const BING = '/v3/serp/bing/organic/live/advanced'
let first: TestApp
let second: Awaited<ReturnType<TestApp['sibling']>>
let upstream: TestServer
let customers: Customer[]

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
  first = await openTestApp({ settings: { UPSTREAM_URL: upstream.url } })
  second = await first.sibling()
  customers = [await openCustomer(first), await openCustomer(first), await openCustomer(first)]
})
afterAll(async () => {
  await first.close()
  await upstream.close()
})

type Instance = Pick<TestApp, 'app' | 'operator' | 'browser' | 'service'>
const service = async (at: Instance = first, range: ServiceRange = '1h'): Promise<Output<typeof operator.service>> => {
  const { body } = await at.operator(operator.service, { range })
  if (!('apis' in body)) throw new Error(JSON.stringify(body))
  return body
}
const serp = async (at: Instance = first, range: ServiceRange = '1h') =>
  (await service(at, range)).apis.find(({ api }) => api === 'serp')
const ask = (by: number, at: Instance, path = LIVE, body: unknown = search()) =>
  customers[by]?.call(path, { body, app: at.app })
const record = async () => {
  await first.service.run()
  await second.service.run()
}
/** The sum of a series of /metrics over these instances. */
async function inMetrics(series: RegExp, ...instances: Instance[]): Promise<number> {
  const texts = await Promise.all(instances.map(async (at) => (await at.browser().send({ path: '/metrics' })).text))
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => series.test(line)))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('calls of two instances are added up to the numbers of both /metrics, at either instance', async () => {
  for (let at = 0; at < 3; at += 1) await ask(at, first)
  for (let at = 0; at < 2; at += 1) await ask(at, second)
  await ask(0, second, LIVE, [{ keyword: '' }])
  await record()
  for (const at of [first, second]) {
    const found = await serp(at)
    expect(found).toMatchObject({ ok: 5, refused: 1, failed: 0, state: 'operational', set_by: 'rule' })
    expect(found?.codes).toEqual([{ code: expect.stringMatching(/^40\d{3}$/), calls: 1 }])
    expect(found?.source).toMatchObject({ calls: 5, outcomes: [] })
  }
  expect(await inMetrics(/^portico_calls_total\{api="serp".*outcome="ok"/, first, second)).toBe(5)
  expect(await inMetrics(/^portico_upstream_calls_total/, first, second)).toBe(5)
  // A second flush has nothing new to add.
  await record()
  expect(await serp()).toMatchObject({ ok: 5, refused: 1 })
})

test('every range has the calls, and one that has passed has them no longer', async () => {
  for (const range of Object.keys(SERVICE_RANGES) as ServiceRange[])
    expect(await serp(first, range), range).toMatchObject({ ok: 5 })
  first.clock.forward(20 * MINUTE_MS)
  expect(await serp(first, '15m')).toMatchObject({ ok: 0, seconds: { p50: null } })
  expect(await serp(first, '1h')).toMatchObject({ ok: 5 })
  expect((await service(first, '15m')).seconds).toBeLessThanOrEqual(900)
})

test('numbers outlive the instance that counted them, and a new one adds to them', async () => {
  const third = await first.sibling()
  await ask(0, third)
  await ask(1, third)
  await third.service.flush()
  await third.app.close()
  const fourth = await first.sibling()
  expect(await serp(fourth)).toMatchObject({ ok: 7 })
  await fourth.service.run()
  expect(await serp(fourth)).toMatchObject({ ok: 7 })
})

test('what could not be written is written later, in its own minute, and only once', async () => {
  first.clock.forward(20 * MINUTE_MS)
  const before = await serp()
  await ask(0, first)
  await first.database.owner.query('alter table service_counts rename to service_counts_away')
  await expect(first.service.run()).rejects.toThrow()
  first.clock.forward(2 * MINUTE_MS)
  await ask(1, first)
  await expect(first.service.run()).rejects.toThrow()
  await first.database.owner.query('alter table service_counts_away rename to service_counts')
  await record()
  await record()
  expect((await serp())?.ok).toBe((before?.ok ?? 0) + 2)
  const { body } = await first.operator(operator.serviceApi, { api: 'serp', range: '15m' })
  if (!('times' in body)) throw new Error('no times')
  expect(body.times.map(({ ok }) => ok)).toEqual([1, 1])
  expect(body.functions).toContainEqual({ function: 'google/organic', ok: 2, refused: 0, failed: 0 })
  expect(body.endpoints).toMatchObject([{ endpoint: LIVE, calls: 2, outcomes: [], open_on: 0 }])
})

test('a breaker that is open on one instance is seen at another and on the status page', async () => {
  upstream.setAnswer((_, response) => send(response, '{}', 503))
  for (let at = 0; at < 22; at += 1) await ask(at % 3, second, BING)
  await record()
  const { breakers, apis } = await service(first)
  expect(breakers).toEqual([{ endpoint: BING, api: 'serp', instances: 1 }])
  const found = apis.find(({ api }) => api === 'serp')
  expect(found).toMatchObject({ open_breakers: 1, failed: 22, set_by: 'rule' })
  expect(found?.codes[0]).toEqual({ code: '50301', calls: 22 })
  const outcomes = Object.fromEntries(found?.source.outcomes.map(({ outcome, calls }) => [outcome, calls]) ?? [])
  expect(outcomes.unreachable).toBe(await inMetrics(/^portico_upstream_calls_total.*unreachable/, second))
  expect(outcomes.not_asked).toBeGreaterThan(0)
  expect(await inMetrics(/^portico_breaker_open/, first)).toBe(0)
  await first.status.run()
  expect(await serp()).toMatchObject({ state: 'degraded', set_by: 'rule' })
  expect((await first.browser().send({ path: '/status' })).text).toContain('class="state degraded"')
  const { body: needs } = await first.operator(operator.today, {})
  expect('needs' in needs ? needs.needs.find(({ kind }) => kind === 'sources') : undefined).toMatchObject({
    count: 1,
    items: [{ label: BING }],
  })
})

test('a state that an incident sets is marked as set by hand, and that of a window, too', async () => {
  const BY = { by: 'test' }
  await first.operator(operator.updateIncident, {
    id: 'cache',
    state: 'investigating',
    impact: 'outage',
    apis: ['backlinks'],
    ...BY,
  })
  await first.status.run()
  const stateOf = async (api: string) => (await service()).apis.find((one) => one.api === api)
  expect(await stateOf('backlinks')).toMatchObject({ state: 'outage', set_by: 'hand' })
  expect(await stateOf('serp')).toMatchObject({ set_by: 'rule' })
  await first.operator(operator.updateIncident, { id: 'cache', state: 'resolved', ...BY })
  const now_ms = first.clock.now().getTime()
  const [starts_at, ends_at] = [-1, 60].map((minutes) => new Date(now_ms + minutes * MINUTE_MS).toISOString())
  if (!starts_at || !ends_at) throw new Error('no times')
  await first.operator(operator.addNotice, { id: 'window', starts_at, ends_at, text: null, ...BY })
  await first.status.run()
  for (const api of ['serp', 'backlinks'])
    expect(await stateOf(api)).toMatchObject({ state: 'maintenance', set_by: 'hand' })
  await first.operator(operator.removeNotice, { id: 'window', ...BY })
})

describe('instances and jobs', () => {
  const read = async () => {
    const { body } = await first.operator(operator.instances, {})
    if (!('jobs' in body)) throw new Error(JSON.stringify(body))
    return body
  }

  test('every living instance is listed with version and load, and one without a heartbeat is not alive', async () => {
    await record()
    const { instances } = await read()
    const alive = instances.filter(({ is_alive, version }) => is_alive && version === 'test')
    expect(alive.length).toBeGreaterThanOrEqual(2)
    for (const { facts, pid, uptime_s } of alive) {
      expect(facts).toMatchObject({ cpu: expect.any(Number), node: process.versions.node })
      expect(facts?.memory_bytes).toBeGreaterThan(10_000_000)
      expect(pid).toBe(process.pid)
      expect(uptime_s).toBeLessThan(600)
    }
    await first.database.owner.query(
      `insert into gateway_instances (id, seen_at, facts) values (gen_random_uuid(), now() - interval '40 seconds', '{"breakers": ["/v3/x"], "cpu": 0, "memory_bytes": 1, "lag_ms": 0, "node": "x"}')`,
    )
    const dead = (await read()).instances.filter(({ is_alive }) => !is_alive)
    expect(dead).toMatchObject([{ version: null }])
    expect(dead[0]?.silent_s).toBeGreaterThanOrEqual(40)
    expect((await service()).breakers.map(({ endpoint }) => endpoint)).not.toContain('/v3/x')
  })

  test('runs of a job on all instances are added up, with its last success and its last error', async () => {
    first.service.note('close_days', { ms: 12.4 })
    first.service.note('close_days', { ms: 1, error: new Error('the disk is full') })
    first.clock.forward(1000)
    second.service.note('close_days', { ms: 30 })
    await second.service.flush()
    await first.service.flush()
    const job = (await read()).jobs.find((one) => one.job === 'close_days')
    expect(job).toMatchObject({ runs: 3, failures: 1, last_ms: 30, last_error: 'the disk is full' })
    expect(Date.parse(job?.last_done_at ?? '')).toBe(first.clock.now().getTime())
    expect(Date.parse(job?.failed_at ?? '')).toBe(first.clock.now().getTime() - 1000)
  })
})

test('old counts are deleted, minutes before hours', async () => {
  const count = async () =>
    Object.fromEntries(
      (
        await first.database.owner.query('select span_s, count(*)::integer as n from service_counts group by 1')
      ).rows.map(({ span_s, n }) => [span_s, n]),
    )
  first.clock.forward(4 * 60 * MINUTE_MS)
  await first.service.run()
  expect(await count()).toEqual({ 3600: expect.any(Number) })
  expect(await serp(first, '24h')).toMatchObject({ ok: 9 })
  first.clock.forward(32 * 24 * 60 * MINUTE_MS)
  await first.service.run()
  expect(await count()).toEqual({})
})

test('quantiles lie within the step that has the call of that rank, for generated times', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed / 2 ** 31
  }
  for (let round = 0; round < 50; round += 1) {
    const times = Array.from({ length: 1 + Math.floor(random() * 300) }, () => 0.001 * 10 ** (random() * 5.2)).sort(
      (a, b) => a - b,
    )
    const buckets = [...SECONDS, Number.POSITIVE_INFINITY].map(
      (to, step) => times.filter((time) => time <= to && time > (SECONDS[step - 1] ?? 0)).length,
    )
    const found = quantilesOf([buckets])
    for (const [name, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
    ] as const) {
      const exact = times[Math.ceil(times.length * share) - 1] ?? 0
      const step = SECONDS.findIndex((to) => exact <= to)
      const [from, to] = step === -1 ? [120, 120] : [SECONDS[step - 1] ?? 0, SECONDS[step] ?? 120]
      expect(found[name], `${name} of ${times.length}`).toBeGreaterThanOrEqual(from)
      expect(found[name]).toBeLessThanOrEqual(to)
    }
  }
  expect(quantilesOf([])).toEqual({ p50: null, p95: null, p99: null })
})
