import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'
import { chooseLogins } from '#users/index.ts'
import { utcDay, utcMidnight } from './utc-days.ts'

export async function getToday(
  ctx: UserCtx,
  { scope, login }: Input<typeof dashboard.getToday>,
): Promise<Output<typeof dashboard.getToday>> {
  const logins = await chooseLogins(ctx, { scope, login }, '/h2h-dashboard')
  const midnight = utcMidnight(ctx.clock.now())
  const ids = logins.map(({ id }) => id)
  const { totals } = await usageOf(ctx, paidSlice(ids, [midnight, midnight + DAY_MS]))
  return {
    day: utcDay(midnight),
    resets_at: new Date(midnight + DAY_MS).toISOString(),
    spent_micros: totals.cost_micros,
    limit_micros: await limitOf(ctx, ids),
    requests: totals.requests,
    calls: totals.calls,
    queued: totals.queued,
    errors: totals.errors,
  }
}

/** Limits belong to one login, so several logins have no common limit. */
async function limitOf(ctx: UserCtx, ids: number[]): Promise<number | null> {
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) return null
  const { limits } = await spendToday(ctx, id)
  return limits.find(({ scope, kind }) => scope === '' && kind === 'daily_limit')?.limit_micros ?? null
}
