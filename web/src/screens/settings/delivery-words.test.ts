import type { AlertDelivery } from '@portico/contract/alerts.ts'
import { expect, test } from 'vitest'
import { answerOf } from './delivery-words.ts'

const row: AlertDelivery = {
  id: 1,
  at: '2026-03-02T10:00:00.000Z',
  kind: 'balance',
  is_replay: false,
  state: 'waiting',
  http_status: null,
  sent_to: null,
  failure: null,
  error_code: null,
  tries: 0,
  next_try_at: null,
}

test.each<[string, Partial<AlertDelivery>, ReturnType<typeof answerOf>]>([
  ['not tried yet', {}, { tone: 'neutral', code: '', words: 'Sending' }],
  ['taken', { state: 'sent', http_status: 204 }, { tone: 'good', code: '204' }],
  ['refused, tried again', { http_status: 503, failure: 'refused' }, { tone: 'warn', code: '503' }],
  ['refused for good', { state: 'failed', http_status: 503, failure: 'refused' }, { tone: 'bad', code: '503' }],
  [
    'not reached',
    { failure: 'down', error_code: 'ENOTFOUND' },
    { tone: 'warn', code: 'ENOTFOUND', words: 'Unreachable' },
  ],
])('the answer to a message that was %s', (_, change, expected) => {
  expect(answerOf({ ...row, ...change })).toEqual(expected)
})
