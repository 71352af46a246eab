import { expect, test } from 'vitest'
import { timeLeft, utcClock } from './time-left.ts'

const NOW = Date.parse('2026-03-02T18:53:30Z')

test.each([
  ['2026-03-03T00:00:00Z', '5:07'],
  ['2026-03-02T18:53:31Z', '0:01'],
  ['2026-03-02T18:53:30Z', '0:00'],
  ['2026-03-02T18:00:00Z', '0:00'],
])('until %s it is %s', (until, left) => expect(timeLeft(until, NOW)).toBe(left))

test('a UTC time is written by its clock', () => expect(utcClock('2026-03-02T07:05:59.000Z')).toBe('07:05'))
