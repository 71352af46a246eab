import type { UsageTotals } from '@portico/contract/usage-totals.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { paidSlice, type Slice } from './slice.ts'
import { sumUp } from './sum-up.ts'
import { type DayRow, dayRows, type SumRow, sumRows } from './usage-store.ts'

/** The totals of a slice, overall and by function. */
export async function usageOf(ctx: Pick<Ctx, 'db'>, slice: Slice): Promise<{ totals: UsageTotals; rows: SumRow[] }> {
  const rows = await sumRows(ctx.db, slice)
  return { totals: sumUp(rows), rows }
}

/** Costs by UTC day, login, API and function of these logins in a range, without the sandbox. */
export function costByDay(ctx: Pick<Ctx, 'db'>, login_ids: number[], range: Slice['range']): Promise<DayRow[]> {
  return dayRows(ctx.db, paidSlice(login_ids, range))
}
