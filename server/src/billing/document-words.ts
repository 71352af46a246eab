import type { TextKey, Translate } from '#i18n/translate.ts'
import type { DocumentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import type { PaperFormats } from './formats.ts'

export const DOCUMENT_NAMES = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  proforma: 'Proforma invoice',
  fee_note: 'Fee note',
  fee_credit: 'Fee refund note',
} as const satisfies Record<StoredDocument['kind'], TextKey>

/** Why no tax is charged, as the law wants it written. */
export const NO_TAX = {
  reverse_charge:
    'Reverse charge: VAT is to be accounted for by the recipient of the service (Article 196 of Directive 2006/112/EC).',
  not_taxable: 'Not subject to VAT in the supplier’s country: the place of supply is outside that country.',
} as const satisfies Partial<Record<DocumentContent['tax']['note'], TextKey>>

type Correction = NonNullable<DocumentContent['corrects']>
const CORRECTIONS = {
  refund: 'This credit note corrects invoice {number} of {date}. The amount is refunded to you.',
  dispute: 'This credit note corrects invoice {number} of {date}. The payment was reversed by your bank.',
  refund_failed:
    'This invoice cancels credit note {number} of {date}: the refund could not be delivered, and the amount was returned to your balance.',
  dispute_won:
    'This invoice cancels credit note {number} of {date}: your bank confirmed the payment, and the amount was returned to your balance.',
  fee_returned:
    'This note cancels fee note {number} of {date}: the dispute is closed, your payment stands, and the fee was returned to your balance.',
} as const satisfies Record<Correction['reason'], TextKey>

/** Why a document corrects another one. */
export function correctionText(t: Translate, { reason, number, issued_at }: Correction, format: PaperFormats): string {
  return t(CORRECTIONS[reason], { number, date: format.date(new Date(issued_at)) })
}

const PURPOSES = {
  top_up: 'Prepaid credit for the data API',
  auto_recharge: 'Prepaid credit for the data API (automatic recharge)',
  dispute_fee: 'Fee for a disputed card payment',
} as const

/** The purpose of a line of a document. */
export function lineText(t: Translate, { purpose, product }: DocumentContent['lines'][number]): string {
  if (purpose === 'subscription') return t('Subscription {product}, one month', { product: product ?? '' })
  return t(PURPOSES[purpose])
}
