import type { TransactionKind } from '@portico/contract/billing.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const TRANSACTION_WORDS: Record<TransactionKind, MessageKey> = {
  usage: 'Usage',
  usage_refund: 'Refund for failed tasks',
  call_refund: 'Refund for a request',
  payment: 'Payment',
  promo: 'Promo code',
  gift: 'Credit',
  transfer: 'Transfer',
  refund: 'Refunded payment',
  dispute: 'Disputed payment',
  dispute_won: 'Disputed amount returned',
  dispute_fee: 'Fee for a disputed payment',
  correction: 'Correction',
  purchase: 'Purchase',
}
