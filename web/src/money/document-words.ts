import type { DocumentKind } from '@portico/contract/tax.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const DOCUMENT_WORDS: Record<DocumentKind, MessageKey> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  proforma: 'Proforma invoice',
  fee_note: 'Fee note',
  fee_credit: 'Fee refund note',
}
