import { MESSAGES } from '@portico/contract/rules.ts'
import { type Alerts, alerts } from '@portico/contract/settings.ts'
import * as z from 'zod/mini'
import { amountText, typedMicros } from '#session/typed-amount.ts'

export const PERCENTS = [50, 80, 100] as const

/** A whole number as typed; nothing is null, undefined when it is no whole number. */
function typedWhole(text: string): number | null | undefined {
  if (text.trim() === '') return null
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

const { balance_below_micros, days_left_below, error_rate_above } = alerts.shape
const amount = typed(typedMicros, balance_below_micros, MESSAGES.limitAmount)
const days = typed(typedWhole, days_left_below, MESSAGES.days)
const rate = typed(typedWhole, error_rate_above, MESSAGES.percent)

/** The alerts as the form holds them: texts, and a tick for each share of a limit. */
export const alertValues = z.object({
  balance: amount,
  days,
  rate,
  percent_50: z.boolean(),
  percent_80: z.boolean(),
  percent_100: z.boolean(),
})
type AlertValues = z.infer<typeof alertValues>

/** Read, and held against the contract's own bounds; the message names them. */
function typed(read: (text: string) => number | null | undefined, bounds: z.ZodMiniType, message: string) {
  return z.string().check(z.refine((text) => bounds.safeParse(read(text)).success, message))
}

export function alertsFrom(values: AlertValues): Alerts {
  return {
    balance_below_micros: typedMicros(values.balance) ?? null,
    days_left_below: typedWhole(values.days) ?? null,
    error_rate_above: typedWhole(values.rate) ?? null,
    limit_percents: PERCENTS.filter((percent) => values[`percent_${percent}`]),
  }
}

/** What the fields show of what is saved. */
export function alertTexts({ balance_below_micros, days_left_below, error_rate_above }: Alerts) {
  return {
    balance: balance_below_micros === null ? '' : amountText(balance_below_micros),
    days: days_left_below === null ? '' : String(days_left_below),
    rate: error_rate_above === null ? '' : String(error_rate_above),
  }
}
