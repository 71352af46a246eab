import { Problem } from '@portico/contract/problem.ts'
import type { UserCtx } from '../ctx.ts'

const REAUTH_MS = 5 * 60 * 1000

/** Only the sign-in password counts: a link or a service signs in, but whoever holds it may not be the owner. */
export function needReauth(ctx: UserCtx): void {
  const { reauth_at } = ctx.session
  if (!reauth_at || ctx.clock.now().getTime() - reauth_at.getTime() > REAUTH_MS) throw new Problem('reauth_needed')
}
