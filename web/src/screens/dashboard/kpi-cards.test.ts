import { expect, test } from 'vitest'
import { changeOf, runwayWords } from './kpi-cards.tsx'

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 100, 0],
  [100, 0, null],
  [0, 0, null],
])('%i after %i is %j', (now, before, change) => expect(changeOf(now, before)).toBe(change))

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
