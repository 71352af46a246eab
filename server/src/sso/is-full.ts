import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { isWithin, type Limit } from '#http/limits.ts'
import { countIdentities } from './identity-store.ts'
import { mailFull } from './notices.ts'

const PER_HOUR = 100
/** The most new accounts of a day, or as many as the team already has: a large company comes in within a few days. */
const PER_DAY = 200
const IN_ALL = 5000
const MAILS: Limit = { name: 'sso-full-mails', max: 1, window_ms: DAY_MS }

/**
 * Accounts made by a sign-in service pass no bot check and confirm no mail, so they are bounded. Call it with the team
 * locked, so that two at once are counted. The owners are notified, once a day.
 */
export async function isFull(ctx: RequestCtx, owner_id: number, people: number): Promise<boolean> {
  const now_ms = ctx.clock.now().getTime()
  const since = { hour: new Date(now_ms - HOUR_MS), day: new Date(now_ms - DAY_MS) }
  const { all, hour, day } = await countIdentities(ctx.db, owner_id, since)
  if (Number(hour) < PER_HOUR && Number(day) < Math.max(PER_DAY, people) && Number(all) < IN_ALL) return false
  if (await isWithin(ctx, { limit: MAILS, of: String(owner_id) })) {
    await audit(ctx, 'sso_full', { user_id: owner_id, actor: 'sso', detail: { members: Number(all) } })
    await mailFull(ctx, owner_id, Number(all))
  }
  return true
}
