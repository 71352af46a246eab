import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { addMember, lockTeam, membersOf } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { hashToken } from '#http/session.ts'
import { enqueueMail } from '#mail/room.ts'
import { setParent, userById } from '#users/room.ts'
import { siteOfAccount, siteOfTeam } from '#whitelabel/room.ts'
import type { RequestCtx } from '../ctx.ts'
import { refusalOf, rightsOf } from './rights.ts'
import { type InvitationRow, invitationByToken, spendInvitation } from './store.ts'

export interface Invitation {
  row: InvitationRow
  email: string
}

/** Invitations to a team: a secret sent to one address, for seven days, good once, worth nothing without its token. */
export async function stagedInvitation(ctx: RequestCtx): Promise<Invitation | undefined> {
  const staged = ctx.flow.invite
  if (!staged || staged.token.length > 200) return undefined
  const row = await invitationByToken(ctx.db, staged.owner_id, hashToken(staged.token), ctx.clock.now())
  if (!row) return undefined
  // Worth as much as who sent it: one of an admin who was removed, or has less now, is no invitation any more.
  const inviter = rightsOf(row.owner_id, await membersOf(ctx, row.owner_id), row.invited_by)
  return refusalOf(inviter, row) ? undefined : { row, email: row.email_norm }
}

/** The staged invitation as a person may read it. */
export async function shownInvitation(ctx: RequestCtx) {
  const invitation = await stagedInvitation(ctx)
  if (!invitation) return null
  const owner = await userById(ctx, invitation.row.owner_id)
  const asker = ctx.session && (await userById(ctx, ctx.session.user_id))
  const is_for_you = asker?.email === invitation.email
  return { team: owner?.name ?? '', email: invitation.email, role: invitation.row.role, is_for_you }
}

/** A newcomer who registered with the invitation becomes a child account of the one who invited, wherever it was opened. */
export async function acceptAsNewcomer(ctx: RequestCtx, user_id: number): Promise<void> {
  const owner_id = await accept(ctx, user_id)
  const { wl_id } = await siteOfTeam(ctx, owner_id)
  await setParent(ctx, user_id, { parent_id: owner_id, wl_id })
}

/** Joins the team of the staged invitation; exactly once, whoever asks and however often. */
export async function accept(ctx: RequestCtx, user_id: number): Promise<number> {
  if (ctx.flow.invite) await lockTeam(ctx, ctx.flow.invite.owner_id)
  const invitation = await stagedInvitation(ctx)
  const user = await userById(ctx, user_id)
  if (!invitation || !user || invitation.row.owner_id === user_id) throw new Problem('link_used')
  if (user.email !== invitation.email) throw new Problem('invitation_for_other')
  const { owner_id, role, cap_micros, id } = invitation.row
  if (!(await spendInvitation(ctx.db, id, ctx.clock.now()))) throw new Problem('link_used')
  await addMember(ctx, { owner_id, user_id, role, cap_micros })
  await audit(ctx, 'team_joined', { user_id: owner_id, actor: `user:${user_id}`, detail: { member: user_id, role } })
  const owner = await userById(ctx, owner_id)
  if (owner)
    await enqueueMail(ctx, {
      to: owner.email,
      site: await siteOfAccount(ctx, owner_id),
      template: 'team_joined',
      language: languageOfField(owner.language),
      data: { name: owner.name, member: user.name, member_email: user.email, role },
    })
  return owner_id
}
