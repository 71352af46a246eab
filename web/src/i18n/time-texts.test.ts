import { expect, test } from 'vitest'
import { bothTimes, timeText, zoneWord } from './time-texts.ts'

const AT = '2026-11-16T06:19:05Z'

test('a time is written in the requested zone, by a 24-hour clock', () => {
  expect(timeText('dated', AT, 'en', 'America/New_York')).toBe('Nov 16, 2026, 01:19')
  expect(timeText('dated', AT, 'en', 'Asia/Tokyo')).toBe('Nov 16, 2026, 15:19')
  expect(timeText('named', AT, 'de', 'Europe/Berlin')).toBe('16. Nov. 2026, 07:19 GMT+1')
  expect(timeText('clock', '2026-11-16T00:05:00Z', 'en', 'UTC')).toBe('00:05')
})

test.for([
  ['America/New_York', 'Nov 16, 2026, 01:19:05 GMT-5 · 06:19:05 UTC'],
  ['Pacific/Honolulu', 'Nov 15, 2026, 20:19:05 GMT-10 · Nov 16, 2026, 06:19:05 UTC'],
  ['UTC', 'Nov 16, 2026, 06:19:05 UTC'],
] as const)('UTC is shown beside the time in %s, with its day where that differs', ([zone, text]) => {
  expect(bothTimes(AT, 'en', zone)).toBe(text)
})

test('a column names its zone by the city', () => {
  expect(['America/Argentina/Buenos_Aires', 'America/New_York', 'UTC'].map(zoneWord)).toEqual([
    'Buenos Aires',
    'New York',
    'UTC',
  ])
})
