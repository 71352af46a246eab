import * as z from 'zod/mini'
import { isPeriod } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { text } from './form-fields.ts'
import { isDay, momentMs } from './moment.ts'
import { typed } from './operator-fields.ts'

export const REVENUE_BY = ['day', 'api', 'customer'] as const

/** A day of the calendar, UTC. */
export const day = text(10, 'must be a day like 2026-11-01').check(
  z.refine((date) => isDay(date) && !Number.isNaN(momentMs(date)), 'must be a day like 2026-11-01'),
  z.meta({ value: 'day' }),
)

/** Signed as they change the balances of customers: charges for calls are negative. */
const metrics = {
  /** Charged for calls of these days. */
  usage_micros: z.int(),
  /** Given back for failed tasks, and by the operator for single calls, both by the day of the refund. */
  returned_micros: z.int(),
  refunded_micros: z.int(),
  /** Paid in, without tax; the monthly minimums of subscriptions apart. */
  payments_micros: z.int(),
  subscriptions_micros: z.int(),
  payment_refunds_micros: z.int(),
  disputes_micros: z.int(),
  /** Given and corrected by the operator, and trial credit. */
  credits_micros: z.int(),
  promos_micros: z.int(),
  /** Databases. */
  purchases_micros: z.int(),
}

/** Revenue, part of `operator`. */
export const revenueOperations = {
  revenue: endpoint({
    method: 'GET',
    path: '/api/operator/revenue',
    reads: 'replica',
    caller: 'operator',
    staff: 'see_money',
    input: z
      .strictObject({
        from: typed(z.optional(day), 'first UTC day, like 2026-11-01; of this month by default'),
        to: typed(z.optional(day), 'last UTC day, included; today by default'),
        by: typed(
          z._default(z.enum(REVENUE_BY, `must be one of ${REVENUE_BY.join(', ')}`), 'day'),
          'what the rows are',
        ),
      })
      .check(
        z.refine(({ from, to }) => !from || !to || isPeriod({ from, to }), {
          error: 'must not be before --from, nor more than 366 days after it',
          path: ['to'],
        }),
      ),
    output: z.object({
      from: z.string(),
      to: z.string(),
      by: z.enum(REVENUE_BY),
      totals: z.object(metrics),
      /** The balances of all customers, which we owe them, before and after. */
      opening_micros: z.int(),
      closing_micros: z.int(),
      /** `key`: a day, an API or an e-mail; null: what has none, or all further customers. */
      rows: z.array(z.object({ key: z.nullable(z.string()), ...metrics })),
      /** The ten who spent most. */
      spenders: z.array(z.object({ email: z.string(), usage_micros: z.int() })),
    }),
  }),
}
