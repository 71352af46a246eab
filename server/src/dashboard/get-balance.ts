import type { dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { moneyOf } from '#traffic/index.ts'
import { chooseLogins } from '#users/index.ts'

export async function getBalance(
  ctx: UserCtx,
  { scope, login }: Input<typeof dashboard.getBalance>,
): Promise<Output<typeof dashboard.getBalance>> {
  const logins = await chooseLogins(ctx, { scope, login }, '/h2h-dashboard')
  const { balance_micros, pace_micros, days_left, is_young } = await moneyOf(
    ctx,
    logins.map(({ id }) => id),
  )
  return { balance_micros, pace_micros, days_left, is_young }
}
