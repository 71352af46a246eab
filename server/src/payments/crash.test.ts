import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { inDatabase } from '#testing/db/server.ts'
import { bookkeeper } from '#testing/payments/crash.ts'
import { killAt } from '#testing/payments/kill.ts'
import { openTestStripe, type TestStripe } from '#testing/payments/stripe.ts'
import { openWorld } from '#testing/payments/world.ts'
import { variants } from '#testing/variants.ts'
import { reconcile } from './index.ts'

// Processes start slowly on a busy machine; no test here is about speed.
vi.setConfig({ testTimeout: 300_000 })
const AT_ONCE = 3
/** Steps at which one side has acted and the other does not know yet; all steps run in `npm run prove -- payments`. */
const POINTS = [
  { step: 'order created', nth: 1, how: 'checkout' },
  { step: 'customer created', nth: 1, how: 'checkout' },
  { step: 'checkout opened', nth: 1, how: 'checkout' },
  { step: 'before commit', nth: 2, how: 'checkout' },
  { step: 'event stored', nth: 1, how: 'checkout' },
  { step: 'event followed', nth: 1, how: 'checkout' },
  { step: 'refund booked', nth: 1, how: 'checkout' },
  { step: 'refund answered', nth: 1, how: 'checkout' },
  { step: 'charge answered', nth: 1, how: 'method' },
] as const
let app: TestApp
let stripe: TestStripe
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  stripe = await openTestStripe()
  app = await openTestApp({ listeners: [bookkeeper], settings: stripe.settings })
  world = await openWorld(app, stripe)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

for (const [points, options] of variants([POINTS.filter((_, at) => at % 3 === 0), POINTS]))
  test(
    `O1 B7 a kill -9 at ${points.length} points of an order loses nothing and repeats nothing`,
    options,
    async () => {
      const url = inDatabase(inject('testServer').appUrl, app.database.name)
      const faults: string[] = []
      const waiting = [...points]
      const worker = async () => {
        for (let point = waiting.shift(); point; point = waiting.shift()) {
          const outcome = await killAt(world, url, point)
          faults.push(...outcome.faults)
          if (!outcome.died) faults.push(`${point.how} never came to ${point.step}, time ${point.nth}`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      expect(faults).toEqual([])
      expect(await reconcile(world.ctx)).toEqual([])
      expect((await checkBooks(world.ctx)).discrepancies).toEqual([])
    },
  )
