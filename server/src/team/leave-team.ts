import { isOwner } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { ChangeCtx } from '#http/change.ts'
import { sessionUser } from '#users/index.ts'
import { removeFromTeam } from './remove-member.ts'
import { isLastOwner, lockedTeam } from './rights.ts'

/** All members can leave except the founder, whose id the account has, and the last owner. */
export async function leaveTeam(ctx: ChangeCtx) {
  const { user_id } = ctx.session
  const { owner_id, members, own } = await lockedTeam(ctx)
  if (user_id === owner_id) throw new Problem('founder_stays')
  if (isOwner(own.role) && isLastOwner(members, user_id)) throw new Problem('last_owner')
  await removeFromTeam(ctx, owner_id, user_id)
  ctx.audit('team_left', { user_id: owner_id, detail: { member: user_id, role: own.role } })
  ctx.session.memory?.forget()
  return { user: await sessionUser(ctx, user_id) }
}
