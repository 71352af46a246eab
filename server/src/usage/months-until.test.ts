import { expect, test } from 'vitest'
import { monthsUntil } from './months-until.ts'

const at = (text: string) => Date.parse(`2026-${text}Z`)

test.each([
  ['in the middle of a month', '03-15T10:30', ['03-01T00:00', '03-15T10:31'], ['02-01T00:00', '02-15T10:31']],
  ['when the last month was shorter', '03-31T12:00', ['03-01T00:00', '03-31T12:01'], ['02-01T00:00', '03-01T00:00']],
  ['in the first minute', '03-01T00:00', ['03-01T00:00', '03-01T00:01'], ['02-01T00:00', '02-01T00:01']],
  ['in the last minute', '03-31T23:59', ['03-01T00:00', '04-01T00:00'], ['02-01T00:00', '03-01T00:00']],
])('months are compared up to the same time %s', (_, now, here, before) => {
  expect(monthsUntil(new Date(at(now)))).toEqual({ this_month: here.map(at), last_month: before.map(at) })
})
