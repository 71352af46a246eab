import { expect, test } from 'vitest'
import { expectedAt, nextUtcDay } from './get-settings.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)

test.each([
  ['half spent at six o’clock is all spent at noon', '06:00:00', 500_000, 1_000_000, '2026-03-02T12:00:00.000Z'],
  ['half spent at six in the evening lasts past midnight', '18:00:00', 500_000, 1_000_000, null],
  ['nothing spent is never', '06:00:00', 0, 1_000_000, null],
  ['all spent is now', '06:00:00', 1_000_000, 1_000_000, '2026-03-02T06:00:00.000Z'],
  ['a limit of nothing is reached now', '06:00:00', 0, 0, '2026-03-02T06:00:00.000Z'],
  ['a second before midnight is not today any more', '23:59:59', 1, 1_000_000, null],
])('%s', (_what, time, spent, limit, expected) => expect(expectedAt(at(time), spent, limit)).toBe(expected))

test('limits reset at midnight UTC', () => {
  expect(nextUtcDay(at('00:00:00')).toISOString()).toBe('2026-03-03T00:00:00.000Z')
  expect(nextUtcDay(at('23:59:59')).toISOString()).toBe('2026-03-03T00:00:00.000Z')
})
