import { ALERT_NAMES } from '@portico/contract/alert-kinds.ts'
import type { AlertDelivery } from '@portico/contract/alerts.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import type { BadgeTone } from '#ui/show/badge.tsx'

export const KIND_WORDS: Record<AlertDelivery['kind'], MessageKey> = {
  ...ALERT_NAMES,
  test: 'Test message',
}

const FAILURE_WORDS: Record<NonNullable<AlertDelivery['failure']>, MessageKey> = {
  forbidden: 'Points to a private address',
  slow: 'No response within 10 seconds',
  down: 'Unreachable',
  refused: 'Refused',
  removed: 'Address removed',
}

/** The result of the last try: a code where a server replied, a word otherwise. */
export function answerOf(row: Pick<AlertDelivery, 'state' | 'http_status' | 'failure' | 'error_code'>): {
  tone: BadgeTone
  code: string
  words?: MessageKey
} {
  if (row.state === 'sent') return { tone: 'good', code: String(row.http_status ?? '') }
  const tone = row.state === 'failed' ? 'bad' : 'warn'
  if (row.http_status !== null) return { tone, code: String(row.http_status) }
  if (row.failure === null) return { tone: 'neutral', code: '', words: 'Sending' }
  return { tone, code: row.error_code ?? '', words: FAILURE_WORDS[row.failure] }
}
