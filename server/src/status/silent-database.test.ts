import { operator } from '@portico/contract/operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { textsIn } from '#i18n/translate.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openRelay, type Relay, relayed } from '#testing/db/relay.ts'
import { LIVE, openCustomer, search } from '#testing/gateway/customer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BRAND = new URL('http://brand.example')
let relay: Relay
let app: TestApp

beforeAll(async () => {
  const server = inject('testServer')
  relay = await openRelay(server.url)
  app = await openTestApp({
    has_own_waits: true,
    server: relayed(server, relay),
    settings: { BOOKING_TIMEOUT_MS: '1000' },
  })
  await app.operator(operator.setWhitelabel, { host: BRAND.host, brand: { title: 'Brightside' }, by: 'test' })
})
afterAll(async () => {
  relay.setDeaf(false)
  await app.close()
  await relay.close()
})

const open = (path: string, site?: URL) => app.browser(site ? { site } : {}).send({ path })

test('a flood of readers reads the database once', async () => {
  const before = vi.spyOn(app.ctx.db, 'getExecutor')
  await app.status.refresh()
  const once = before.mock.calls.length
  before.mockClear()
  app.clock.forward(20_000)
  await Promise.all(Array.from({ length: 300 }, () => open('/status')))
  const flood = before.mock.calls.length
  before.mockClear()
  await Promise.all(Array.from({ length: 300 }, () => open('/status.atom')))
  // The brand of a host is read once a second at most, as for every page.
  expect(flood).toBeLessThanOrEqual(once + 2)
  expect(before.mock.calls.length).toBeLessThanOrEqual(2)
  before.mockRestore()
})

test('while the database is silent the page shows the last known state with its time, and failures are counted for later', async () => {
  const customer = await openCustomer(app)
  await app.status.run()
  await open('/status', BRAND)
  const taken_at = app.ctx.clock.now()
  relay.loseAll()
  relay.setDeaf(true)
  app.clock.forward(60_000)
  const pages = await Promise.all([open('/status'), open('/status', BRAND), open('/status.atom', BRAND)])
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  const [own, brand] = pages
  expect(own?.text).toContain(app.ctx.sites.own.brand.title)
  expect(brand?.text).toContain('Brightside')
  for (const one of [own, brand]) {
    expect(one?.text).toContain(
      textsIn('en')('We cannot read the current state at the moment. Below is the last known state, as of {at}.', {
        at: 'March 2, 2026 at 10:00 UTC',
      }),
    )
    expect(one?.text).not.toContain('All APIs are working')
    expect(one?.headers['cache-control']).toBe('no-store')
  }
  expect(taken_at.toISOString()).toMatch(/^2026-03-02T10:00/)
  await expect.poll(async () => (await customer.call(LIVE, { body: search() })).http, { timeout: 20_000 }).toBe(503)
  expect((await open('/status')).text).toContain('There is an outage')
  const refused = await app.browser().send({
    method: 'POST',
    path: '/status/subscribe',
    body: 'email=a@example.com',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([
    refused.status,
    refused.text.includes('We cannot save this at the moment. The status page itself keeps working.'),
  ]).toEqual([503, true])
  await expect(app.status.run()).rejects.toThrow()
  relay.setDeaf(false)
  await expect
    .poll(
      () =>
        app.status.run().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  const { rows } = await sql<{ failed: number }>`select failed from status_days where api = 'serp'`.execute(app.ctx.db)
  expect(rows[0]?.failed).toBeGreaterThan(0)
  expect((await open('/status')).text).not.toContain('class="old"')
})
