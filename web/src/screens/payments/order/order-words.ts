import type { DatabaseOrder, NotBought } from '@portico/contract/database-order.ts'
import type { OrderStatus, PaymentOrder } from '@portico/contract/payments.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { IconName } from '#ui/icon/icon-paths.ts'
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
  text: 'Send the total to this account and include the reference. Your balance is credited when the money has arrived, usually within 1 to 3 business days.',
}

const WORDS: Record<OrderStatus, OrderWords> = {
  created: {
    tone: 'neutral',
    icon: 'clock',
    title: 'Your payment is being started',
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
    text: 'You can leave this page: your balance is credited automatically as soon as the payment is confirmed.',
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
    text: 'Your bank is reviewing it. The amount is deducted from your balance until then.',
  },
  dispute_lost: {
    tone: 'bad',
    icon: 'alert',
    title: 'This payment was charged back',
    text: 'Your bank took the amount back, so it was taken from your balance.',
  },
}

const NOT_BOUGHT_WORDS: Record<NotBought, MessageKey> = {
  order_changed:
    'Nothing was bought: the price or the version changed before your payment arrived. Your payment was credited to your balance.',
  unknown_database:
    'Nothing was bought: this database is no longer offered. Your payment was credited to your balance.',
  insufficient_funds:
    'Nothing was bought: your balance was used for something else in the meantime and no longer covered the price. Your payment was credited to your balance.',
  not_allowed:
    'Nothing was bought: the person who ordered no longer has permission to buy for this login. The payment was credited to its balance.',
  login_on_hold:
    'Nothing was bought: the person who ordered no longer has permission to buy for this login. The payment was credited to its balance.',
  already_there:
    'This order had already been completed, so nothing was bought twice. Your payment was credited to your balance.',
  failed:
    'Nothing was bought because of an error on our side. Your payment was credited to your balance; please order again.',
}

/** For a payment that arrived: its purpose is bought, or the money stays. */
function databaseWords({ state, reason }: DatabaseOrder): OrderWords {
  if (state === 'bought')
    return {
      tone: 'good',
      icon: 'check',
      title: 'You bought {name}',
      text: 'The payment has arrived, and your order is paid. Your files will be ready in a moment.',
    }
  if (state === 'waiting')
    return {
      tone: 'neutral',
      icon: 'clock',
      title: 'Your order is being completed',
      text: 'The payment has arrived. It is being used to buy {name}.',
    }
  return { ...WORDS.paid, tone: 'warn', icon: 'alert', text: NOT_BOUGHT_WORDS[reason ?? 'failed'] }
}

/** The state of a payment, and what to do about it. */
export function orderWords({
  status,
  processor,
  failure,
  database,
}: Pick<PaymentOrder, 'status' | 'processor' | 'failure' | 'database'>): OrderWords {
  if (status === 'paid' && database) return databaseWords(database)
  if (processor === 'wire' && (status === 'open' || status === 'created')) return WIRE
  const words = WORDS[status]
  return status === 'failed' && failure ? { ...words, text: FAILURE_WORDS[failure] } : words
}
