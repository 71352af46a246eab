import type { DailySpend, dashboard } from '@portico/contract/dashboard.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { type SpentDay, spentByDay } from '#traffic/index.ts'
import { chooseLogins, loginsInScope } from '#users/index.ts'
import { utcDay } from './utc-days.ts'

export async function getSpendByDay(
  ctx: UserCtx,
  { scope, login, from, to }: Input<typeof dashboard.getSpendByDay>,
): Promise<Output<typeof dashboard.getSpendByDay>> {
  const chosen = await chooseLogins(ctx, { scope, login }, '/h2h-dashboard')
  const ids = chosen.map(({ id }) => id)
  const rows = await spentByDay(ctx.db, ids, from, to)
  const { from_ms, to_ms } = rangeMs({ from, to })
  const xs = Array.from({ length: (to_ms - from_ms) / DAY_MS }, (_, day) => from_ms + day * DAY_MS)
  return {
    xs,
    apis: byApi(rows, xs, (api) => apiTitle(ctx.catalogue, api)),
    logins: (await loginsInScope(ctx, scope, '/h2h-dashboard')).map((one) => one.login),
  }
}

/** Daily spend of every called API, the most expensive API first. */
export function byApi(rows: SpentDay[], xs: number[], titleOf: (api: string) => string): DailySpend[] {
  const days = xs.map(utcDay)
  const apis = [...Map.groupBy(rows, ({ api }) => api)].map(([api, own]) => {
    const byDay = new Map(own.map((row) => [row.day, row]))
    return {
      api,
      title: titleOf(api),
      cost_micros: days.map((day) => byDay.get(day)?.cost_micros ?? 0),
      requests: days.map((day) => byDay.get(day)?.requests ?? 0),
    }
  })
  const weight = ({ cost_micros, requests }: DailySpend) => [sum(cost_micros), sum(requests)] as const
  return apis.sort((a, b) => {
    const [one, other] = [weight(a), weight(b)]
    return other[0] - one[0] || other[1] - one[1] || (a.api < b.api ? -1 : 1)
  })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
