import type { Fact, FactField } from '@portico/contract/activity.ts'
import { expect, test } from 'vitest'
import { valueText } from './activity-facts.tsx'

const text = (field: FactField, value: Fact['after']) =>
  valueText(field, value, { t: (key) => key }, (micros) => `$${micros / 1e6}`)

test.for([
  ['limit_micros', 12_500_000, '$12.5'],
  ['limit_micros', null, 'none'],
  ['role', 'finance', 'Finance'],
  ['language', 'german', 'Deutsch'],
  ['theme_view', 'dark', 'Dark'],
  ['news', 0, 'Off'],
  ['webhook_delay_ms', 200, '200 ms'],
  ['limit_percents', '50, 80', '50, 80 %'],
  ['fields', 'name, phone', 'Your name, Phone'],
  [
    'fields',
    'is_read_only, functions, addresses, per_minute, expires_at',
    'Read-only, Allowed APIs and functions, Addresses, Requests per minute, Expires',
  ],
  ['cap_micros', 5_000_000, '$5'],
  ['by', 'passkey', 'Passkey'],
  ['by', 'github', 'github'],
  ['added', '192.0.2.1', '192.0.2.1'],
] as const)('the log writes %s %s as %s', ([field, value, written]) => {
  expect(text(field, value)).toBe(written)
})
