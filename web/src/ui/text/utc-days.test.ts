import { expect, test, vi } from 'vitest'
import { type DayRange, daysOf, isRange, utcDay, writeRange } from './utc-days.ts'

test.each<[DayRange, boolean]>([
  [{ from: '2025-11-01', to: '2025-11-02' }, true],
  [{ from: '2025-11-02', to: '2025-11-02' }, true],
  [{ from: '2025-11-03', to: '2025-11-02' }, false],
  [{ from: '', to: '2025-11-02' }, false],
  [{ from: '2025-01-01', to: '2025-11-02' }, false],
  [{ from: '2025-11-01', to: '2025-12-02' }, false],
  [{ from: '2025-05-15', to: '2025-11-15' }, true],
  [{ from: '2025-11-15', to: '2025-11-15' }, true],
  [{ from: '2025-05-14', to: '2025-11-15' }, false],
  [{ from: '2025-05-15', to: '2025-11-16' }, false],
])('%o may be requested: %s', (range, expected) => {
  expect(isRange(range, { min: '2025-05-15', max: '2025-11-15' })).toBe(expected)
})

test('a range is written as the language writes it', () => {
  expect(writeRange({ from: '2025-11-01', to: '2025-11-15' }, 'en')).toMatch(/^Nov 1.*15, 2025$/)
  expect(utcDay(0)).toBe('1970-01-01')
})

test.each<[DayRange, string, DayRange]>([
  [
    { from: '2025-11-16T08:00', to: '2025-11-16T09:00' },
    'Nov 16, 2025, 08:00 – 09:00 UTC',
    { from: '2025-11-16', to: '2025-11-16' },
  ],
  [
    { from: '2025-11-15T23:30', to: '2025-11-16T00:30' },
    'Nov 15, 2025, 23:30 – Nov 16, 2025, 00:30 UTC',
    { from: '2025-11-15', to: '2025-11-16' },
  ],
  [
    { from: '2025-11-15T22:00', to: '2025-11-16T00:00' },
    'Nov 15, 2025, 22:00 – Nov 16, 2025, 00:00 UTC',
    { from: '2025-11-15', to: '2025-11-15' },
  ],
  [
    { from: '2025-11-15T22:00', to: '2025-11-16' },
    'Nov 15, 2025, 22:00 – Nov 17, 2025, 00:00 UTC',
    { from: '2025-11-15', to: '2025-11-16' },
  ],
  [{ from: '2025-11-15', to: '2025-11-15' }, 'Nov 15, 2025', { from: '2025-11-15', to: '2025-11-15' }],
])('%o is written with its times, and lies in days that can be chosen', (range, written, days) => {
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
    vi.stubEnv('TZ', zone)
    expect(writeRange(range, 'en').replace(/[\s\u2009\u202f]+/g, ' ')).toBe(written)
    expect(daysOf(range)).toEqual(days)
  }
  vi.unstubAllEnvs()
})
