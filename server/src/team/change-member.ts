import type { Input } from '@portico/contract/endpoint.ts'
import { isRaise } from '@portico/contract/guards.ts'
import { isOwner, isWithinCap, may, mayChangeMember } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import { changeMemberCap, changeMemberRole } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { needProof } from '#http/need-proof.ts'
import { mailNewOwner } from './owner-mails.ts'
import { removeFromTeam } from './remove-member.ts'
import { isLastOwner, type Managed, manageTeam, refusalOf } from './rights.ts'

type Change = (ctx: UserCtx, known: Managed & { member: Managed['members'][number] }) => Promise<void>

/** Owners and admins change a member; only owners change an owner or an admin, including oneself. */
async function changeMember(ctx: UserCtx, user_id: number, change: Change) {
  await manageTeam(ctx, async (within, managed) => {
    const member = managed.members.find((one) => one.user_id === user_id)
    if (!member) throw new Problem('unknown_user')
    if (!mayChangeMember(managed.own.role, member.role)) throw new Problem('owner_only')
    await change(within, { ...managed, member })
  })
  return { type: 'success' as const }
}

/** Making a member an owner, and undoing it, needs a fresh proof; giving them more rights a recent one. */
export function changeRole(ctx: UserCtx, { user_id, role }: Input<typeof team.changeRole>) {
  return changeMember(ctx, user_id, async (within, { owner_id, own, members, member }) => {
    // With a role that can call the API, the member's cap begins to count.
    const cap_micros = may(role, 'call_api') ? member.cap_micros : 0
    const refusal = refusalOf(own, { role, cap_micros })
    if (refusal) throw refusal
    if (role === member.role) return
    if (isOwner(role) || isOwner(member.role)) needProof(within, 'fresh')
    else if (isRaise(member.role, role)) needProof(within, 'recent')
    if (!isOwner(role) && isLastOwner(members, user_id)) throw new Problem('last_owner')
    await changeMemberRole(within, owner_id, user_id, role)
    await audit(within, 'role_changed', {
      user_id: owner_id,
      detail: { member: user_id, role, before_role: member.role },
    })
    if (isOwner(role)) await mailNewOwner(within, owner_id, user_id)
  })
}

export function changeCap(ctx: UserCtx, { user_id, cap_micros }: Input<typeof team.changeCap>) {
  return changeMember(ctx, user_id, async (within, { owner_id, own, member }) => {
    // The spending of an owner has no cap.
    if (isOwner(member.role) && cap_micros !== null) throw new Problem('owner_has_no_cap')
    if (!isWithinCap(own.cap_micros, cap_micros)) throw new Problem('above_own_cap')
    if (!isWithinCap(member.cap_micros, cap_micros)) needProof(within, 'recent')
    await changeMemberCap(within, { owner_id, user_id, cap_micros })
    const detail = { member: user_id, cap_micros, before_cap_micros: member.cap_micros }
    await audit(within, 'cap_changed', { user_id: owner_id, detail })
  })
}

export function removeMember(ctx: UserCtx, { user_id }: Input<typeof team.removeMember>) {
  return changeMember(ctx, user_id, async (within, { owner_id, members, member }) => {
    if (user_id === owner_id) throw new Problem('founder_stays')
    if (isOwner(member.role)) needProof(within, 'fresh')
    if (isLastOwner(members, user_id)) throw new Problem('last_owner')
    await removeFromTeam(within, owner_id, user_id)
    await audit(within, 'member_removed', { user_id: owner_id, detail: { member: user_id } })
  })
}
