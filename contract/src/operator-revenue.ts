import * as z from 'zod/mini'
import { isPeriod } from './billing.ts'
import { get } from './endpoint.ts'
import { text } from './form-fields.ts'
import { isDay, momentMs } from './moment.ts'
import { typed } from './operator-fields.ts'

export const REVENUE_BY = ['day', 'api', 'function', 'brand', 'country', 'customer'] as const
export type RevenueBy = (typeof REVENUE_BY)[number]
/** Filters for what has none: a country that is not known, the provider's own brand. */
export const NONE = 'none'

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

/** With what it cost at the sources; null where that is not known for every call of it. */
const sums = { ...metrics, calls: z.int(), cost_micros: z.nullable(z.int()) }

const REST = 'none for those without one'
const revenueInput = z
  .strictObject({
    from: typed(z.optional(day), 'first UTC day, like 2026-11-01; of this month by default'),
    to: typed(z.optional(day), 'last UTC day, included; today by default'),
    by: typed(z._default(z.enum(REVENUE_BY, `must be one of ${REVENUE_BY.join(', ')}`), 'day'), 'what the rows are'),
    api: typed(z.optional(text(100)), 'only this API, such as serp'),
    function: typed(z.optional(text(300)), 'only this function, such as serp/google/organic'),
    brand: typed(z.optional(text(254)), `only customers of this white-label, by its host; ${NONE} for our own`),
    country: typed(z.optional(text(10)), `only customers of this country, such as DE; ${REST}`),
    customer: typed(z.optional(text(254)), 'only this customer', { value: 'e-mail' }),
  })
  .check(
    z.refine(({ from, to }) => !from || !to || isPeriod({ from, to }), {
      error: 'must not be before --from, nor more than 366 days after it',
      path: ['to'],
    }),
  )

/** A file in an answer: its text, or the bytes of an archive in base64. */
export const file = z.object({ name: z.string(), content: z.string() })

type Earning = Record<'usage_micros' | 'returned_micros' | 'refunded_micros' | 'purchases_micros', number>

/** What calls and databases have earned after refunds: the opposite of what they took from balances. */
export function earnedOf(row: Earning): number {
  const taken = row.usage_micros + row.returned_micros + row.refunded_micros + row.purchases_micros
  return taken === 0 ? 0 : -taken
}

/** Revenue, part of `operator`. */
export const revenueOperations = {
  revenue: get('/api/operator/revenue', {
    reads: 'replica',
    caller: 'operator',
    staff: 'see_money',
    input: revenueInput,
    output: z.object({
      from: z.string(),
      to: z.string(),
      by: z.enum(REVENUE_BY),
      totals: z.object(sums),
      /** The balances of these customers, which we owe them, before and after; null for a part of their calls. */
      opening_micros: z.nullable(z.int()),
      closing_micros: z.nullable(z.int()),
      /**
       * `key`: a day, an API, a function, the host of a brand, a country or an e-mail; null: what has none, or all further
       * customers.
       */
      rows: z.array(z.object({ key: z.nullable(z.string()), customer_id: z.nullable(z.int()), ...sums })),
      /** The ten who spent most. */
      spenders: z.array(z.object({ email: z.string(), usage_micros: z.int() })),
    }),
  }),
  /** The same rows as a table, every customer on a line of their own. */
  revenueFile: get('/api/operator/revenue-file', {
    caller: 'operator',
    staff: 'see_money',
    input: revenueInput,
    output: file,
  }),
}
