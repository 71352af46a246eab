import type { Ctx } from '#ctx/ctx.ts'
import { endSessionsOf } from '#http/session.ts'
import { forgetDevices } from './device-store.ts'
import { revokeAllLinks } from './link-tokens.ts'
import { deletePendingSignInsOf } from './pending-sign-in-store.ts'
import { revokeActingLinks } from './staff-store.ts'

/**
 * Ends everything that is open for a user, or could be opened without a password. Returns the number of sessions ended.
 */
export async function endAccess(ctx: Pick<Ctx, 'db' | 'clock'>, user_id: number): Promise<number> {
  await deletePendingSignInsOf(ctx.db, user_id)
  await revokeAllLinks(ctx, user_id)
  await revokeActingLinks(ctx.db, user_id, ctx.clock.now())
  await forgetDevices(ctx.db, user_id)
  return endSessionsOf(ctx, user_id)
}
