import { expect, test } from 'vitest'
import { expiryOf } from './expiry.ts'

test.each([
  [4, 2029, '2029-04-30T23:59:59Z', { text: '04/29', isOver: false }],
  [4, 2029, '2029-05-01T00:00:00Z', { text: '04/29', isOver: true }],
  [12, 2029, '2029-12-31T12:00:00Z', { text: '12/29', isOver: false }],
  [12, 2029, '2030-01-01T00:00:00Z', { text: '12/29', isOver: true }],
  [null, null, '2030-01-01T00:00:00Z', undefined],
])('a card of %s/%s is good until the end of its month: %s', (exp_month, exp_year, now, expected) => {
  expect(expiryOf({ exp_month, exp_year }, Date.parse(now))).toEqual(expected)
})
