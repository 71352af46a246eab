import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { begunCalls, deleteBegun, deleteBooked } from '../begun-store.ts'
import { commitMeter, heldBefore, heldBy } from '../meter-store.ts'
import { countUsed, releaseVolume } from '../volume.ts'

const STALE_MS = 15 * MINUTE_MS
const AT_ONCE = 500

/** Releases the holds of calls that can no longer be settled because their process died, and returns their number. */
export async function voidStaleHolds(ctx: Pick<Ctx, 'db' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - STALE_MS)
  const voided = await voidAll(ctx, () => heldBefore(ctx.db, before, AT_ONCE))
  await deleteBooked(ctx.db)
  if (voided > 0) ctx.log.error({ holds: voided }, 'voided holds that were never settled')
  return voided
}

/** The same, immediately, for processes that are known to have died, by the last digits of their calls. */
export async function voidHoldsOf(ctx: Pick<Ctx, 'db' | 'log'>, tags: string[]): Promise<number> {
  if (tags.length === 0) return 0
  const voided = await voidAll(ctx, () => heldBy(ctx.db, tags, AT_ONCE))
  if (voided > 0) ctx.log.warn({ holds: voided, processes: tags }, 'voided holds of dead processes')
  return voided
}

/** A call whose answer was being passed on is booked with what is known of it; the others cost nothing. */
async function voidAll({ db, log }: Pick<Ctx, 'db' | 'log'>, next: () => Promise<string[]>): Promise<number> {
  let voided = 0
  for (;;) {
    const ids = await next()
    if (ids.length === 0) return voided
    const stored = await begunCalls(db, ids)
    const settles = stored.map(({ used: _used, ...settle }) => settle)
    const begun = settles.map(({ id }) => id)
    for (const { id, used, cost_micros } of stored) if (used) await countUsed({ db }, { id, used, cost_micros })
    const voids = ids.filter((id) => !begun.includes(id))
    const verdicts = await commitMeter(db, { settles, voids, holds: [] })
    const failed = verdicts.filter(({ is_ok }) => !is_ok).map(({ id }) => id)
    if (failed.length > 0) {
      await commitMeter(db, { settles: [], voids: failed, holds: [] })
      await releaseVolume({ db }, failed)
    }
    voided += failed.length + verdicts.filter(({ id, is_repeat }) => voids.includes(id) && !is_repeat).length
    if (begun.length === 0) continue
    await deleteBegun(db, begun)
    log.warn({ calls: begun.length - failed.length }, 'booked streams of dead processes')
  }
}
