import type { Input } from '@portico/contract/endpoint.ts'
import { isOwner, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import type { ChangeCtx } from '#http/change.ts'
import { changeMemberRole } from './members.ts'
import { mailNewOwner, mailOldOwner } from './owner-mails.ts'
import { managedTeam } from './rights.ts'

/** The other becomes an owner and the caller an admin, in one step; further owners are unchanged. */
export async function transferOwnership(ctx: ChangeCtx, { user_id }: Input<typeof team.transferOwnership>) {
  const { owner_id, own, members } = await managedTeam(ctx, 'manage_owners')
  const member = members.find((one) => one.user_id === user_id)
  if (!member) throw new Problem('unknown_user')
  if (isOwner(member.role)) throw new Problem('already_owner')
  await changeMemberRole(ctx, owner_id, user_id, OWNER)
  await changeMemberRole(ctx, owner_id, own.user_id, 'admin')
  ctx.audit('ownership_transferred', { user_id: owner_id, detail: { member: user_id } })
  await mailNewOwner(ctx, owner_id, user_id)
  await mailOldOwner(ctx, owner_id, user_id)
  return { type: 'success' as const }
}
