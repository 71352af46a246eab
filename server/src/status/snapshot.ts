import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { allNotices } from '#notices/index.ts'
import { isDownAnywhere, openBreakers } from '#service/index.ts'
import { type DayCount, dayCounts, recentCounts } from './count-store.ts'
import { type UpdateRow, updatesSince } from './incident-store.ts'

export const HISTORY_DAYS = 90
/** The state now is judged by this time. */
const RECENT_MS = 10 * 60 * 1000

export type Counts = Pick<DayCount, 'calls' | 'failed'>

export interface Maintenance {
  id: string
  starts_at: Date
  ends_at: Date
  text: string | null
}

/** Everything of the status page that the database knows, as of one moment. */
export interface Snapshot {
  taken_at: Date
  /** By API. */
  recent: Map<string, Counts>
  days: Map<string, Map<string, Counts>>
  updates: UpdateRow[]
  maintenance: Maintenance[]
  /** APIs of which some instance turns calls to the source away. */
  broken: ReadonlySet<string>
  /** Whether some instance turns all calls to the source away. */
  is_down: boolean
}

/** The days of the bars, oldest first. */
export function shownDays(now: Date): string[] {
  return Array.from({ length: HISTORY_DAYS }, (_, at) =>
    utcDay(new Date(now.getTime() - (HISTORY_DAYS - 1 - at) * DAY_MS)),
  )
}

export async function takeSnapshot(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned'> & { catalogue: Catalogue },
): Promise<Snapshot> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - (HISTORY_DAYS - 1) * DAY_MS)
  const [recent, days, updates, notices, breakers, is_down] = await Promise.all([
    recentCounts(ctx.db, new Date(now.getTime() - RECENT_MS)),
    dayCounts(ctx.db, utcDay(since)),
    updatesSince(ctx.db, since),
    allNotices(ctx),
    openBreakers(ctx),
    isDownAnywhere(ctx),
  ])
  const byApi = new Map<string, Map<string, Counts>>()
  for (const { api, day, calls, failed } of days)
    byApi.set(api, (byApi.get(api) ?? new Map()).set(day, { calls, failed }))
  const isShown = (notice: (typeof notices)[number]) =>
    notice.kind === 'maintenance' && notice.state !== 'to come' && notice.ends_at >= since
  return {
    taken_at: now,
    recent: new Map(recent.map(({ api, calls, failed }) => [api, { calls, failed }])),
    days: byApi,
    updates,
    maintenance: notices.filter(isShown).map(({ id, starts_at, ends_at, text }) => ({ id, starts_at, ends_at, text })),
    broken: new Set(breakers.map(({ api }) => api)),
    is_down,
  }
}
