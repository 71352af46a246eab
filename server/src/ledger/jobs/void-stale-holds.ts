import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { commitMeter, heldBefore, heldBy } from '../meter-store.ts'

const STALE_MS = 15 * MINUTE_MS
const AT_ONCE = 500

/** Releases the holds of calls that can no longer be settled because their process died, and returns their number. */
export async function voidStaleHolds(ctx: Pick<Ctx, 'db' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - STALE_MS)
  const voided = await voidAll(ctx, () => heldBefore(ctx.db, before, AT_ONCE))
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

async function voidAll({ db }: Pick<Ctx, 'db'>, next: () => Promise<string[]>): Promise<number> {
  let voided = 0
  for (;;) {
    const ids = await next()
    if (ids.length === 0) return voided
    const verdicts = await commitMeter(db, { settles: [], voids: ids, holds: [] })
    voided += verdicts.filter(({ is_repeat }) => !is_repeat).length
  }
}
