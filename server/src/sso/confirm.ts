import { Problem } from '@portico/contract/problem.ts'
import type { SsoClaims } from '#outside/sso.ts'
import type { FlowParts, RequestCtx, UserCtx } from '../ctx.ts'
import { findIdentity, identitiesOfUser } from './identity-store.ts'
import { leave } from './leave.ts'
import { findSso } from './store.ts'

/** Two machines do not agree on the second. */
const CLOCKS_DIFFER_MS = 30_000

/** Whoever has no password shows that it is them where they sign in: the service asks, even if they are signed in there. */
export async function confirmBySso(ctx: UserCtx) {
  const { user_id, sso_owner_id } = ctx.session
  const [identity] = await identitiesOfUser(ctx.db, user_id, sso_owner_id)
  const row = identity && (await findSso(ctx.db, identity.owner_id))
  if (!row) throw new Problem('sso_not_connected')
  return leave(ctx, row, { purpose: 'confirm', user_id }, { is_fresh: true })
}

/** Counts for the same person alone, and only if the service says that it asked them after we did. */
export async function confirm(ctx: RequestCtx, flow: FlowParts['sso'], claims: SsoClaims) {
  const { owner_id, issuer, user_id, started_at_ms } = flow
  const identity = await findIdentity(ctx.db, { owner_id, issuer, subject: claims.sub })
  const is_own = identity?.user_id === user_id && ctx.session?.user_id === user_id && ctx.session.staff_id === null
  const { auth_time } = claims
  const is_fresh = typeof auth_time === 'number' && auth_time * 1000 >= started_at_ms - CLOCKS_DIFFER_MS
  if (!is_own || !is_fresh) throw new Problem('sso_failed')
  await ctx.renewSession({ reauth_at: ctx.clock.now() }, ctx.db)
  return { kind: 'confirmed' as const }
}
