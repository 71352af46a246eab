import type { Ctx } from '../ctx.ts'
import { commitMeter, heldBefore } from './meter-store.ts'

const STALE_MS = 15 * 60 * 1000
const AT_ONCE = 500

/** Gives back what calls hold that nobody can settle any more, because their process died; says how many there were. */
export async function voidStaleHolds(ctx: Pick<Ctx, 'db' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - STALE_MS)
  let voided = 0
  for (;;) {
    const ids = await heldBefore(ctx.db, before, AT_ONCE)
    if (ids.length === 0) break
    const verdicts = await commitMeter(ctx.db, { settles: [], voids: ids, holds: [] })
    voided += verdicts.filter(({ is_repeat }) => !is_repeat).length
  }
  if (voided > 0) ctx.log.error({ holds: voided }, 'voided holds that were never settled')
  return voided
}
