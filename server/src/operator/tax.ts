import { isPeriod, type Period } from '@portico/contract/billing.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import type { TaxRow } from '@portico/contract/operator-money.ts'
import { Problem } from '@portico/contract/problem.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { csvHead, csvLine, type Decimal } from '#http/csv.ts'
import { brandNames } from './brand-hosts.ts'
import { taxSums } from './document-list-store.ts'
import { money } from './revenue-csv.ts'

/** Tax of the documents that were issued on these UTC days, both included. */
export async function taxOf(ctx: Pick<Ctx, 'db'>, days: Period): Promise<Output<typeof operator.taxReport>> {
  if (!isPeriod(days))
    throw new Problem('invalid_input', { fields: { to: 'must not be before --from, nor more than 366 days after it' } })
  const brand = await brandNames(ctx)
  const sums = await taxSums(ctx.db, new Date(days.from), new Date(Date.parse(days.to) + DAY_MS))
  const rows = sums.map(({ wl_id, ...row }) => ({ brand: brand(wl_id), ...row }))
  const sum = (name: 'amount_micros' | 'tax_micros' | 'invoices' | 'credit_notes') =>
    rows.reduce((all, row) => all + row[name], 0)
  const totals = {
    amount_micros: sum('amount_micros'),
    tax_micros: sum('tax_micros'),
    invoices: sum('invoices'),
    credit_notes: sum('credit_notes'),
  }
  return { rows, totals }
}

export function taxCsv(rows: TaxRow[]): string {
  return [
    csvHead([
      'brand',
      'seller_country',
      'customer_country',
      'treatment',
      'rate_percent',
      'invoices',
      'credit_notes',
      'net',
      'tax',
      'declared_currency',
      'declared_tax',
    ]),
    ...rows.map((row) =>
      csvLine([
        row.brand ?? '',
        row.seller_country,
        row.country,
        row.note,
        percent(row.rate_bp),
        row.invoices,
        row.credit_notes,
        money(row.amount_micros),
        money(row.tax_micros),
        row.declared_currency,
        row.declared_micros === null ? null : money(row.declared_micros),
      ]),
    ),
  ].join('')
}

function percent(rate_bp: number): Decimal {
  return { decimal: `${Math.floor(rate_bp / 100)}.${String(rate_bp % 100).padStart(2, '0')}` as `${number}` }
}
