import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import { factorFrom, peopleOf, peopleWithFactor, setFactorFrom } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { inTeam } from './rights.ts'

const NOTICE_MS = 7 * 24 * 60 * 60 * 1000

/** In a week all members of the team need a second factor or a passkey. The owner who demands it has one. */
export function requireFactor(ctx: UserCtx, { is_required }: Input<typeof team.requireFactor>) {
  return inTeam(ctx, async (within, { owner_id, own, members }) => {
    if (!may(own.role, 'require_factor')) throw new Problem('not_allowed')
    const before = await factorFrom(within.db, owner_id)
    // A repeated request does not move the date.
    if ((before !== null) === is_required) return { factor_from: before?.toISOString() ?? null }
    const safe = await peopleWithFactor(
      within.db,
      members.map(({ user_id }) => user_id),
    )
    if (is_required && !safe.has(own.user_id)) throw new Problem('own_factor_first')
    const from = is_required ? new Date(ctx.clock.now().getTime() + NOTICE_MS) : null
    await setFactorFrom(within.db, owner_id, from)
    await audit(within, is_required ? 'factor_required' : 'factor_not_required', { user_id: owner_id })
    if (from)
      for (const { user_id } of members) if (!safe.has(user_id)) await mailRequired(within, owner_id, user_id, from)
    return { factor_from: from?.toISOString() ?? null }
  })
}

/** Notifies a new member without a factor, in a team that demands one. */
export async function mailNewMember(ctx: RequestCtx, owner_id: number, user_id: number): Promise<void> {
  const from = await factorFrom(ctx.db, owner_id)
  if (from && !(await peopleWithFactor(ctx.db, [user_id])).has(user_id))
    await mailRequired(ctx, owner_id, user_id, from)
}

async function mailRequired(ctx: RequestCtx, owner_id: number, user_id: number, from: Date): Promise<void> {
  const user = await userById(ctx, user_id)
  const [founder] = await peopleOf(ctx, owner_id)
  if (user?.status !== 'active') return
  await enqueueMail(ctx, {
    to: user.email,
    site: await siteOfAccount(ctx, user_id),
    template: 'factor_required',
    language: languageOfField(user.language),
    data: { name: user.name, team: founder?.name ?? '', at: from.toISOString() },
  })
}
