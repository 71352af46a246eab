import type { OrderStatus, PaymentFailure, PaymentMethod, PaymentOrder } from '@portico/contract/payments.ts'
import type { MessageKey, Translator } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/show/badge.tsx'
import type { Tab } from './payments-search.ts'

export const TAB_WORDS: Record<Tab, MessageKey> = {
  payments: 'Payments',
  history: 'Balance history',
  methods: 'Payment methods',
  billing: 'Billing details',
  promo: 'Promo code',
}

export const STATUS_WORDS: Record<OrderStatus, { label: MessageKey; tone: BadgeTone }> = {
  created: { label: 'Started', tone: 'neutral' },
  open: { label: 'Unpaid', tone: 'warn' },
  processing: { label: 'Processing', tone: 'accent' },
  paid: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  partly_refunded: { label: 'Partly refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warn' },
  dispute_lost: { label: 'Charged back', tone: 'bad' },
}

/** Why it failed, and what helps. */
export const FAILURE_WORDS: Record<PaymentFailure, MessageKey> = {
  declined: 'Your bank declined the payment. Try again, use another card, or ask your bank.',
  insufficient_funds: 'The card does not have enough funds. Use another card or a smaller amount.',
  expired_card: 'The card has expired. Use another one.',
  check_card: 'The card could not be used. Check its number, expiry date and security code, or use another card.',
  authentication_needed:
    'Your bank requires you to confirm this payment. Pay on the payment page instead, where you can confirm it.',
  method_removed: 'This payment method was removed. Choose another one.',
  expired: 'The payment page was open for too long and has expired. Start again.',
  processor_error: 'The payment service could not complete the payment. Try again in a moment.',
}

/** Statuses of money that arrived, whatever became of it afterwards. */
const ARRIVED: OrderStatus[] = ['paid', 'partly_refunded', 'refunded', 'disputed', 'dispute_lost']

export function hasArrived({ status }: Pick<PaymentOrder, 'status'>): boolean {
  return ARRIVED.includes(status)
}

/** True when its state will no longer change automatically. */
export function isSettled({ status, database }: Pick<PaymentOrder, 'status' | 'database'>): boolean {
  if (status === 'paid' && database?.state === 'waiting') return false
  return status !== 'created' && status !== 'open' && status !== 'processing'
}

export function descriptionOf(
  { purpose, product, database, status }: Pick<PaymentOrder, 'purpose' | 'product' | 'database' | 'status'>,
  t: Translator['t'],
): string {
  if (database) return t('Database: {name}', { name: database.title })
  if (purpose === 'auto_recharge') return t('Auto-recharge')
  if (purpose === 'subscription') return t('Subscription: {name}', { name: product ?? '' })
  // A payment that has not arrived has added nothing.
  return hasArrived({ status }) ? t('Funds added') : t('Payment')
}

/** A card by its digits as soon as it is known. */
export function methodOf(
  { processor, method_label }: Pick<PaymentOrder, 'processor' | 'method_label'>,
  t: Translator['t'],
): string {
  if (processor === 'wire') return t('Wire transfer')
  return method_label.replace('••••', '··') || t('Card')
}

/** `Visa ·· 4242`; a wallet or an account without digits goes by its name. */
export function cardLabel({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string {
  return last4 ? `${brand} ·· ${last4}` : brand
}
