import { expect, test } from 'vitest'
import { previousRange } from './previous-range.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const NOW = new Date('2026-03-02T10:00:30Z')

test.each([
  [
    'a range that is over: all of the one before',
    '2026-02-01T00:00',
    '2026-02-08T00:00',
    '2026-01-25T00:00',
    '2026-02-01T00:00',
  ],
  [
    'one that lasts: until the same minute of its last day',
    '2026-02-24T00:00',
    '2026-03-03T00:00',
    '2026-02-17T00:00',
    '2026-02-23T10:01',
  ],
  ['hours', '2026-03-02T09:01', '2026-03-02T10:01', '2026-03-02T08:01', '2026-03-02T09:01'],
  [
    'one that has not begun: its first minute',
    '2026-03-05T00:00',
    '2026-03-06T00:00',
    '2026-03-04T00:00',
    '2026-03-04T00:01',
  ],
])('%s', (_, from, to, before, until) => {
  expect(previousRange([at(from), at(to)], NOW)).toEqual([at(before), at(until)])
})
