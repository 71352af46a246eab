import type { Output } from '@portico/contract/endpoint.ts'
import { decimalText } from '@portico/contract/money.ts'
import type { operator } from '@portico/contract/operator.ts'
import { earnedOf, type RevenueBy } from '@portico/contract/operator-revenue.ts'
import { type Cell, csvHead, csvLine, type Decimal } from '#http/csv.ts'

type Revenue = Output<typeof operator.revenue>
type Sums = Revenue['totals']

/** Columns of money, under the names of the answer without their unit. */
const AMOUNTS = [
  'usage_micros',
  'returned_micros',
  'refunded_micros',
  'purchases_micros',
  'payments_micros',
  'subscriptions_micros',
  'payment_refunds_micros',
  'disputes_micros',
  'credits_micros',
  'promos_micros',
] as const satisfies (keyof Sums)[]

/** An exact amount with all six decimals: a sum in a spreadsheet is the sum of the ledger. */
export function money(micros: number): Decimal {
  return { decimal: decimalText(micros) }
}

/** With signs as balances change, and revenue, cost and margin as the provider counts them. Unknown costs are empty. */
export function revenueCsv(by: RevenueBy, rows: Revenue['rows'], totals: Sums): string {
  const names = [by, 'revenue', 'cost', 'margin', 'calls', ...AMOUNTS.map((name) => name.replace('_micros', ''))]
  return [
    csvHead(names),
    ...rows.map((row) => csvLine([row.key ?? '', ...cells(row)])),
    csvLine(['total', ...cells(totals)]),
  ].join('')
}

function cells(row: Sums): Cell[] {
  const earned = earnedOf(row)
  const cost = row.cost_micros
  return [
    money(earned),
    cost === null ? null : money(cost),
    cost === null ? null : money(earned - cost),
    row.calls,
    ...AMOUNTS.map((name) => money(row[name])),
  ]
}
