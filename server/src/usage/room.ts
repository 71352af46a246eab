import type { UsageTotals } from '@portico/contract/usage-figures.ts'
import type { Ctx } from '../ctx.ts'
import type { Slice } from './slice.ts'
import { type SumRow, sumRows } from './store.ts'
import { sumUp } from './sum-up.ts'

export { apiTitle } from './api-titles.ts'
export type { Slice } from './slice.ts'

/**
 * What calls were made, what they returned and what they cost. Only reads; the ledger writes. Every number is exact the
 * moment its call is booked, and the same in cards, charts, tables and files, because all are sums of the same rows.
 */
export async function usageOf(ctx: Pick<Ctx, 'db'>, slice: Slice): Promise<{ totals: UsageTotals; rows: SumRow[] }> {
  const rows = await sumRows(ctx.db, slice)
  return { totals: sumUp(rows), rows }
}
