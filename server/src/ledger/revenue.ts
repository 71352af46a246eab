import type { Micros } from '@portico/contract/money.ts'
import type { Ctx } from '../ctx.ts'
import { inSnapshot } from './books-store.ts'
import { dayAfter } from './check-books.ts'
import {
  balanceSum,
  REVENUE_FIGURES,
  type RevenueBy,
  type RevenueFigure,
  type RevenueRow,
  revenueRows,
} from './revenue-store.ts'

export type RevenueFigures = Record<RevenueFigure, Micros>

export interface Revenue {
  totals: RevenueFigures
  /** What customers had together before the first and after the last of the days. */
  opening_micros: Micros
  closing_micros: Micros
  rows: { key: string | null; figures: RevenueFigures }[]
  /** By what their calls were charged, the largest first. */
  spenders: { owner_id: number; usage_micros: Micros }[]
}

/** Further than any day that is asked for. */
const LAST_DAY = '9999-12-30'

/**
 * What was earned and moved on these UTC days, both included, in one snapshot: totals, by day, API or customer, and who spent most.
 * What customers had before, and all movements, make what they have after.
 */
export function readRevenue(
  ctx: Pick<Ctx, 'db'>,
  { from, to, by }: { from: string; to: string; by: RevenueBy },
): Promise<Revenue> {
  return inSnapshot(ctx.db, async (tx) => {
    const rows = await revenueRows(tx, by, from, to)
    const customers = by === 'customer' ? rows : await revenueRows(tx, 'customer', from, to)
    const later = await revenueRows(tx, 'customer', dayAfter(to), LAST_DAY)
    const totals = figuresOf(rows)
    const closing_micros = (await balanceSum(tx)) - netOf(figuresOf(later))
    return {
      totals,
      opening_micros: closing_micros - netOf(totals),
      closing_micros,
      rows: [...Map.groupBy(rows, ({ key }) => key)].map(([key, own]) => ({ key, figures: figuresOf(own) })),
      spenders: customers
        .filter(({ figure }) => figure === 'usage')
        .map(({ key, micros }) => ({ owner_id: Number(key), usage_micros: micros }))
        .sort((a, b) => a.usage_micros - b.usage_micros || a.owner_id - b.owner_id),
    }
  })
}

function figuresOf(rows: RevenueRow[]): RevenueFigures {
  const figures = Object.fromEntries(REVENUE_FIGURES.map((figure) => [figure, 0])) as RevenueFigures
  for (const { figure, micros } of rows) figures[figure] += micros
  return figures
}

function netOf(figures: RevenueFigures): Micros {
  return Object.values(figures).reduce((sum, micros) => sum + micros, 0)
}
