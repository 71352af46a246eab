import { expect, test } from 'vitest'
import { hoursMinutes, paceOf, utcClock } from './day-clock.ts'

const lefts: [number, string][] = [
  [24 * 3_600_000, '24:00'],
  [9 * 3_600_000 + 41 * 60_000, '9:41'],
  [5 * 3_600_000 + 6 * 60_000 + 1, '5:07'],
  [59_000, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
]

test.each(lefts)('%i ms until the reset are written as %s', (left_ms, text) => {
  expect(hoursMinutes(left_ms)).toBe(text)
})

test('the expected hour is a UTC hour, wherever the reader is', () => {
  expect(utcClock('2026-11-15T17:40:31.000Z')).toBe('17:40')
})

test('a limit is calm, expected to be hit, or reached', () => {
  const expected_at = '2026-11-15T17:40:31.000Z'
  expect(paceOf({ is_reached: false, expected_at: null })).toEqual({ state: 'calm' })
  expect(paceOf({ is_reached: false, expected_at })).toEqual({ state: 'expected', at: '17:40' })
  expect(paceOf({ is_reached: true, expected_at })).toEqual({ state: 'reached' })
})
