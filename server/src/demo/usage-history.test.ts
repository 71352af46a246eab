import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginsOf } from '#access/room.ts'
import { openCatalogue } from '#catalogue/room.ts'
import { balanceOf, checkBooks } from '#ledger/room.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { makeHistory } from './history-calls.ts'
import { keepDemoUsage } from './usage-history.ts'

let app: TestApp
let login_id: number
beforeAll(async () => {
  app = await openTestApp()
  const user = await app.addUser({ email: 'demo@example.com' })
  login_id = (await loginsOf(app.ctx, user.id))[0]?.id ?? 0
})
afterAll(() => app.close())

const sold = openCatalogue('provider')

test('the demo account has ninety days of calls, booked like real ones, and as much money as before', async () => {
  const before = await balanceOf(app.ctx, login_id)
  await keepDemoUsage(app.ctx, sold, login_id)
  expect(await balanceOf(app.ctx, login_id)).toBe(before)
  const books = await checkBooks(app.ctx)
  expect(books).toMatchObject({ balanced: true, discrepancies: [] })
  expect(books.calls).toBeGreaterThan(3500)
  expect(books.calls).toBeLessThan(4500)
  await keepDemoUsage(app.ctx, sold, login_id)
  expect((await checkBooks(app.ctx)).calls).toBe(books.calls)
})

const NOW = new Date('2026-03-02T10:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const history = makeHistory(sold, NOW)
const isFailed = ({ status_code }: { status_code: number }) => status_code >= 40000
const dayOf = ({ at }: { at: Date }) => at.toISOString().slice(0, 10)

test('the history is the same for the same day, ends now and has failures in it', () => {
  expect(makeHistory(sold, NOW)).toEqual(history)
  expect(Math.max(...history.map(({ at }) => at.getTime()))).toBeLessThan(NOW.getTime())
  expect(new Set(history.map(({ entry }) => entry.api)).size).toBeGreaterThan(5)
  const failed = history.filter(isFailed)
  expect(failed.length / history.length).toBeGreaterThan(0.02)
  expect(failed.length / history.length).toBeLessThan(0.15)
  expect(failed.every(({ cost_micros }) => cost_micros === 0)).toBe(true)
})

test('it covers ninety days, each with calls, fewer at weekends', () => {
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

test('one API was down for about an hour, and only that one', () => {
  const down = history.filter(({ status_code }) => status_code === 50301)
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
  [40501, 2],
  [40202, 2],
])('calls failed with %i in storms, each within an hour', (code, storms) => {
  const hours = Map.groupBy(
    history.filter(({ status_code }) => status_code === code),
    (call) => `${dayOf(call)} ${call.entry.api}`,
  )
  expect([...hours.values()].filter((calls) => calls.length > 25)).toHaveLength(storms)
})

test('the API called most became cheaper on one day: before it every call cost a quarter more', () => {
  const priced = history.filter(({ entry, cost_micros }) => entry.api === 'serp' && cost_micros > 0)
  const ratioOf = ({ entry, asked, results, cost_micros }: (typeof priced)[number]) =>
    cost_micros / sold.price(entry, sold.asked(entry, asked)).of(results, Math.ceil(results / 10))
  const change = new Date('2026-01-26T00:00:00Z')
  const [before, since] = [priced.filter(({ at }) => at < change), priced.filter(({ at }) => at >= change)]
  expect(before.length).toBeGreaterThan(300)
  for (const call of before) expect(ratioOf(call)).toBeCloseTo(1.25, 2)
  for (const call of since) expect(ratioOf(call)).toBe(1)
})
