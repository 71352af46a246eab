import type { Ctx } from '#ctx/ctx.ts'
import { deleteOldSignInLocations, forgetOldDevices } from './device-store.ts'
import { deleteExpiredEmailChanges } from './email-change-store.ts'
import { deleteExpiredFactors } from './factor-store.ts'
import { deleteSpentProofs } from './identity-store.ts'
import { deleteOldLinks } from './link-store.ts'
import { deleteExpiredSignIns } from './pending-sign-in-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes links, proofs and devices that can no longer be used. */
export async function sweepAuth({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldLinks(db, new Date(now - 7 * DAY_MS))
  await deleteSpentProofs(db, new Date(now))
  await deleteExpiredSignIns(db, new Date(now))
  await deleteExpiredFactors(db, new Date(now))
  await deleteExpiredEmailChanges(db, new Date(now))
  await forgetOldDevices(db, new Date(now - 365 * DAY_MS))
  await deleteOldSignInLocations(db, new Date(now - 365 * DAY_MS))
}
