import type { Input } from '@portico/contract/endpoint.ts'
import { isOwner, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import { changeMemberRole } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { mailNewOwner, mailOldOwner } from './owner-mails.ts'
import { manageTeam } from './rights.ts'

/** The other becomes an owner and the caller an admin, in one step; further owners are unchanged. */
export async function transferOwnership(ctx: UserCtx, { user_id }: Input<typeof team.transferOwnership>) {
  await manageTeam(
    ctx,
    async (within, { owner_id, own, members }) => {
      const member = members.find((one) => one.user_id === user_id)
      if (!member) throw new Problem('unknown_user')
      if (isOwner(member.role)) throw new Problem('already_owner')
      await changeMemberRole(within, owner_id, user_id, OWNER)
      await changeMemberRole(within, owner_id, own.user_id, 'admin')
      await audit(within, 'ownership_transferred', { user_id: owner_id, detail: { member: user_id } })
      await mailNewOwner(within, owner_id, user_id)
      await mailOldOwner(within, owner_id, user_id)
    },
    'manage_owners',
  )
  return { type: 'success' as const }
}
