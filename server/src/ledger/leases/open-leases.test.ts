import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE } from '@portico/contract/codes.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { type Database, openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { openTestDatabase, PATIENT_MS, type TestDatabase } from '#testing/db/database.ts'
import { inDatabase } from '#testing/db/server.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from '../books/index.ts'
import { bookGift, fundsOf, type Meter, openMeter } from '../index.ts'
import { setSpendLimit } from '../limits/index.ts'
import { recallLeases } from './recall.ts'

vi.setConfig({ testTimeout: 60_000 })

const PRICE = 600
const log = pino({ level: 'silent' })
const clock = { now: () => new Date() }
let database: TestDatabase
let others: Database[]
/** Three processes, each with its own connections and its own leases. */
let meters: Meter[]

beforeAll(async () => {
  database = await openTestDatabase()
  const url = inDatabase(inject('testServer').appUrl, database.name)
  others = [1, 2, 3].map(() => openPool(createPool(url, log, 3, { waits_ms: PATIENT_MS }), false))
})
afterAll(async () => {
  for (const other of others) await other.close()
  await database.close()
})
beforeEach(async () => {
  meters = others.map(({ db, listen }) => openMeter({ db, log }, { leases: { listen }, timeout_ms: PATIENT_MS }))
  // Leases begin once their recalls can be received.
  const login_id = await loginWith(1000 * PRICE)
  for (const meter of meters) {
    const isUsed = async () => {
      const call = callOf(login_id, 0)
      await meter.hold(call)
      await meter.void(call.id)
      return meter.leases()?.admitted
    }
    await expect.poll(isUsed, { interval: 5 }).toBeGreaterThan(0)
  }
})
afterEach(async () => {
  for (const meter of meters) await meter.close()
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
  const { rows } = await database.pool.query('select count(*)::integer as n from ledger_holds')
  expect(rows[0].n, 'rows of holds that are left').toBe(0)
})

const ctx = () => ({ db: database.db, log, clock })

async function loginWith(amount_micros: number): Promise<number> {
  const { id: login_id } = await insertTestLogin(database.db)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor: 'test' })
  return login_id
}

const NAMES = ['google/organic', 'google/maps'] as const
const callOf = (login_id: number, n: number) => ({
  id: newCallId(new Date()),
  login_id,
  api: 'serp',
  function: NAMES[n % 2] ?? NAMES[0],
  amount_micros: PRICE,
})

function settle(meter: Meter, call: ReturnType<typeof callOf>, cost_micros: number) {
  const { id, login_id, api, function: name } = call
  const reply = { method: 'live', priority: 1, status_code: CODE.ok, http_status: 200 } as const
  const more = { path: `/v3/${api}/${name}`, results: 1, time_ms: 1, ip: '203.0.113.9', task_id: id }
  return meter.settle({ id, cost_micros, usage: { login_id, api, function: name, ...reply, ...more } })
}

/** A caller that goes on until it is refused, and returns how many calls it was charged for. */
async function callUntilRefused(meter: Meter, login_id: number, n: number): Promise<number> {
  for (let paid = 0; ; paid += 1) {
    const call = callOf(login_id, n)
    const held = await meter.hold(call)
    if (!held.ok) return paid
    if (n % 3 === 2) await sleep(2)
    if (!(await settle(meter, call, PRICE)).ok) throw new Error('an admitted call was not booked')
  }
}

const meterOf = (n: number): Meter => {
  const meter = meters[n % meters.length]
  if (!meter) throw new Error('no such meter')
  return meter
}

const admitted = () => meters.reduce((sum, meter) => sum + (meter.leases()?.admitted ?? 0) - 1, 0)

test('O3 leases: three processes sell exactly as many calls as the money buys, most of them without a hold of their own', async () => {
  const most = 900
  const login_id = await loginWith(most * PRICE + PRICE - 1)
  const paid = await Promise.all(Array.from({ length: 12 }, (_, n) => callUntilRefused(meterOf(n), login_id, n)))
  expect(paid.reduce((sum, one) => sum + one, 0)).toBe(most)
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: PRICE - 1, held_micros: 0 })
  expect(admitted()).toBeGreaterThan(most / 2)
})

test('O3 leases: a limit of a function is used up to the last call and never passed, while the other function goes on', async () => {
  const login_id = await loginWith(5000 * PRICE)
  await setSpendLimit(ctx(), { login_id, scope: `serp/${NAMES[0]}`, kind: 'cap', limit_micros: 300 * PRICE + 1 })
  await setSpendLimit(ctx(), { login_id, scope: '', kind: 'daily_limit', limit_micros: 800 * PRICE })
  const paid = await Promise.all(Array.from({ length: 12 }, (_, n) => callUntilRefused(meterOf(n), login_id, n)))
  const of = (parity: number) => paid.filter((_, n) => n % 2 === parity).reduce((sum, one) => sum + one, 0)
  expect([of(0), of(1)]).toEqual([300, 500])
  expect(admitted()).toBeGreaterThan(50)
})

test('O3 leases: what a call did not cost is free again, and a call that is not recorded leaves nothing behind', async () => {
  const login_id = await loginWith(200 * PRICE)
  for (let n = 0; n < 60; n += 1) {
    const call = callOf(login_id, 0)
    expect(await meterOf(0).hold(call)).toMatchObject({ ok: true })
    if (n % 4 === 0) expect(await meterOf(0).void(call.id)).toBe(true)
    else if (n % 4 === 1) meterOf(0).giveBack([call.id])
    else expect(await settle(meterOf(0), call, n)).toMatchObject({ ok: true, cost_micros: n })
  }
  const spent = Array.from({ length: 60 }, (_, n) => (n % 4 > 1 ? n : 0)).reduce((sum, one) => sum + one, 0)
  expect(admitted()).toBeGreaterThan(40)
  await recallLeases(database, [login_id])
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 200 * PRICE - spent, held_micros: 0 })
})

test('O3 leases: a call that costs more than it reserved is refused, although its lease holds more', async () => {
  const login_id = await loginWith(200 * PRICE)
  for (let n = 0; n < 5; n += 1) {
    const call = callOf(login_id, 0)
    await meterOf(0).hold(call)
    expect(await settle(meterOf(0), call, PRICE + 1)).toEqual({ ok: false, reason: 'over_hold' })
    expect(await settle(meterOf(0), call, PRICE)).toMatchObject({ ok: true })
  }
  expect(admitted()).toBeGreaterThan(0)
})

test('O3 leases: unused money goes back within a second, and at once when it is recalled', async () => {
  const login_id = await loginWith(1000 * PRICE)
  const use = async () => {
    const calls = Array.from({ length: 10 }, () => callOf(login_id, 0))
    for (const call of calls) await meterOf(1).hold(call)
    for (const call of calls) await settle(meterOf(1), call, 1)
  }
  const held = async () => (await fundsOf(ctx(), login_id)).held_micros
  await use()
  expect(await held()).toBeGreaterThan(0)
  await recallLeases(database, [login_id])
  expect(await held()).toBe(0)
  await sleep(1100)
  await use()
  expect(await held()).toBeGreaterThan(0)
  await expect.poll(held, { timeout: 3000 }).toBe(0)
})

test('O3 leases: a call that gets a hold of its own is booked by it, also after its lease went back', async () => {
  const login_id = await loginWith(1000 * PRICE)
  const calls = Array.from({ length: 6 }, () => callOf(login_id, 0))
  for (const call of calls) expect(await meterOf(0).hold(call)).toMatchObject({ ok: true })
  for (const call of calls) await meterOf(0).own(call.id)
  await recallLeases(database, [login_id])
  expect((await fundsOf(ctx(), login_id)).held_micros, 'what the calls may cost').toBe(6 * PRICE)
  // Another process books what a dead one left behind.
  for (const [n, call] of calls.entries()) expect(await settle(meterOf(n), call, n)).toMatchObject({ cost_micros: n })
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 1000 * PRICE - 15, held_micros: 0 })
})
