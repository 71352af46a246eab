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

test('the demo account has two months of calls, booked like real ones, and as much money as before', async () => {
  const before = await balanceOf(app.ctx, login_id)
  await keepDemoUsage(app.ctx, sold, login_id)
  expect(await balanceOf(app.ctx, login_id)).toBe(before)
  const books = await checkBooks(app.ctx)
  expect(books).toMatchObject({ balanced: true, discrepancies: [] })
  expect(books.calls).toBeGreaterThan(2500)
  expect(books.calls).toBeLessThan(4000)
  await keepDemoUsage(app.ctx, sold, login_id)
  expect((await checkBooks(app.ctx)).calls).toBe(books.calls)
})

test('the history is the same for the same day, ends now and has failures in it', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const [one, other] = [makeHistory(sold, now), makeHistory(sold, now)]
  expect(one).toEqual(other)
  expect(Math.max(...one.map(({ at }) => at.getTime()))).toBeLessThan(now.getTime())
  expect(new Set(one.map(({ entry }) => entry.api)).size).toBeGreaterThan(5)
  const failed = one.filter(({ status_code }) => status_code >= 40000)
  expect(failed.length / one.length).toBeGreaterThan(0.02)
  expect(failed.every(({ cost_micros }) => cost_micros === 0)).toBe(true)
})
