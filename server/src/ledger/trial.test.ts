import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#db/db.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { bookGift, creditIn } from './index.ts'

let database: Database
let login_id: number
const ctx = () => ({ db: database.db, clock: { now: () => new Date('2026-03-02T10:20:30.400Z') } })
const give = (amount_micros: number, actor: string) =>
  bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor })
const trial = async () => (await creditIn(ctx(), login_id)).trial

beforeEach(async () => {
  database = await openTestDatabase()
  login_id = (await insertTestLogin(database.db)).id
})
afterEach(() => database.close())

test('HD-01 the trial line counts the trial credit', async () => {
  expect(await trial()).toEqual({ left_micros: 0, total_micros: 0 })
  await give(1_000_000, 'system')
  expect(await trial()).toEqual({ left_micros: 1_000_000, total_micros: 1_000_000 })
})

test('HD-01 a correction by the operator lowers the rest of the trial, not its total', async () => {
  await give(1_000_000, 'system')
  await give(-400_000, 'operator:ann')
  expect(await trial()).toEqual({ left_micros: 600_000, total_micros: 1_000_000 })
})

test('HD-01 the trial is over with the first credit of the operator', async () => {
  await give(1_000_000, 'system')
  await give(200_000_000, 'operator:ann')
  expect(await trial()).toBeNull()
})
