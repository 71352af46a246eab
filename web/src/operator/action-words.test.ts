import { expect, test } from 'vitest'
import { wordsOf } from './action-words.ts'

test.each([
  'mail_bounced',
  'test_mail_sent',
  'queue_retried',
  'queue_dropped',
  'prices_applied',
  'prices_withdrawn',
  'operator_webhook_tested',
  'test_payment_disputed',
])('the audit log of the console has a sentence for %s', (action) => {
  expect(wordsOf(action)).toMatch(/^[A-Z].* (was|were) /)
})
