import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { type Database, openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { openTestDatabase, PATIENT_MS, type TestDatabase } from '#testing/db/database.ts'
import { inDatabase } from '#testing/db/server.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, fundsOf, openMeter, type SettleRequest } from './index.ts'
import { voidStaleHolds } from './jobs/index.ts'
import { setSpendLimit, spendToday } from './limits/index.ts'
import type { HoldOutcome } from './metered-call.ts'

vi.setConfig({ testTimeout: 30_000 })

const log = pino({ level: 'silent' })
let database: TestDatabase
/** A second process: its own connections to the same database. */
let other: Database
let now = new Date('2026-03-02T10:00:00.000Z')
const clock = { now: () => now }
const ctx = () => ({ db: database.db, clock, log })

beforeAll(async () => {
  database = await openTestDatabase()
  other = openPool(
    createPool(inDatabase(inject('testServer').appUrl, database.name), log, 5, { waits_ms: PATIENT_MS }),
    false,
  )
})
afterAll(async () => {
  await other.close()
  await database.close()
})

async function loginWith(amount_micros: number): Promise<number> {
  const { id: login_id } = await insertTestLogin(database.db)
  if (amount_micros !== 0)
    await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor: 'test' })
  return login_id
}

function holdOf(
  login_id: number,
  amount_micros: number,
  more: { id?: string; api?: string; function?: string; member_id?: number } = {},
) {
  return { id: newCallId(now), login_id, api: 'serp', function: 'google/organic', amount_micros, ...more }
}

function settleOf(
  {
    id,
    login_id,
    ...more
  }: { id: string; login_id: number; api?: string; function?: string; member_id?: number | null },
  cost_micros: number,
): SettleRequest {
  const { api = 'serp', function: name = 'google/organic', member_id = null } = more
  return {
    id,
    cost_micros,
    usage: {
      login_id,
      member_id,
      api,
      function: name,
      method: 'live',
      priority: 1,
      path: `/v3/${api}/${name}/live/advanced`,
      task_id: id,
      status_code: CODE.ok,
      http_status: 200,
      results: 10,
      time_ms: 42,
      ip: '203.0.113.9',
    },
  }
}

async function expectBalanced() {
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
}

const accepted = (outcomes: HoldOutcome[]) => outcomes.filter(({ ok }) => ok).length
const count = async (text: string, ...values: unknown[]) => Number((await database.pool.query(text, values)).rows[0].n)

test('G8 of 200 parallel holds on money for 37 exactly 37 succeed, every time', async () => {
  const meter = openMeter(ctx())
  for (let round = 0; round < 5; round += 1) {
    const login_id = await loginWith(37 * 600 + 599)
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => meter.hold(holdOf(login_id, 600))))
    expect(accepted(outcomes)).toBe(37)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'balance', limit_micros: 37 * 600 + 599 })
    expect(await fundsOf(ctx(), login_id)).toMatchObject({ held_micros: 37 * 600 })
  }
  expect(meter.metrics(), 'refusals do not break a commit').toMatchObject({ commits: 5, items: 1000 })
  await meter.close()
  await expectBalanced()
})

test('G8 two processes on one database hold and settle exactly as many calls as the money buys', async () => {
  const meters = [openMeter(ctx()), openMeter({ ...ctx(), db: other.db }), openMeter(ctx(), { max_items: 3 })]
  const logins = [await loginWith(50_000), await loginWith(50_000)]
  const calls = Array.from({ length: 300 }, async (_, n) => {
    const meter = meters[n % meters.length] ?? openMeter(ctx())
    const request = holdOf(logins[n % 2] ?? 0, 1000)
    const held = await meter.hold(request)
    return held.ok && (await meter.settle(settleOf(request, 1000))).ok
  })
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(100)
  for (const login_id of logins)
    expect(await fundsOf(ctx(), login_id)).toEqual({ balance_micros: 0, held_micros: 0, floor_micros: 0 })
  for (const meter of meters) await meter.close()
  await expectBalanced()
})

test('a large hold that does not fit yields to smaller ones that came later', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(100)
  const amounts = [60, 50, 40, 1, 0]
  const outcomes = await Promise.all(amounts.map((micros) => meter.hold(holdOf(login_id, micros))))
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true, false, true])
  await meter.close()
})

test('G7 a call pays what it cost, the rest of its hold is released, and the answer has the remaining balance', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(10_000)
  const request = holdOf(login_id, 3000)
  expect(await meter.hold(request)).toEqual({ ok: true, balance_micros: 10_000, held_micros: 3000 })
  const settled = { ok: true, cost_micros: 1200, is_repeat: false, balance_micros: 8800, held_micros: 0 }
  expect(await meter.settle(settleOf(request, 1200))).toEqual(settled)
  expect((await spendToday(ctx(), login_id)).spent).toEqual(
    ['', 'serp', 'serp/google/organic'].map((scope) => ({ scope, spent_micros: 1200, held_micros: 0 })),
  )
  await meter.close()
})

test('G7 a hold is resolved once: settled twice it counts once, settled after a void it is refused', async () => {
  const meter = openMeter(ctx())
  const second = openMeter({ ...ctx(), db: other.db })
  const login_id = await loginWith(10_000)
  const request = holdOf(login_id, 1000)
  await meter.hold(request)
  const settle = settleOf(request, 700)
  const outcomes = await Promise.all([meter, meter, second, second].map((one) => one.settle(settle)))
  expect(outcomes.map((outcome) => outcome.ok && outcome.cost_micros)).toEqual([700, 700, 700, 700])
  expect(outcomes.filter((outcome) => outcome.ok && !outcome.is_repeat)).toHaveLength(1)
  expect(await meter.void(request.id)).toBe(false)
  // Held again under an id that is settled: the hold is released, nothing is booked or counted.
  await meter.hold(request)
  expect(await meter.settle(settle)).toMatchObject({
    is_repeat: true,
    cost_micros: 700,
    balance_micros: 9300,
    held_micros: 0,
  })
  expect((await spendToday(ctx(), login_id)).spent[0]).toMatchObject({ spent_micros: 700, held_micros: 0 })
  const voided = holdOf(login_id, 1000)
  await meter.hold(voided)
  expect(await meter.void(voided.id)).toBe(true)
  expect(await second.void(voided.id)).toBe(false)
  expect(await meter.settle(settleOf(voided, 700))).toEqual({ ok: false, reason: 'no_hold' })
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 9300, held_micros: 0 })
  expect(await count('select count(*) as n from usage_events where login_id = $1', login_id)).toBe(1)
  await meter.close()
  await second.close()
  await expectBalanced()
})

test('a call cannot cost more than it held, is held once, and only by its own login', async () => {
  const meter = openMeter(ctx())
  const [login_id, stranger] = [await loginWith(10_000), await loginWith(10_000)]
  const request = holdOf(login_id, 1000)
  await meter.hold(request)
  expect(await meter.hold(request)).toEqual({ ok: false, reason: 'repeated' })
  expect(await meter.settle(settleOf(request, 1001))).toEqual({ ok: false, reason: 'over_hold' })
  expect(await meter.settle(settleOf({ ...request, login_id: stranger }, 500))).toEqual({
    ok: false,
    reason: 'no_hold',
  })
  expect(await meter.hold(holdOf(999_999, 1))).toEqual({ ok: false, reason: 'no_account' })
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 10_000, held_micros: 1000 })
  expect(await meter.settle(settleOf(request, 1000))).toMatchObject({ ok: true, balance_micros: 9000 })
  await expect(meter.hold({ ...request, id: randomUUID() })).rejects.toThrow('is not a call id')
  for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])
    await expect(meter.hold(holdOf(login_id, wrong))).rejects.toThrow('is not a price')
  await meter.close()
  await expectBalanced()
})

test('a free call leaves usage and error rows and no ledger transaction, with a hold or without', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(1000)
  const failed = { code: CODE.invalidField, message: "Invalid Field: 'keyword'." }
  for (const request of [holdOf(login_id, 0), holdOf(login_id, 400)]) {
    if (request.amount_micros > 0) await meter.hold(request)
    const settle = settleOf(request, 0)
    settle.usage.status_code = CODE.invalidField
    expect(await meter.settle({ ...settle, error: failed, request: { keyword: '' } })).toMatchObject({
      ok: true,
      is_repeat: false,
    })
    expect(await meter.settle(settle)).toMatchObject({ ok: true, is_repeat: true, cost_micros: 0 })
  }
  const { rows } = await database.pool.query(
    'select code, class, message, kind from error_events where login_id = $1',
    [login_id],
  )
  expect(rows).toEqual([1, 2].map(() => ({ ...failed, class: 'validation', kind: 'request' })))
  const minute = await database.pool.query(
    'select requests, tasks, errors, cost_micros from usage_minutes where login_id = $1',
    [login_id],
  )
  expect(minute.rows).toEqual([{ requests: 2, tasks: 2, errors: 2, cost_micros: 0 }])
  const entries = 'select count(*) as n from ledger_entries e join ledger_accounts a on a.id = e.account_id'
  expect(await count(`${entries} where a.api_login_id = $1`, login_id), 'the gift alone').toBe(1)
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 1000, held_micros: 0 })
  await meter.close()
  await expectBalanced()
})

test('a limit for all, an API, a function or a member holds exactly under parallel calls of two processes', async () => {
  const meters = [openMeter(ctx()), openMeter({ ...ctx(), db: other.db })]
  for (const scope of ['', 'serp', 'serp/google/organic', '@17']) {
    for (const kind of ['daily_limit', 'cap'] as const) {
      const login_id = await loginWith(1_000_000)
      await setSpendLimit(ctx(), { login_id, scope, kind, limit_micros: 25 * 600 + 1 })
      await setSpendLimit(ctx(), { login_id, scope: 'merchant', kind, limit_micros: 0 })
      const calls = Array.from({ length: 60 }, async (_, n) => {
        const meter = meters[n % 2] ?? openMeter(ctx())
        const request = holdOf(login_id, 600, { member_id: 17 })
        const held = await meter.hold(request)
        if (held.ok && n % 3 > 0) await meter.settle(settleOf(request, 600))
        return held
      })
      const outcomes = await Promise.all(calls)
      expect(accepted(outcomes), `${kind} ${scope}`).toBe(25)
      const refused = { reason: kind, scope, limit_micros: 15_001, spent_micros: 15_000 }
      expect(outcomes.findLast(({ ok }) => !ok)).toMatchObject(refused)
    }
  }
  for (const meter of meters) await meter.close()
  await expectBalanced()
})

test('a limit spares other APIs, functions, logins and the next UTC day, and yields when raised or lifted', async () => {
  const meter = openMeter(ctx())
  const [login_id, neighbour] = [await loginWith(10_000), await loginWith(10_000)]
  const key = { login_id, scope: 'serp/google/organic', kind: 'daily_limit' as const }
  now = new Date('2026-03-02T23:59:59.999Z')
  await setSpendLimit(ctx(), { ...key, limit_micros: 100 })
  const late = holdOf(login_id, 100)
  expect(await meter.hold(late)).toMatchObject({ ok: true })
  expect(await meter.hold(holdOf(login_id, 1))).toMatchObject({ reason: 'daily_limit' })
  expect(await meter.hold(holdOf(login_id, 1, { function: 'google/maps' }))).toMatchObject({ ok: true })
  expect(await meter.hold(holdOf(neighbour, 1))).toMatchObject({ ok: true })
  now = new Date('2026-03-03T00:00:00.000Z')
  expect(await meter.hold(holdOf(login_id, 100))).toMatchObject({ ok: true })
  expect(await meter.hold(holdOf(login_id, 1))).toMatchObject({ reason: 'daily_limit', spent_micros: 100 })
  // A call that began before midnight counts on the day it began.
  await meter.settle(settleOf(late, 60))
  expect((await spendToday(ctx(), login_id)).spent[0]).toEqual({ scope: '', spent_micros: 0, held_micros: 100 })
  await setSpendLimit(ctx(), { ...key, limit_micros: 101 })
  expect(await meter.hold(holdOf(login_id, 1))).toMatchObject({ ok: true })
  await setSpendLimit(ctx(), { ...key, limit_micros: null })
  expect(await meter.hold(holdOf(login_id, 1))).toMatchObject({ ok: true })
  await meter.close()
  await expectBalanced()
})

test('G12 holds that are not settled within 15 minutes are voided and counted, younger ones remain', async () => {
  now = new Date('2026-03-04T12:00:00.000Z')
  const meter = openMeter(ctx())
  await voidStaleHolds(ctx())
  const login_id = await loginWith(10_000)
  const old = [holdOf(login_id, 1000), holdOf(login_id, 2000)]
  for (const request of old) await meter.hold(request)
  now = new Date('2026-03-04T12:15:00.000Z')
  const young = holdOf(login_id, 500)
  await meter.hold(young)
  expect(await voidStaleHolds(ctx())).toBe(0)
  now = new Date('2026-03-04T12:15:00.001Z')
  expect(await voidStaleHolds(ctx())).toBe(2)
  expect(await voidStaleHolds(ctx())).toBe(0)
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 10_000, held_micros: 500 })
  expect((await spendToday(ctx(), login_id)).spent[0]).toMatchObject({ spent_micros: 0, held_micros: 500 })
  expect(await meter.settle(settleOf(old[0] ?? young, 1000))).toEqual({ ok: false, reason: 'no_hold' })
  await meter.close()
  await expectBalanced()
})

test('G10 amounts far beyond 32 bits are exact to the last micro-dollar', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(Number.MAX_SAFE_INTEGER)
  const price = 900_719_925_474_099
  const requests = Array.from({ length: 11 }, () => holdOf(login_id, price))
  const outcomes = await Promise.all(requests.map((request) => meter.hold(request)))
  expect(accepted(outcomes)).toBe(10)
  await Promise.all(requests.slice(0, 10).map((request) => meter.settle(settleOf(request, price))))
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 1, held_micros: 0 })
  const { rows } = await database.pool.query(
    'select sum(cost_micros)::text as sum from usage_events where login_id = $1',
    [login_id],
  )
  expect(BigInt(rows[0].sum)).toBe(BigInt(price) * 10n)
  await meter.close()
  await expectBalanced()
})

test('a call that cannot be stored does not fail those committed with it', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(10_000)
  const requests = Array.from({ length: 5 }, () => holdOf(login_id, 1000))
  await Promise.all(requests.map((request) => meter.hold(request)))
  const settles = requests.map((request) => settleOf(request, 1000))
  const bad = settles[2]
  if (bad) bad.usage.results = 2 ** 40
  const outcomes = await Promise.allSettled(settles.map((settle) => meter.settle(settle)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: 6000, held_micros: 1000 })
  await meter.close()
  await expectBalanced()
})

test('a call is booked whatever characters the customer sends, without the request where that cannot be stored', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(10_000)
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const oddities = [{ keyword: 'a\0b', '\0': 1 }, { keyword: 'half \ud800 pair' }, { keyword: '\\u0000 😀' }, deep]
  for (const request of oddities) {
    now = new Date(now.getTime() + 1)
    const held = holdOf(login_id, 1000)
    await meter.hold(held)
    const settle = settleOf(held, 1000)
    settle.usage.tag = 'tag\0\udfff'
    expect(await meter.settle({ ...settle, request })).toMatchObject({ ok: true, cost_micros: 1000 })
  }
  const { rows } = await database.pool.query(
    'select request, tag from usage_events left join usage_params using (id) where login_id = $1 order by id',
    [login_id],
  )
  expect(rows.map(({ request }) => request)).toEqual([
    { keyword: 'ab', '': 1 },
    { keyword: 'half \ufffd pair' },
    { keyword: '\\u0000 😀' },
    null,
  ])
  expect(rows[0].tag).toBe('tag\ufffd')
  await meter.close()
  await expectBalanced()
})

test('calls wait in a bounded queue: those that do not fit are refused as busy, and all are refused after close', async () => {
  const meter = openMeter(ctx(), { max_waiting: 10 })
  const login_id = await loginWith(10_000)
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => meter.hold(holdOf(login_id, 1))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'busy' } })
  await meter.close()
  await expect(meter.hold(holdOf(login_id, 1))).rejects.toMatchObject({ code: 'busy' })
})

test('calls that arrive together are committed together', async () => {
  const meter = openMeter(ctx())
  const login_id = await loginWith(10_000)
  await Promise.all(Array.from({ length: 400 }, () => meter.hold(holdOf(login_id, 1))))
  expect(meter.metrics()).toEqual({ commits: 1, items: 400, waiting: 0 })
  await meter.close()
})

test('G6 a booking reads only the holds it names, however many there were before', async () => {
  const login_id = await loginWith(1_000_000)
  // One connection, so that its read counters can be queried.
  const alone = openPool(createPool(inDatabase(inject('testServer').appUrl, database.name), log, 1), false)
  const meter = openMeter({ db: alone.db, log })
  const reads = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(alone.db)
    const { rows } = await sql<{ reads: number }>`
      select idx_tup_read as reads from pg_stat_user_indexes where indexrelname = 'ledger_holds_pkey'`.execute(alone.db)
    return rows[0]?.reads ?? 0
  }
  await database.owner.query('analyze ledger_holds, ledger_accounts, spend_days')
  // A long-running reader keeps deleted rows in the index.
  await other.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (reader) => {
      await sql`select count(*) from ledger_holds`.execute(reader)
      const before = await reads()
      for (let n = 0; n < 150; n += 1) {
        const hold = holdOf(login_id, 10)
        await meter.hold(hold)
        await meter.settle(settleOf(hold, 10))
      }
      expect((await reads()) - before).toBeLessThan(150 * 10)
    })
  await meter.close()
  await alone.close()
})
