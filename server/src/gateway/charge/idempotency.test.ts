import type { ServerResponse } from 'node:http'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, type Sent, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { canonical, digest } from '../wire/canonical.ts'
import { readKey, saveReply, takeOverKey } from './key-store.ts'

const MONEY = 10_000_000
const ITEMS = [{ items: [{ rank: 1 }] }]
let site: TestApp
let upstream: TestServer
let sites: TestApp['app'][]
let customer: Customer

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({ result: ITEMS })))
  site = await openTestApp({ settings: { UPSTREAM_URL: upstream.url } })
  sites = [site.app, (await site.sibling()).app]
})
afterAll(async () => {
  await closeBalanced(site)
  await upstream.close()
})
beforeEach(async () => {
  upstream.received.length = 0
  upstream.setAnswer((_, response) => send(response, envelope({ result: ITEMS })))
  customer = await openCustomer(site)
  await site.database.pool.query('update api_logins set simultaneous = 1000 where id = $1', [customer.login_id])
})

const call = (key: string, sent: Sent = {}, path = LIVE) =>
  customer.call(path, { body: search(), ...sent, headers: { 'idempotency-key': key, ...sent.headers } })
const spent = async () => MONEY - (await fundsOf(site.ctx, customer.login_id)).balance_micros

test('G6 a hundred parallel requests with one key cause one upstream call, one charge and one answer', async () => {
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, at) => call('one', { app: sites[at % 2] ?? site.app })),
  )
  const answers = replies.filter(({ http }) => http === 200)
  const busy = replies.filter(({ http }) => http === 409)
  expect(answers.length + busy.length).toBe(100)
  expect(answers.length).toBeGreaterThan(0)
  for (const { headers, body } of busy) {
    expect(headers['retry-after']).toBe('1')
    expect(body).toMatchObject({ status_code: CODE.idempotencyRunning, tasks: null })
  }
  expect(upstream.received).toHaveLength(1)
  expect(await spent()).toBe(LIVE_MICROS)
  const late = await call('one', { app: sites[1] ?? site.app })
  for (const { body } of [...answers, late]) expect(body).toEqual(late.body)
  expect(late.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-cost': '0.000000' })
  expect(await spent()).toBe(LIVE_MICROS)
})

test('G6 a request stays the same with another field order or explicit nulls, and differs with another value', async () => {
  await call('k', { body: [{ keyword: 'a', location_code: 2840, language_code: 'en' }] })
  const same = await call('k', { body: { language_code: 'en', tag: null, keyword: 'a', location_code: 2840 } })
  expect(same.headers['idempotency-replayed']).toBe('true')
  const other = await call('k', { body: [{ keyword: 'b', location_code: 2840, language_code: 'en' }] })
  expect([other.http, other.body?.status_code]).toEqual([409, CODE.idempotencyConflict])
  expect((await call('k', {}, POST)).body?.status_code).toBe(CODE.idempotencyConflict)
  expect(await spent()).toBe(LIVE_MICROS)
})

test('keys belong to their login, have 1 to 255 characters, and are stored for a day at least', async () => {
  await call('mine')
  const stranger = await openCustomer(site)
  const reply = await stranger.call(LIVE, { body: search('other'), headers: { 'idempotency-key': 'mine' } })
  expect(reply.headers['idempotency-replayed']).toBeUndefined()
  expect(reply.body?.tasks?.[0]?.status_code).toBe(CODE.ok)
  expect((await call('x'.repeat(256))).body?.status_code).toBe(CODE.invalidBody)
  expect((await call('')).body?.status_code).toBe(CODE.invalidBody)
  expect((await call('x'.repeat(255))).body?.status_code).toBe(CODE.ok)
  site.clock.forward(24 * 60 * 60 * 1000)
  await site.gateway.sweep()
  expect((await call('mine')).headers['idempotency-replayed']).toBe('true')
  site.clock.forward(25 * 60 * 60 * 1000)
  await site.gateway.sweep()
  expect((await call('mine')).headers['idempotency-replayed']).toBeUndefined()
})

test('G6 two logins that use the same key at the same moment are both answered and both charged', async () => {
  const open: ServerResponse[] = []
  upstream.setAnswer((_, response) => open.push(response))
  const stranger = await openCustomer(site)
  const replies = [call('shared'), stranger.call(LIVE, { body: search(), headers: { 'idempotency-key': 'shared' } })]
  await expect.poll(() => open.length).toBe(2)
  for (const response of open) send(response, envelope({ result: ITEMS }))
  for (const { http, headers } of await Promise.all(replies))
    expect([http, headers['idempotency-replayed']]).toEqual([200, undefined])
  expect(await spent()).toBe(LIVE_MICROS)
  expect((await fundsOf(site.ctx, stranger.login_id)).balance_micros).toBe(MONEY - LIVE_MICROS)
})

test('a key whose request did nothing is free again', async () => {
  upstream.setAnswer((_, response) => send(response, '{}', 503))
  expect((await call('again')).body?.tasks?.[0]?.status_code).toBe(CODE.sourceUnavailable)
  expect(await spent()).toBe(0)
  upstream.setAnswer((_, response) => send(response, envelope({ result: ITEMS })))
  expect((await call('again')).body?.tasks?.[0]?.status_code).toBe(CODE.ok)
  expect((await call('wrong', { body: [{ keyword: 1 }] })).body?.tasks?.[0]?.status_code).toBe(CODE.invalidField)
  expect((await call('wrong')).body?.tasks?.[0]?.status_code).toBe(CODE.ok)
})

test('posted tasks are posted once', async () => {
  const first = await call('post', {}, POST)
  const second = await call('post', {}, POST)
  expect(second.body).toEqual(first.body)
  const { rows } = await site.database.pool.query('select id from gateway_tasks where login_id = $1', [
    customer.login_id,
  ])
  expect(rows).toEqual([{ id: first.body?.tasks?.[0]?.id }])
})

const DEAD = '00000000-0000-4000-8000-00000000dead'

/** A key as a killed process left it. */
async function leaveKey(key: string, left: { calls: string[]; reply?: Buffer; settles?: unknown[] }) {
  const request = digest('POST', LIVE, canonical(search()))
  await site.database.pool.query(
    `insert into gateway_keys (login_id, key_hash, request_hash, attempt, instance, calls, made_at, reply, settles)
       values ($1, $2, $3, 1, $4, $5, $6, $7, $8)`,
    [
      customer.login_id,
      digest(key),
      request,
      DEAD,
      left.calls,
      site.clock.now(),
      left.reply ?? null,
      left.settles ? JSON.stringify(left.settles) : null,
    ],
  )
}

const hold = (id: string) =>
  site.meter.hold({
    id,
    login_id: customer.login_id,
    api: 'serp',
    function: 'google/organic',
    amount_micros: LIVE_MICROS,
  })

test('G7 after a kill before the answer the next request with the key takes over, and the hold is released', async () => {
  const id = newCallId(site.clock.now())
  await hold(id)
  await leaveKey('killed', { calls: [id] })
  const reply = await call('killed')
  expect(reply.body?.tasks?.[0]?.status_code).toBe(CODE.ok)
  expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
    balance_micros: MONEY - LIVE_MICROS,
    held_micros: 0,
  })
})

test('G7 after a kill between queueing and booking the worker books nothing, and the next request with the key pays once', async () => {
  const { pool } = site.database
  const first = await call('queued', {}, POST)
  const { rows } = await pool.query('select calls from gateway_keys where login_id = $1', [customer.login_id])
  // The first attempt died after its hold and its queued task, before its booking.
  const id = newCallId(site.clock.now())
  await hold(id)
  await pool.query('update gateway_tasks set call_id = $1 where call_id = $2', [id, rows[0].calls[0]])
  await pool.query(
    'update gateway_keys set instance = $1, is_settled = false, reply = null, calls = $2 where login_id = $3',
    [DEAD, [id], customer.login_id],
  )
  const before = await spent()
  await site.gateway.runDueTasks()
  expect(await spent(), 'nothing is booked by the worker').toBe(before)
  const again = await call('queued', {}, POST)
  expect(again.body?.tasks?.[0]?.id).not.toBe(first.body?.tasks?.[0]?.id)
  expect((await spent()) - before).toBe(600)
  expect((await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
})

test('G7 a process that was only slow cannot book after another request took over', async () => {
  const stuck = Promise.withResolvers<void>()
  let is_first = true
  upstream.setAnswer(async (_, response) => {
    if (is_first) {
      is_first = false
      await stuck.promise
    }
    send(response, envelope({ result: ITEMS }))
  })
  const slow = call('slow')
  await expect.poll(() => upstream.received.length).toBe(1)
  const { pool } = site.database
  await pool.query('update gateway_keys set instance = $1 where login_id = $2', [DEAD, customer.login_id])
  const quick = await call('slow', { app: sites[1] ?? site.app })
  expect(quick.body?.tasks?.[0]?.status_code).toBe(CODE.ok)
  stuck.resolve()
  const late = await slow
  expect([late.http, late.body?.status_code]).toEqual([409, CODE.idempotencyRunning])
  expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
    balance_micros: MONEY - LIVE_MICROS,
    held_micros: 0,
  })
})

test.each([[true], [false]])(
  'G7 after a kill with the reply stored (booked before: %s) it is booked once and replayed',
  async (is_booked) => {
    const first = await call('told')
    const { pool } = site.database
    const index = [customer.login_id]
    const { rows } = await pool.query('select reply, calls from gateway_keys where login_id = $1', index)
    const columns = 'login_id, api, function, method, priority, path, status_code, http_status, results, ip, is_sandbox'
    const [usage] = (await pool.query(`select ${columns} from usage_events where id = $1`, [rows[0].calls[0]])).rows
    const id = is_booked ? rows[0].calls[0] : newCallId(site.clock.now())
    if (!is_booked) await hold(id)
    const settle = {
      id,
      cost_micros: LIVE_MICROS,
      usage: { ...usage, request_id: id, time_ms: 1 },
    }
    await pool.query(
      'update gateway_keys set instance = $2, is_settled = false, calls = $3, settles = $4 where login_id = $1',
      [...index, DEAD, [id], JSON.stringify([settle])],
    )
    const again = await call('told')
    expect(again.body).toEqual(first.body)
    expect(await spent()).toBe(is_booked ? LIVE_MICROS : 2 * LIVE_MICROS)
    expect((await fundsOf(site.ctx, customer.login_id)).held_micros).toBe(0)
  },
)

test('G7 an attempt that stored its reply since it was read is not taken over: it may be booking', async () => {
  await leaveKey('close', { calls: [] })
  const { db } = site.ctx
  const key_id = { login_id: customer.login_id, key_hash: digest('close') }
  const seen = await readKey(db, key_id)
  if (!seen) throw new Error('the idempotency key is gone')
  const next = { request_hash: seen.request_hash, instance: DEAD, calls: [], made_at: site.clock.now() }
  expect(await saveReply(db, key_id, 1, Buffer.from('reply'), [])).toBe(true)
  expect(await takeOverKey(db, key_id, seen, next)).toBe(false)
  expect(await takeOverKey(db, key_id, { ...seen, reply: Buffer.from('reply') }, next)).toBe(true)
})

test('G7 after a kill with the reply stored and its hold expired, booked free tasks do not make the paid ones count as booked', async () => {
  const [task] = search()
  const body = [task, { ...task, keyword: true }]
  const first = await call('mixed', { body }, POST)
  expect(first.body?.tasks?.map(({ status_code }) => status_code)).toEqual([CODE.taskCreated, CODE.invalidField])
  const { pool } = site.database
  const { rows } = await pool.query('select calls from gateway_keys where login_id = $1', [customer.login_id])
  const usage = 'login_id, api, function, method, priority, path, status_code, http_status, results, ip, is_sandbox'
  const { rows: booked } = await pool.query(`select id, ${usage} from usage_events where id = any ($1)`, [
    rows[0].calls,
  ])
  // It died before both bookings, and its hold was released as too old.
  const settles = booked.map(({ id: _, ...row }) => {
    const id = newCallId(site.clock.now())
    const is_free = row.status_code !== CODE.taskCreated
    return { id, cost_micros: is_free ? 0 : 600, usage: { ...row, request_id: id, time_ms: 1 } }
  })
  await pool.query('update gateway_keys set instance = $2, is_settled = false, settles = $3 where login_id = $1', [
    customer.login_id,
    DEAD,
    JSON.stringify(settles),
  ])
  const before = await spent()
  const again = await call('mixed', { body }, POST)
  expect(again.headers['idempotency-replayed']).toBeUndefined()
  expect(again.body?.tasks?.[0]?.id).not.toBe(first.body?.tasks?.[0]?.id)
  expect((await spent()) - before).toBe(600)
})

test('a key is refused as running while its process is alive', async () => {
  await leaveKey('alive', { calls: [] })
  await site.database.pool.query(
    `insert into gateway_instances values ($1, now()) on conflict (id) do update set seen_at = now()`,
    [DEAD],
  )
  expect((await call('alive')).http).toBe(409)
  await site.database.pool.query('delete from gateway_instances where id = $1', [DEAD])
  expect((await call('alive')).http).toBe(200)
})
