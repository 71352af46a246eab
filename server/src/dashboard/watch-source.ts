import type { Ctx } from '#ctx/ctx.ts'
import { currentNotices } from '#notices/index.ts'
import type { Source } from './service-status.ts'

/** True when the data source does not answer; null if it is not monitored. */
export type IsSourceDown = () => Promise<boolean | null>

/** The current state of the source, and the end of a maintenance. */
export async function watchSource(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned'>,
  isSourceDown: IsSourceDown,
): Promise<Source & { until: string | null }> {
  const now = ctx.clock.now().toISOString()
  const running = (await currentNotices(ctx)).filter(
    ({ kind, starts_at, ends_at }) => kind === 'maintenance' && starts_at <= now && now < ends_at,
  )
  const until = running
    .map(({ ends_at }) => ends_at)
    .sort()
    .at(-1)
  return { is_down: await isSourceDown(), is_maintained: until !== undefined, until: until ?? null }
}
