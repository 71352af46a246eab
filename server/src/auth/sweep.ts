import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { deleteOldSignInLocations, forgetOldDevices } from './device-store.ts'
import { PENDING_FACTORS } from './factor-store.ts'
import { deleteSpentProofs } from './identity-store.ts'
import { LINKS } from './link-store.ts'
import { EMAIL_CHANGES } from './mail-code-store.ts'
import { PENDING_SIGN_INS } from './pending-sign-in-store.ts'

/** Deletes links, proofs and devices that can no longer be used. */
export async function sweepAuth({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await LINKS.deleteExpired(db, new Date(now - 7 * DAY_MS))
  await deleteSpentProofs(db, new Date(now))
  await PENDING_SIGN_INS.deleteExpired(db, new Date(now))
  await PENDING_FACTORS.deleteExpired(db, new Date(now))
  await EMAIL_CHANGES.deleteExpired(db, new Date(now))
  await forgetOldDevices(db, new Date(now - 365 * DAY_MS))
  await deleteOldSignInLocations(db, new Date(now - 365 * DAY_MS))
}
