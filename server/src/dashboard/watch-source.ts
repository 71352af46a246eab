import type { Ctx } from '#ctx/ctx.ts'
import { currentNotices } from '#notices/index.ts'
import type { Source } from './service-status.ts'

/** Whether whoever holds the data answers; null where nothing watches it. */
export type IsSourceDown = () => boolean | null

/** What is known of the source right now, and until when a maintenance lasts. */
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
  return { is_down: isSourceDown(), is_maintained: until !== undefined, until: until ?? null }
}
