import type { Input, Output } from '@portico/contract/endpoint.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { loginSums, type Months, monthsUntil, type Slice, tagSums, usageOf } from '#traffic/index.ts'
import { readFilter } from './read-filter.ts'

const TOP = 10

export async function getUsageOverview(
  ctx: UserCtx,
  filter: Input<typeof usage.getUsageOverview>,
): Promise<Output<typeof usage.getUsageOverview>> {
  const { slice, logins } = await readFilter(ctx, filter)
  const months = monthsUntil(ctx.clock.now())
  const [this_month, last_month, tags, by_login] = await Promise.all([
    monthOf(ctx, slice, months.this_month),
    monthOf(ctx, slice, months.last_month),
    tagSums(ctx.db, slice, TOP),
    loginSums(ctx.db, slice, TOP),
  ])
  return {
    this_month,
    last_month,
    top_tags: tags.map(({ tag, ...sums }) => ({ name: tag, ...sums })),
    top_logins: by_login.map(({ login_id, ...sums }) => ({ name: logins.get(login_id) ?? '', ...sums })),
  }
}

async function monthOf(ctx: UserCtx, slice: Slice, range: Months[keyof Months]) {
  const { totals } = await usageOf(ctx, { ...slice, range })
  const [from, to] = range
  const day = (ms: number) => new Date(ms).toISOString()
  return { from: day(from), to: day(to), requests: totals.requests, cost_micros: totals.cost_micros }
}
