import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { UserCtx } from '../ctx.ts'
import { titlesOf } from './name-functions.ts'
import { readFilter } from './read-filter.ts'
import { usageOf } from './room.ts'
import { counted } from './sum-up.ts'

type Summary = Output<typeof usage.getUsageSummary>

export async function getUsageSummary(
  ctx: UserCtx,
  sold: Catalogue,
  filter: Input<typeof usage.getUsageSummary>,
): Promise<Summary> {
  const { slice } = await readFilter(ctx, sold, filter)
  const { totals, rows } = await usageOf(ctx, slice)
  const titleOf = titlesOf(sold)
  const breakdown = rows.map((row) => {
    const key = `${row.api}/${row.function}`
    return { function: key, title: titleOf(key), method: row.method, priority: row.priority, ...counted(row) }
  })
  return { totals, breakdown }
}
