import { buffer } from 'node:stream/consumers'
import { currency } from '@portico/contract/currency.ts'
import type { RevenueBy } from '@portico/contract/operator-revenue.ts'
import { DAY_MS, monthStart, utcDay } from '@portico/contract/time.ts'
import { ZipFile } from 'yazl'
import type { RequestCtx } from '#ctx/ctx.ts'
import { csvHead, csvLine } from '#http/csv.ts'
import { listReversals } from '#payments/index.ts'
import { brandNames } from './brand-hosts.ts'
import { listAllDocuments } from './document-list-store.ts'
import { paidBetween } from './month-store.ts'
import { type Revenue, revenueOf } from './revenue.ts'
import { money, revenueCsv } from './revenue-csv.ts'
import type { SourceCosts } from './source-costs.ts'
import { taxCsv, taxOf } from './tax.ts'

const PAGE = 1000
const BY: RevenueBy[] = ['day', 'api', 'function', 'brand', 'country']

interface Span {
  from: Date
  until: Date
}

export function spanOf(month: string): Span {
  const from = new Date(`${month}-01`)
  return { from, until: monthStart(from, 1) }
}

/** All that the accountant needs of a month, as tables in one archive. */
export async function writeMonth(ctx: RequestCtx, costs: SourceCosts, month: string): Promise<Buffer> {
  const span = spanOf(month)
  const days = { from: `${month}-01`, to: utcDay(new Date(span.until.getTime() - DAY_MS)) }
  const revenue = []
  for (const by of BY) revenue.push(await revenueOf(ctx, costs, { ...days, by }))
  const [first] = revenue
  if (!first) throw new Error('a month has rows by day')
  const files: [string, string][] = [
    ['README.txt', readMe(month, first)],
    ['summary.csv', summaryCsv(first)],
    ...revenue.map(({ by, rows, totals }): [string, string] => [`revenue-by-${by}.csv`, revenueCsv(by, rows, totals)]),
    ['tax.csv', taxCsv((await taxOf(ctx, days)).rows)],
    ['documents.csv', await documentsCsv(ctx, span)],
    ['payments.csv', await paymentsCsv(ctx, span)],
    ['refunds-and-disputes.csv', await reversalsCsv(ctx, span)],
  ]
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { mtime: span.until })
  zip.end()
  return buffer(zip.outputStream)
}

function readMe(month: string, { opening_micros, closing_micros }: Revenue): string {
  return [
    `Accounts of ${month}, UTC, in ${currency()}.`,
    '',
    'summary.csv               balances of customers before and after, and what moved them',
    'revenue-by-*.csv          the same by day, API, function, brand and country; signs as balances move',
    '                          revenue = charges less refunds of calls, and databases; cost is empty where it is not known',
    'tax.csv                   invoices less credit notes by seller, country and rate of tax',
    'documents.csv             every invoice, credit note, proforma and fee note, by number',
    'payments.csv              what was paid in and credited, without later refunds',
    'refunds-and-disputes.csv  what went back, or was disputed, as it was when the month was closed',
    '',
    `Balances of customers before: ${money(opening_micros ?? 0).decimal}, after: ${money(closing_micros ?? 0).decimal}.`,
    '',
  ].join('\r\n')
}

function summaryCsv({ opening_micros, closing_micros, totals }: Revenue): string {
  const { calls: _, cost_micros: __, ...moved } = totals
  return [
    csvHead(['line', 'amount']),
    csvLine(['opening_balance', money(opening_micros ?? 0)]),
    ...Object.entries(moved).map(([name, micros]) => csvLine([name.replace('_micros', ''), money(micros)])),
    csvLine(['closing_balance', money(closing_micros ?? 0)]),
  ].join('')
}

async function documentsCsv(ctx: RequestCtx, span: Span): Promise<string> {
  const brand = await brandNames(ctx)
  const rows = await allPages((before) => listAllDocuments(ctx.db, { ...span, kind: undefined, before, limit: PAGE }))
  const head = ['number', 'kind', 'issued_at', 'brand', 'customer_id', 'customer', 'country', 'payment', 'net', 'tax']
  return [
    csvHead(head),
    ...rows
      .toReversed()
      .map((row) =>
        csvLine([
          row.number,
          row.kind,
          row.issued_at.toISOString(),
          brand(row.wl_id) ?? '',
          row.owner_id,
          row.customer,
          row.country,
          row.reference,
          money(row.amount_micros),
          money(row.tax_micros),
        ]),
      ),
  ].join('')
}

async function paymentsCsv(ctx: RequestCtx, { from, until }: Span): Promise<string> {
  const head = [
    'payment',
    'paid_at',
    'customer_id',
    'processor',
    'processor_reference',
    'purpose',
    'net',
    'tax',
    'total',
  ]
  const rows = await paidBetween(ctx.db, from, until)
  return [
    csvHead(head),
    ...rows.map((row) =>
      csvLine([
        row.reference,
        row.paid_at.toISOString(),
        row.owner_id,
        row.processor,
        row.payment_ref,
        row.purpose,
        money(row.amount_micros),
        money(row.tax_micros),
        money(row.amount_micros + row.tax_micros),
      ]),
    ),
  ].join('')
}

async function reversalsCsv(ctx: RequestCtx, span: Span): Promise<string> {
  const rows = await allPages((before) =>
    listReversals(ctx.db, { ...span, kind: undefined, state: undefined, before, limit: PAGE }),
  )
  return [
    csvHead(['payment', 'created_at', 'customer_id', 'kind', 'state', 'net', 'tax', 'fee', 'reason']),
    ...rows
      .toReversed()
      .map((row) =>
        csvLine([
          row.reference,
          row.created_at.toISOString(),
          row.owner_id,
          row.kind,
          row.state,
          money(row.amount_micros),
          money(row.tax_micros),
          money(row.fee_micros),
          row.reason,
        ]),
      ),
  ].join('')
}

type Cursor = { at: Date; id: string } | undefined

async function allPages<R extends { id: string } & ({ issued_at: Date } | { created_at: Date })>(
  read: (before: Cursor) => Promise<R[]>,
): Promise<R[]> {
  const all: R[] = []
  for (let before: Cursor; ; ) {
    const page = await read(before)
    all.push(...page)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return all
    before = { at: 'issued_at' in last ? last.issued_at : last.created_at, id: last.id }
  }
}
