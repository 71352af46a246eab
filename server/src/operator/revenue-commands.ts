import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { REVENUE_BY } from '@portico/contract/operator-revenue.ts'
import { callServer } from '#integrations/own-server.ts'
import type { Command } from './command.ts'
import { oneOf } from './options.ts'

type Metrics = Output<typeof operator.revenue>['totals']

const WORDS: Record<keyof Metrics, string> = {
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
const METRICS = Object.keys(WORDS) as (keyof Metrics)[]
const REST = { day: 'other', api: 'without an API', customer: 'all others' }

export const revenueCommands: Command[] = [
  {
    name: 'revenue',
    usage: 'revenue [--from <day>] [--to <day>] [--by day|api|customer]',
    about: 'Shows what was charged, paid in and given back, what customers have together, and who spent most.',
    arguments: 0,
    options: {
      from: { about: 'first UTC day, like 2026-11-01; of this month by default' },
      to: { about: 'last UTC day, included; today by default' },
      by: { about: `${REVENUE_BY.join(', ')}; day by default` },
    },
    run: async (access, { options }) => {
      const { from, to } = options
      const by = oneOf('by', options.by, REVENUE_BY)
      const data = await callServer(access, operator.revenue, {
        ...(from && { from }),
        ...(to && { to }),
        ...(by && { by }),
      })
      const lines = [
        `${data.from} to ${data.to}, UTC; as balances of customers moved`,
        ...METRICS.map((metric) => `  ${WORDS[metric].padEnd(28)} ${formatMicros(data.totals[metric])}`),
        `  ${'customers have together'.padEnd(28)} ${formatMicros(data.closing_micros)}, before ${formatMicros(data.opening_micros)}`,
        '',
        ...data.rows.map((row) => `${row.key ?? REST[data.by]}  ${parts(row)}`),
        ...(data.spenders.length > 0 ? ['', 'spent most'] : []),
        ...data.spenders.map(({ email, usage_micros }) => `  ${email}  ${formatMicros(usage_micros)}`),
      ]
      return { data, text: lines.join('\n') }
    },
  },
]

function parts(row: Metrics): string {
  const shown = METRICS.filter((metric) => row[metric] !== 0)
  return shown.map((metric) => `${WORDS[metric]} ${formatMicros(row[metric])}`).join(', ')
}
