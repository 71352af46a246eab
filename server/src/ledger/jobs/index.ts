import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { daysWithAddresses, eraseAddressesOf } from './partition-store.ts'
import { deriveLogin, liveUse, staleLogins } from './rollup-store.ts'

/** Job, every few minutes: releases monthly units of calls that were never booked. */
export { releaseLostVolume } from '../volume.ts'
/** Job, at the start and every hour: partitions for the days to come, retention of parameters and errors. */
export { errorsStoredSince, keepPartitions } from './keep-partitions.ts'
/** Part of the job that moves days. */
export { mergeMinutesOf } from './rollup-store.ts'
/** Job, every minute: releases the holds of calls whose process died more than 15 minutes ago. */
export { voidHoldsOf, voidStaleHolds } from './void-stale-holds.ts'

/**
 * Job, every few seconds: sums up the hours and days whose minutes changed, and returns how many hours. Repeating it changes nothing.
 * `onFirstCall` runs in the transaction that counts the first live call of an account.
 */
export async function deriveRollups(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  onFirstCall: (db: Db, first: { owner_id: number; login: string }) => Promise<void> = async () => undefined,
): Promise<number> {
  let hours = 0
  for (const login_id of await staleLogins(ctx.db))
    hours += await inTx(ctx.db, async (db) => {
      const before = await liveUse(db, login_id)
      const derived = await deriveLogin(db, login_id, ctx.clock.now())
      if (before && !before.has_called && (await liveUse(db, login_id))?.has_called) await onFirstCall(db, before)
      return derived
    })
  return hours
}

/** Job, every hour: erases callers' addresses older than this many days, one day at a time, and returns the number of rows. */
export async function eraseAddresses(ctx: Pick<Ctx, 'db' | 'clock'>, keep_days: number): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keep_days * DAY_MS)
  let erased = 0
  for (const day of await daysWithAddresses(ctx.db, before)) erased += await eraseAddressesOf(ctx.db, day)
  return erased
}
