import { isIP } from 'node:net'
import { Problem } from '@portico/contract/problem.ts'
import { HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { plainAddress } from './client-address.ts'
import { countUse, dropUses, giveBackUse } from './limits-store.ts'

const QUARTER_MS = 15 * MINUTE_MS

type LimitsCtx = Pick<Ctx, 'db' | 'clock' | 'keys'>

export interface Limit {
  name: string
  max: number
  window_ms: number
}

/** Spends one try of each limit before the action; the counters live in the database and survive a restart. */
export async function spend(ctx: LimitsCtx, limits: { limit: Limit; of: string }[]): Promise<void> {
  for (const { limit, of } of limits) {
    const now = ctx.clock.now().getTime()
    const window_start = new Date(now - (now % limit.window_ms))
    if ((await countUse(ctx.db, limitKey(ctx, limit, of), window_start)) > limit.max) throw tooMany(ctx, limit)
  }
}

/** A wait of more than some minutes is reported with the time that is left. */
function tooMany(ctx: Pick<Ctx, 'clock'>, limit: Limit): Problem {
  if (limit.window_ms <= QUARTER_MS) return new Problem('too_many_tries')
  const left_ms = windowEnd(ctx, limit).getTime() - ctx.clock.now().getTime()
  return left_ms <= HOUR_MS
    ? new Problem('wait_minutes', { values: { minutes: Math.ceil(left_ms / MINUTE_MS) } })
    : new Problem('wait_hours', { values: { hours: Math.ceil(left_ms / HOUR_MS) } })
}

/** The end of the current window of a limit that is used up. */
export function windowEnd(ctx: Pick<Ctx, 'clock'>, { window_ms }: Limit): Date {
  const now = ctx.clock.now().getTime()
  return new Date(now - (now % window_ms) + window_ms)
}

/** A try that turned out to be honest does not count against its owner. */
export async function giveBack(ctx: Pick<Ctx, 'db' | 'keys'>, limits: { limit: Limit; of: string }[]): Promise<void> {
  for (const { limit, of } of limits) await giveBackUse(ctx.db, limitKey(ctx, limit, of))
}

/** The same count without the refusal, for requests that are ignored silently. */
export async function isWithin(ctx: LimitsCtx, use: { limit: Limit; of: string }): Promise<boolean> {
  try {
    await spend(ctx, [use])
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

export async function forgetUses(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  { limit, of }: { limit: Limit; of: string },
): Promise<void> {
  await dropUses(ctx.db, limitKey(ctx, limit, of))
}

/**
 * Our own ids stay readable; addresses, logins and all else are stored as a keyed hash, which the database cannot
 * reverse.
 */
export function limitKey({ keys }: Pick<Ctx, 'keys'>, { name }: Pick<Limit, 'name'>, of: string): string {
  return `${name}:${/^\d+$/.test(of) ? of : keys.mac('rate limits', of)}`
}

/** One household counts once: an IPv6 customer owns a whole /64, and an IPv4-mapped address is its IPv4. */
export function addressBlock(ip: string): string {
  const address = plainAddress(ip)
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  // A 6to4 address holds the IPv4 address of its owner, who has 65,536 networks of this size.
  if (groups[0] === '2002') return `${groups.slice(0, 3).join(':')}::/48`
  return `${groups.slice(0, 4).join(':')}::/64`
}
