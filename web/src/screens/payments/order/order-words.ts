import type { OrderStatus, PaymentOrder } from '@portico/contract/payments.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { FAILURE_WORDS } from '../words.ts'

export interface OrderWords {
  tone: 'good' | 'bad' | 'warn' | 'neutral'
  icon: IconName
  title: MessageKey
  text: MessageKey
}

const WIRE: OrderWords = {
  tone: 'warn',
  icon: 'clock',
  title: 'Waiting for your wire transfer',
  text: 'Send the total to this account and write the reference on it. Your balance is credited when the money has arrived, usually within 1 to 3 business days.',
}

const WORDS: Record<OrderStatus, OrderWords> = {
  created: {
    tone: 'neutral',
    icon: 'clock',
    title: 'The payment is being started',
    text: 'This takes a moment. Nothing has been charged yet.',
  },
  open: {
    tone: 'warn',
    icon: 'clock',
    title: 'Waiting for your payment',
    text: 'Nothing has been charged yet. Continue on the payment page, or cancel.',
  },
  processing: {
    tone: 'neutral',
    icon: 'clock',
    title: 'Your payment is being processed',
    text: 'You can leave this page: your balance is credited by itself as soon as the payment is confirmed.',
  },
  paid: {
    tone: 'good',
    icon: 'check',
    title: '{amount} was added to your balance',
    text: 'Thank you. The payment has arrived.',
  },
  failed: { tone: 'bad', icon: 'close', title: 'The payment failed', text: 'Nothing was charged.' },
  canceled: {
    tone: 'neutral',
    icon: 'close',
    title: 'The payment was canceled',
    text: 'Nothing was charged.',
  },
  partly_refunded: {
    tone: 'neutral',
    icon: 'repeat',
    title: 'Part of this payment was refunded',
    text: 'The refunded part was taken from your balance and sent back to your payment method.',
  },
  refunded: {
    tone: 'neutral',
    icon: 'repeat',
    title: 'This payment was refunded',
    text: 'The amount was taken from your balance and sent back to your payment method.',
  },
  disputed: {
    tone: 'warn',
    icon: 'alert',
    title: 'This payment is disputed',
    text: 'Your bank is checking it. Until then the amount is taken from your balance.',
  },
  dispute_lost: {
    tone: 'bad',
    icon: 'alert',
    title: 'This payment was charged back',
    text: 'Your bank took the amount back, so it was taken from your balance.',
  },
}

/** What is going on with a payment, and what to do about it. */
export function orderWords({
  status,
  processor,
  failure,
}: Pick<PaymentOrder, 'status' | 'processor' | 'failure'>): OrderWords {
  if (processor === 'wire' && (status === 'open' || status === 'created')) return WIRE
  const words = WORDS[status]
  return status === 'failed' && failure ? { ...words, text: FAILURE_WORDS[failure] } : words
}
