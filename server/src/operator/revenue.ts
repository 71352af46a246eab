import { isPeriod } from '@portico/contract/billing.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { NONE, type RevenueBy } from '@portico/contract/operator-revenue.ts'
import { Problem } from '@portico/contract/problem.ts'
import { utcDay } from '@portico/contract/time.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { Handlers } from '#http/mount.ts'
import { type CallCount, type RevenueMetrics, readRevenue } from '#ledger/books/index.ts'
import { userByEmail } from '#users/index.ts'
import { brandId, brandNames } from './brand-hosts.ts'
import { revenueCsv } from './revenue-csv.ts'
import { costOf, type SourceCosts } from './source-costs.ts'
import { emailsOf } from './user-list-store.ts'

/** Further customers are one row on the screen; the file has them all. */
const CUSTOMERS_MAX = 100

type Wanted = Input<typeof operator.revenue>
export type Revenue = Output<typeof operator.revenue>
export type RevenueLine = Revenue['rows'][number]

export function revenueHandlers(costs: SourceCosts): Pick<Handlers<typeof operator>, 'revenue' | 'revenueFile'> {
  return {
    revenue: async (ctx, input) => {
      const { rows, ...all } = await revenueOf(ctx, costs, input)
      return { ...all, rows: input.by === 'customer' ? topOf(rows) : rows }
    },
    revenueFile: async (ctx, input) => {
      const { from, to, by, rows, totals } = await revenueOf(ctx, costs, input)
      return { name: `revenue-by-${by}-${from}-${to}.csv`, content: revenueCsv(by, rows, totals) }
    },
  }
}

/** All rows, those of customers too. */
export async function revenueOf(ctx: RequestCtx, costs: SourceCosts, { by, ...input }: Wanted): Promise<Revenue> {
  const { from, to } = daysOf(ctx, input)
  const filter = await filterOf(ctx, input)
  const { totals, rows, spenders, counts, ...sums } = await readRevenue(ctx, { from, to, by, ...filter })
  const countsOf = Map.groupBy(counts, ({ key }) => key)
  // A key can have calls that were free, and money without a call.
  const silent = [...countsOf.keys()].filter((key) => !rows.some((row) => row.key === key))
  const lines = [
    ...rows.map(({ key, metrics }) => lineOf(costs, key, metrics, countsOf.get(key) ?? [])),
    ...silent.map((key) => lineOf(costs, key, NOTHING, countsOf.get(key) ?? [])),
  ]
  const emails = await emailsOf(
    ctx.db,
    spenders.map(({ owner_id }) => owner_id),
  )
  return {
    from,
    to,
    by,
    totals: { ...inMicros(totals), ...costed(costs, counts) },
    ...sums,
    rows: await named(ctx, by, lines),
    spenders: spenders.map(({ owner_id, usage_micros }) => ({
      email: emails.get(owner_id) ?? String(owner_id),
      usage_micros,
    })),
  }
}

function daysOf(ctx: RequestCtx, input: Pick<Wanted, 'from' | 'to'>) {
  const today = utcDay(ctx.clock.now())
  const to = input.to ?? (input.from && input.from > today ? input.from : today)
  const from = input.from ?? `${to.slice(0, 7)}-01`
  if (!isPeriod({ from, to }))
    throw new Problem('invalid_input', {
      fields: { from: 'must not be after --to, nor more than 366 days before it' },
    })
  return { from, to }
}

async function filterOf(ctx: RequestCtx, { api, function: of, brand, country, customer }: Omit<Wanted, 'by'>) {
  const owner = customer === undefined ? undefined : await userByEmail(ctx, customer)
  if (customer !== undefined && !owner) throw new Problem('unknown_user')
  return {
    api,
    function: of,
    wl_id: brand === undefined ? undefined : await brandId(ctx, brand),
    country: country === undefined ? undefined : country.toLowerCase() === NONE ? null : country.toUpperCase(),
    owner_id: owner?.id,
  }
}

function lineOf(costs: SourceCosts, key: string | null, metrics: RevenueMetrics, counts: CallCount[]): RevenueLine {
  return { key, customer_id: null, ...inMicros(metrics), ...costed(costs, counts) }
}

function costed(costs: SourceCosts, counts: CallCount[]) {
  return { calls: counts.reduce((sum, { calls }) => sum + calls, 0), cost_micros: costOf(costs, counts) }
}

function inMicros({ usage, returned, refunded, payments, subscriptions, payment_refunds, ...rest }: RevenueMetrics) {
  const { disputes, credits, promos, purchases } = rest
  return {
    usage_micros: usage,
    returned_micros: returned,
    refunded_micros: refunded,
    payments_micros: payments,
    subscriptions_micros: subscriptions,
    payment_refunds_micros: payment_refunds,
    disputes_micros: disputes,
    credits_micros: credits,
    promos_micros: promos,
    purchases_micros: purchases,
  }
}

const NOTHING: RevenueMetrics = {
  usage: 0,
  returned: 0,
  refunded: 0,
  payments: 0,
  subscriptions: 0,
  payment_refunds: 0,
  disputes: 0,
  credits: 0,
  promos: 0,
  purchases: 0,
  transfers: 0,
}

/** Ids become addresses and hosts. Customers are in the order of what they spent, all others in that of their keys. */
async function named(ctx: RequestCtx, by: RevenueBy, lines: RevenueLine[]): Promise<RevenueLine[]> {
  if (by === 'brand') {
    const name = await brandNames(ctx)
    return lines.map((line) => ({ ...line, key: name(Number(line.key)) })).toSorted((a, b) => compare(a.key, b.key))
  }
  if (by !== 'customer') return lines.toSorted((a, b) => compare(a.key, b.key))
  const emails = await emailsOf(
    ctx.db,
    lines.map(({ key }) => Number(key)),
  )
  return lines
    .toSorted((a, b) => a.usage_micros - b.usage_micros || Number(a.key) - Number(b.key))
    .map((line) => ({ ...line, key: emails.get(Number(line.key)) ?? line.key, customer_id: Number(line.key) }))
}

/** Those who spent most, and all others in one row. */
function topOf(rows: RevenueLine[]): RevenueLine[] {
  const [first, ...others] = rows.slice(CUSTOMERS_MAX)
  if (!first) return rows
  return [...rows.slice(0, CUSTOMERS_MAX), others.reduce(add, { ...first, key: null, customer_id: null })]
}

function add({ key, customer_id, cost_micros, ...sum }: RevenueLine, row: RevenueLine): RevenueLine {
  const names = Object.keys(sum) as (keyof typeof sum)[]
  const added = Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as typeof sum
  const cost = cost_micros === null || row.cost_micros === null ? null : cost_micros + row.cost_micros
  return { key, customer_id, ...added, cost_micros: cost }
}

/** Rows without a key come last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a < b ? -1 : 1
}
