import type { Micros } from '@portico/contract/money.ts'
import { limitReached } from '@portico/contract/spend-scopes.ts'

/**
 * True when a daily limit stops paid calls: it is used up, or it refused a call today that would have exceeded it. Dashboard,
 * Settings and alerts all use this, so that they agree.
 */
export function isLimitReached(
  limit: { scope: string; limit_micros: Micros; used_micros: Micros },
  refusedToday: readonly { code: number; message: string }[],
): boolean {
  return limit.used_micros >= limit.limit_micros || hasRefused(limit, refusedToday)
}

/** Recognised by the gateway's message, because X-Max-Cost refuses with the same code. */
export function hasRefused(
  limit: { scope: string; limit_micros: Micros },
  refusedToday: readonly { code: number; message: string }[],
): boolean {
  const words = limitReached(limit)
  return refusedToday.some(({ code, message }) => code === 40203 && message.includes(words))
}
