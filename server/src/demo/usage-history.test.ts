import { CODE, isGood } from '@portico/contract/codes.ts'
import { beforeAll, expect, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { openCatalogue } from '#catalogue/index.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { balanceOf, creditIn } from '#ledger/index.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { userByEmail } from '#users/index.ts'
import { type HistoryCall, makeHistory } from './history-calls.ts'
import { DEMO_EMAIL, keepDemoAccount } from './index.ts'

const app = sharedApp()
let login_id: number
beforeAll(async () => {
  await keepDemoAccount(app.ctx)
  const user = await userByEmail(app.ctx, DEMO_EMAIL)
  login_id = (await accountLogins(app.ctx, user?.id ?? 0))[0]?.id ?? 0
})

const catalogue = openCatalogue('provider')

test('the demo account has ninety days of calls, booked like real ones, and exactly $25.000000', async () => {
  expect(await balanceOf(app.ctx, login_id)).toBe(25_000_000)
  const books = await checkBooks(app.ctx)
  expect(books).toMatchObject({ balanced: true, discrepancies: [] })
  expect(books.calls).toBeGreaterThan(3500)
  expect(books.calls).toBeLessThan(4500)
  await keepDemoAccount(app.ctx)
  expect((await checkBooks(app.ctx)).calls).toBe(books.calls)
  expect(await balanceOf(app.ctx, login_id)).toBe(25_000_000)
})

test('HD-01 the demo account with ninety paid days is not a trial', async () => {
  expect((await creditIn(app.ctx, login_id)).trial).toBeNull()
})

test('every task of the history was queued and has ended, and the queue is empty', async () => {
  const { rows } = await app.database.pool.query(`
    select count(*)::int as tasks, count(o.id)::int as ended, count(*) filter (where e.results > 0)::int as early,
        count(*) filter (where o.results > 0)::int as brought, count(*) filter (where o.refunded_micros > 0)::int as refunded,
        bool_and(o.finished_at < now()) as is_past
      from usage_events e left join usage_outcomes o on o.id = e.id where e.status_code = 20100`)
  const { tasks, ended, early, brought, refunded, is_past } = rows[0]
  expect(tasks).toBeGreaterThan(1000)
  expect({ ended, early, is_past }).toEqual({ ended: tasks, early: 0, is_past: true })
  expect(brought).toBeGreaterThan(0.9 * tasks)
  expect(refunded).toBeGreaterThan(50)
  const { rows: waiting } = await app.database.pool.query(`select from usage_days where status_class = 'queued'`)
  expect(waiting).toHaveLength(0)
})

test('the history calls no function that needs a subscription, as those calls would be refused', async () => {
  const { rows } = await app.database.pool.query<{ path: string }>('select distinct path from usage_events')
  expect(rows.length).toBeGreaterThan(5)
  for (const { path } of rows) expect(catalogue.find('POST', path)?.entry.subscription, path).toBeNull()
})

test('the history has no call that the gateway would have refused or charged otherwise', () => {
  for (const { entry, params, status_code, message, held_micros, end, method, results } of history) {
    const [fault] = catalogue.validate(entry, params)
    if (status_code === CODE.invalidField) expect(fault).toMatchObject({ code: CODE.invalidField, message })
    else if (status_code !== CODE.rateLimit) expect(fault).toBeUndefined()
    if (end) expect(end.refunded_micros).toBeLessThanOrEqual(held_micros)
    expect(status_code === CODE.taskCreated, 'what is queued, and nothing else, ends later').toBe(end !== null)
    if (method === 'task') expect(results).toBe(0)
  }
})

const NOW = new Date('2026-03-02T10:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const history = makeHistory(catalogue, NOW)
const codeOf = ({ status_code, end }: HistoryCall) => end?.code ?? status_code
const paidFor = ({ cost_micros, end }: HistoryCall) => cost_micros - (end?.refunded_micros ?? 0)
const isFailed = (call: HistoryCall) => !isGood(codeOf(call))
const dayOf = ({ at }: { at: Date }) => at.toISOString().slice(0, 10)

test('the history is the same for the same day, ends now and contains failures', () => {
  expect(makeHistory(catalogue, NOW)).toEqual(history)
  expect(Math.max(...history.map(({ at }) => at.getTime()))).toBeLessThan(NOW.getTime())
  expect(new Set(history.map(({ entry }) => entry.api)).size).toBeGreaterThan(5)
  const failed = history.filter(isFailed)
  expect(failed.length / history.length).toBeGreaterThan(0.02)
  expect(failed.length / history.length).toBeLessThan(0.15)
  expect(failed.every((call) => paidFor(call) === 0)).toBe(true)
})

test('the history covers ninety days, each with calls, fewer at weekends', () => {
  const days = Map.groupBy(history, dayOf)
  const wanted = Array.from({ length: 90 }, (_, n) => dayOf({ at: new Date(NOW.getTime() - (90 - n) * DAY_MS) }))
  expect(wanted.filter((day) => !days.has(day))).toEqual([])
  const meanOf = (weekdays: number[]) => {
    const counts = wanted
      .filter((day) => weekdays.includes(new Date(day).getUTCDay()))
      .map((day) => days.get(day)?.length ?? 0)
    return counts.reduce((sum, one) => sum + one, 0) / counts.length
  }
  expect(meanOf([0, 6])).toBeLessThan(0.7 * meanOf([1, 2, 3, 4, 5]))
})

test('exactly one API was down for about an hour', () => {
  const down = history.filter((call) => codeOf(call) === CODE.sourceUnavailable)
  expect(down.length).toBeGreaterThan(40)
  expect(new Set(down.map(({ entry }) => entry.api)).size).toBe(1)
  const times = down.map(({ at }) => at.getTime())
  const [from, to] = [Math.min(...times), Math.max(...times)]
  expect((to - from) / 60_000).toBeGreaterThan(45)
  expect((to - from) / 60_000).toBeLessThan(90)
  const others = history.filter(
    ({ at, entry }) => at.getTime() >= from && at.getTime() <= to && entry.api !== down[0]?.entry.api,
  )
  expect(others.filter(isFailed).length).toBeLessThanOrEqual(1)
})

test.each([
  [CODE.invalidField, 2],
  [CODE.rateLimit, 2],
])('calls failed with %i in storms, each within an hour', (code, storms) => {
  const hours = Map.groupBy(
    history.filter((call) => codeOf(call) === code),
    (call) => `${dayOf(call)} ${call.entry.api}`,
  )
  expect([...hours.values()].filter((calls) => calls.length > 25)).toHaveLength(storms)
})

test('the most called API became cheaper on one day: every earlier call cost a quarter more', () => {
  const priced = history.filter(({ entry, held_micros }) => entry.api === 'serp' && held_micros > 0)
  const ratioOf = ({ entry, params, held_micros }: HistoryCall) =>
    held_micros / catalogue.price(entry, catalogue.chargeableUnits(entry, params)).max_micros
  const change = new Date('2026-01-26T00:00:00Z')
  const [before, since] = [priced.filter(({ at }) => at < change), priced.filter(({ at }) => at >= change)]
  expect(before.length).toBeGreaterThan(300)
  for (const call of before) expect(ratioOf(call)).toBeCloseTo(1.25, 2)
  for (const call of since) expect(ratioOf(call)).toBe(1)
})
