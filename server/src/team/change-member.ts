import type { Input } from '@portico/contract/endpoint.ts'
import { isRaise } from '@portico/contract/guards.ts'
import { isOwner, isWithinCap, may, mayChangeMember } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import type { ChangeCtx } from '#http/change.ts'
import { needProof } from '#http/need-proof.ts'
import { changeMemberCap, changeMemberRole } from './members.ts'
import { mailNewOwner } from './owner-mails.ts'
import { removeFromTeam } from './remove-member.ts'
import { isLastOwner, managedTeam, refusalOf } from './rights.ts'

const DONE = { type: 'success' as const }

/** Owners and admins change a member; only owners change an owner or an admin, including oneself. */
async function managedMember(ctx: ChangeCtx, user_id: number) {
  const managed = await managedTeam(ctx)
  const member = managed.members.find((one) => one.user_id === user_id)
  if (!member) throw new Problem('unknown_user')
  if (!mayChangeMember(managed.own.role, member.role)) throw new Problem('owner_only')
  return { ...managed, member }
}

/** Making a member an owner, and undoing it, needs a fresh proof; giving them more rights a recent one. */
export async function changeRole(ctx: ChangeCtx, { user_id, role }: Input<typeof team.changeRole>) {
  const { owner_id, own, members, member } = await managedMember(ctx, user_id)
  // With a role that can call the API, the member's cap begins to count.
  const cap_micros = may(role, 'call_api') ? member.cap_micros : 0
  const refusal = refusalOf(own, { role, cap_micros })
  if (refusal) throw refusal
  if (role === member.role) return DONE
  if (isOwner(role) || isOwner(member.role)) needProof(ctx, 'fresh')
  else if (isRaise(member.role, role)) needProof(ctx, 'recent')
  if (!isOwner(role) && isLastOwner(members, user_id)) throw new Problem('last_owner')
  await changeMemberRole(ctx, owner_id, user_id, role)
  ctx.audit('role_changed', {
    user_id: owner_id,
    detail: { member: user_id, role, before_role: member.role },
  })
  if (isOwner(role)) await mailNewOwner(ctx, owner_id, user_id)
  return DONE
}

export async function changeCap(ctx: ChangeCtx, { user_id, cap_micros }: Input<typeof team.changeCap>) {
  const { owner_id, own, member } = await managedMember(ctx, user_id)
  // The spending of an owner has no cap.
  if (isOwner(member.role) && cap_micros !== null) throw new Problem('owner_has_no_cap')
  if (!isWithinCap(own.cap_micros, cap_micros)) throw new Problem('above_own_cap')
  if (!isWithinCap(member.cap_micros, cap_micros)) needProof(ctx, 'recent')
  await changeMemberCap(ctx, { owner_id, user_id, cap_micros })
  const detail = { member: user_id, cap_micros, before_cap_micros: member.cap_micros }
  ctx.audit('cap_changed', { user_id: owner_id, detail })
  return DONE
}

export async function removeMember(ctx: ChangeCtx, { user_id }: Input<typeof team.removeMember>) {
  const { owner_id, members, member } = await managedMember(ctx, user_id)
  if (user_id === owner_id) throw new Problem('founder_stays')
  if (isOwner(member.role)) needProof(ctx, 'fresh')
  if (isLastOwner(members, user_id)) throw new Problem('last_owner')
  await removeFromTeam(ctx, owner_id, user_id)
  ctx.audit('member_removed', { user_id: owner_id, detail: { member: user_id } })
  return DONE
}
