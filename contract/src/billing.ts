import * as z from 'zod/mini'
import { CUSTOMER_KINDS, detailsValues, E_INVOICE_CHOICES, E_INVOICE_FORMATS, vatState } from './billing-details.ts'
import { get, post } from './endpoint.ts'
import { text, uuid } from './form-fields.ts'
import { isDay, momentMs } from './moment.ts'
import { PAYS } from './payments.ts'
import { MESSAGES } from './rules.ts'
import { DOCUMENT_KINDS } from './tax.ts'
import { DAY_MS } from './time.ts'

/** A leap year. */
export const PERIOD_MAX_DAYS = 366

const day = text(10, MESSAGES.pattern).check(
  z.refine((typed) => isDay(typed) && !Number.isNaN(momentMs(typed)), MESSAGES.pattern),
)

/** UTC days, both included. */
export interface Period {
  from: string
  to: string
}
const period = { from: day, to: day }

export function isPeriod({ from, to }: Period): boolean {
  const days = (momentMs(to) - momentMs(from)) / DAY_MS + 1
  return days >= 1 && days <= PERIOD_MAX_DAYS
}
const periodIsRight = z.refine<Period>(isPeriod, { error: MESSAGES.range, path: ['to'] })

/**
 * What changes a balance. `usage` and `usage_refund` are all calls, and all that was given back for failed tasks, of a
 * UTC day and an API; `call_refund` is what we gave back for a single call. Every other kind is one ledger entry.
 */
export const TRANSACTION_KINDS = [
  'usage',
  'usage_refund',
  'call_refund',
  'payment',
  'promo',
  'gift',
  'transfer',
  'refund',
  'dispute',
  'dispute_won',
  'dispute_fee',
  'correction',
  'purchase',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

const billingDocument = z.object({
  id: uuid,
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  /**
   * Number of the invoice that a credit note corrects, of the credit note that an invoice takes back, or of the fee note
   * that is given back.
   */
  invoice_number: z.nullable(z.string()),
  issued_at: z.string(),
  /** Without tax. */
  amount_micros: z.int(),
  tax_micros: z.int(),
  /** True where it can be downloaded as an electronic invoice, too. */
  has_e_invoice: z.boolean(),
})
export type BillingDocument = z.infer<typeof billingDocument>

const details = z.object({
  kind: z.enum(CUSTOMER_KINDS),
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
  vat_id: z.string(),
  invoice_emails: z.string(),
  po_number: z.string(),
  buyer_reference: z.string(),
  e_invoice: z.enum(E_INVOICE_CHOICES),
})

/** What the form was opened with, checked for length only: values saved under older rules are accepted, too. */
const stored = text(2000)
const seenDetails = z.strictObject({
  kind: z.enum(CUSTOMER_KINDS),
  name: stored,
  line1: stored,
  line2: stored,
  postal_code: stored,
  city: stored,
  country: stored,
  vat_id: stored,
  invoice_emails: stored,
  po_number: stored,
  // A page of the previous version does not send these.
  buyer_reference: z._default(stored, ''),
  e_invoice: z._default(z.enum(E_INVOICE_CHOICES), 'none'),
})

const line = z.object({
  /** Position among all lines; the `before` of the next page. */
  key: z.string(),
  day: z.string(),
  /** Null for a line that sums up a day. */
  at: z.nullable(z.string()),
  kind: z.enum(TRANSACTION_KINDS),
  api: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** Number of ledger entries the line sums up. */
  count: z.int(),
  /** Number of the payment, or the login on the other side of a transfer. */
  about: z.string(),
  amount_micros: z.int(),
  balance_micros: z.int(),
})
export type HistoryLine = z.infer<typeof line>

const history = z.object({
  login: z.string(),
  opening_micros: z.int(),
  in_micros: z.int(),
  out_micros: z.int(),
  closing_micros: z.int(),
  /** Newest first. */
  lines: z.array(line),
  next: z.nullable(z.string()),
})
export type BalanceHistory = z.infer<typeof history>

const kind = z.optional(z.enum(TRANSACTION_KINDS))

export const billing = {
  getDetails: get('/api/billing/details', {
    caller: PAYS,
    input: z.strictObject({}),
    output: z.object({
      /** Null: not given yet. */
      details: z.nullable(details),
      /** Invoices go there unless another address is given. */
      owner_email: z.string(),
      /** No payment can be made before they are given. */
      is_needed: z.boolean(),
      tax_name: z.string(),
      /** Null: there is no number. */
      vat: z.nullable(vatState),
      has_statements: z.boolean(),
    }),
  }),
  /** Nothing is saved where the saved details are no longer those `seen`; null: there were none. */
  saveDetails: post('/api/billing/details', {
    caller: PAYS,
    proof: 'proved',
    input: z.extend(detailsValues, { seen: z.optional(z.nullable(seenDetails)) }),
    output: z.object({ details, vat: z.nullable(vatState) }),
  }),
  /** A statement of each month from now on, by mail to the addresses for invoices. */
  setStatements: post('/api/billing/statements', {
    caller: PAYS,
    proof: 'proved',
    input: z.strictObject({ is_on: z.boolean() }),
    output: z.object({ has_statements: z.boolean() }),
  }),
  /** Newest first. */
  listDocuments: get('/api/billing/documents', {
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject({ before: z.optional(text(100)) }),
    output: z.object({ documents: z.array(billingDocument), next: z.nullable(z.string()) }),
  }),
  /** The ledger of the active login, laid out like a bank statement. */
  getHistory: get('/api/billing/history', {
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject({ ...period, kind, before: z.optional(text(200)) }).check(periodIsRight),
    output: history,
  }),
}

/** Files, not answers: each has a route of its own beside the endpoints. */
export const billingFiles = {
  document: { path: '/api/billing/document.pdf', reads: 'replica', caller: PAYS, input: z.strictObject({ id: uuid }) },
  /** An invoice or a credit note for programs: UBL by XRechnung, or a PDF with CII inside (Factur-X, ZUGFeRD). */
  eInvoice: {
    path: '/api/billing/e-invoice',
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject({ id: uuid, format: z.enum(E_INVOICE_FORMATS) }),
  },
  documents: {
    path: '/api/billing/documents.zip',
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject(period).check(periodIsRight),
  },
  history: {
    path: '/api/billing/history-file',
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject({ ...period, format: z.enum(['csv', 'pdf']) }).check(periodIsRight),
  },
  /** Cost of use by FOCUS 1.2: a row for each day, login, API and function. */
  focus: {
    path: '/api/billing/focus.csv',
    reads: 'replica',
    caller: PAYS,
    input: z.strictObject(period).check(periodIsRight),
  },
} as const
