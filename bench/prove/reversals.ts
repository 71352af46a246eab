// Paid orders that are refunded here and at a local Stripe, in parts, with refunds that fail late and disputes that cross them, with
// four rates of tax and with promo codes; webhooks shuffled, repeated, late or lost. After each history balance, rows and documents are
// compared with the amounts computed from Stripe's own objects, to the micro. `npm run prove -- reversals 2000` sets how many; a second
// number is the first seed.
import { randomInt } from 'node:crypto'
import { checkBooks } from '../../server/src/ledger/books/index.ts'
import { openTestApp } from '../../server/src/testing/app.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { openCounts, openTaxed, runReversals } from '../../server/src/testing/payments/reversal-histories.ts'
import { openTestStripe } from '../../server/src/testing/payments/stripe.ts'
import { openWorld } from '../../server/src/testing/payments/world.ts'

const histories = Number(process.argv[2] ?? 2000)
const first = Number(process.argv[3] ?? randomInt(2 ** 31))
const SHOWN = 20
const { server, stop } = await startTestServer()
const stripe = await openTestStripe()
const app = await openTestApp({ server, settings: stripe.settings })
const faults: string[] = []
const counts = openCounts()
let done = 0
try {
  const customers = await openTaxed(await openWorld(app, stripe))
  const runs = customers.map(async (customer, n) => {
    for (let seed = first + n; seed < first + histories; seed += customers.length) {
      const fault = await runReversals(customer, seed, counts)
      if (fault) faults.push(fault)
      done += 1
      if (done % 200 === 0) console.log(`${done} histories, ${faults.length} faults`)
    }
  })
  await Promise.all(runs)
  faults.push(...(await checkBooks(app.ctx)).discrepancies)
  console.log(`${done} histories from seed ${first}: ${JSON.stringify(counts)}, ${faults.length} faults`)
} finally {
  await app.close()
  await stripe.close()
  await stop()
}
for (const fault of faults.slice(0, SHOWN)) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
