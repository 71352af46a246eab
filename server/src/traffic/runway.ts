import { RUNWAY_MAX_DAYS } from '@portico/contract/dashboard.ts'

export interface Runway {
  /** Average cost of a day. */
  pace_micros: number
  /** Whole days; null when nothing is being spent. */
  days_left: number | null
}

/** How long a balance lasts at the average spend of the last days. */
export function runwayOf(money: { balance_micros: number; spent_micros: number; over_days: number }): Runway {
  const pace_micros = Math.round(money.spent_micros / money.over_days)
  if (pace_micros <= 0) return { pace_micros: 0, days_left: null }
  const days = Math.floor(money.balance_micros / pace_micros)
  return { pace_micros, days_left: Math.min(Math.max(days, 0), RUNWAY_MAX_DAYS) }
}
