// Orders at a local Stripe: histories of messages shuffled, doubled and late; replies lost both ways; processes killed at every
// step of an order, every time they come there. Each order ends as Stripe has it, paid and credited once, and the books balance.
// `npm run prove -- payments 5000 1000` sets the histories and the orders with losses; a third number is the first seed.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { inDatabase, startTestServer } from '../../server/src/db/test-server.ts'
import { checkBooks } from '../../server/src/ledger/room.ts'
import { PAYMENT_STEPS } from '../../server/src/outside/payment-processor.ts'
import { reconcile } from '../../server/src/payments/room.ts'
import { bookkeeper } from '../../server/src/payments/test-crash.ts'
import { openDice, runHistory } from '../../server/src/payments/test-histories.ts'
import { killAt } from '../../server/src/payments/test-kill.ts'
import { runLosses } from '../../server/src/payments/test-losses.ts'
import { openWorld } from '../../server/src/payments/test-world.ts'

const [histories, lossy, first] = [
  Number(process.argv[2] ?? 5000),
  Number(process.argv[3] ?? 1000),
  Number(process.argv[4] ?? randomInt(2 ** 31)),
]
const AT_ONCE = 8
const SHOWN = 20
const { server, stop } = await startTestServer(join(import.meta.dirname, '../../server/src/db/migrations'))
const world = await openWorld({ server, listeners: [bookkeeper] })
const faults: string[] = []

async function inParallel(workers: number, next: () => Promise<boolean>): Promise<void> {
  const work = async () => {
    while (await next());
  }
  await Promise.all(Array.from({ length: workers }, work))
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
    const fault = await runHistory(world, seed - 1)
    if (fault) faults.push(fault)
    if ((seed - first) % 500 === 0) console.log(`${seed - first} histories, ${faults.length} faults`)
    return true
  })
  await compare(`${histories} histories from seed ${first}`)

  const other = { ...world, ...(await world.customer()) }
  faults.push(...(await runLosses(other, openDice(first), lossy)))
  await compare(`${lossy} orders, ${world.stripe.state.lost} of ${world.stripe.state.requests} requests lost`)

  const url = inDatabase(server.appUrl, world.app.database.name)
  const lines = (['checkout', 'method'] as const).flatMap((how) => PAYMENT_STEPS.map((step) => ({ how, step, nth: 1 })))
  let deaths = 0
  await inParallel(2, async () => {
    const point = lines.shift()
    if (!point) return false
    const outcome = await killAt(world, url, point)
    faults.push(...outcome.faults)
    deaths += outcome.died ? 1 : 0
    // Until a process of this order no longer comes there so often.
    if (outcome.died) lines.push({ ...point, nth: point.nth + 1 })
    return true
  })
  if (deaths < PAYMENT_STEPS.length) faults.push(`only ${deaths} processes died`)
  await compare(`${deaths} processes killed`)
} finally {
  await world.close()
  await stop()
}
for (const fault of faults.slice(0, SHOWN)) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
