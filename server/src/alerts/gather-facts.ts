import type { Alerts } from '@portico/contract/settings.ts'
import { balanceOf, spendToday } from '#ledger/room.ts'
import { hasRefused, latestRefusals, moneyOf, paidSlice, usageOf } from '#traffic/room.ts'
import type { Ctx } from '../ctx.ts'
import type { Facts } from './rule.ts'

const HOUR_MS = 60 * 60 * 1000
type Reading = Pick<Ctx, 'db' | 'clock'>

/** The numbers the screens show, and only those somebody wants to hear of. */
export async function gatherFacts(ctx: Reading, login_id: number, wishes: Alerts): Promise<Facts> {
  const now = ctx.clock.now()
  const { balance_micros, days_left } =
    wishes.days_left_below === null
      ? { balance_micros: await balanceOf(ctx, login_id), days_left: null }
      : await moneyOf(ctx, [login_id])
  return {
    now,
    balance_micros,
    days_left,
    limits: wishes.limit_percents.length === 0 ? [] : await limitsToday(ctx, login_id),
    last_hour: wishes.error_rate_above === null ? { calls: 0, errors: 0 } : await lastHour(ctx, login_id, now),
  }
}

async function limitsToday(ctx: Reading, login_id: number): Promise<Facts['limits']> {
  const { day, limits, spent } = await spendToday(ctx, login_id)
  const daily = limits.filter(({ kind, scope }) => kind === 'daily_limit' && !scope.startsWith('@'))
  if (daily.length === 0) return []
  const refusals = await latestRefusals(ctx, [login_id], [40203], new Date(`${day}T00:00:00.000Z`))
  return daily.map(({ scope, limit_micros }) => {
    return {
      scope,
      limit_micros,
      spent_micros: spent.find((row) => row.scope === scope)?.spent_micros ?? 0,
      is_refused: hasRefused({ scope, limit_micros }, refusals),
    }
  })
}

async function lastHour(ctx: Reading, login_id: number, now: Date): Promise<Facts['last_hour']> {
  const { totals } = await usageOf(ctx, paidSlice([login_id], [now.getTime() - HOUR_MS, now.getTime() + 1]))
  return { calls: totals.calls - totals.queued, errors: totals.errors }
}
