import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkBooks, fundsOf } from '#ledger/room.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openRelay, type Relay, relayed } from '#testing/db/relay.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

const MONEY = 10_000_000
let relay: Relay
let upstream: TestServer
let site: TestApp
let customer: Customer

beforeAll(async () => {
  const server = inject('testServer')
  relay = await openRelay(server.url)
  upstream = await openTestServer((_, response) => send(response, envelope({ result: [{}] })))
  site = await openTestApp({
    server: relayed(server, relay),
    settings: { UPSTREAM_URL: upstream.url, BOOKING_PATIENCE_MS: '1000' },
  })
  customer = await openCustomer(site)
})
afterAll(async () => {
  await site.close()
  await upstream.close()
  await relay.close()
})

const ready = async () => (await site.browser().send({ path: '/readyz' })).status
const spent = async () => MONEY - (await fundsOf(site.ctx, customer.login_id)).balance_micros

test('O8 database connections that go silent without a word: others are refused at once, the call under way is booked once', async () => {
  for (let at = 0; at < 3; at += 1) await customer.call(LIVE, { body: search() })
  expect(await ready()).toBe(200)
  // The booking of this call is committed, and its answer lost.
  upstream.setAnswer((_, response) => {
    relay.loseReplies()
    send(response, envelope({ result: [{}] }))
  })
  const under_way = customer.call(LIVE, { body: search() })
  await expect.poll(ready, { timeout: 20_000 }).toBe(503)
  const refused = await customer.call(LIVE, { body: search() })
  expect([refused.http, refused.body?.status_code, refused.headers['retry-after']]).toEqual([503, 50303, '1'])
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  const late = await under_way
  expect([late.http, late.body?.tasks?.[0]?.status_code]).toEqual([200, 20000])
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  expect(await customer.codes(LIVE, { body: search() })).toEqual([200, 20000, 20000])
  expect(await spent()).toBe(5 * LIVE_MICROS)
  const { rows } = await site.database.owner.query('select cost_micros from usage_events where login_id = $1', [
    customer.login_id,
  ])
  expect(rows).toHaveLength(5)
  await expect.poll(async () => (await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
}, 60_000)
