import type { Input, Output } from '@portico/contract/endpoint.ts'
import { ERROR_CLASSES, type errors, histogramGrain } from '@portico/contract/errors.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { errorSteps, withErrors } from '#traffic/errors/index.ts'
import { stepsOf } from '#traffic/index.ts'
import { readFilter } from './read-filter.ts'

/** Every step of the range, also without errors; only the classes that occurred. */
export async function getErrorHistogram(
  ctx: UserCtx,
  filter: Input<typeof errors.getErrorHistogram>,
): Promise<Output<typeof errors.getErrorHistogram>> {
  const { slice } = await readFilter(ctx, filter)
  const grain = histogramGrain(filter)
  const rows = await withErrors(ctx, slice, () => errorSteps(ctx.db, slice, grain))
  const xs = stepsOf([slice.from.getTime(), slice.to.getTime()], grain)
  const layers = ERROR_CLASSES.flatMap((name) => {
    const counts = new Map(rows.filter((row) => row.class === name).map(({ at, count }) => [at.getTime(), count]))
    return counts.size > 0 ? [{ class: name, values: xs.map((x) => counts.get(x) ?? 0) }] : []
  })
  return { grain, xs, layers }
}
