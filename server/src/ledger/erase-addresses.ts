import type { Ctx } from '#ctx/ctx.ts'
import { daysWithAddresses, eraseAddressesOf } from './partition-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Job, every hour: addresses of callers older than this many days are erased, a day at a time; says how many rows that were. */
export async function eraseAddresses(ctx: Pick<Ctx, 'db' | 'clock'>, keep_days: number): Promise<number> {
  const first_kept = new Date(ctx.clock.now().getTime() - keep_days * DAY_MS)
  let erased = 0
  for (const day of await daysWithAddresses(ctx.db, first_kept)) erased += await eraseAddressesOf(ctx.db, day)
  return erased
}
