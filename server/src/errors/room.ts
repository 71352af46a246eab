import type { Ctx } from '../ctx.ts'
import { newestRefusals, type RefusalRow } from './store.ts'

/** Whose traffic a caller looks at, and what functions are called; the dashboard and Usage ask the same. */
export { chooseLogins, loginsInScope } from './choose-logins.ts'
/** A condition on how calls came in. */
export { cameBy } from './count-store.ts'
export { hasRefused, isLimitReached } from './limit-reached.ts'
export { functionKey, functionsByKey } from './name-functions.ts'
export type Refusal = RefusalRow

/**
 * Calls and webhooks that failed. Only reads: the ledger writes a row for each of them in the commit that counts it, so
 * that errors here and in Usage are the same number. What failed costs nothing.
 */
export function latestRefusals(
  ctx: Pick<Ctx, 'db'>,
  login_ids: number[],
  codes: number[],
  since: Date,
): Promise<Refusal[]> {
  return newestRefusals(ctx.db, login_ids, codes, since)
}
