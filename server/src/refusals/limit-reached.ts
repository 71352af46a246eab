import { CODE } from '@portico/contract/codes.ts'
import type { Micros } from '@portico/contract/money.ts'
import { isBudget, limitReached } from '@portico/contract/spend-scopes.ts'
import type { Refusal } from './refusal-store.ts'

interface Limit {
  kind: 'daily_limit' | 'cap' | 'total' | 'budget' | 'login_budget'
  scope: string
  limit_micros: Micros
}
type Refused = Pick<Refusal, 'code' | 'reason' | 'scope' | 'limit_micros' | 'message'>

/**
 * Whether a limit stops paid calls: it is used up, or it refused a call today because the call would have passed it. Dashboard,
 * Settings and alerts ask here, so that they agree.
 */
export function isLimitReached(limit: Limit & { used_micros: Micros }, refusedToday: readonly Refused[]): boolean {
  return limit.used_micros >= limit.limit_micros || hasRefused(limit, refusedToday)
}

/** Whether one of these refusals was by this limit at its present amount: a limit that was raised since counts no more. */
export function hasRefused(limit: Limit, refusedToday: readonly Refused[]): boolean {
  return refusedToday.some((refused) =>
    refused.reason === null
      ? isRefusalOf02(limit, refused)
      : refused.reason === limit.kind && refused.scope === limit.scope && refused.limit_micros === limit.limit_micros,
  )
}

/**
 * Rows of version 0.2 have no reason, only the sentence. Remove this in 0.4: screens and alerts look back one day, and a server
 * of 0.2 can write beside one of 0.3, but not beside one of 0.4.
 */
function isRefusalOf02(limit: Limit, { code, message }: Refused): boolean {
  // 0.2 had no budgets.
  return !isBudget(limit.kind) && code === CODE.costLimit && message.includes(limitReached(limit))
}
