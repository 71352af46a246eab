import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { fundsOf } from '#ledger/index.ts'
import { firstCallDay } from './day-store.ts'
import { type Runway, runwayOf } from './runway.ts'
import { paidSlice } from './slice.ts'
import { usageOf } from './usage-of.ts'

const PACE_DAYS = 7

export interface Money extends Runway {
  balance_micros: number
  /** True when the average is over fewer days than usual, because the first call was later. */
  is_young: boolean
  /** The amount that calls of these logins may still spend. */
  free_micros: number
}

/** The balance of these logins and how long it lasts at the average of the last seven days (or all days, if fewer). */
export async function moneyOf(ctx: Pick<Ctx, 'db' | 'clock'>, login_ids: number[]): Promise<Money> {
  const now_ms = ctx.clock.now().getTime()
  const [funds, first_day, { totals }] = await Promise.all([
    Promise.all(login_ids.map((id) => fundsOf(ctx, id))),
    firstCallDay(ctx.db, login_ids),
    usageOf(ctx, paidSlice(login_ids, [now_ms - PACE_DAYS * DAY_MS, now_ms + 1])),
  ])
  const since_ms = first_day === undefined ? now_ms : Date.parse(first_day)
  const over_days = Math.min(Math.max((now_ms - since_ms) / DAY_MS, 1), PACE_DAYS)
  const balance_micros = sum(funds.map((one) => one.balance_micros))
  const free_micros = sum(funds.map((one) => one.balance_micros - one.held_micros - one.floor_micros))
  return {
    balance_micros,
    free_micros,
    is_young: over_days < PACE_DAYS,
    ...runwayOf({ balance_micros, spent_micros: totals.cost_micros, over_days }),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
