import { Problem } from '@portico/contract/problem.ts'
import type { FlowParts, RequestCtx, UserCtx } from '#ctx/ctx.ts'
import type { SsoClaims } from '#integrations/sso.ts'
import { findIdentity } from './identity-store.ts'
import { leave } from './leave.ts'
import { findSso } from './store.ts'

/** Tolerated difference between two clocks. */
const CLOCKS_DIFFER_MS = 30_000

/**
 * A sign-in at the service verifies the user: the service must authenticate them again. In any other session it
 * confirms nothing, since that session works on more than the account the service vouches for.
 */
export async function confirmBySso(ctx: UserCtx) {
  const { user_id, sso_owner_id } = ctx.session
  const row = sso_owner_id === null ? undefined : await findSso(ctx.db, sso_owner_id)
  if (!row) throw new Problem('sso_not_connected')
  return leave(ctx, row, { purpose: 'confirm', user_id }, { is_fresh: true })
}

/**
 * Counts for the same user in a session by the same account alone, and only if the service authenticated them after the
 * request.
 */
export async function confirm(ctx: RequestCtx, flow: FlowParts['sso'], claims: SsoClaims) {
  const { owner_id, issuer, user_id, started_at_ms } = flow
  const identity = await findIdentity(ctx.db, { owner_id, issuer, subject: claims.sub })
  const is_own =
    identity?.user_id === user_id && ctx.session?.user_id === user_id && ctx.session.sso_owner_id === owner_id
  const { auth_time } = claims
  const is_fresh = typeof auth_time === 'number' && auth_time * 1000 >= started_at_ms - CLOCKS_DIFFER_MS
  if (!is_own || !is_fresh) throw new Problem('sso_failed')
  await ctx.renewSession({ reauth_at: ctx.clock.now() }, ctx.db)
  return { kind: 'confirmed' as const }
}
