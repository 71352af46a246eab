import { CODE } from '@portico/contract/codes.ts'
import type { AccountState } from '@portico/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { type Facts, statesOf } from './states-of.ts'

const resets_at = '2026-03-03T00:00:00.000Z'
const FINE: Facts = {
  is_verified: true,
  is_on_hold: false,
  free_micros: 10_000_000,
  days_left: 40,
  resets_at,
  limits: [],
  duplicates: { hour: null, day: null },
  subscriptions: [],
  recharge_failed: null,
  lacks_details: false,
  refused_ip: null,
  wrong_password_ip: null,
  refusals: [],
  outage: null,
}
const limit = { kind: 'daily_limit' as const, scope: '', title: '', limit_micros: 1_000_000, used_micros: 0 }
const other = {
  code: CODE.subscriptionNeeded,
  reason: null,
  scope: null,
  limit_micros: null,
  is_today: true,
  message: '',
  title: 'Backlinks',
  product: null,
}
const refusal = { ...other, code: CODE.costLimit, reason: 'daily_limit', scope: '', limit_micros: 1_000_000 }
/** As version 0.2 stored it. */
const sentence = { ...other, code: CODE.costLimit }
const message = 'The cost limit has been exceeded. Your daily limit of $1.000000 is reached; it resets at 00:00 UTC.'
const reached: AccountState = { kind: 'daily_limit', title: '', limit_micros: 1_000_000, resets_at }
const needs: AccountState = { kind: 'subscription', title: 'Backlinks', product: 'backlinks' }

test.each<[string, Partial<Facts>, AccountState[]]>([
  ['nothing is wrong', {}, []],
  ['the e-mail is not confirmed', { is_verified: false }, [{ kind: 'not_verified' }]],
  ['on hold', { is_on_hold: true }, [{ kind: 'on_hold' }]],
  ['nothing left', { free_micros: 0, days_left: 0 }, [{ kind: 'no_funds' }]],
  ['all that is left is held', { free_micros: -1 }, [{ kind: 'no_funds' }]],
  ['five days left', { days_left: 5 }, [{ kind: 'runway', days: 5 }]],
  ['six days left', { days_left: 6 }, []],
  ['nothing is being spent', { days_left: null }, []],
  [
    'auto-recharge that failed',
    { recharge_failed: 'Visa •••• 4242' },
    [{ kind: 'recharge_failed', method: 'Visa •••• 4242' }],
  ],
  ['auto-recharge without a method', { recharge_failed: '' }, [{ kind: 'recharge_failed', method: '' }]],
  ['a wrong password', { wrong_password_ip: '192.0.2.9' }, [{ kind: 'wrong_password', ip: '192.0.2.9' }]],
  ['a limit all used', { limits: [{ ...limit, used_micros: 1_000_000 }] }, [reached]],
  ['a limit nearly used', { limits: [{ ...limit, used_micros: 999_999 }] }, []],
  ['a limit of nothing', { limits: [{ ...limit, limit_micros: 0 }] }, [{ ...reached, limit_micros: 0 }]],
  ['a call that would have passed the limit', { limits: [limit], refusals: [refusal] }, [reached]],
  ['the limit was raised since', { limits: [{ ...limit, limit_micros: 5_000_000 }], refusals: [refusal] }, []],
  ['refused yesterday', { limits: [limit], refusals: [{ ...refusal, is_today: false }] }, []],
  ['the limit was lifted since', { refusals: [refusal] }, []],
  ['the caller’s own X-Max-Cost', { limits: [limit], refusals: [{ ...refusal, reason: 'max_cost' }] }, []],
  ['a total of the same amount', { limits: [limit], refusals: [{ ...refusal, reason: 'total' }] }, []],
  [
    'the limit of one API, not the one for everything',
    { limits: [limit, { ...limit, scope: 'serp', title: 'SERP' }], refusals: [{ ...refusal, scope: 'serp' }] },
    [{ ...reached, title: 'SERP' }],
  ],
  [
    'two limits that refused calls',
    {
      limits: [limit, { ...limit, scope: 'serp', title: 'SERP' }],
      refusals: [refusal, { ...refusal, scope: 'serp' }],
    },
    [reached, { ...reached, title: 'SERP' }],
  ],
  [
    'the cap of another member',
    { limits: [{ ...limit, kind: 'cap', scope: '@1' }], refusals: [{ ...refusal, reason: 'cap', scope: '@2' }] },
    [],
  ],
  ['a row of version 0.2', { limits: [limit], refusals: [{ ...sentence, message }] }, [reached]],
  [
    'a row of version 0.2 by another limit',
    { limits: [limit], refusals: [{ ...sentence, message: message.replace('is reached', 'for serp is reached') }] },
    [],
  ],
  ['no subscription', { refusals: [{ ...other, product: 'backlinks' }] }, [needs]],
  ['subscribed since', { refusals: [{ ...other, product: 'backlinks' }], subscriptions: ['backlinks'] }, []],
  [
    'repeated within an hour',
    { refusals: [{ ...other, code: CODE.duplicatesPerHour }], duplicates: { hour: 10, day: null } },
    [{ kind: 'duplicates' }],
  ],
  [
    'repeated within a day',
    { refusals: [{ ...other, code: CODE.duplicatesPerDay }], duplicates: { hour: null, day: 10 } },
    [{ kind: 'duplicates' }],
  ],
  ['the limit on repeating was turned off since', { refusals: [{ ...other, code: CODE.duplicatesPerHour }] }, []],
  ['an address', { refused_ip: '203.0.113.9' }, [{ kind: 'ip', ip: '203.0.113.9' }]],
  [
    'the source is down',
    { outage: { status: 'down', until: null } },
    [{ kind: 'outage', status: 'down', until: null }],
  ],
])('%s', (_what, facts, expected) => expect(statesOf({ ...FINE, ...facts })).toEqual(expected))

test('states are sorted with the worst first', () => {
  const states = statesOf({
    ...FINE,
    is_on_hold: true,
    is_verified: false,
    days_left: 1,
    refused_ip: '203.0.113.9',
    outage: { status: 'maintenance', until: resets_at },
  })
  expect(states.map(({ kind }) => kind)).toEqual(['on_hold', 'not_verified', 'outage', 'ip', 'runway'])
})
