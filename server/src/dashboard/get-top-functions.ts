import type { dashboard, TopFunction } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { functionsByKey } from '#function-names/index.ts'
import { paidSlice, usageOf } from '#traffic/index.ts'
import { chooseLogins } from '#users/index.ts'

const TOP = 10

export async function getTopFunctions(
  ctx: UserCtx,
  { scope, login, from, to }: Input<typeof dashboard.getTopFunctions>,
): Promise<Output<typeof dashboard.getTopFunctions>> {
  const logins = await chooseLogins(ctx, { scope, login }, '/h2h-dashboard')
  const { from_ms, to_ms } = rangeMs({ from, to })
  const ids = logins.map(({ id }) => id)
  const { totals, rows } = await usageOf(ctx, paidSlice(ids, [from_ms, to_ms]))
  const known = functionsByKey(ctx.catalogue)
  const functions = [...Map.groupBy(rows, (row) => `${row.api}/${row.function}`)].map(([key, own]): TopFunction => {
    const total = (of: 'requests' | 'cost_micros') => own.reduce((sum, row) => sum + row[of], 0)
    const sold_as = known.get(key)
    return {
      function: key,
      title: sold_as?.title ?? key,
      section: sold_as?.usage[0] ?? null,
      requests: total('requests'),
      cost_micros: total('cost_micros'),
    }
  })
  functions.sort(
    (a, b) => b.cost_micros - a.cost_micros || b.requests - a.requests || (a.function < b.function ? -1 : 1),
  )
  return { functions: functions.slice(0, TOP), cost_micros: totals.cost_micros }
}
