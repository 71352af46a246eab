import { ORDER_STATUSES, type OrderPurpose } from '@portico/contract/payments.ts'
import { expect, test } from 'vitest'
import { descriptionOf } from './words.ts'

const t = (key: string) => key

test.each(ORDER_STATUSES)('a payment that is %s states that funds were added only if it has arrived', (status) => {
  const has_arrived = ['paid', 'partly_refunded', 'refunded', 'disputed', 'dispute_lost'].includes(status)
  const order = { purpose: 'top_up' as OrderPurpose, product: null, database: null, status }
  expect(descriptionOf(order, t)).toBe(has_arrived ? 'Funds added' : 'Payment')
  expect(descriptionOf({ ...order, purpose: 'auto_recharge' }, t)).toBe('Auto-recharge')
})
