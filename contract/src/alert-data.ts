import * as z from 'zod/mini'
import { type AlertKind, BUDGET_LINES } from './alert-kinds.ts'

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
