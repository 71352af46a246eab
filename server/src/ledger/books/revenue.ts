import type { Micros } from '@portico/contract/money.ts'
import type { RevenueBy } from '@portico/contract/operator-revenue.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inSnapshot } from './books-store.ts'
import { dayAfter } from './check-books.ts'
import {
  balanceSum,
  type CallCount,
  callCounts,
  REVENUE_METRICS,
  type RevenueFilter,
  type RevenueMetric,
  type RevenueRow,
  revenueRows,
  type Spender,
  topSpenders,
} from './revenue-store.ts'

export type RevenueMetrics = Record<RevenueMetric, Micros>

export interface Revenue {
  totals: RevenueMetrics
  /** The balance of these customers together before the first and after the last of the days; null for a part of their calls. */
  opening_micros: Micros | null
  closing_micros: Micros | null
  rows: { key: string | null; metrics: RevenueMetrics }[]
  /** Answered calls by day and function, under the key of their row. */
  counts: CallCount[]
  /** By the charges of their calls, the largest first. */
  spenders: Spender[]
}

const SPENDERS = 10
/** Later than any day that can be requested. */
const LAST_DAY = '9999-12-30'

/**
 * Revenue and transactions of these UTC days, both included, in one snapshot: totals, by day, API, function, brand, country or
 * customer, and the top spenders. The balance before plus all transactions gives the balance after.
 */
export function readRevenue(
  ctx: Pick<Ctx, 'db'>,
  wanted: RevenueFilter & { from: string; to: string; by: RevenueBy },
): Promise<Revenue> {
  return inSnapshot(ctx.db, async (tx) => {
    const rows = await revenueRows(tx, wanted)
    const totals = metricsOf(rows)
    return {
      totals,
      ...(await balancesOf(tx, wanted, totals)),
      counts: await callCounts(tx, wanted),
      rows: [...Map.groupBy(rows, ({ key }) => key)].map(([key, own]) => ({ key, metrics: metricsOf(own) })),
      spenders: await topSpenders(tx, wanted, SPENDERS),
    }
  })
}

async function balancesOf(
  db: Db,
  { api, function: of, ...wanted }: Parameters<typeof readRevenue>[1],
  totals: RevenueMetrics,
) {
  if (api !== undefined || of !== undefined) return { opening_micros: null, closing_micros: null }
  const later = await revenueRows(db, { ...wanted, by: 'day', from: dayAfter(wanted.to), to: LAST_DAY })
  const closing_micros = (await balanceSum(db, wanted)) - netOf(metricsOf(later))
  return { opening_micros: closing_micros - netOf(totals), closing_micros }
}

function metricsOf(rows: RevenueRow[]): RevenueMetrics {
  const metrics = Object.fromEntries(REVENUE_METRICS.map((metric) => [metric, 0])) as RevenueMetrics
  for (const { metric, micros } of rows) metrics[metric] += micros
  return metrics
}

function netOf(metrics: RevenueMetrics): Micros {
  return Object.values(metrics).reduce((sum, micros) => sum + micros, 0)
}
