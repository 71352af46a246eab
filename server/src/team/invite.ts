import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { INVITATION_DAYS } from '@portico/contract/rules.ts'
import type { team } from '@portico/contract/team.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin } from '#access/index.ts'
import { issueToken } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { type Limit, spend } from '#http/limits.ts'
import { enqueueMail } from '#mail/index.ts'
import { userByEmail, userById } from '#users/index.ts'
import { siteOfAccount, siteOfTeam } from '#whitelabel/index.ts'
import { type Managed, managedTeam, refusalOf } from './rights.ts'
import { INVITATIONS, type InvitationRow, insertInvitation, openInvitation } from './store.ts'

const PER_TEAM: Limit = { name: 'invitations', max: 50, window_ms: DAY_MS }

export function shown(row: InvitationRow) {
  return {
    id: row.id,
    email: row.email_norm,
    role: row.role,
    cap_micros: row.cap_micros,
    sent_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

export async function spendInvitation(ctx: UserCtx): Promise<void> {
  await spend(ctx, [{ limit: PER_TEAM, of: String((await activeLogin(ctx)).owner_id) }])
}

export async function invite(ctx: ChangeCtx, given: Input<typeof team.invite>) {
  const managed = await managedTeam(ctx)
  const invited = await userByEmail(ctx, given.email)
  if (managed.members.some(({ user_id }) => user_id === invited?.id)) throw new Problem('already_there')
  return send(ctx, managed, given)
}

export async function resendInvitation(ctx: ChangeCtx, { id }: Input<typeof team.resendInvitation>) {
  const managed = await managedTeam(ctx)
  const old = await openInvitation(ctx.db, managed.owner_id, id)
  if (!old) throw new Problem('link_used')
  return send(ctx, managed, { email: old.email_norm, role: old.role, cap_micros: old.cap_micros })
}

export async function revokeInvitation(ctx: ChangeCtx, { id }: Input<typeof team.revokeInvitation>) {
  const { owner_id } = await managedTeam(ctx)
  const open = await openInvitation(ctx.db, owner_id, id)
  if (!(await INVITATIONS.end(ctx.db, { owner_id, id }, ctx.clock.now()))) throw new Problem('link_used')
  ctx.audit('invitation_revoked', { user_id: owner_id, detail: { id, ...(open && { email: open.email_norm }) } })
  return { type: 'success' as const }
}

interface Invited {
  email: string
  role: GivenRole
  cap_micros: number | null
}

async function send(ctx: ChangeCtx, { owner_id, own }: Managed, { email, role, cap_micros }: Invited) {
  const refusal = refusalOf(own, { role, cap_micros })
  if (refusal) throw refusal
  const now = ctx.clock.now()
  const { token, ...stored } = issueToken(now, INVITATION_DAYS * DAY_MS)
  const { made, is_again } = await insertInvitation(ctx.db, {
    owner_id,
    invited_by: ctx.session.user_id,
    email_norm: email,
    role,
    cap_micros,
    ...stored,
    created_at: now,
  })
  await mailInvitation(ctx, { owner_id, email, role, token })
  ctx.audit('invitation_sent', { user_id: owner_id, detail: { email, role } })
  return { ...shown(made), is_again }
}

async function mailInvitation(
  ctx: UserCtx,
  { owner_id, email, role, token }: { owner_id: number; email: string; role: GivenRole; token: string },
) {
  const inviter = await userById(ctx, ctx.session.user_id)
  const owner = await userById(ctx, owner_id)
  const invited = await userByEmail(ctx, email)
  // A user with an account joins at its site; a private white-label admits only members.
  const site = invited ? await siteOfAccount(ctx, invited.id) : await siteOfTeam(ctx, owner_id)
  const link = new URL('/accept-invitation', site.origin)
  link.search = new URLSearchParams({ pid: String(owner_id), pt: token }).toString()
  await enqueueMail(ctx, {
    to: email,
    site,
    template: 'invitation',
    language: invited ? languageOfField(invited.language) : ctx.language,
    data: {
      team: owner?.name ?? '',
      inviter: inviter?.name ?? '',
      role,
      link: link.href,
      days: INVITATION_DAYS,
    },
  })
}
