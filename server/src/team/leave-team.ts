import { isOwner } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { sessionUser } from '#users/index.ts'
import { removeFromTeam } from './remove-member.ts'
import { inTeam, isLastOwner } from './rights.ts'

/** All members can leave except the founder, whose id the account has, and the last owner. */
export async function leaveTeam(ctx: UserCtx) {
  const { user_id } = ctx.session
  await inTeam(ctx, async (within, { owner_id, members, own }) => {
    if (user_id === owner_id) throw new Problem('founder_stays')
    if (isOwner(own.role) && isLastOwner(members, user_id)) throw new Problem('last_owner')
    await removeFromTeam(within, owner_id, user_id)
    await audit(within, 'team_left', { user_id: owner_id, detail: { member: user_id, role: own.role } })
  })
  return { user: await sessionUser(ctx, user_id) }
}
