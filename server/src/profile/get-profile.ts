import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { BLANK_TEXTS, PROFILE_TEXTS, type ProfileText } from '@portico/contract/profile.ts'
import { factsOf, recentActivity } from '#audit/index.ts'
import { factorOf, identitiesOf, passkeysOf } from '#auth/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { sessionsOf } from '#http/session.ts'
import { preferencesOf, userById } from '#users/index.ts'

export async function personOf(ctx: UserCtx) {
  const user = await userById(ctx, ctx.session.user_id)
  if (!user) throw new Problem('sign_in_needed')
  return user
}

/** Fields of the user's own account that a session by a team's single sign-on does not see. */
const NOT_SHOWN = {
  ...BLANK_TEXTS,
  has_password: true,
  two_factor: null,
  passkeys: null,
  sessions: [],
  identities: [],
  activity: [],
}

export function textsOf(user: Awaited<ReturnType<typeof personOf>>): Record<ProfileText, string> {
  const texts = { ...BLANK_TEXTS }
  for (const text of PROFILE_TEXTS) texts[text] = user[text] ?? ''
  return texts
}

type Row = Awaited<ReturnType<typeof recentActivity>>[number]

/** A session of staff shows their name and their reason: the customer has a right to both. */
async function shownActivity(ctx: UserCtx, { at, action, actor, ip, detail }: Row) {
  const [, staff_id] = /^staff:(\d+)$/.exec(actor) ?? []
  const staff = staff_id ? ((await userById(ctx, Number(staff_id)))?.name ?? null) : null
  const reason = typeof detail.reason === 'string' ? detail.reason : null
  const member = typeof detail.member === 'number' ? await userById(ctx, detail.member) : undefined
  const names = new Map(member ? [[member.id, member.name]] : [])
  return { at: at.toISOString(), action, actor, ip: staff ? '' : ip, staff, reason, facts: factsOf(detail, names) }
}

/**
 * True where a team's single sign-on opened this session: the user's own account is not the team's to see or change.
 */
export function isBySso({ session }: Pick<UserCtx, 'session'>): boolean {
  return session.sso_owner_id !== null
}

export async function getProfile(ctx: UserCtx) {
  const user = await personOf(ctx)
  const { name, email, theme_view } = user
  const chosen = { language: languageOfField(user.language), theme_view, time_zone: user.time_zone ?? '' }
  const { sso_owner_id } = ctx.session
  if (sso_owner_id !== null) {
    const sso_team = (await userById(ctx, sso_owner_id))?.name ?? ''
    return { name, email, ...chosen, ...NOT_SHOWN, preferences: preferencesOf(user), sso_team }
  }
  const [sessions, identities, activity, factor, passkeys] = await Promise.all([
    sessionsOf(ctx, user.id),
    identitiesOf(ctx, user.id),
    recentActivity(ctx, user.id),
    factorOf(ctx, user.id),
    passkeysOf(ctx, user.id),
  ])
  return {
    name,
    email,
    ...textsOf(user),
    ...chosen,
    sso_team: null,
    has_password: user.password_hash !== null,
    two_factor: user.is_staff
      ? null
      : { since: factor?.created_at.toISOString() ?? null, recovery_codes_left: factor?.codes_left ?? 0 },
    passkeys: user.is_staff ? null : passkeys,
    preferences: preferencesOf(user),
    sessions: sessions.map(({ token_hash, created_at, last_seen_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      is_current: token_hash.equals(ctx.session.token_hash),
    })),
    identities: identities.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    activity: await Promise.all(activity.map((row) => shownActivity(ctx, row))),
  }
}
