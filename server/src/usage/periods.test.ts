import { expect, test } from 'vitest'
import { monthsUntil, previousRange } from './periods.ts'

const at = (text: string) => Date.parse(`2026-${text}Z`)

test.each([
  ['in the middle of a month', '03-15T10:30', ['03-01T00:00', '03-15T10:31'], ['02-01T00:00', '02-15T10:31']],
  ['when the last month was shorter', '03-31T12:00', ['03-01T00:00', '03-31T12:01'], ['02-01T00:00', '03-01T00:00']],
  ['in the first minute', '03-01T00:00', ['03-01T00:00', '03-01T00:01'], ['02-01T00:00', '02-01T00:01']],
  ['in the last minute', '03-31T23:59', ['03-01T00:00', '04-01T00:00'], ['02-01T00:00', '03-01T00:00']],
])('months are compared up to the same time %s', (_, now, here, before) => {
  expect(monthsUntil(new Date(at(now)))).toEqual({ this_month: here.map(at), last_month: before.map(at) })
})

const NOW = new Date('2026-03-02T10:00:30Z')

test.each([
  ['a range that is over: all of the one before', '02-01T00:00', '02-08T00:00', '01-25T00:00', '02-01T00:00'],
  ['one that lasts: until the same minute of its last day', '02-24T00:00', '03-03T00:00', '02-17T00:00', '02-23T10:01'],
  ['hours', '03-02T09:01', '03-02T10:01', '03-02T08:01', '03-02T09:01'],
  ['one that has not begun: its first minute', '03-05T00:00', '03-06T00:00', '03-04T00:00', '03-04T00:01'],
])('%s', (_, from, to, before, until) => {
  expect(previousRange([at(from), at(to)], NOW)).toEqual([at(before), at(until)])
})
