import { LANGUAGES } from '@portico/contract/language.ts'
import { ORDER_PURPOSES, PROCESSORS, TAX_NOTES } from '@portico/contract/payments.ts'
import * as z from 'zod/mini'

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
  }),
  lines: z.array(
    z.object({
      purpose: z.enum(ORDER_PURPOSES),
      /** As it was called on that day, in the language of the document. */
      product: z.nullable(z.string()),
      login: z.string(),
      amount_micros: z.int(),
    }),
  ),
  tax: z.object({ note: z.enum(TAX_NOTES), name: z.string(), rate_bp: z.int(), tax_micros: z.int() }),
  payment: z.object({
    reference: z.string(),
    processor: z.enum(PROCESSORS),
    method_label: z.string(),
    /** Of a credit note: null. */
    paid_at: z.nullable(z.string()),
  }),
  /** Of a credit note, and of the invoice that takes one back: what it corrects, and why. */
  corrects: z.nullable(
    z.object({
      number: z.string(),
      issued_at: z.string(),
      reason: z.enum(['refund', 'dispute', 'refund_failed', 'dispute_won']),
    }),
  ),
})
export type DocumentContent = z.infer<typeof documentContent>
