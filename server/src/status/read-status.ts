import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'

/** For so long a snapshot is shown as the state now, and no other is taken for a page. */
const FRESH_MS = 15_000
/** A reader waits no longer for the database, but gets the last known state. */
const TIMEOUT_MS = 1500

export interface StatusReader {
  /** Never waits long: the last known snapshot is returned while the database does not answer; undefined before the first. */
  current(): Promise<{ snapshot: Snapshot | undefined; is_old: boolean }>
  refresh(): Promise<void>
}

/** One reading of the database at a time, and none while a snapshot is fresh: readers of the page cost it nothing. */
export function openStatusReader(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned' | 'log'> & { catalogue: Catalogue },
): StatusReader {
  let snapshot: Snapshot | undefined
  let reading: Promise<void> | undefined
  const isFresh = () => snapshot !== undefined && ctx.clock.now().getTime() - snapshot.taken_at.getTime() < FRESH_MS
  const refresh = () => {
    reading ??= takeSnapshot(ctx)
      .then((taken) => {
        snapshot = taken
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  return {
    refresh,
    async current() {
      if (!isFresh()) await Promise.race([refresh().catch(() => undefined), timeout(TIMEOUT_MS)])
      return { snapshot, is_old: !isFresh() }
    },
  }
}

export function timeout(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
}
