import type { Joined } from '@portico/contract/invitation.ts'
import { languageOfField } from '@portico/contract/language.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { ownersOf, saveWorkingLogin, teamLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { addMember } from './members.ts'
import { mailNewMember } from './require-factor.ts'

export interface JoinedTeam {
  joined: Joined
  /** The team's login, which the session works on from now on. */
  login_id: number
}

/** Adds a member to the team and notifies its owners. The caller holds the team's lock. */
export async function enterTeam(
  ctx: RequestCtx,
  user: { id: number; name: string; email: string },
  { owner_id, role, cap_micros }: { owner_id: number; role: GivenRole; cap_micros: number | null },
  by: 'invitation' | 'sso' = 'invitation',
): Promise<JoinedTeam> {
  await addMember(ctx, { owner_id, user_id: user.id, role, cap_micros })
  const detail = { member: user.id, role, ...(by === 'sso' && { by }) }
  await audit(ctx, 'team_joined', { user_id: owner_id, actor: `user:${user.id}`, detail })
  // A member by single sign-on needs no factor of their own.
  if (by === 'invitation') await mailNewMember(ctx, owner_id, user.id)
  for (const { user_id: to_id } of await ownersOf(ctx, owner_id)) {
    const owner = await userById(ctx, to_id)
    if (owner?.status !== 'active') continue
    await enqueueMail(ctx, {
      to: owner.email,
      site: await siteOfAccount(ctx, to_id),
      template: by === 'sso' ? 'sso_joined' : 'team_joined',
      language: languageOfField(owner.language),
      data: { name: owner.name, member: user.name, member_email: user.email, role },
    })
  }
  const { id: login_id } = await teamLogin(ctx, owner_id)
  if (by === 'invitation') await saveWorkingLogin(ctx.db, user.id, login_id)
  return { joined: { team: (await userById(ctx, owner_id))?.name ?? '', role }, login_id }
}
