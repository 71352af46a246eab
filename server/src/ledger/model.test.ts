import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { HOUR_MS, MINUTE_MS, utcDay } from '@portico/contract/time.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCallId, timeOfCall } from '#crypto/call-id.ts'
import type { Database } from '#db/db.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { variants } from '#testing/variants.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, fundsOf, openMeter } from './index.ts'
import { deriveRollups, voidStaleHolds } from './jobs/index.ts'
import { recallLeases } from './leases/recall.ts'
import { setSpendLimit, spendToday } from './limits/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const CALLS = [
  { api: 'serp', function: 'google/organic' },
  { api: 'serp', function: 'google/maps' },
  { api: 'backlinks', function: 'summary' },
] as const
const START = new Date('2026-03-02T23:50:00.000Z')
const log = pino({ level: 'silent' })
let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A call by the order in which it was first named, so that a sequence reads and shrinks well. */
type Call = { call: number; member: boolean; what: number }
type Ask =
  | ({ ask: 'hold'; micros: number } & Call)
  | ({ ask: 'settle'; micros: number } & Call)
  | ({ ask: 'void' } & Call)
type Step =
  | { step: 'together'; asks: Ask[] }
  | { step: 'gift'; micros: number }
  | { step: 'limit'; scope: string; micros: number | null; kind: 'daily_limit' | 'cap' }
  | { step: 'pass'; minutes: number }
  | { step: 'sweep' }

const micros = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.constant(0))
/** Few calls meet themselves again, many use the leases that others opened. */
const stepsOf = (calls: number) => {
  const call = { call: fc.nat(calls - 1), member: fc.boolean(), what: fc.nat(CALLS.length - 1) }
  const ask = fc.oneof(
    { weight: 4, arbitrary: fc.record({ ask: fc.constant('hold' as const), micros, ...call }) },
    { weight: 4, arbitrary: fc.record({ ask: fc.constant('settle' as const), micros, ...call }) },
    { weight: 1, arbitrary: fc.record({ ask: fc.constant('void' as const), ...call }) },
  )
  return fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          step: fc.constant('together' as const),
          asks: fc.uniqueArray(ask, { minLength: 1, maxLength: 6, selector: (one) => one.call }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ step: fc.constant('gift' as const), micros: fc.integer({ min: -50, max: 200 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          step: fc.constant('limit' as const),
          scope: fc.constantFrom('', 'serp', 'serp/google/maps', 'backlinks', '@5'),
          kind: fc.constantFrom('daily_limit' as const, 'cap' as const),
          micros: fc.option(micros),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ step: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
      },
      { weight: 1, arbitrary: fc.record({ step: fc.constant('sweep' as const) }) },
    ),
    { minLength: 1, maxLength: 25 },
  )
}

interface Held {
  micros: number
  at: Date
  scopes: string[]
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0)

/** The guarantees of the meter, as a minimal model. */
function openModel() {
  let balance = 0
  const holds = new Map<string, Held>()
  const settled = new Map<string, number>()
  const limits = new Map<string, { scope: string; kind: string; micros: number }>()
  const spent = new Map<string, number>()
  const spentOn = (at: Date, scope: string) => spent.get(`${utcDay(at)} ${scope}`) ?? 0
  const heldOn = (at: Date, scope: string) =>
    sum(
      [...holds.values()]
        .filter((one) => utcDay(one.at) === utcDay(at) && one.scopes.includes(scope))
        .map((one) => one.micros),
    )
  const held = () => sum([...holds.values()].map((one) => one.micros))
  return {
    held,
    balance: () => balance,
    spentOn,
    heldOn,
    settled,
    gift: (amount: number) => {
      balance += amount
    },
    limit: (scope: string, kind: string, amount: number | null) => {
      if (amount === null) limits.delete(`${scope} ${kind}`)
      else limits.set(`${scope} ${kind}`, { scope, kind, micros: amount })
    },
    sweep: (before: Date) => {
      const stale = [...holds].filter(([, { at }]) => at < before)
      for (const [id] of stale) holds.delete(id)
      return stale.length
    },
    isHeld: (id: string) => holds.has(id),
    void: (id: string) => holds.delete(id),
    settle: (id: string, at: Date, amount: number, scopes: string[]) => {
      const known = settled.get(id)
      const hold = holds.get(id)
      const isBooked = (known ?? 0) > 0
      if (!isBooked && amount > 0 && !hold) return 'no_hold'
      if (!isBooked && hold && amount > hold.micros) return 'over_hold'
      holds.delete(id)
      if (known !== undefined) return known
      settled.set(id, amount)
      balance -= amount
      for (const scope of scopes) spent.set(`${utcDay(at)} ${scope}`, spentOn(at, scope) + amount)
      return amount
    },
    hold: (id: string, one: Held) => {
      if (holds.has(id)) return 'repeated'
      if (balance - held() - one.micros < 0) return 'balance'
      const hit = [...limits.values()]
        .toSorted((a, b) => (`${a.scope}\0${a.kind}` < `${b.scope}\0${b.kind}` ? -1 : 1))
        .find(
          ({ scope, micros: most }) =>
            one.scopes.includes(scope) && spentOn(one.at, scope) + heldOn(one.at, scope) + one.micros > most,
        )
      if (hit) return `${hit.kind} ${hit.scope}`
      holds.set(id, one)
      return 'ok'
    },
  }
}

/** With leases requests come one by one, as their order in one commit is not that of the model, and the money is never short. */
async function follow(plan: Step[], leases = false) {
  const model = openModel()
  const { id: login_id } = await insertTestLogin(database.db)
  let now = START
  const ctx = { db: database.db, log, clock: { now: () => now } }
  const meter = openMeter(ctx, leases ? { leases: { listen: database.listen, single_ms: 0 } } : {})
  const recalled = async () => {
    if (leases) await recallLeases(database, [login_id])
  }
  const ids = new Map<
    number,
    { id: string; member_id: number | null; what: (typeof CALLS)[number]; scopes: string[] }
  >()
  const named = ({ call: number, member, what: n }: Call) => {
    const what = CALLS[n] ?? CALLS[0]
    const scopes = ['', what.api, `${what.api}/${what.function}`, ...(member ? ['@5'] : [])]
    const known = ids.get(number) ?? { id: newCallId(now), member_id: member ? 5 : null, what, scopes }
    ids.set(number, known)
    return known
  }
  const really = {
    async hold({ micros: amount_micros, ...one }: Ask & { ask: 'hold' }) {
      const { id, member_id, what } = named(one)
      const outcome = await meter.hold({ id, login_id, member_id, ...what, amount_micros })
      if (outcome.ok) return 'ok'
      return 'scope' in outcome && outcome.reason !== 'balance' ? `${outcome.reason} ${outcome.scope}` : outcome.reason
    },
    async settle({ micros: cost_micros, ...one }: Ask & { ask: 'settle' }) {
      const { id, member_id, what } = named(one)
      const path = `/v3/${what.api}/${what.function}`
      const reply = {
        method: 'live',
        priority: 1,
        status_code: CODE.ok,
        http_status: 200,
        results: 1,
        time_ms: 1,
        ip: '',
      } as const
      const outcome = await meter.settle({ id, cost_micros, usage: { login_id, member_id, ...what, path, ...reply } })
      return outcome.ok ? outcome.cost_micros : outcome.reason
    },
    void: (one: Ask & { ask: 'void' }) => meter.void(named(one).id),
  }
  const expected = (one: Ask) => {
    const { id, scopes } = named(one)
    const at = timeOfCall(id)
    if (one.ask === 'void') return model.void(id)
    return one.ask === 'hold'
      ? model.hold(id, { micros: one.micros, at, scopes })
      : model.settle(id, at, one.micros, scopes)
  }
  const ask = (one: Ask) =>
    one.ask === 'hold' ? really.hold(one) : one.ask === 'settle' ? really.settle(one) : really.void(one)

  for (const one of plan) {
    if (one.step === 'together') {
      for (const each of one.asks) named(each)
      if (leases) {
        // The gateway holds each id once.
        const isOnce = (each: Ask) => each.ask !== 'hold' || !model.isHeld(named(each).id)
        for (const each of one.asks)
          if (isOnce(each)) expect(await ask(each), JSON.stringify(each)).toBe(expected(each))
        continue
      }
      const outcomes = await Promise.all(one.asks.map(ask))
      // In one commit settlements come first, then voids, then holds by the day and in their order.
      const rank = (each: Ask) =>
        each.ask === 'settle' ? '0' : each.ask === 'void' ? '1' : `2${utcDay(timeOfCall(named(each).id))}`
      const order = one.asks
        .map((each, index) => ({ each, index }))
        .toSorted((a, b) => (rank(a.each) < rank(b.each) ? -1 : rank(a.each) > rank(b.each) ? 1 : a.index - b.index))
      for (const { each, index } of order) expect(outcomes[index], JSON.stringify(each)).toBe(expected(each))
    }
    if (one.step === 'gift' && one.micros !== 0) {
      if (one.micros < 0) await recalled()
      await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: one.micros, memo: 'model', actor: 'test' })
      model.gift(one.micros)
    }
    if (one.step === 'limit') {
      await setSpendLimit(ctx, { login_id, scope: one.scope, kind: one.kind, limit_micros: one.micros })
      await recalled()
      model.limit(one.scope, one.kind, one.micros)
    }
    if (one.step === 'pass') now = new Date(now.getTime() + one.minutes * MINUTE_MS)
    if (one.step === 'sweep' && !leases)
      expect(await voidStaleHolds(ctx)).toBe(model.sweep(new Date(now.getTime() - 15 * MINUTE_MS)))
    await recalled()
    const { balance_micros, held_micros } = await fundsOf(ctx, login_id)
    expect({ balance_micros, held_micros }).toEqual({ balance_micros: model.balance(), held_micros: model.held() })
  }
  await recalled()
  for (const { scope, ...there } of (await spendToday(ctx, login_id)).spent)
    expect(there, scope).toEqual({ spent_micros: model.spentOn(now, scope), held_micros: model.heldOn(now, scope) })
  await meter.close()
  // Nothing is left for the sweep of the next run.
  now = new Date(now.getTime() + HOUR_MS)
  await voidStaleHolds(ctx)
  await deriveRollups(ctx)
  expect((await checkBooks(ctx)).discrepancies).toEqual([])
  const { rows } = await database.pool.query('select id, cost_micros from usage_events where login_id = $1', [login_id])
  expect(new Map(rows.map((row) => [row.id, row.cost_micros]))).toEqual(model.settled)
  return meter.leases()?.admitted ?? 0
}

for (const [numRuns, options] of variants([25, 100]))
  test(
    `O3 meter and model agree on any sequence, one by one or together, ${numRuns} times; a failure names its seed`,
    options,
    async () => {
      await fc.assert(
        fc.asyncProperty(stepsOf(8), async (plan) => void (await follow(plan))),
        { numRuns, endOnFailure: true },
      )
    },
  )

for (const [numRuns, options] of variants([25, 300]))
  test(`O3 meter and model agree with leases, too, ${numRuns} times`, options, async () => {
    const plan = stepsOf(60).map((list): Step[] => [{ step: 'gift', micros: 3000 }, ...list])
    let admitted = 0
    await fc.assert(
      fc.asyncProperty(plan, async (list) => {
        admitted += await follow(list, true)
      }),
      { numRuns, endOnFailure: true },
    )
    expect(admitted, 'calls that a lease admitted').toBeGreaterThan(numRuns / 4)
  })
