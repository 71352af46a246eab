import { sentenceOf } from '#activity/activity-words.ts'
import type { ConsoleKey } from './texts.ts'

/** What staff and their programs do that no customer reads of. */
const WORDS: Record<string, ConsoleKey> = {
  approval_requested: 'An approval was requested',
  approval_given: 'A colleague’s request was approved',
  approval_rejected: 'A colleague’s request was rejected',
  approval_failed: 'An approved request could not be carried out',
  books_started: 'A check of the books was started',
  payments_compared: 'Payments were compared with the payment processor',
  month_closed: 'A month was closed',
  catalogue_uploaded: 'A document was uploaded',
  catalogue_activated: 'An upload was activated',
  database_published: 'A database was published',
  customer_note_added: 'A note about a customer was added',
  incident_updated: 'An incident was updated',
  incident_removed: 'An incident was removed',
  notice_added: 'A notice was added',
  notice_removed: 'A notice was removed',
  promo_added: 'A promo code was added',
  promo_ended: 'A promo code was ended',
  whitelabel_set: 'A white-label was saved',
  whitelabel_removed: 'A white-label was removed',
  operator_token_added: 'A token was created',
  operator_token_revoked: 'A token was revoked',
  operator_webhook_added: 'A webhook was added',
  operator_webhook_changed: 'A webhook was changed',
  operator_webhook_removed: 'A webhook was removed',
  operator_webhook_replayed: 'A webhook message was sent again',
  operator_webhook_secret_rotated: 'The secret of a webhook was replaced',
  mail_bounced: 'A bounced e-mail was reported',
  test_mail_sent: 'A test e-mail was sent',
  queue_retried: 'Queue items were retried',
  queue_dropped: 'Queue items were dropped',
  prices_applied: 'Prices were applied',
  prices_withdrawn: 'Prices were withdrawn',
  operator_webhook_tested: 'A test message was sent to a webhook',
  test_payment_disputed: 'A test payment was disputed',
}

export function wordsOf(action: string): ConsoleKey | undefined {
  return sentenceOf(action) ?? WORDS[action]
}
