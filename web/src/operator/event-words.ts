import { BUSINESS_EVENT_TYPES, type BusinessEventType } from '@portico/contract/business-events.ts'
import type { ConsoleKey } from './texts.ts'

export const EVENT_WORDS: Record<BusinessEventType, ConsoleKey> = {
  'customer.created': 'Customer signed up',
  'customer.confirmed': 'Customer confirmed',
  'customer.first_call': 'First call',
  'payment.succeeded': 'Payment received',
  'payment.refunded': 'Payment refunded',
  'payment.disputed': 'Payment disputed',
  'balance.low': 'Balance low',
  'balance.empty': 'Balance empty',
  'limit.reached': 'Limit reached',
  'subscription.renewed': 'Subscription renewed',
  'subscription.ended': 'Subscription ended',
  'price.changed': 'Prices changed',
  'account.closed': 'Account closed',
}

/** One that only a newer server knows is shown by its type. */
export function wordOf(type: string): ConsoleKey | undefined {
  const known = BUSINESS_EVENT_TYPES.find((one) => one === type)
  if (known) return EVENT_WORDS[known]
  return type === 'webhook.test' ? 'Test message' : undefined
}
