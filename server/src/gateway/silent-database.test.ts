import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { endTaskCall, FINAL_CALLS, fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openRelay, type Relay, relayed } from '#testing/db/relay.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, type Sent, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { openRefusedCalls } from './record/refused-calls.ts'

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
    has_own_waits: true,
    server: relayed(server, relay),
    settings: { UPSTREAM_URL: upstream.url, BOOKING_TIMEOUT_MS: '1000' },
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

test('O8 when database connections go silent, new calls are refused at once and the call in progress is booked once', async () => {
  for (let at = 0; at < 3; at += 1) await customer.call(LIVE, { body: search() })
  expect(await ready()).toBe(200)
  // The booking of this call is committed, but the database's reply is lost.
  upstream.setAnswer((_, response) => {
    relay.loseReplies()
    send(response, envelope({ result: [{}] }))
  })
  const under_way = customer.call(LIVE, { body: search() })
  await expect.poll(ready, { timeout: 20_000 }).toBe(503)
  const refused = await customer.call(LIVE, { body: search() })
  expect([refused.http, refused.body?.status_code, refused.headers['retry-after']]).toEqual([
    503,
    CODE.unavailable,
    '1',
  ])
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  const late = await under_way
  expect([late.http, late.body?.tasks?.[0]?.status_code]).toEqual([200, CODE.ok])
  await expect.poll(ready, { timeout: 20_000 }).toBe(200)
  expect(await customer.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.ok])
  expect(await spent()).toBe(5 * LIVE_MICROS)
  const { rows } = await site.database.owner.query('select cost_micros from usage_events where login_id = $1', [
    customer.login_id,
  ])
  expect(rows).toHaveLength(5)
  await expect.poll(async () => (await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
}, 60_000)

const folder = () => join(site.ctx.env.data_dir, 'refused-calls')
/** Calls as the Usage screen shows them. */
const shown = async () => {
  const { rows } = await sql<{ status_code: number; cost_micros: number; http_status: number }>`
    select status_code, cost_micros, http_status from ${FINAL_CALLS} as c where login_id = ${customer.login_id} order by id`.execute(
    site.ctx.db,
  )
  return rows.map(({ status_code, cost_micros, http_status }) => [status_code, cost_micros, http_status])
}

/** The bookings of these calls are committed but not confirmed, and the database stays silent until they are refused. */
async function answeredTooLate(sent: { path: string; more?: Sent }[]) {
  const open: ServerResponse[] = []
  upstream.setAnswer((_, response) => open.push(response))
  const calls = sent.map(({ path, more }) => customer.call(path, { body: search(), ...more }))
  await expect.poll(() => open.length, { timeout: 20_000 }).toBe(sent.length)
  const { meter } = site.gateway.gate
  const { settle } = meter
  meter.settle = (request) => {
    relay.loseReplies()
    relay.setDeaf(true)
    return settle(request)
  }
  for (const response of open) send(response, envelope({ result: [{}] }))
  const replies = await Promise.all(calls)
  meter.settle = settle
  relay.setDeaf(false)
  upstream.setAnswer((_, response) => send(response, envelope({ result: [{}] })))
  await expect.poll(ready, { timeout: 30_000 }).toBe(200)
  return replies.map(({ http, body, headers }) => [http, body?.status_code, headers['retry-after']])
}

test('O8 a call refused because its booking was not confirmed is never charged, and is shown as refused', async () => {
  customer = await openCustomer(site)
  expect(await answeredTooLate([{ path: LIVE }, { path: LIVE }])).toEqual(Array(2).fill([503, CODE.unavailable, '1']))
  await expect.poll(shown, { timeout: 30_000 }).toEqual(Array(2).fill([CODE.unavailable, 0, 503]))
  expect(await spent()).toBe(0)
  const { rows } = await site.database.owner.query(
    'select code, http_status from error_events where login_id = $1 and api = $2',
    [customer.login_id, 'serp'],
  )
  expect(rows).toEqual(Array(2).fill({ code: CODE.unavailable, http_status: 503 }))
  await expect.poll(() => readdirSync(folder()), { timeout: 10_000 }).toEqual([])
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
}, 120_000)

test('O8 a call with an Idempotency-Key whose booking was not confirmed is answered as uncertain, and the key then returns the result for one charge', async () => {
  customer = await openCustomer(site)
  const more = { headers: { 'idempotency-key': 'late' } }
  expect(await answeredTooLate([{ path: LIVE, more }])).toEqual([[503, CODE.maybeCharged, '1']])
  const again = async () => {
    const { http, body } = await customer.call(LIVE, { body: search(), ...more })
    return [http, body?.tasks?.[0]?.status_code]
  }
  await expect.poll(again, { timeout: 30_000 }).toEqual([200, CODE.ok])
  await expect.poll(async () => (await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
  expect(await spent()).toBe(LIVE_MICROS)
  expect((await shown()).filter(([, cost_micros]) => cost_micros !== 0)).toEqual([[CODE.ok, LIVE_MICROS, 200]])
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
}, 120_000)

test('a call whose refusal cannot be written to disk is answered as uncertain, and is reversed all the same', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  customer = await openCustomer(site)
  rmSync(folder(), { recursive: true, force: true })
  writeFileSync(folder(), 'not a folder')
  expect(await answeredTooLate([{ path: LIVE }])).toEqual([[503, CODE.maybeCharged, '1']])
  await expect.poll(spent, { timeout: 30_000 }).toBe(0)
  rmSync(folder())
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
})

test('calls that a process refused before it died are reversed once by the next one, whether booked or held, posted or run', async () => {
  customer = await openCustomer(site)
  const { login_id } = customer
  await expect
    .poll(() => customer.codes(LIVE, { body: search() }), { timeout: 30_000 })
    .toEqual([200, CODE.ok, CODE.ok])
  for (let posted = 0; posted < 3; posted += 1)
    expect((await customer.call(POST, { body: search() })).body?.tasks?.[0]?.status_code).toBe(CODE.taskCreated)
  const one_post = ((await spent()) - LIVE_MICROS) / 3
  const { rows } = await site.database.owner.query(
    'select id, status_code from usage_events where login_id = $1 order by status_code',
    [login_id],
  )
  const at = site.clock.now()
  const run = { login_id, call_id: rows[2].id, code: CODE.ok, message: 'Ok.', results: 1, refunded_micros: 0 }
  expect(await endTaskCall(site.ctx, { ...run, posted_at: at, started_at: at, finished_at: at })).toBe(true)
  // The third posted task stays; a task that was never booked is left as it is.
  const ids = [rows[0].id, rows[1].id, rows[2].id, newCallId(at)]
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), 'dead.log'), `${ids.map((id) => `${id} ${login_id}`).join('\n')}\nhalf a li`)
  const held = newCallId(site.clock.now())
  const { meter } = site.gateway.gate
  await meter.hold({ id: held, login_id, api: 'serp', function: 'google/organic', amount_micros: 5000 })
  writeFileSync(join(folder(), 'other.log'), `${held} ${login_id}\n`)
  const next = await openRefusedCalls(site.ctx, meter, 'next')
  await expect.poll(() => readdirSync(folder()), { timeout: 20_000 }).toEqual([])
  expect(await spent()).toBe(one_post)
  expect((await fundsOf(site.ctx, login_id)).held_micros).toBe(0)
  expect((await shown()).map(([code]) => code).toSorted()).toEqual([
    CODE.ok,
    CODE.taskCreated,
    CODE.unavailable,
    CODE.unavailable,
  ])
  await next.owe([{ id: rows[0].id, login_id }])
  await pause(500)
  expect(await spent(), 'again changes nothing').toBe(one_post)
  await next.close()
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
  expect(existsSync(join(folder(), 'dead.log'))).toBe(false)
}, 60_000)

test('a refused call whose booking drew on a lease is judged only when that lease has been returned, by the next process too', async () => {
  customer = await openCustomer(site)
  const { login_id } = customer
  await expect
    .poll(() => customer.codes(LIVE, { body: search() }), { timeout: 30_000 })
    .toEqual([200, CODE.ok, CODE.ok])
  const { rows } = await site.database.owner.query('select id from usage_events where login_id = $1', [login_id])
  const { meter } = site.gateway.gate
  const lease_id = newCallId(site.clock.now())
  await meter.hold({ id: lease_id, login_id, api: 'serp', function: 'google/organic', amount_micros: 5000 })
  const first = await openRefusedCalls(site.ctx, meter, 'first')
  expect(await first.owe([{ id: rows[0].id, login_id, lease_id }])).toBe(true)
  // As long as the lease exists, a booking that is not visible yet may still be committed.
  await pause(1500)
  expect(await spent()).toBe(LIVE_MICROS)
  await first.close()
  const next = await openRefusedCalls(site.ctx, meter, 'second')
  await pause(1500)
  expect(await spent(), 'the file names the lease').toBe(LIVE_MICROS)
  expect(await meter.void(lease_id)).toBe(true)
  await expect.poll(spent, { timeout: 10_000 }).toBe(0)
  await expect.poll(() => readdirSync(folder()), { timeout: 10_000 }).toEqual([])
  await next.close()
  expect(await checkBooks(site.ctx)).toMatchObject({ discrepancies: [] })
}, 60_000)
