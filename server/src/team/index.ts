import type { CheckedInvitation } from '@portico/contract/invitation.ts'
import { Problem } from '@portico/contract/problem.ts'
import { lockTeam, peopleOf } from '#access/index.ts'
import { hashToken } from '#crypto/keys.ts'
import type { Ctx, RequestCtx } from '#ctx/ctx.ts'
import { setParent, userByEmail, userById } from '#users/index.ts'
import { siteOfTeam } from '#whitelabel/index.ts'
import type { InvitationKey } from './carried.ts'
import { enterTeam, type JoinedTeam } from './enter-team.ts'
import { refusalOf, rightsOf } from './rights.ts'
import { INVITATIONS, type InvitationRow, invitationByToken, moveInvitations } from './store.ts'

export { carriedInvitation, givenInvitation, type InvitationKey } from './carried.ts'
export { enterTeam, type JoinedTeam } from './enter-team.ts'
export { changeMemberRole } from './members.ts'
export { removeFromTeam } from './remove-member.ts'
export { managedTeam } from './rights.ts'

export interface Invitation {
  row: InvitationRow
  email: string
}

/** Invitations to a team: a secret sent to one address, good once and for INVITATION_DAYS, worth nothing without its token. */
export async function openInvitationOf(
  ctx: RequestCtx,
  key: InvitationKey | undefined,
): Promise<Invitation | undefined> {
  if (!key || key.token.length > 200) return undefined
  const row = await invitationByToken(ctx.db, key.owner_id, hashToken(key.token), ctx.clock.now())
  if (!row) return undefined
  // Valid only with the rights of its sender: the invitation of an admin who was removed, or has fewer rights now, is
  // void.
  const inviter = rightsOf(await peopleOf(ctx, row.owner_id), row.invited_by)
  return refusalOf(inviter, row) ? undefined : { row, email: row.email_norm }
}

/** A user's address changed: invitations sent to the previous one are still theirs. */
export function readdressInvitations(ctx: Pick<Ctx, 'db'>, from: string, to: string): Promise<void> {
  return moveInvitations(ctx.db, from, to)
}

/**
 * The same for a sign-up: one that can no longer be used, or was sent to another address, is refused and never ignored,
 * since its holder wants to be in that team and not in an account of their own.
 */
export async function invitationForSignUp(
  ctx: RequestCtx,
  key: InvitationKey | undefined,
  email: string,
): Promise<Invitation | undefined> {
  const invitation = await openInvitationOf(ctx, key)
  if (key && !invitation) throw new Problem('invitation_over')
  if (invitation && invitation.email !== email) throw new Problem('invitation_for_other')
  return invitation
}

/**
 * The invitation as a person may read it. Its token was mailed to the address it names, so its holder may know of the
 * account.
 */
export async function checkInvitation(ctx: RequestCtx, key: InvitationKey | undefined): Promise<CheckedInvitation> {
  const invitation = await openInvitationOf(ctx, key)
  if (!invitation) return { open: null }
  const { owner_id, invited_by, role } = invitation.row
  const asker = ctx.session && (await userById(ctx, ctx.session.user_id))
  return {
    open: {
      team: (await userById(ctx, owner_id))?.name ?? '',
      inviter: (await userById(ctx, invited_by))?.name ?? '',
      email: invitation.email,
      role,
      has_account: (await userByEmail(ctx, invitation.email)) !== undefined,
      is_for_you: asker?.email === invitation.email,
    },
  }
}

/** A user who registered with the invitation becomes a child account of the inviting one, in any browser. */
export async function acceptAsNewcomer(ctx: RequestCtx, user_id: number, key: InvitationKey): Promise<JoinedTeam> {
  const accepted = await accept(ctx, user_id, key)
  const { wl_id } = await siteOfTeam(ctx, key.owner_id)
  await setParent(ctx, user_id, { parent_id: key.owner_id, wl_id })
  return accepted
}

/** Joins the team of the invitation; exactly once, for any number of calls. */
export async function accept(ctx: RequestCtx, user_id: number, key: InvitationKey | undefined): Promise<JoinedTeam> {
  // No caller waits for the team's lock with an invitation that is already void.
  if (!key || !(await openInvitationOf(ctx, key))) throw new Problem('invitation_over')
  await lockTeam(ctx, key.owner_id)
  const invitation = await openInvitationOf(ctx, key)
  const user = await userById(ctx, user_id)
  if (!invitation || !user || invitation.row.owner_id === user_id) throw new Problem('invitation_over')
  if (user.email !== invitation.email) throw new Problem('invitation_for_other')
  const { owner_id, role, cap_micros, id } = invitation.row
  if (!(await INVITATIONS.use(ctx.db, { id }, ctx.clock.now()))) throw new Problem('invitation_over')
  return enterTeam(ctx, user, { owner_id, role, cap_micros })
}
