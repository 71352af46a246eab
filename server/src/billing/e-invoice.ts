import { currency } from '@portico/contract/currency.ts'
import { decimalText, type Micros } from '@portico/contract/money.ts'
import { utcDay } from '@portico/contract/time.ts'
import { textsIn } from '#i18n/translate.ts'
import { type DocumentContent, documentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import { correctionText, lineText, NO_TAX } from './document-words.ts'
import { formatsIn } from './formats.ts'

export interface Party {
  name: string
  vat_id: string
  /** Such as a company number. */
  registration: string
  street: string
  more_street: string
  postal_code: string
  city: string
  country: string
  contact: { name: string; phone: string; email: string } | null
  electronic_address: { scheme: string; id: string } | null
}

/**
 * An invoice or a credit note by the model of EN 16931, with amounts as they are written; both XML forms are generated from this.
 */
export interface EInvoice {
  number: string
  is_credit_note: boolean
  issued_on: string
  currency: string
  buyer_reference: string
  po_number: string
  note: string
  preceding: { number: string; issued_on: string } | null
  seller: Party
  buyer: Party
  /** The day of the payment: the tax fell due, and the credit could be used. */
  paid_on: string | null
  payment: { code: string; reference: string; account: DocumentContent['payment']['account']; terms: string }
  line: { name: string; login: string }
  tax: { category: TaxCategory; rate: string; reason: string; reason_code: string }
  declared: { currency: string; tax: string } | null
  net: string
  tax_amount: string
  gross: string
  prepaid: string
  payable: string
}

/** UNCL 5305: standard, zero, reverse charge, outside the scope of VAT. */
type TaxCategory = 'S' | 'Z' | 'AE' | 'O'

/** UNCL 4461. */
const CREDIT_TRANSFER = '30'
const ONLINE_SERVICE = '68'
const NOT_DEFINED = '1'

/** A document as an electronic invoice; undefined for one that is none, or that lacks what the standard demands. */
export function eInvoiceOf(
  row: Pick<StoredDocument, 'kind' | 'number' | 'issued_at' | 'amount_micros' | 'tax_micros' | 'content'>,
): EInvoice | undefined {
  if (row.kind !== 'invoice' && row.kind !== 'credit_note') return undefined
  const content = documentContent.parse(row.content)
  const { parties, customer, seller, payment, corrects, language, proforma } = content
  const tax = taxOf(content)
  if (!parties || !tax) return undefined
  const t = textsIn(language)
  const correction = corrects && correctionText(t, corrects, formatsIn(language))
  const is_credit_note = row.kind === 'credit_note'
  const gross = cents(row.amount_micros + row.tax_micros)
  const { post, ...seller_parts } = parties.seller
  const [line] = content.lines
  // A document outside the scope of VAT must not name any VAT number; the seller is then known by the registration alone.
  const vat = (vat_id: string) => (tax.category !== 'O' && /^[A-Z]{2}/.test(vat_id) ? vat_id : '')
  return {
    number: row.number,
    is_credit_note,
    issued_on: utcDay(row.issued_at),
    currency: currency(),
    buyer_reference: customer.buyer_reference || customer.po_number || payment.reference,
    po_number: customer.po_number,
    note: [correction, !corrects && proforma && `${t('Proforma invoice')} ${proforma.number}`]
      .filter(Boolean)
      .join(' '),
    preceding: corrects && { number: corrects.number, issued_on: corrects.issued_at.slice(0, 10) },
    seller: {
      ...seller_parts,
      name: seller.name,
      vat_id: vat(seller.vat_id),
      registration: seller.registration || (tax.category === 'O' ? seller.vat_id || seller.name : ''),
      street: post?.street ?? seller.address[0] ?? '',
      more_street: '',
      postal_code: post?.postal_code ?? '',
      city: post?.city ?? '',
      electronic_address: seller_parts.electronic_address ?? byMail(seller_parts.contact?.email),
    },
    buyer: {
      name: customer.name,
      vat_id: vat(customer.vat_id),
      registration: '',
      street: parties.buyer.line1,
      more_street: parties.buyer.line2,
      postal_code: parties.buyer.postal_code,
      city: parties.buyer.city,
      country: parties.buyer.country,
      contact: null,
      electronic_address: byMail(customer.email),
    },
    paid_on: payment.paid_at?.slice(0, 10) ?? null,
    payment: {
      code: payment.processor !== 'wire' ? ONLINE_SERVICE : payment.account ? CREDIT_TRANSFER : NOT_DEFINED,
      reference: payment.reference,
      account: payment.account,
      terms: is_credit_note ? t('Credited to you') : t('Paid'),
    },
    line: {
      name: line ? lineText(t, line) : '',
      login: `${t('API login')} ${line?.login ?? ''}`,
    },
    tax,
    declared: content.tax.declared && {
      currency: content.tax.declared.currency,
      tax: cents(content.tax.declared.tax_micros),
    },
    net: cents(row.amount_micros),
    tax_amount: cents(row.tax_micros),
    gross,
    prepaid: is_credit_note ? cents(0) : gross,
    payable: is_credit_note ? gross : cents(0),
  }
}

/** Undefined where the rules of a category require unknown data. */
function taxOf({ tax, seller, customer, language }: DocumentContent): EInvoice['tax'] | undefined {
  const t = textsIn(language)
  const none = { rate: '0', reason: '', reason_code: '' }
  if (tax.note === 'tax') {
    if (!seller.vat_id) return undefined
    return tax.rate_bp > 0 ? { ...none, category: 'S', rate: String(tax.rate_bp / 100) } : { ...none, category: 'Z' }
  }
  if (tax.note === 'reverse_charge')
    return seller.vat_id && customer.vat_id
      ? { ...none, category: 'AE', reason: t(NO_TAX.reverse_charge), reason_code: 'VATEX-EU-AE' }
      : undefined
  if (tax.note === 'not_taxable')
    return { ...none, category: 'O', reason: t(NO_TAX.not_taxable), reason_code: 'VATEX-EU-O' }
  return undefined
}

function byMail(email: string | undefined): Party['electronic_address'] {
  return email ? { scheme: 'EM', id: email } : null
}

/** Amounts of documents are whole cents. */
function cents(micros: Micros): string {
  return decimalText(micros).slice(0, -4)
}
