import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { cellsOf, runCell } from '#testing/payments/fault-matrix.ts'
import { openTestStripe, type TestStripe } from '#testing/payments/stripe.ts'
import { openWorld } from '#testing/payments/world.ts'
import { TEST_SEED } from '#testing/seed.ts'
import { reconcile } from './index.ts'

vi.setConfig({ testTimeout: 240_000 })
/** So many faults per step, different ones for every commit; all of them run in `npm run prove -- payments`. */
const FAULTS_A_STEP = 1
let app: TestApp
let stripe: TestStripe

beforeAll(async () => {
  stripe = await openTestStripe()
  app = await openTestApp({ settings: stripe.settings })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

test('a request to Stripe that fails in any way ends in one payment, one credit and one invoice', async () => {
  const world = await openWorld(app, stripe)
  const cells = await cellsOf(world)
  // Read requests are the same in every story.
  const steps = Map.groupBy(cells, ({ story, operation }) =>
    /^(GET|messages)/.test(operation) ? operation : `${story}, ${operation}`,
  )
  const first = TEST_SEED % 100
  const faults: string[] = []
  let step = first
  let count = 0
  for (const all of steps.values()) {
    for (let n = 0; n < FAULTS_A_STEP; n += 1) {
      const cell = all[(step * 7 + n * 3) % all.length]
      if (!cell) continue
      faults.push(...(await runCell(world, cell)))
      count += 1
    }
    step += 1
  }
  expect(faults, `from ${first}`).toEqual([])
  expect(count).toBeGreaterThan(FAULTS_A_STEP * 25)
  expect((await checkBooks(world.ctx)).discrepancies).toEqual([])
  expect(await reconcile(world.ctx)).toEqual([])
})
