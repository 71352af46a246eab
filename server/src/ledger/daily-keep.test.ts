import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/db/database.ts'
import { openDailyKeep } from './daily-keep.ts'

const TODAY = new Date('2026-03-02T23:59:59.000Z')
const TOMORROW = new Date('2026-03-03T00:00:00.000Z')
const BOUNDS = { params_bytes: 1000, free_rows: 10, answer_bytes: 1000 }
const log = pino({ level: 'silent' })
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('SEC-M4 the daily bound of a login holds across processes, and other logins are unaffected', async () => {
  const [one, other] = [
    openDailyKeep({ db: database.db, log }, BOUNDS),
    openDailyKeep({ db: database.db, log }, BOUNDS),
  ]
  one.count(7, TODAY, { param_bytes: 999 })
  expect(one.hasBytesLeft(7, TODAY)).toBe(true)
  await one.flush()
  expect(one.hasBytesLeft(7, TODAY)).toBe(true)
  other.count(7, TODAY, { param_bytes: 1 })
  expect(other.hasBytesLeft(7, TODAY), 'before the flush').toBe(true)
  await other.flush()
  expect(other.hasBytesLeft(7, TODAY)).toBe(false)
  expect(other.hasBytesLeft(8, TODAY)).toBe(true)
  expect(other.hasBytesLeft(7, TOMORROW)).toBe(true)
  expect(other.hasRowsLeft(7, TODAY)).toBe(true)
  await Promise.all([one.close(), other.close()])
})

test('SEC-M4 volume being flushed counts already, and volume that failed to flush is not lost', async () => {
  const keep = openDailyKeep({ db: database.db, log }, BOUNDS)
  keep.count(9, TODAY, { free_rows: 10 })
  const flushing = keep.flush()
  expect(keep.hasRowsLeft(9, TODAY)).toBe(false)
  await flushing
  expect(keep.hasRowsLeft(9, TODAY)).toBe(false)
  keep.count(9, TODAY, { free_rows: -1 })
  expect(keep.hasRowsLeft(9, TODAY)).toBe(true)
  await keep.close()
  const lost = await openTestDatabase()
  const alone = openDailyKeep({ db: lost.db, log }, BOUNDS)
  await lost.close()
  alone.count(9, TODAY, { free_rows: 10 })
  await alone.flush()
  expect(alone.hasRowsLeft(9, TODAY)).toBe(false)
})
