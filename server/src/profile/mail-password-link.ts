import { audit } from '#audit/index.ts'
import { mailResetLink } from '#auth/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { type Limit, spend } from '#http/limits.ts'
import { personOf } from './get-profile.ts'

const PER_USER: Limit = { name: 'password-link', max: 5, window_ms: 60 * 60 * 1000 }

/**
 * How a user who has only ever signed in by a service or a link gets a password: an open session alone does not set
 * one.
 */
export async function mailPasswordLink(ctx: UserCtx) {
  const user = await personOf(ctx)
  await spend(ctx, [{ limit: PER_USER, of: String(user.id) }])
  await mailResetLink(ctx, user)
  await audit(ctx, 'reset_requested', {})
  return { type: 'success' as const }
}
