import { CODE } from '@portico/contract/codes.ts'
import { tagScope } from '@portico/contract/spend-scopes.ts'
import { monthStart } from '@portico/contract/time.ts'
import { accountLogins } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { spendOfDays } from '#ledger/limits/index.ts'
import { hasRefused, latestRefusals } from '#refusals/index.ts'
import { daysNeeded, forecastOf, sumOf } from './forecast.ts'
import type { BudgetRow } from './store.ts'

export interface Measured {
  spent_micros: number
  forecast_micros: number | null
  /** The hard line refused a call this month. */
  is_refused: boolean
  /** Nothing is left of the hard line. */
  is_reached: boolean
}

/** What a month has cost of what a budget counts, and what it will cost if it is the present one. */
export async function measure(ctx: Pick<Ctx, 'db' | 'clock'>, budget: BudgetRow, month: Date): Promise<Measured> {
  const { owner_id, login_id, tag, hard_micros } = budget
  const ids = login_id === null ? (await accountLogins(ctx, owner_id)).map(({ id }) => id) : [login_id]
  const scope = tag === null ? '' : tagScope(tag)
  const kind = login_id === null ? ('budget' as const) : ('login_budget' as const)
  const { from, to } = daysNeeded(month)
  const days = await spendOfDays(ctx, ids, scope, from, to)
  const { spent_micros, held_micros } = sumOf(days, month)
  const now = ctx.clock.now()
  const is_present = monthStart(now).getTime() === month.getTime()
  const limit = hard_micros === null ? undefined : { kind, scope, limit_micros: hard_micros }
  const is_refused =
    limit !== undefined && is_present && hasRefused(limit, await latestRefusals(ctx.db, ids, [CODE.costLimit], month))
  return {
    spent_micros,
    forecast_micros: is_present ? forecastOf(days, now) : null,
    is_refused,
    is_reached: hard_micros !== null && (is_refused || spent_micros + held_micros >= hard_micros),
  }
}
