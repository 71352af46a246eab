import type { Micros } from '@portico/contract/money.ts'
import { RECHARGES_MAX, RECHARGES_WITHIN_DAYS } from '@portico/contract/recharge.ts'
import { DAY_MS } from '@portico/contract/time.ts'

/** The facts that decide whether a login is charged now. */
export interface RechargeFacts {
  now: Date
  is_on: boolean
  balance_micros: Micros
  threshold_micros: Micros
  amount_micros: Micros
  month_max_micros: Micros | null
  retry_at: Date | null
  /** Automatic charges of the last 31 days that were paid or are in progress, in any order. */
  charges: { created_at: Date; amount_micros: Micros }[]
  has_open_order: boolean
}

export type RechargeVerdict =
  | 'charge'
  | 'off'
  | 'enough'
  | 'under_way'
  | 'retry_later'
  | 'once_a_day'
  | 'too_often'
  | 'month_max'

/**
 * The reason against a charge, or `charge`. A day is 24 hours and thirty days are thirty of them; the ceiling counts a calendar
 * month in UTC.
 */
export function decideRecharge(facts: RechargeFacts): RechargeVerdict {
  const { now, charges, amount_micros, month_max_micros } = facts
  if (!facts.is_on) return 'off'
  if (facts.has_open_order) return 'under_way'
  if (facts.balance_micros >= facts.threshold_micros) return 'enough'
  if (facts.retry_at !== null && facts.retry_at > now) return 'retry_later'
  const within = (days: number) =>
    charges.filter(({ created_at }) => created_at.getTime() > now.getTime() - days * DAY_MS).length
  if (within(1) > 0) return 'once_a_day'
  if (within(RECHARGES_WITHIN_DAYS) >= RECHARGES_MAX) return 'too_often'
  if (month_max_micros !== null && chargedInMonth(charges, now) + amount_micros > month_max_micros) return 'month_max'
  return 'charge'
}

/** Where a limit forbids a charge: the earliest moment at which it may allow one, so that the login is skipped until then. */
export function nextChance({ now, charges }: RechargeFacts, verdict: RechargeVerdict): Date | undefined {
  const newest = charges.map(({ created_at }) => created_at.getTime()).toSorted((a, b) => b - a)
  const after = (charge_ms: number | undefined, days: number) =>
    charge_ms === undefined ? undefined : new Date(charge_ms + days * DAY_MS)
  if (verdict === 'once_a_day') return after(newest[0], 1)
  if (verdict === 'too_often') return after(newest[RECHARGES_MAX - 1], RECHARGES_WITHIN_DAYS)
  if (verdict === 'month_max') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return undefined
}

export function chargedInMonth(charges: RechargeFacts['charges'], now: Date): Micros {
  const month = now.toISOString().slice(0, 7)
  return charges
    .filter(({ created_at }) => created_at.toISOString().slice(0, 7) === month)
    .reduce((sum, charge) => sum + charge.amount_micros, 0)
}
