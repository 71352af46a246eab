import * as z from 'zod/mini'

const customer = z.object({
  id: z.number(),
  email: z.string(),
  /** The white-label; 0 is the provider's own site. */
  brand_id: z.number(),
})
const payment = {
  customer,
  payment_id: z.string(),
  reference: z.string(),
  purpose: z.string(),
  /** The product of a subscription. */
  product: z.nullable(z.string()),
}
const micros = z.number()
const balance = z.object({ customer, login: z.string(), balance_micros: micros, below_micros: micros })
const period = { customer, product: z.string() }

/**
 * What happens in the business, as the provider's programs get it by webhook: the schema of `data` for each type, and
 * what the type means. Amounts are in millionths of the currency unit.
 */
export const BUSINESS_EVENTS = {
  'customer.created': {
    means: 'Someone has signed up; the address is not confirmed yet, unless customer.confirmed follows at once.',
    data: z.object({ customer }),
  },
  'customer.confirmed': {
    means: 'The address of a sign-up is confirmed: the account is open.',
    data: z.object({ customer }),
  },
  'customer.first_call': {
    means: 'An account has made its first call that is not of the sandbox.',
    data: z.object({ customer, login: z.string() }),
  },
  'payment.succeeded': {
    means: 'A payment has arrived and is booked.',
    data: z.object({ ...payment, amount_micros: micros, tax_micros: micros, processor: z.string() }),
  },
  'payment.refunded': {
    means: 'Money of a payment went back; `state` is `failed` where the bank returned it to you.',
    data: z.object({
      ...payment,
      refund_id: z.string(),
      state: z.enum(['refunded', 'failed']),
      amount_micros: micros,
      tax_micros: micros,
      left_micros: micros,
    }),
  },
  'payment.disputed': {
    means: 'A customer disputed a payment at the bank, or the bank has decided about it.',
    data: z.object({
      ...payment,
      dispute_id: z.string(),
      state: z.enum(['opened', 'won', 'lost']),
      /** With tax. */
      total_micros: micros,
    }),
  },
  'balance.low': { means: 'The balance of a login has fallen below LOW_BALANCE.', data: balance },
  'balance.empty': { means: 'The balance of a login has fallen below one cent.', data: balance },
  'limit.reached': {
    means: 'A daily limit of a login, or the hard line of a monthly budget, has been reached.',
    data: z.object({
      customer,
      login: z.string(),
      limit: z.enum(['day', 'month']),
      /** What the limit is about, such as an API; empty: everything. */
      scope: z.string(),
      /** The UTC day or month. */
      period: z.string(),
      limit_micros: micros,
      spent_micros: micros,
    }),
  },
  'subscription.renewed': {
    means: 'A subscription was paid for another period.',
    data: z.object({ ...period, price_micros: micros, period_start: z.string(), period_end: z.string() }),
  },
  'subscription.ended': {
    means: 'A subscription has ended: canceled, not paid, refunded, or no longer sold.',
    data: z.object(period),
  },
  'price.changed': {
    means: 'Prices were applied or withdrawn; without `customer` those of everyone.',
    data: z.object({
      customer: z.nullable(customer),
      state: z.enum(['applied', 'withdrawn']),
      version: z.string(),
      valid_from: z.string(),
    }),
  },
  'account.closed': {
    means: 'An account is closed and its personal data is being erased.',
    data: z.object({ customer: z.object({ id: z.number() }) }),
  },
} as const

export type BusinessEventType = keyof typeof BUSINESS_EVENTS
export const BUSINESS_EVENT_TYPES = Object.keys(BUSINESS_EVENTS) as BusinessEventType[]

/** A test, when nothing has happened. */
export const TEST_EVENT = 'webhook.test'
export type SentEventType = BusinessEventType | typeof TEST_EVENT
const TEST_DATA = z.object({ note: z.string() })

/** The body of a message about one type. */
export function eventBody(type: SentEventType) {
  return z.object({
    /** The same as the header `webhook-id`, however often it is sent. */
    id: z.string(),
    type: z.literal(type),
    timestamp: z.string(),
    data: type === TEST_EVENT ? TEST_DATA : BUSINESS_EVENTS[type].data,
  })
}
