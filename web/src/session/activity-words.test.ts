import { expect, test } from 'vitest'
import { doerOf, sentenceOf } from './activity-words.ts'

test('A26 the log speaks of support in plain words, and leaves what it does not know as it is', () => {
  expect(sentenceOf('acting_started')).toBe('Our support started acting on your behalf')
  expect(sentenceOf('something_new')).toBeUndefined()
  expect(sentenceOf('constructor')).toBeUndefined()
})

const doers: [string, string | undefined][] = [
  ['user:12', 'Yourself'],
  ['user:120', 'A team member'],
  ['staff:3', 'Our support'],
  ['operator:console', 'The operator'],
  ['visitor', 'Not signed in'],
  ['one-click', 'E-mail link'],
  ['toString', undefined],
  ['job:retention', undefined],
]

test.each(doers)('A26 who did it: %s', (actor, doer) => {
  expect(doerOf(actor, 12)).toBe(doer)
})

test('everything that is written down about access and settings has a sentence', () => {
  const actions = [
    'api_password_shown',
    'api_password_regenerated',
    'api_password_mailed',
    'ip_rules_changed',
    'login_switched',
    'machine_login_added',
    'login_off',
    'login_on',
    'invitation_sent',
    'invitation_revoked',
    'team_joined',
    'role_changed',
    'cap_changed',
    'unconfirmed',
    'member_removed',
    'limit_changed',
    'duplicates_changed',
    'webhook_delay_changed',
    'alerts_changed',
    'credited',
    'feature_granted',
    'feature_revoked',
  ]
  expect(actions.filter((action) => !sentenceOf(action))).toEqual([])
})
