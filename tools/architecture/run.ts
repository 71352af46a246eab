// `npm run architecture` runs the architecture tests.
// `npm run -s architecture -- metrics [checkout …]` prints the size and structure of this or other checkouts, a column each.
import { prove } from '../proof/step.ts'
import { architecture } from '../proof/steps.ts'
import { root } from '../ready/folders.mjs'
import { metricsOf, metricsTable } from './metrics.ts'

const [command, ...checkouts] = process.argv.slice(2)

if (command === undefined) await prove([architecture])
else if (command === 'metrics') {
  const given = checkouts.length > 0 ? checkouts : [root]
  console.log(metricsTable(given.map((checkout) => ({ checkout, metrics: metricsOf(checkout) }))))
} else {
  console.error('usage: npm run architecture [-- metrics [checkout …]]')
  process.exitCode = 2
}
