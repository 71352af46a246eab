import { CODE } from '@portico/contract/codes.ts'
import type { Db } from '#db/db.ts'
import { countUse } from '#http/limits-store.ts'
import type { Call, Entered } from '../gate.ts'
import { MINUTE_MS } from './counter.ts'

type OfKey =
  | { ok: true; limit: number; remaining: number }
  | (Extract<Entered, { ok: false }> & { limit: number; more: string })

/**
 * Counts a call against the rate of its API key, before that of the login, so that one key cannot use up what the others share.
 * A call that the login refuses afterwards stays counted. Undefined for a call without a key, or a key without a rate.
 */
export async function countKeyCall(db: Db, { caller, at }: Call): Promise<OfKey | undefined> {
  const { agent } = caller
  const limit = agent?.key?.per_minute
  if (!agent?.key || !limit) return undefined
  const window_start = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const used = await countUse(db, `gateway-key:${agent.id}`, window_start)
  if (used <= limit) return { ok: true, limit, remaining: limit - used }
  return { ok: false, limit, code: CODE.rateLimit, more: `The API key "${agent.key.name}" allows ${limit} per minute.` }
}
