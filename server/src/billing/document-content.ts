import { E_INVOICE_CHOICES } from '@portico/contract/billing-details.ts'
import { LANGUAGES } from '@portico/contract/language.ts'
import { ORDER_PURPOSES, PROCESSORS } from '@portico/contract/payments.ts'
import { TAX_NOTES } from '@portico/contract/tax.ts'
import * as z from 'zod/mini'

const text = z.string()
/** The parts of an invoice that programs read separately and people see together. */
const parties = z.object({
  seller: z.object({
    country: text,
    post: z.nullable(z.object({ street: text, postal_code: text, city: text })),
    contact: z.nullable(z.object({ name: text, phone: text, email: text })),
    electronic_address: z.nullable(z.object({ scheme: text, id: text })),
  }),
  buyer: z.object({ country: text, line1: text, line2: text, postal_code: text, city: text }),
})

/** All that is printed on a document, frozen on the day it was issued. Nothing is looked up when it is drawn. */
export const documentContent = z.object({
  language: z.enum(LANGUAGES),
  brand: z.object({ wl_id: z.int(), title: z.string(), accent: z.nullable(z.string()) }),
  seller: z.object({
    name: z.string(),
    address: z.array(z.string()),
    vat_id: z.string(),
    registration: z.string(),
  }),
  customer: z.object({
    name: z.string(),
    address: z.array(z.string()),
    vat_id: z.string(),
    email: z.string(),
    po_number: z.string(),
    buyer_reference: z._default(z.string(), ''),
  }),
  /** Null where they are unknown: then there is no electronic invoice. Documents of earlier versions have none. */
  parties: z._default(z.nullable(parties), null),
  /** The electronic form that the customer wants besides the PDF. */
  e_invoice: z._default(z.enum(E_INVOICE_CHOICES), 'none'),
  lines: z.array(
    z.object({
      purpose: z.enum([...ORDER_PURPOSES, 'dispute_fee']),
      /** Its name on that day, in the language of the document. */
      product: z.nullable(z.string()),
      login: z.string(),
      amount_micros: z.int(),
    }),
  ),
  tax: z.object({
    note: z.enum(TAX_NOTES),
    name: z.string(),
    rate_bp: z.int(),
    tax_micros: z.int(),
    /** The tax again in the currency it is declared in, with the exchange rate used. */
    declared: z._default(
      z.nullable(
        z.object({ currency: text, tax_micros: z.int(), base: text, quote: text, rate: text, day: text, source: text }),
      ),
      null,
    ),
  }),
  payment: z.object({
    reference: z.string(),
    processor: z.enum(PROCESSORS),
    method_label: z.string(),
    /** Null for a credit note. */
    paid_at: z.nullable(z.string()),
    /** Bank details, for a wire. */
    account: z._default(z.nullable(z.object({ beneficiary: text, bank: text, iban: text, bic: text })), null),
  }),
  /** Last day of payment, for a proforma. */
  valid_until: z._default(z.nullable(z.string()), null),
  /** The proforma that the invoice of a wire was paid against. */
  proforma: z._default(z.nullable(z.object({ number: text, issued_at: text })), null),
  /** For a fee note: the invoice of the disputed payment, and the operator's text about tax. */
  fee: z._default(z.nullable(z.object({ invoice_number: text, text })), null),
  /** For a credit note, and for an invoice that reverses one: the corrected document, and the reason. */
  corrects: z.nullable(
    z.object({
      number: z.string(),
      issued_at: z.string(),
      reason: z.enum(['refund', 'dispute', 'refund_failed', 'dispute_won', 'fee_returned']),
    }),
  ),
})
export type DocumentContent = z.infer<typeof documentContent>
