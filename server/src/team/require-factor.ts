import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { team } from '@portico/contract/team.ts'
import { peopleOf } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { factorFrom, peopleWithFactor, setFactorFrom } from './factor-store.ts'
import { managedTeam } from './rights.ts'

const NOTICE_MS = 7 * 24 * 60 * 60 * 1000

/** In a week all members of the team need a second factor or a passkey. The owner who demands it has one. */
export async function requireFactor(ctx: ChangeCtx, { is_required }: Input<typeof team.requireFactor>) {
  const { owner_id, own, members } = await managedTeam(ctx, 'require_factor')
  const before = await factorFrom(ctx.db, owner_id)
  // A repeated request does not move the date.
  if ((before !== null) === is_required) return { factor_from: before?.toISOString() ?? null }
  const safe = await peopleWithFactor(
    ctx.db,
    members.map(({ user_id }) => user_id),
  )
  if (is_required && !safe.has(own.user_id)) throw new Problem('own_factor_first')
  const from = is_required ? new Date(ctx.clock.now().getTime() + NOTICE_MS) : null
  await setFactorFrom(ctx.db, owner_id, from)
  ctx.audit(is_required ? 'factor_required' : 'factor_not_required', { user_id: owner_id })
  if (from) for (const { user_id } of members) if (!safe.has(user_id)) await mailRequired(ctx, owner_id, user_id, from)
  return { factor_from: from?.toISOString() ?? null }
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
