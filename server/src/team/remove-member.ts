import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { endSessionsAt } from '#http/session.ts'
import { leaveParent } from '#users/index.ts'
import { sitesOwnedBy } from '#whitelabel/index.ts'
import { dropMember } from './members.ts'

/**
 * Ends the membership and all that came with it: being a child account of the owner, and the sessions at the owner's
 * private white-labels. The account remains, on its own, at the provider's site. False when there was no such member.
 */
export function removeFromTeam(ctx: Pick<Ctx, 'db' | 'clock'>, owner_id: number, user_id: number): Promise<boolean> {
  return inTx(ctx.db, async (db) => {
    if (!(await dropMember({ ...ctx, db }, owner_id, user_id))) return false
    await leaveParent({ db }, user_id, owner_id)
    await endSessionsAt({ db }, user_id, await sitesOwnedBy({ db }, owner_id))
    return true
  })
}
