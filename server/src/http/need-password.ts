import { Problem } from '@portico/contract/problem.ts'
import type { UserCtx } from '../ctx.ts'

const MINUTE_MS = 60 * 1000
const SECRET_MS = 5 * MINUTE_MS
const MONEY_MS = 15 * MINUTE_MS

/** Only the sign-in password counts: a link or a service signs in, but whoever holds it may not be the owner. */
function needPassword({ session, clock }: Pick<UserCtx, 'session' | 'clock'>, within_ms: number): void {
  const { reauth_at } = session
  if (!reauth_at || clock.now().getTime() - reauth_at.getTime() > within_ms) throw new Problem('reauth_needed')
}

/** Before whatever shows or makes a secret. */
export function needPasswordForSecret(ctx: Pick<UserCtx, 'session' | 'clock'>): void {
  needPassword(ctx, SECRET_MS)
}

/** Before whatever pays, or changes what is paid with. */
export function needPasswordForMoney(ctx: Pick<UserCtx, 'session' | 'clock'>): void {
  needPassword(ctx, MONEY_MS)
}
