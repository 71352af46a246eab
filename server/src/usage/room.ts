import type { UsageTotals } from '@portico/contract/usage-figures.ts'
import type { Ctx } from '../ctx.ts'
import { paidSlice, type Slice } from './slice.ts'
import { type DayRow, dayRows, type SumRow, sumRows } from './store.ts'
import { sumUp } from './sum-up.ts'

export { apiTitle } from './api-titles.ts'
export { titlesOf } from './name-functions.ts'
export { paidSlice, type Slice } from './slice.ts'

/**
 * What calls were made, what they returned and what they cost. Only reads; the ledger writes. Every number is exact the
 * moment its call is booked, and the same in cards, charts, tables and files, because all are sums of the same rows.
 */
export async function usageOf(ctx: Pick<Ctx, 'db'>, slice: Slice): Promise<{ totals: UsageTotals; rows: SumRow[] }> {
  const rows = await sumRows(ctx.db, slice)
  return { totals: sumUp(rows), rows }
}

/** What calls cost by UTC day, login, API and function: all of these logins in a range, without the sandbox. */
export function costByDay(ctx: Pick<Ctx, 'db'>, login_ids: number[], range: Slice['range']): Promise<DayRow[]> {
  return dayRows(ctx.db, paidSlice(login_ids, range))
}
