import type { AccountState } from '@portico/contract/dashboard.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { expect, test } from 'vitest'
import { stateWords } from './state-words.ts'

const NOW = Date.parse('2026-03-02T18:53:00Z')
const resets_at = '2026-03-03T00:00:00.000Z'

test.each<[AccountState, object]>([
  [{ kind: 'on_hold' }, { text: 'Your account is on hold.', button: 'Contact support', to: 'support' }],
  [{ kind: 'not_verified' }, { button: 'Send the link', to: 'resend' }],
  [{ kind: 'no_funds' }, { button: 'Add funds', to: '/users/getrows/add-funds' }],
  [
    { kind: 'runway', days: 3 },
    { values: { count: 3 }, button: 'Add funds' },
  ],
  [
    { kind: 'ip', ip: '203.0.113.9' },
    { values: { ip: '203.0.113.9' }, button: 'Allow this IP', to: 'allow_ip' },
  ],
  [
    { kind: 'wrong_password', ip: '203.0.113.9' },
    { values: { ip: '203.0.113.9' }, button: 'Go to API Access', to: '/api-access' },
  ],
  [
    { kind: 'daily_limit', title: '', limit_micros: 1_500_000, resets_at },
    {
      text: 'Daily limit of {limit} reached. Resets at 00:00 UTC (in {time}).',
      values: { limit: '$1.500000', time: '5:07' },
      button: 'Change limit',
      to: '/api-settings/api-limits',
    },
  ],
  [{ kind: 'daily_limit', title: 'SERP', limit_micros: 1, resets_at }, { values: { name: 'SERP' } }],
  [{ kind: 'subscription', title: 'Backlinks', product: 'backlinks' }, { to: '/backlinks-subscription' }],
  [{ kind: 'subscription', title: 'LLM', product: 'llm_mentions' }, { to: '/api-access-subscription' }],
  [{ kind: 'duplicates' }, { button: 'Review setting', to: '/api-settings#duplicates' }],
  [
    { kind: 'outage', status: 'down', until: null },
    { button: 'Status', to: '#service-status' },
  ],
  [{ kind: 'outage', status: 'maintenance', until: resets_at }, { values: { time: '00:00' } }],
])('%j', (state, words) => expect(stateWords(state, NOW, formatMicros)).toMatchObject(words))
