import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'
import { chooseLogins } from '#users/index.ts'
import { monthsOf, utcDay } from './utc-days.ts'

export async function getMonth(
  ctx: UserCtx,
  { scope, login }: Input<typeof dashboard.getMonth>,
): Promise<Output<typeof dashboard.getMonth>> {
  const logins = await chooseLogins(ctx, { scope, login }, '/h2h-dashboard')
  const ids = logins.map(({ id }) => id)
  const { range, before } = monthsOf(ctx.clock.now())
  const [now, then] = await Promise.all([usageOf(ctx, paidSlice(ids, range)), usageOf(ctx, paidSlice(ids, before))])
  return {
    from: utcDay(range[0]),
    to: utcDay(range[1] - 1),
    cost_micros: now.totals.cost_micros,
    before_micros: then.totals.cost_micros,
    requests: now.totals.requests,
  }
}
