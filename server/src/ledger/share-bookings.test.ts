import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { insertTestLogin } from '../testing/ledger/login-store.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, callMoney, fundsOf, type Meter, openMeter, readStatement, refundCall } from './index.ts'

const PRICE = 600
const GIVEN = 100_000
const log = pino({ level: 'silent' })
const noon = new Date('2026-03-02T12:00:00Z')
const clock = { now: () => noon }
const database = sharedDatabase()
let meter: Meter
const ctx = () => ({ db: database.db, log, clock })

beforeEach(() => {
  meter = openMeter(ctx())
})
afterEach(async () => {
  await meter.close()
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
})

async function newLogin(): Promise<number> {
  const { id: login_id } = await insertTestLogin(database.db)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: GIVEN, memo: 'for a test', actor: 'test' })
  return login_id
}

interface Paid {
  id: string
  login_id: number
  api: string
  cost: number
}

const call = (login_id: number, api = 'serp', { at = noon, cost = PRICE } = {}): Paid => ({
  id: newCallId(at),
  login_id,
  api,
  cost,
})

const hold = ({ id, login_id, api, cost }: Paid) =>
  meter.hold({ id, login_id, api, function: 'some/function', amount_micros: cost })

function settle({ id, login_id, api, cost }: Paid) {
  const reply = { method: 'live', priority: 1, status_code: CODE.ok, http_status: 200 } as const
  const more = { path: `/v3/${api}`, results: 1, time_ms: 1, ip: '203.0.113.9', task_id: id }
  return meter.settle({ id, cost_micros: cost, usage: { login_id, api, function: 'some/function', ...reply, ...more } })
}

/** In one commit. */
const settleAll = (calls: Paid[]) => Promise.all(calls.map(settle))

async function pay(calls: Paid[]) {
  await Promise.all(calls.map(hold))
  return settleAll(calls)
}

/** The numbers of calls of every booking of a login. */
async function bookedCalls(login_id: number): Promise<number[]> {
  const { rows } = await sql<{ calls: number }>`
    select t.calls from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.kind = 'usage' and a.api_login_id = ${login_id} order by 1`.execute(database.db)
  return rows.map(({ calls }) => calls)
}

test('G7 charged calls of one login, API and day that are committed together have one booking, all others their own', async () => {
  const [one, other] = [await newLogin(), await newLogin()]
  const next_day = new Date('2026-03-03T00:00:00Z')
  await pay([
    ...[1, 2, 3].map((n) => call(one, 'serp', { cost: n })),
    call(one, 'backlinks'),
    call(one, 'serp', { at: next_day }),
    call(one, 'serp', { cost: 0 }),
    call(other),
    call(other),
  ])
  expect(meter.metrics().commits).toBe(2)
  expect([await bookedCalls(one), await bookedCalls(other)]).toEqual([[1, 1, 3], [2]])
  expect(await fundsOf(ctx(), one)).toMatchObject({ balance_micros: GIVEN - 6 - 2 * PRICE, held_micros: 0 })
})

test('G7 a call of a booking of several is found, refunded and counted by itself', async () => {
  const login_id = await newLogin()
  const calls = [1, 2, 3].map((n) => call(login_id, 'serp', { cost: n * PRICE }))
  const [first, second] = calls as [Paid, Paid]
  await pay(calls)
  expect(await bookedCalls(login_id)).toEqual([3])
  const refund = { call: second.id, amount_micros: undefined, reason: 'for a test', actor: 'test' }
  await refundCall(ctx(), refund, async () => undefined)
  const parts = async ({ id }: Paid) =>
    (await callMoney(ctx(), id)).bookings.map(({ kind, entries }) => [kind, ...entries.map((one) => one.amount_micros)])
  expect(await parts(first)).toEqual([['usage', -PRICE, PRICE]])
  expect(await parts(second)).toEqual([
    ['usage', -2 * PRICE, 2 * PRICE],
    ['refund', -2 * PRICE, 2 * PRICE],
  ])
  const day = { from: new Date('2026-03-02T00:00:00Z'), to: new Date('2026-03-03T00:00:00Z') }
  const { lines } = await readStatement(database.db, login_id, day)
  expect(lines.find(({ kind }) => kind === 'usage')).toMatchObject({ count: 3, amount_micros: -6 * PRICE, api: 'serp' })
})

test('G7 a call that comes again is a repeat for what it cost, whichever booking it is in, beside calls that are new', async () => {
  const login_id = await newLogin()
  const calls = [call(login_id), call(login_id), call(login_id)]
  await pay(calls)
  const fresh = [call(login_id), call(login_id)]
  await Promise.all(fresh.map(hold))
  const [repeated] = calls as [Paid]
  // Held again by an attempt that did not know.
  await hold(repeated)
  const outcomes = await settleAll([...calls, ...fresh, { ...call(login_id), cost: 1 }])
  expect(outcomes.map((one) => (one.ok ? [one.is_repeat, one.cost_micros] : one.reason))).toEqual([
    ...calls.map(() => [true, PRICE]),
    ...fresh.map(() => [false, PRICE]),
    'no_hold',
  ])
  expect(await fundsOf(ctx(), login_id)).toMatchObject({ balance_micros: GIVEN - 5 * PRICE, held_micros: 0 })
  expect(await bookedCalls(login_id)).toEqual([2, 3])
})
