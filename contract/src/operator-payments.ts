import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { MICROS_MAX } from './money.ts'
import { by, confirmed, reason, typed } from './operator-fields.ts'
import { day } from './operator-revenue.ts'
import { ORDER_PURPOSES, ORDER_STATUSES, PROCESSORS } from './payments.ts'

/** What a payment waits for staff with. */
export const PAYMENT_WAITS = ['wire', 'held', 'disputed'] as const
export type PaymentWait = (typeof PAYMENT_WAITS)[number]

const reference = text(40).check(
  z.overwrite((typed) => typed.trim().toUpperCase()),
  z.minLength(1, 'must be the reference of a payment'),
)
const amount_micros = z.int().check(z.gte(1, 'must be more than nothing'), z.lte(MICROS_MAX))

const listed = z.object({
  reference: z.string(),
  login: z.string(),
  processor: z.enum(PROCESSORS),
  purpose: z.enum(ORDER_PURPOSES),
  status: z.enum(ORDER_STATUSES),
  amount_micros: z.int(),
  tax_micros: z.int(),
  refunded_micros: z.int(),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** Why the processor's reports about it are not followed. */
  quarantine: z.nullable(z.string()),
})

/** Banks take disputes for 120 days; a year is more than any of them. */
const RECONCILE_DAYS_MAX = 366

/** How our payments compare with the processor's own lists. */
export const comparison = z.object({
  compared_at: z.nullable(z.string()),
  findings: z.array(z.object({ payment_ref: z.string(), finding: z.string(), found_at: z.string() })),
})

/** Manual operations on payments, part of `operator`. */
export const paymentOperations = {
  listPayments: get('/api/operator/payments', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({
      login: typed(z.optional(text(254)), 'only of the account of this login'),
      status: typed(
        z.optional(z.enum(ORDER_STATUSES, `must be one of ${ORDER_STATUSES.join(', ')}`)),
        'only of this status',
      ),
      processor: typed(
        z.optional(z.enum(PROCESSORS, `must be one of ${PROCESSORS.join(', ')}`)),
        'only by this processor',
      ),
      waits: typed(
        z.optional(z.enum(PAYMENT_WAITS, `must be one of ${PAYMENT_WAITS.join(', ')}`)),
        'only what waits for staff: a wire to confirm, a payment held or disputed',
      ),
      from: typed(z.optional(day), 'first UTC day, like 2026-11-01'),
      to: typed(z.optional(day), 'last UTC day, included'),
      before: typed(z.optional(text(100)), 'the `next` of the page before', { value: 'cursor' }),
      limit: typed(z._default(queryNumber(1, 1_000), 50), 'how many'),
    }),
    output: z.object({
      payments: z.array(z.object({ ...listed.shape, customer_id: z.int() })),
      /** The cursor of the next page; null: there is none. */
      next: z.nullable(z.string()),
      /** Messages of the processor that could not be handled after several tries. */
      stuck: z.array(
        z.object({ event_id: z.string(), type: z.string(), tries: z.int(), error: z.nullable(z.string()) }),
      ),
      comparison,
    }),
  }),
  showPayment: get('/api/operator/payment', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({ reference }),
    output: z.object({
      ...listed.shape,
      id: z.string(),
      method_label: z.string(),
      failure: z.nullable(z.string()),
      payment_ref: z.nullable(z.string()),
      checkout_ref: z.nullable(z.string()),
      reversals: z.array(
        z.object({
          kind: z.enum(['refund', 'dispute']),
          state: z.string(),
          /** What goes back according to the processor; amount and tax are its parts of the payment. */
          total_micros: z.int(),
          amount_micros: z.int(),
          tax_micros: z.int(),
          /** More than the payment: the bank took the same money twice. */
          excess_micros: z.int(),
          fee_micros: z.int(),
          reason: z.string(),
          actor: z.string(),
          created_at: z.string(),
        }),
      ),
    }),
  }),
  refundPayment: post('/api/operator/payment-refund', {
    caller: 'operator',
    staff: 'refund_payments',
    input: z.strictObject({
      reference,
      reason: typed(reason, 'why; it is recorded with the booking'),
      amount_micros: typed(z.optional(amount_micros), 'without tax; all that is left by default'),
      allow_negative: typed(z.optional(z.boolean()), 'yes: take back more than the balance holds'),
      /** Needed for more than the setting CONFIRM_ABOVE. */
      confirmed,
      by,
    }),
    output: z.object({ reference: z.string(), amount_micros: z.int(), tax_micros: z.int(), state: z.string() }),
  }),
  confirmWire: post('/api/operator/payment-wire', {
    caller: 'operator',
    staff: 'refund_payments',
    input: z.strictObject({
      reference,
      amount_micros: typed(amount_micros, 'what arrived'),
      reason: typed(reason, 'such as the line of the bank statement; it is recorded'),
      by,
    }),
    output: z.object({ reference: z.string(), login: z.string(), balance_micros: z.int() }),
  }),
  /** Simulates a bank; only the test processor has it. */
  disputeTestPayment: post('/api/operator/payment-test-dispute', {
    caller: 'operator',
    staff: 'refund_payments',
    input: z.strictObject({
      reference,
      outcome: typed(z._default(z.enum(['open', 'won', 'lost'], 'must be open, won or lost'), 'open'), 'what happens'),
      by,
    }),
    output: z.object({ reference: z.string(), status: z.enum(ORDER_STATUSES) }),
  }),
  /** Compares the processor's own lists with ours now, as the job does every hour. */
  reconcilePayments: post('/api/operator/payments-reconcile', {
    caller: 'operator',
    staff: 'run_books',
    input: z.strictObject({
      by,
      days: typed(
        z.optional(z.int().check(z.gte(1), z.lte(RECONCILE_DAYS_MAX, `must be 1 to ${RECONCILE_DAYS_MAX}`))),
        'how far back, else what is new since the last comparison',
      ),
    }),
    output: z.object({ unexplained: z.array(z.string()) }),
  }),
  /** What the last comparison could not explain. */
  paymentFindings: get('/api/operator/payment-findings', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({}),
    output: comparison,
  }),
}
