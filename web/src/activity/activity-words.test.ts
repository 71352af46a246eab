import { ACTIONS_OF_KIND } from '@portico/contract/audit-actions.ts'
import { expect, test } from 'vitest'
import { actionsMatching, doerOf, sentenceOf } from './activity-words.ts'

test('A26 the log names support in plain words, and shows unknown actions unchanged', () => {
  expect(sentenceOf('acting_started')).toBe('Support started acting on your behalf')
  expect(sentenceOf('something_new')).toBeUndefined()
  expect(sentenceOf('constructor')).toBeUndefined()
})

const doers: [string, string | undefined][] = [
  ['user:12', 'You'],
  ['user:120', 'A team member'],
  ['staff:3', 'Support'],
  ['operator:console', 'Provider'],
  ['visitor', 'Not signed in'],
  ['one-click', 'E-mail link'],
  ['toString', undefined],
  ['job:retention', undefined],
]

test.each(doers)('A26 who did it: %s', (actor, doer) => {
  expect(doerOf(actor, 12)).toBe(doer)
})

test('every audit action of an account has a sentence', () => {
  const actions = Object.values(ACTIONS_OF_KIND).flat()
  expect(actions.filter((action) => !sentenceOf(action))).toEqual([])
})

test("the search covers the sentences in the reader's language", () => {
  const t = (key: string) => (key === 'A passkey was added' ? 'Ein Passkey wurde hinzugefügt' : key)
  expect(actionsMatching(' HINZUGEFÜGT ', t)).toEqual(['passkey_added'])
  expect(actionsMatching('recovery code', t)).toEqual(['recovery_codes_made', 'recovery_code_used'])
  expect(actionsMatching('  ', t)).toEqual([])
})
