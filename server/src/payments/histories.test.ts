import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { openDice, runHistory } from '#testing/payments/histories.ts'
import { runLosses } from '#testing/payments/losses.ts'
import { openCounts, openTaxed, runReversals } from '#testing/payments/reversal-histories.ts'
import { openTestStripe, type TestStripe } from '#testing/payments/stripe.ts'
import { openWorld } from '#testing/payments/world.ts'
import { TEST_SEED } from '#testing/seed.ts'
import { reconcile } from './index.ts'

vi.setConfig({ testTimeout: 180_000 })
// The long form is `npm run prove -- payments`.
const HISTORIES = 20
const CROSSINGS = 40
const AT_ONCE = 4
let app: TestApp
let stripe: TestStripe
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  stripe = await openTestStripe()
  app = await openTestApp({ settings: stripe.settings })
  world = await openWorld(app, stripe)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

test("B5 B8 B9 messages shuffled, repeated and late end every order in Stripe's state, credited once", async () => {
  const first = TEST_SEED
  const seeds = Array.from({ length: HISTORIES }, (_, n) => first + n)
  const faults: string[] = []
  const worker = async () => {
    for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop())
      faults.push(...[(await runHistory(world, seed)) ?? []].flat())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(faults).toEqual([])
  expect(await reconcile(world.ctx)).toEqual([])
  expect((await checkBooks(world.ctx)).discrepancies).toEqual([])
})

test('B4 O8 orders with three in ten replies lost both ways have one payment, one credit and at most one refund', async () => {
  const seed = TEST_SEED
  const other = { ...world, ...(await world.customer()) }
  expect(await runLosses(other, openDice(seed), 10), `seed ${seed}`).toEqual([])
  expect(world.stripe.state.lost).toBeGreaterThan(10)
  expect(await reconcile(world.ctx)).toEqual([])
  expect((await checkBooks(world.ctx)).discrepancies).toEqual([])
})

test('SEC2-N3 refunds and disputes that cross, fail late, are won or lost leave the customer owing what the bank took, to the micro', async () => {
  const first = TEST_SEED
  const customers = await openTaxed(world)
  const counts = openCounts()
  const runs = customers.map(async (customer, n) => {
    for (let seed = first + n; seed < first + CROSSINGS; seed += customers.length)
      expect(await runReversals(customer, seed, counts)).toBe(undefined)
  })
  await Promise.all(runs)
  expect(counts.documents).toBeGreaterThan(CROSSINGS / 2)
  expect((await checkBooks(world.ctx)).discrepancies).toEqual([])
})
