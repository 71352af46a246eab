import { Problem } from '@portico/contract/problem.ts'
import type { UserCtx } from '../ctx.ts'

const MONEY_MS = 15 * 60 * 1000

/** Only the sign-in password counts: a link or a service signs in, but whoever holds it may not be the owner. */
export function needPassword(ctx: UserCtx, within_ms: number): void {
  const { reauth_at } = ctx.session
  if (!reauth_at || ctx.clock.now().getTime() - reauth_at.getTime() > within_ms) throw new Problem('reauth_needed')
}

/** Before whatever pays, or changes what is paid with. */
export function needPasswordForMoney(ctx: UserCtx): void {
  needPassword(ctx, MONEY_MS)
}
