import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import type { team } from '@portico/contract/team.ts'
import { activeLogin, membersOf } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import { inTx } from '#db/tx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { hashToken } from '#http/session.ts'
import { enqueueMail } from '#mail/room.ts'
import { userByEmail, userById } from '#users/room.ts'
import { siteOfAccount, siteOfTeam } from '#whitelabel/room.ts'
import type { UserCtx } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { type InvitationRow, insertInvitation, openInvitation, revokeInvitationRow } from './store.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const PER_TEAM: Limit = { name: 'invitations', max: 50, window_ms: 24 * 60 * 60 * 1000 }

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

export async function invite(ctx: UserCtx, { email, role, cap_micros }: Input<typeof team.invite>) {
  const { owner_id } = await activeLogin(ctx)
  const owner = await userById(ctx, owner_id)
  const members = await membersOf(ctx, owner_id)
  if (owner?.email === email || members.some((member) => member.email === email)) throw new Problem('already_there')
  return send(ctx, { owner_id, email, role, cap_micros })
}

export async function resendInvitation(ctx: UserCtx, { id }: Input<typeof team.resendInvitation>) {
  const { owner_id } = await activeLogin(ctx)
  const old = await openInvitation(ctx.db, owner_id, id)
  if (!old) throw new Problem('link_used')
  return send(ctx, { owner_id, email: old.email_norm, role: old.role, cap_micros: old.cap_micros })
}

export async function revokeInvitation(ctx: UserCtx, { id }: Input<typeof team.revokeInvitation>) {
  const { owner_id } = await activeLogin(ctx)
  if (!(await revokeInvitationRow(ctx.db, owner_id, id, ctx.clock.now()))) throw new Problem('link_used')
  await audit(ctx, 'invitation_revoked', { user_id: owner_id, detail: { id } })
  return { type: 'success' as const }
}

async function send(ctx: UserCtx, to: { owner_id: number; email: string; role: GivenRole; cap_micros: number | null }) {
  await spend(ctx, [{ limit: PER_TEAM, of: String(to.owner_id) }])
  const token = randomToken()
  const now = ctx.clock.now()
  const inviter = await userById(ctx, ctx.session.user_id)
  const owner = await userById(ctx, to.owner_id)
  const invited = await userByEmail(ctx, to.email)
  // Who has an account joins where that account is; a private white-label lets in only who has joined.
  const site = invited ? await siteOfAccount(ctx, invited.id) : await siteOfTeam(ctx, to.owner_id)
  const link = new URL('/accept-invitation', site.origin)
  link.search = new URLSearchParams({ pid: String(to.owner_id), pt: token }).toString()
  const row = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const made = await insertInvitation(db, {
      owner_id: to.owner_id,
      invited_by: ctx.session.user_id,
      email_norm: to.email,
      role: to.role,
      cap_micros: to.cap_micros,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + WEEK_MS),
    })
    await enqueueMail(within, {
      to: to.email,
      site,
      template: 'invitation',
      language: invited ? languageOfField(invited.language) : ctx.language,
      data: {
        team: owner?.name ?? '',
        inviter: inviter?.name ?? '',
        role: to.role,
        link: link.href,
        days: WEEK_MS / 86_400_000,
      },
    })
    await audit(within, 'invitation_sent', { user_id: to.owner_id, detail: { email: to.email, role: to.role } })
    return made
  })
  return shown(row)
}
