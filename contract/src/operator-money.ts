import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { typed } from './operator-fields.ts'
import { day, file } from './operator-revenue.ts'
import { DOCUMENT_KINDS, TAX_NOTES } from './tax.ts'

export const REVERSAL_KINDS = ['refund', 'dispute'] as const
export const REVERSAL_STATES = ['created', 'pending', 'done', 'failed', 'won'] as const

const optionalDays = {
  from: typed(z.optional(day), 'first UTC day, like 2026-11-01'),
  to: typed(z.optional(day), 'last UTC day, included'),
}
const paged = {
  before: typed(z.optional(text(100)), 'the `next` of the page before', { value: 'cursor' }),
  limit: typed(z._default(queryNumber(1, 1_000), 50), 'how many'),
}
const next = z.nullable(z.string())

/** By whom and for what tax is owed: sums of invoices less credit notes. */
const taxRow = z.object({
  /** The host of the white-label; null: the provider's own. */
  brand: z.nullable(z.string()),
  seller_country: z.nullable(z.string()),
  /** Of the customer; null where the documents do not name it. */
  country: z.nullable(z.string()),
  note: z.enum(TAX_NOTES),
  rate_bp: z.int(),
  invoices: z.int(),
  credit_notes: z.int(),
  /** Without tax. */
  amount_micros: z.int(),
  tax_micros: z.int(),
  /** The tax again in the currency it is declared in, as printed on the documents. */
  declared_currency: z.nullable(z.string()),
  declared_micros: z.nullable(z.int()),
})
export type TaxRow = z.infer<typeof taxRow>
const taxDays = z.strictObject({
  from: typed(day, 'first UTC day, like 2026-10-01'),
  to: typed(day, 'last UTC day, included'),
})

/** Money of all customers together, part of `operator`. */
export const moneyOperations = {
  /** What customers have with us, and where it came from: both sides sum to the same. */
  liabilities: get('/api/operator/liabilities', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({}),
    output: z.object({
      /** Balances above zero, which we owe, and how many. */
      owed_micros: z.int(),
      owed_count: z.int(),
      /** Balances below zero, which customers owe us; negative. */
      overdrawn_micros: z.int(),
      overdrawn_count: z.int(),
      /** Reserved for calls that are not booked yet; part of the balances. */
      held_micros: z.int(),
      /** Since the beginning, signed as they changed the balances. */
      deposits_micros: z.int(),
      credits_micros: z.int(),
      promos_micros: z.int(),
      fees_micros: z.int(),
      usage_micros: z.int(),
      purchases_micros: z.int(),
    }),
  }),
  listReversals: get('/api/operator/reversals', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({
      kind: typed(z.optional(z.enum(REVERSAL_KINDS, 'must be refund or dispute')), 'only these'),
      state: typed(
        z.optional(z.enum(REVERSAL_STATES, `must be one of ${REVERSAL_STATES.join(', ')}`)),
        'only in this state',
      ),
      ...optionalDays,
      ...paged,
    }),
    output: z.object({
      reversals: z.array(
        z.object({
          reference: z.string(),
          customer_id: z.int(),
          login: z.string(),
          kind: z.enum(REVERSAL_KINDS),
          state: z.enum(REVERSAL_STATES),
          amount_micros: z.int(),
          tax_micros: z.int(),
          fee_micros: z.int(),
          reason: z.string(),
          actor: z.string(),
          created_at: z.string(),
        }),
      ),
      next,
    }),
  }),
  listAllDocuments: get('/api/operator/documents', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({
      kind: typed(
        z.optional(z.enum(DOCUMENT_KINDS, `must be one of ${DOCUMENT_KINDS.join(', ')}`)),
        'only of this kind',
      ),
      ...optionalDays,
      ...paged,
    }),
    output: z.object({
      documents: z.array(
        z.object({
          number: z.string(),
          kind: z.enum(DOCUMENT_KINDS),
          brand: z.nullable(z.string()),
          customer_id: z.int(),
          customer: z.string(),
          country: z.nullable(z.string()),
          /** The payment it is about. */
          reference: z.string(),
          amount_micros: z.int(),
          tax_micros: z.int(),
          issued_at: z.string(),
        }),
      ),
      next,
    }),
  }),
  /** The numbers of a year: each brand and kind counts for itself, and none may be missing. */
  documentNumbers: get('/api/operator/document-numbers', {
    caller: 'operator',
    staff: 'see_money',
    input: z.strictObject({ year: typed(z.optional(queryNumber(2000, 2999)), 'this year by default') }),
    output: z.object({
      year: z.int(),
      series: z.array(
        z.object({
          brand: z.nullable(z.string()),
          kind: z.enum(DOCUMENT_KINDS),
          /** The last number that was given out, and how many documents there are. */
          last: z.int(),
          count: z.int(),
          last_number: z.nullable(z.string()),
          /** Ranges of missing numbers, the first hundred. */
          gaps: z.array(z.object({ from: z.int(), to: z.int() })),
        }),
      ),
    }),
  }),
  taxReport: get('/api/operator/tax', {
    caller: 'operator',
    staff: 'see_money',
    input: taxDays,
    output: z.object({
      rows: z.array(taxRow),
      totals: z.object({ amount_micros: z.int(), tax_micros: z.int(), invoices: z.int(), credit_notes: z.int() }),
    }),
  }),
  taxFile: get('/api/operator/tax-file', { caller: 'operator', staff: 'see_money', input: taxDays, output: file }),
}
