// Orders at a local Stripe: histories of shuffled, repeated and late webhooks; requests and replies lost; processes killed at every
// step of an order; every request to Stripe with every failure it can have. Each order ends in the state it has at
// Stripe, paid and credited once, and the books balance.
// `npm run prove -- payments 5000 1000` sets the histories and the orders with losses; a third number is the first seed.
import { randomInt } from 'node:crypto'
import { PAYMENT_STEPS } from '../../server/src/integrations/payment-processor.ts'
import { checkBooks } from '../../server/src/ledger/books/index.ts'
import { reconcile } from '../../server/src/payments/index.ts'
import { openTestApp } from '../../server/src/testing/app.ts'
import { inDatabase, startTestServer } from '../../server/src/testing/db/server.ts'
import { bookkeeper } from '../../server/src/testing/payments/crash.ts'
import { cellsOf, runCell } from '../../server/src/testing/payments/fault-matrix.ts'
import { openDice, runHistory } from '../../server/src/testing/payments/histories.ts'
import { killAt } from '../../server/src/testing/payments/kill.ts'
import { runLosses } from '../../server/src/testing/payments/losses.ts'
import { openTestStripe } from '../../server/src/testing/payments/stripe.ts'
import { openWorld } from '../../server/src/testing/payments/world.ts'

const [histories, lossy, first] = [
  Number(process.argv[2] ?? 5000),
  Number(process.argv[3] ?? 1000),
  Number(process.argv[4] ?? randomInt(2 ** 31)),
]
const AT_ONCE = 2
const SHOWN = 20
const TIMES = 4
const { server, stop } = await startTestServer()
const stripe = await openTestStripe()
const app = await openTestApp({ server, listeners: [bookkeeper], settings: stripe.settings })
const world = await openWorld(app, stripe)
const faults: string[] = []

async function inParallel(workers: number, next: () => Promise<boolean>): Promise<void> {
  const work = async () => {
    while (await next());
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** On a machine that is busy with other things a connection may take too long; the history is then played again. */
async function whenConnected<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('trying to connect')) || tries > 20) throw error
    }
  }
}

async function compare(name: string): Promise<void> {
  faults.push(...(await reconcile(world.ctx)), ...(await checkBooks(world.ctx)).discrepancies)
  console.log(`${name}: ${faults.length} faults`)
}

try {
  let seed = first
  await inParallel(AT_ONCE, async () => {
    if (seed >= first + histories) return false
    seed += 1
    const own = seed - 1
    const fault = await whenConnected(() => runHistory(world, own))
    if (fault) faults.push(fault)
    if ((seed - first) % 500 === 0) console.log(`${seed - first} histories, ${faults.length} faults`)
    return true
  })
  await compare(`${histories} histories from seed ${first}`)

  const other = { ...world, ...(await world.customer()) }
  faults.push(...(await runLosses(other, openDice(first), lossy)))
  await compare(`${lossy} orders, ${stripe.state.lost} of ${stripe.state.requests} requests lost`)

  const url = inDatabase(server.appUrl, app.database.name)
  const lines = (['checkout', 'method'] as const).flatMap((how) => PAYMENT_STEPS.map((step) => ({ how, step, nth: 1 })))
  let deaths = 0
  await inParallel(2, async () => {
    const point = lines.shift()
    if (!point) return false
    const outcome = await killAt(world, url, point)
    faults.push(...outcome.faults)
    deaths += outcome.died ? 1 : 0
    // Until an order no longer passes this step so often; the fifth time repeats earlier ones.
    if (outcome.died && point.nth < TIMES) lines.push({ ...point, nth: point.nth + 1 })
    return true
  })
  if (deaths < PAYMENT_STEPS.length) faults.push(`only ${deaths} processes died`)
  await compare(`${deaths} processes killed`)

  const cells = await cellsOf(world)
  for (const [number, cell] of cells.entries()) {
    faults.push(...(await whenConnected(() => runCell(world, cell))))
    if ((number + 1) % 200 === 0)
      console.log(`${number + 1} of ${cells.length} faults of requests, ${faults.length} faults`)
  }
  const steps = new Set(cells.map(({ story, operation }) => `${story}, ${operation}`))
  await compare(
    `${cells.length} faults at ${steps.size} steps of ${new Set(cells.map(({ story }) => story)).size} stories`,
  )
  const { requests, operations } = stripe.state
  for (const [operation, count] of [...operations].toSorted()) console.log(`${String(count).padStart(7)}  ${operation}`)
  console.log(`${requests} requests to Stripe, ${stripe.violations.length} that Stripe would reject as invalid`)
  faults.push(...stripe.violations)
} finally {
  await app.close()
  await stripe.close().catch((error) => faults.push(String(error)))
  await stop()
}
for (const fault of faults.slice(0, SHOWN)) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
