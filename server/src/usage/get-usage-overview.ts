import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { usage } from '@portico/contract/usage.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { loginSums, type Slice, tagSums, usageOf, withCalls, withSums } from '#traffic/index.ts'
import { type Months, monthsUntil } from './periods.ts'
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
    withCalls(ctx, slice, (found) => tagSums(ctx.db, found, TOP)).catch(whereTooFar),
    withSums(ctx, slice, (found) => loginSums(ctx.db, found, TOP)),
  ])
  return {
    this_month,
    last_month,
    top_tags: tags?.map(({ tag, ...sums }) => ({ name: tag, ...sums })) ?? null,
    top_logins: by_login.map(({ login_id, ...sums }) => ({ name: logins.get(login_id) ?? '', ...sums })),
  }
}

/** The rest of the screen is answered by sums, however far back it is. */
function whereTooFar(error: unknown): null {
  if (error instanceof Problem && error.code === 'too_far_back') return null
  throw error
}

async function monthOf(ctx: UserCtx, slice: Slice, range: Months[keyof Months]) {
  const { totals } = await withSums(ctx, { ...slice, range }, (found) => usageOf(ctx, found))
  const [from, to] = range
  const day = (ms: number) => new Date(ms).toISOString()
  return { from: day(from), to: day(to), requests: totals.requests, cost_micros: totals.cost_micros }
}
