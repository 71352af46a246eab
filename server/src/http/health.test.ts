import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { databaseFailure } from '#db/ping-store.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { openTestApp } from '#testing/app.ts'
import { openMetrics, serveMetrics } from './metrics.ts'

const PRODUCTION = { NODE_ENV: 'production', BOT_CHECK: 'proof-of-work' }
const METRICS_TOKEN = 'a token of the tests, long enough'.replaceAll(' ', '-')
const METRIC = 'http_request_seconds_bucket'

test('the server is always alive, and ready while the database answers and it is not stopping', async () => {
  const it = await openTestApp()
  const browser = it.browser()
  const probe = async () => [
    (await browser.send({ path: '/healthz' })).status,
    (await browser.send({ path: '/readyz' })).status,
  ]
  expect(await probe()).toEqual([200, 200])
  it.state.stopping = true
  expect(await probe()).toEqual([200, 503])
  it.state.stopping = false
  await it.database.pool.end()
  expect(await probe()).toEqual([200, 503])
  await it.close().catch(() => undefined)
})

test('O13 the server is not ready while the database is read-only, or bookings fail', async () => {
  const it = await openTestApp()
  const readOnly = it.database.db.transaction().setAccessMode('read only')
  expect(await readOnly.execute((tx) => databaseFailure(tx))).toBe('the database takes no writes')
  expect(await databaseFailure(it.database.db)).toBe(undefined)
  const refusing = await it.sibling()
  const { meter } = refusing.gateway.gate
  meter.health = () => ({ oldest_ms: 3200, is_stalled: false, failure: undefined })
  expect((await refusing.browser().send({ path: '/readyz' })).text).toBe('not ready: bookings have waited for 3.2 s\n')
  meter.health = () => ({ oldest_ms: 0, is_stalled: false, failure: 'No space left on device' })
  expect((await refusing.browser().send({ path: '/readyz' })).text).toBe('not ready: the database took no bookings\n')
  await it.close()
})

test('metrics and log lines name the route and never the address, which may hold a secret', async () => {
  const it = await openTestApp()
  const browser = it.browser()
  await browser.open('/reset-password/1001/a-very-secret-token')
  await browser.send({ path: '/api/users/me?token=a-very-secret-token', headers: { referer: 'a-very-secret-token' } })
  const { body } = await browser.send<string>({ path: '/metrics' })
  expect(body).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/users\/me",status="401"\} 1/)
  expect(body).not.toContain('a-very-secret-token')
  const answered = it.log_lines.filter((line) => line.includes('"answered"'))
  expect(answered.length).toBeGreaterThanOrEqual(2)
  expect(it.log_lines.join('')).not.toContain('a-very-secret-token')
  await it.close()
})

test('SEC-M9 O18 in production metrics on the public port need a token that is set and sent', async () => {
  const it = await openTestApp({ settings: PRODUCTION })
  const showsMetrics = async (app: Pick<typeof it, 'browser'>, authorization?: string) => {
    await app.browser().send({ path: '/healthz' })
    const { text } = await app.browser().send({ path: '/metrics', headers: { authorization } })
    return text.includes(METRIC)
  }
  expect(await showsMetrics(it)).toBe(false)
  expect(await showsMetrics(it, 'Bearer undefined')).toBe(false)
  expect(await showsMetrics(it, `Bearer ${it.operator_token}`)).toBe(false)
  const withToken = await it.sibling({ settings: { ...PRODUCTION, METRICS_TOKEN } })
  expect(await showsMetrics(withToken)).toBe(false)
  expect(await showsMetrics(withToken, `Bearer ${METRICS_TOKEN}x`)).toBe(false)
  expect(await showsMetrics(withToken, METRICS_TOKEN)).toBe(false)
  expect(await showsMetrics(withToken, `Bearer ${METRICS_TOKEN}`)).toBe(true)
  const developing = await it.sibling({ settings: { METRICS_TOKEN } })
  expect(await showsMetrics(developing)).toBe(false)
  await it.close()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

test('SEC-M9 O18 a separate port serves metrics and nothing else, by default to this machine alone', async () => {
  const METRICS_PORT = String(await freePort())
  const it = await openTestApp({ settings: { ...PRODUCTION, METRICS_PORT } })
  expect(it.ctx.env.metrics.host).toBe('127.0.0.1')
  const close = await serveMetrics(it.ctx.env, openMetrics())
  const url = `http://127.0.0.1:${METRICS_PORT}`
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_request_seconds')
  expect((await fetch(`${url}/api/boot`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  await expect(serveMetrics(it.ctx.env, openMetrics())).rejects.toSatisfy(isStartProblem)
  await close()
  const sealed = await it.sibling({ settings: { ...PRODUCTION, METRICS_PORT, METRICS_TOKEN } })
  const closeSealed = await serveMetrics(sealed.ctx.env, openMetrics())
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  const authorization = `Bearer ${METRICS_TOKEN}`
  expect((await fetch(`${url}/metrics`, { headers: { authorization } })).status).toBe(200)
  await closeSealed()
  expect((await it.browser().send({ path: '/metrics' })).text).not.toContain(METRIC)
  await it.close()
})
