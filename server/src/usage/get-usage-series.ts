import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { countedStep, stepRows, stepSums, stepsOf, withCalls, withSums } from '#traffic/index.ts'
import { groupNames } from './name-groups.ts'
import { beforeOf, readFilter } from './read-filter.ts'
import { beforeSteps, costLayers, taskLayers } from './stack-layers.ts'

/** Two charts over the same steps, made from the same rows. */
export async function getUsageSeries(
  ctx: UserCtx,
  { grain, group, compare, ...filter }: Input<typeof usage.getUsageSeries>,
): Promise<Output<typeof usage.getUsageSeries>> {
  const { slice, logins } = await readFilter(ctx, filter)
  const withRows = group === 'tag' ? withCalls : withSums
  const earlier = compare === 'previous' ? await beforeOf(ctx, slice) : undefined
  const step = await countedStep(ctx, grain, (earlier ?? slice).range[0])
  const rows = await withRows(ctx, slice, (found) => stepRows(ctx.db, found, step, group))
  const xs = stepsOf(slice.range, step)
  return {
    xs,
    cost: costLayers(rows, xs, groupNames(ctx.catalogue, group, logins)),
    tasks: taskLayers(rows, xs),
    before: earlier
      ? beforeSteps(await withSums(ctx, earlier, (found) => stepSums(ctx.db, found, step)), xs, {
          shift_ms: slice.range[0] - earlier.range[0],
          until: earlier.range[1],
        })
      : null,
  }
}
