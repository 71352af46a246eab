import type { Micros } from '@portico/contract/money.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inSnapshot } from './books-store.ts'
import { dayAfter } from './check-books.ts'
import {
  balanceSum,
  REVENUE_METRICS,
  type RevenueBy,
  type RevenueMetric,
  type RevenueRow,
  revenueRows,
} from './revenue-store.ts'

export type RevenueMetrics = Record<RevenueMetric, Micros>

export interface Revenue {
  totals: RevenueMetrics
  /** The balance of all customers together before the first and after the last of the days. */
  opening_micros: Micros
  closing_micros: Micros
  rows: { key: string | null; metrics: RevenueMetrics }[]
  /** By the charges of their calls, the largest first. */
  spenders: { owner_id: number; usage_micros: Micros }[]
}

/** Later than any day that can be requested. */
const LAST_DAY = '9999-12-30'

/**
 * Revenue and transactions of these UTC days, both included, in one snapshot: totals, by day, API or customer, and the top
 * spenders. The balance before plus all transactions gives the balance after.
 */
export function readRevenue(
  ctx: Pick<Ctx, 'db'>,
  { from, to, by }: { from: string; to: string; by: RevenueBy },
): Promise<Revenue> {
  return inSnapshot(ctx.db, async (tx) => {
    const rows = await revenueRows(tx, by, from, to)
    const customers = by === 'customer' ? rows : await revenueRows(tx, 'customer', from, to)
    const later = await revenueRows(tx, 'customer', dayAfter(to), LAST_DAY)
    const totals = metricsOf(rows)
    const closing_micros = (await balanceSum(tx)) - netOf(metricsOf(later))
    return {
      totals,
      opening_micros: closing_micros - netOf(totals),
      closing_micros,
      rows: [...Map.groupBy(rows, ({ key }) => key)].map(([key, own]) => ({ key, metrics: metricsOf(own) })),
      spenders: customers
        .filter(({ metric }) => metric === 'usage')
        .map(({ key, micros }) => ({ owner_id: Number(key), usage_micros: micros }))
        .sort((a, b) => a.usage_micros - b.usage_micros || a.owner_id - b.owner_id),
    }
  })
}

function metricsOf(rows: RevenueRow[]): RevenueMetrics {
  const metrics = Object.fromEntries(REVENUE_METRICS.map((metric) => [metric, 0])) as RevenueMetrics
  for (const { metric, micros } of rows) metrics[metric] += micros
  return metrics
}

function netOf(metrics: RevenueMetrics): Micros {
  return Object.values(metrics).reduce((sum, micros) => sum + micros, 0)
}
