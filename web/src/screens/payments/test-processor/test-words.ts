import type { TEST_CARDS, TEST_OUTCOMES } from '@portico/contract/test-processor.ts'
import type { MessageKey } from '#i18n/i18n.tsx'

export const OUTCOME_WORDS: Record<(typeof TEST_OUTCOMES)[number], MessageKey> = {
  approve: 'Approve',
  authenticate: 'Ask for 3-D Secure',
  delay: 'Approve after a delay',
  decline: 'Decline',
  insufficient_funds: 'Decline: insufficient funds',
  cancel: 'Cancel and return',
}

export const CARD_WORDS: Record<(typeof TEST_CARDS)[number], MessageKey> = {
  '4242': 'is accepted',
  '0002': 'is declined',
  '9995': 'has no funds',
  '0069': 'has expired',
  '3155': 'asks for 3-D Secure',
}
