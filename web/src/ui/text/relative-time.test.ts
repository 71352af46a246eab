import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const NOW = Date.parse('2025-11-15T12:00:00Z')
const cases: [string, string, string][] = [
  ['2025-11-15T11:59:01Z', 'en', 'now'],
  ['2025-11-15T12:00:30Z', 'en', 'now'],
  ['2025-11-15T11:54:10Z', 'en', '5 minutes ago'],
  ['2025-11-15T10:01:00Z', 'en', '1 hour ago'],
  ['2025-11-13T13:00:00Z', 'en', '1 day ago'],
  ['2025-09-01T12:00:00Z', 'en', '2 months ago'],
  ['2023-11-15T12:00:00Z', 'en', '2 years ago'],
  ['2025-11-22T11:59:00Z', 'en', 'in 7 days'],
  ['2025-11-22T12:00:05Z', 'en', 'in 7 days'],
  ['2025-11-15T15:00:00Z', 'en', 'in 3 hours'],
  ['2025-11-18T12:00:00Z', 'de', 'in 3 Tagen'],
  ['2025-11-13T12:00:00Z', 'ru', '2 дня назад'],
]

test.each(cases)('%s is written in %s as %s', (at, language, message) => {
  expect(relativeTime(at, NOW, language)).toBe(message)
})
