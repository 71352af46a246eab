import * as z from 'zod/mini'

export const TAX_NOTES = ['none', 'tax', 'reverse_charge', 'not_taxable'] as const

/**
 * `proforma`, `fee_note` and `fee_credit` are no tax invoices: the first is what a wire is paid against, the others the
 * fee of a dispute, taken and given back.
 */
export const DOCUMENT_KINDS = ['invoice', 'credit_note', 'proforma', 'fee_note', 'fee_credit'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const tax = z.object({
  note: z.enum(TAX_NOTES),
  /** Name of the tax on documents, such as VAT. */
  name: z.string(),
  /** In hundredths of a percent: 1900 is 19 %. */
  rate_bp: z.int(),
  tax_micros: z.int(),
})
export type Tax = z.infer<typeof tax>
