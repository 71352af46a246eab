import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { earnedOf } from '@portico/contract/operator-revenue.ts'
import { command } from './command.ts'

type Metrics = Output<typeof operator.revenue>['totals']

const WORDS: Record<Exclude<keyof Metrics, 'calls' | 'cost_micros'>, string> = {
  usage_micros: 'usage charged',
  returned_micros: 'given back for failed tasks',
  refunded_micros: 'refunds of requests',
  payments_micros: 'top-ups',
  subscriptions_micros: 'subscription minimums',
  payment_refunds_micros: 'refunds of payments',
  disputes_micros: 'disputes',
  credits_micros: 'credits and corrections',
  promos_micros: 'promo codes',
  purchases_micros: 'databases bought',
}
const METRICS = Object.keys(WORDS) as (keyof typeof WORDS)[]
const REST = {
  day: 'other',
  api: 'without an API',
  function: 'without a function',
  brand: 'our own brand',
  country: 'without a country',
  customer: 'all others',
}

export const revenueCommand = command(operator.revenue, {
  name: 'revenue',
  about: 'Shows what was charged, paid in and given back, what customers have together, and who spent most.',
  text: (data) =>
    [
      `${data.from} to ${data.to}, UTC; as balances of customers moved`,
      ...METRICS.map((metric) => `  ${WORDS[metric].padEnd(28)} ${formatMicros(data.totals[metric])}`),
      ...earned(data.totals).map((line) => `  ${line}`),
      ...(data.closing_micros === null || data.opening_micros === null
        ? []
        : [
            `  ${'customers have together'.padEnd(28)} ${formatMicros(data.closing_micros)}, before ${formatMicros(data.opening_micros)}`,
          ]),
      '',
      ...data.rows.map((row) => `${row.key ?? REST[data.by]}  ${parts(row)}`),
      ...(data.spenders.length > 0 ? ['', 'spent most'] : []),
      ...data.spenders.map(({ email, usage_micros }) => `  ${email}  ${formatMicros(usage_micros)}`),
    ].join('\n'),
})

/** As the provider counts; a cost that is not known has no amount. */
function earned({ calls, cost_micros, ...metrics }: Metrics): string[] {
  const revenue = earnedOf(metrics)
  const known = cost_micros === null ? 'not known' : formatMicros(cost_micros)
  return [
    `${'revenue after refunds'.padEnd(28)} ${formatMicros(revenue)}`,
    `${'cost at the sources'.padEnd(28)} ${known}, ${calls} answered calls`,
    ...(cost_micros === null ? [] : [`${'margin'.padEnd(28)} ${formatMicros(revenue - cost_micros)}`]),
  ]
}

function parts(row: Metrics): string {
  const shown = METRICS.filter((metric) => row[metric] !== 0)
  return shown.map((metric) => `${WORDS[metric]} ${formatMicros(row[metric])}`).join(', ')
}
