import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { Catalogue } from '#catalogue/room.ts'
import { stepsOf } from '#ledger/room.ts'
import type { UserCtx } from '../ctx.ts'
import { titlesOf } from './name-functions.ts'
import { readFilter } from './read-filter.ts'
import { costLayers, taskLayers } from './stack-layers.ts'
import { stepRows } from './store.ts'

/** Two charts over the same steps: both come from the same rows. */
export async function getUsageSeries(
  ctx: UserCtx,
  sold: Catalogue,
  { grain, ...filter }: Input<typeof usage.getUsageSeries>,
): Promise<Output<typeof usage.getUsageSeries>> {
  const { slice } = await readFilter(ctx, sold, filter)
  const rows = await stepRows(ctx.db, slice, grain)
  const xs = stepsOf(slice.range, grain)
  return { xs, cost: costLayers(rows, xs, titlesOf(sold)), tasks: taskLayers(rows, xs) }
}
