import * as z from 'zod/mini'
import { type AlertKind, type AlertThreshold, BUDGET_LINES } from './alert-kinds.ts'
import { limitMicros } from './limit-field.ts'
import { MESSAGES } from './rules.ts'

/** The thresholds at which a customer is notified. */
const thresholds = {
  balance_below_micros: limitMicros,
  days_left_below: z.nullable(z.int(MESSAGES.days).check(z.gte(1, MESSAGES.days), z.lte(90, MESSAGES.days))),
  /** Duplicates are dropped. */
  limit_percents: z.array(z.union([z.literal(50), z.literal(80), z.literal(100)])).check(
    z.maxLength(10, MESSAGES.range),
    z.overwrite((percents) => [...new Set(percents)]),
  ),
  /** Percent of calls that failed within an hour. */
  error_rate_above: z.nullable(z.int(MESSAGES.percent).check(z.gte(1, MESSAGES.percent), z.lte(100, MESSAGES.percent))),
} satisfies Record<AlertThreshold, z.ZodMiniType>
export const alerts = z.strictObject(thresholds)
export type Alerts = z.infer<typeof alerts>

/** Settings saved before a kind existed have no field for it, so these are the defaults. */
export const NO_ALERTS: Alerts = {
  balance_below_micros: null,
  days_left_below: null,
  limit_percents: [],
  error_rate_above: null,
}

/** The values of each kind, as a mail shows them and as the webhook sends them. */
export const ALERT_VALUES = {
  balance: { balance_micros: z.int(), below_micros: z.int() },
  runway: { balance_micros: z.int(), days_left: z.int(), below_days: z.int() },
  limit: { scope: z.string(), percent: z.int(), spent_micros: z.int(), limit_micros: z.int() },
  budget: {
    of: z.enum(['account', 'login', 'tag']),
    /** The login or the tag; empty for the whole account. */
    subject: z.string(),
    line: z.enum(BUDGET_LINES),
    /** `2026-03`, in UTC. */
    period: z.string(),
    spent_micros: z.int(),
    line_micros: z.int(),
    /** Null where the month is over, or there is no pace yet. */
    forecast_micros: z.nullable(z.int()),
  },
  errors: { rate_percent: z.number(), above_percent: z.int(), errors: z.int(), calls: z.int() },
} satisfies Record<AlertKind, z.core.$ZodShape>
export type AlertValues = { [K in AlertKind]: z.infer<z.ZodMiniObject<(typeof ALERT_VALUES)[K]>> }
