import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { Problem } from '@portico/contract/problem.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from '../books/index.ts'
import { bookGift, creditIn, fundsOf, openMeter } from '../index.ts'
import { bookTransfer, movableOf } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })

const NOW = new Date('2026-03-02T10:00:00.000Z')
const RUNS = 40
const log = pino({ level: 'silent' })
let database: TestDatabase
const ctx = () => ({ db: database.db, clock: { now: () => NOW }, log })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
  await database.close()
})

async function loginWith(amount_micros: number, actor = 'operator:test'): Promise<number> {
  const { id: login_id } = await insertTestLogin(database.db)
  if (amount_micros !== 0)
    await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor })
  return login_id
}

const move = (from_login_id: number, to_login_id: number, amount_micros: number, id: string = randomUUID()) =>
  bookTransfer(ctx(), { id, from_login_id, to_login_id, amount_micros, memo: 'for a test', actor: 'user:1' })
const balances = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await fundsOf(ctx(), id)).balance_micros))
const refusal = (moving: Promise<unknown>) =>
  moving.then(
    () => 'moved',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )
const holdOf = (login_id: number, amount_micros: number) => ({
  id: newCallId(NOW),
  login_id,
  api: 'serp',
  function: 'google/organic',
  amount_micros,
})
const settleOf = ({ id, login_id }: { id: string; login_id: number }, cost_micros: number) => ({
  id,
  cost_micros,
  usage: {
    login_id,
    api: 'serp',
    function: 'google/organic',
    method: 'live' as const,
    priority: 1 as const,
    path: '/v3/serp/google/organic/live/advanced',
    status_code: CODE.ok,
    http_status: 200,
    results: 1,
    time_ms: 5,
    ip: '192.0.2.1',
  },
})

test('a transfer moves money from one login to another to the micro-dollar', async () => {
  const [a, b] = [await loginWith(5_000_001), await loginWith(0)]
  expect(await move(a, b, 5_000_000)).toEqual({
    is_fresh: true,
    from_balance_micros: 1,
    to_balance_micros: 5_000_000,
  })
  expect(await balances(a, b)).toEqual([1, 5_000_000])
  expect(await refusal(move(a, b, 2))).toBe('insufficient_funds')
  expect(await refusal(move(a, b, 1))).toBe('moved')
  expect(await balances(a, b)).toEqual([0, 5_000_001])
})

test('a transfer sent many times at once moves money once; the same id for another one is refused', async () => {
  const [a, b] = [await loginWith(1000), await loginWith(0)]
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => move(a, b, 100, id)))
  expect(answers.filter(({ is_fresh }) => is_fresh)).toHaveLength(1)
  expect(await balances(a, b)).toEqual([900, 100])
  expect(await refusal(move(a, b, 101, id))).toBe('already_there')
  expect(await refusal(move(b, a, 100, id))).toBe('already_there')
  expect(await balances(a, b)).toEqual([900, 100])
})

test('money held by calls, a floor and credit above the balance cannot be moved', async () => {
  const meter = openMeter(ctx())
  const [a, b] = [await loginWith(100), await loginWith(0)]
  const hold = holdOf(a, 60)
  await meter.hold(hold)
  expect(movableOf(await fundsOf(ctx(), a))).toBe(40)
  expect(await refusal(move(a, b, 41))).toBe('insufficient_funds')
  expect(await refusal(move(a, b, 40))).toBe('moved')
  expect(await meter.settle(settleOf(hold, 60))).toMatchObject({ ok: true, balance_micros: 0 })
  const setFloor = (id: number, micros: number) =>
    database.pool.query('update ledger_accounts set floor_micros = $2 where api_login_id = $1', [id, micros])
  await setFloor(b, 15)
  expect(await refusal(move(b, a, 26))).toBe('insufficient_funds')
  await setFloor(b, -500)
  expect(await refusal(move(b, a, 41))).toBe('insufficient_funds')
  expect(await refusal(move(b, a, 40))).toBe('moved')
  await meter.close()
})

test('trial credit cannot be moved until other money came in, and moved money counts as such', async () => {
  const [trial, paid] = [await loginWith(1_000_000, 'system'), await loginWith(10)]
  expect(await refusal(move(trial, paid, 1))).toBe('trial_credit')
  await move(paid, trial, 10)
  expect((await creditIn(ctx(), trial)).trial).toBeNull()
  await move(trial, paid, 1_000_010)
  expect(await balances(trial, paid)).toEqual([0, 1_000_010])
})

type Step =
  | { what: 'move'; from: number; to: number; micros: number; again: boolean }
  | { what: 'call'; login: number; micros: number; cost: number }

const amount = fc.integer({ min: 1, max: 60 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('move' as const),
      from: fc.nat(2),
      to: fc.nat(2),
      micros: amount,
      again: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('call' as const), login: fc.nat(2), micros: amount, cost: fc.nat(60) }),
  },
)

test('transfers during calls lose and create nothing, no balance falls below zero, and the books balance', async () => {
  const meter = openMeter(ctx())
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 24 }), async (steps) => {
      const logins = [await loginWith(100), await loginWith(100), await loginWith(0)] as const
      let spent = 0
      const moved = [0, 0, 0]
      await Promise.all(
        steps.map(async (one) => {
          if (one.what === 'call') {
            const login_id = logins[one.login] ?? 0
            const hold = holdOf(login_id, one.micros)
            if (!(await meter.hold(hold)).ok) return
            const cost = Math.min(one.cost, one.micros)
            expect(await meter.settle(settleOf(hold, cost))).toMatchObject({ ok: true })
            spent += cost
            moved[one.login] = (moved[one.login] ?? 0) - cost
            return
          }
          const { from, to, micros, again } = one
          if (from === to) return
          const id = randomUUID()
          const tries = Array.from({ length: again ? 3 : 1 }, () =>
            refusal(move(logins[from] ?? 0, logins[to] ?? 0, micros, id)),
          )
          const answers = await Promise.all(tries)
          expect(['moved', 'insufficient_funds']).toEqual(expect.arrayContaining(answers))
          if (!answers.includes('moved')) return
          moved[from] = (moved[from] ?? 0) - micros
          moved[to] = (moved[to] ?? 0) + micros
        }),
      )
      const now = await balances(...logins)
      expect(now).toEqual([100, 100, 0].map((begin, at) => begin + (moved[at] ?? 0)))
      expect(now.reduce((sum, one) => sum + one, 0)).toBe(200 - spent)
      for (const one of now) expect(one).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: RUNS },
  )
  await meter.close()
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
})
