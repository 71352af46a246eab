import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#db/db.ts'
import { openTestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { bookGift, bookMoney, creditIn } from './index.ts'
import { bookTransfer } from './outgoing/index.ts'

let database: Database
let login_id: number
const ctx = () => ({ db: database.db, clock: { now: () => new Date('2026-03-02T10:20:30.400Z') } })
const give = (amount_micros: number, actor: string) =>
  bookGift(ctx(), { id: randomUUID(), login_id, amount_micros, memo: 'for a test', actor })
const trial = async () => (await creditIn(ctx(), login_id)).trial

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  login_id = (await insertTestLogin(database.db)).id
})
afterAll(() => database.close())

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

const book = (kind: 'payment' | 'promo' | 'refund' | 'purchase', amount_micros: number) => {
  const world = {
    payment: 'world:payments',
    promo: 'world:promos',
    refund: 'world:usage',
    purchase: 'world:purchases',
  } as const
  const about = { id: randomUUID(), memo: 'for a test', actor: 'system' }
  return bookMoney(ctx(), { ...about, kind, login_id, world: world[kind], amount_micros })
}
async function receive(amount_micros: number) {
  const from = await insertTestLogin(database.db)
  await bookGift(ctx(), {
    id: randomUUID(),
    login_id: from.id,
    amount_micros,
    memo: 'for a test',
    actor: 'operator:ann',
  })
  const about = { id: randomUUID(), memo: 'for a test', actor: 'user:1' }
  await bookTransfer(ctx(), { ...about, from_login_id: from.id, to_login_id: login_id, amount_micros })
}

test.each([
  ['a payment', () => book('payment', 5_000_000), true],
  ['a promo code', () => book('promo', 5_000_000), true],
  ['a transfer from another login', () => receive(5_000_000), true],
  ['a credit of the operator', () => give(5_000_000, 'operator:ann'), true],
  ['a promo code that is taken back', () => book('promo', -1), false],
  ['the refund of a call', () => book('refund', 1), false],
  ['a purchase that is given back', () => book('purchase', 1), false],
  ['a second credit of the system', () => give(500_000, 'system'), false],
])('after %s its money can be moved, and the trial is over, at once or not at all', async (_, act, is_funded) => {
  await give(1_000_000, 'system')
  await act()
  expect((await trial()) === null).toBe(is_funded)
  const to = await insertTestLogin(database.db)
  const about = { id: randomUUID(), memo: 'for a test', actor: 'user:1' }
  const moved = bookTransfer(ctx(), { ...about, from_login_id: login_id, to_login_id: to.id, amount_micros: 1 })
  if (is_funded) expect(await moved).toMatchObject({ is_fresh: true, to_balance_micros: 1 })
  else await expect(moved).rejects.toMatchObject({ code: 'trial_credit' })
})
