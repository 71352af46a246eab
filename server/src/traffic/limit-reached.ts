import type { Micros } from '@portico/contract/money.ts'
import { limitReached } from '@portico/contract/spend-scopes.ts'

/**
 * Whether a daily limit stops paid calls: it is used up, or a call was refused today by this very limit because it would have
 * passed it. Dashboard, Settings and alerts ask here, so that they say the same.
 */
export function isLimitReached(
  limit: { scope: string; limit_micros: Micros; used_micros: Micros },
  refusedToday: readonly { code: number; message: string }[],
): boolean {
  return limit.used_micros >= limit.limit_micros || hasRefused(limit, refusedToday)
}

/** By the gateway's own words: the same code also refuses what a caller forbade itself. */
export function hasRefused(
  limit: { scope: string; limit_micros: Micros },
  refusedToday: readonly { code: number; message: string }[],
): boolean {
  const words = limitReached(limit)
  return refusedToday.some(({ code, message }) => code === 40203 && message.includes(words))
}
