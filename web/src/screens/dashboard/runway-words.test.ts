import { expect, test } from 'vitest'
import { runwayWords } from './runway-words.ts'

const t = ((key: string, values?: Record<string, unknown>) => `${key} ${values?.count ?? ''}`.trim()) as Parameters<
  typeof runwayWords
>[0]

test.each([
  [null, false, 'Nothing spent'],
  [12, false, '7-day average'],
  [12, true, 'pace so far'],
  [730, false, 'More than 2 years at your 7-day average'],
  [730, true, 'More than 2 years at your pace so far'],
])('%o days left, young account %o, reads %o', (days_left, isYoung, words) => {
  expect(runwayWords(t, days_left, isYoung)).toContain(words)
})

test('the words for an account of one day name no 7-day average', () => {
  for (const days_left of [0, 1, 499, 730]) expect(runwayWords(t, days_left, true)).not.toContain('7-day')
})
