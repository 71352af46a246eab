import * as z from 'zod/mini'
import { isCountry } from './countries.ts'
import { email, text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'

export const CUSTOMER_KINDS = ['company', 'person'] as const
export const INVOICE_EMAILS_MAX = 5
export const E_INVOICE_FORMATS = ['xrechnung', 'facturx'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]
/** The electronic format attached to the mail of an invoice, besides its PDF. */
export const E_INVOICE_CHOICES = ['none', ...E_INVOICE_FORMATS] as const

/** Characters the font of documents has. Any other would print as an empty box on an invoice. */
const IN_PRINT = /^(?:[ -\u024f\u0374-\u03ce\u0400-\u04ff\u1e00-\u1fff\u2010-\u2027€№™]|[\u0300-\u036f])*$/
const UNPRINTABLE = 'Invoices can show Latin, Greek and Cyrillic letters only'

export function isInPrint(typed: string): boolean {
  return IN_PRINT.test(typed)
}

/** One printable line: no control characters, no marks that turn the direction of writing, no blanks at its ends. */
const line = (max: number) =>
  text(1000).check(
    z.overwrite((typed) =>
      typed
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .replace(/\p{Cf}/gu, '')
        .trim(),
    ),
    z.maxLength(max, MESSAGES.tooLong),
    z.refine(isInPrint, UNPRINTABLE),
  )
const needed = (max: number) => line(max).check(z.minLength(1, MESSAGES.required))

/** Addresses as typed into one field, separated by commas, semicolons or blanks. */
export function emailsOf(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
}

/**
 * Whom invoices are for, checked alike by the form and by the server. Only the server can check a VAT id with the
 * register.
 */
export const detailsValues = z.strictObject({
  kind: z.enum(CUSTOMER_KINDS),
  name: needed(120),
  line1: needed(120),
  line2: line(120),
  postal_code: line(20),
  city: needed(80),
  country: text(2).check(z.refine(isCountry, MESSAGES.required)),
  /** Written together, in capitals: `DE136695976`. */
  vat_id: text(100).check(
    z.overwrite((typed) => typed.replace(/[\s.\-/]+/g, '').toUpperCase()),
    z.maxLength(20, MESSAGES.tooLong),
    z.regex(/^[A-Z0-9]*$/, MESSAGES.pattern),
  ),
  invoice_emails: text(2000).check(
    z.overwrite((typed) => emailsOf(typed).join(', ')),
    z.refine((typed) => emailsOf(typed).length <= INVOICE_EMAILS_MAX, MESSAGES.invoiceEmails),
    z.refine((typed) => emailsOf(typed).every((one) => email.safeParse(one).success), MESSAGES.email),
    z.overwrite((typed) => [...new Set(emailsOf(typed).map((one) => email.safeParse(one).data ?? one))].join(', ')),
  ),
  po_number: line(60),
  /** A reference that public buyers need on electronic invoices, in Germany the Leitweg-ID. */
  buyer_reference: z._default(line(60), ''),
  e_invoice: z._default(z.enum(E_INVOICE_CHOICES), 'none'),
})
/**
 * What is known about a VAT number. `form`: only its form was checked, as no register is configured; `unavailable`: the
 * register could not be queried yet.
 */
export const vatState = z.object({
  state: z.enum(['valid', 'invalid', 'unavailable', 'form']),
  /** Tax is charged because of it. */
  is_taxed: z.boolean(),
  checked_at: z.nullable(z.string()),
  /** The name in the register, where the register returns it. */
  name: z.string(),
})
export type VatState = z.infer<typeof vatState>
export type DetailsValues = z.infer<typeof detailsValues>
