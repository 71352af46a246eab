import { expect, test } from 'vitest'
import { rowWindow } from './row-window.ts'

test.each([
  ['at the top', { first: 0, last: 8 }, 100_000, { first: 0, last: 23 }],
  ['inside the same blocks nothing changes', { first: 7, last: 15 }, 100_000, { first: 0, last: 23 }],
  ['a block further', { first: 8, last: 16 }, 100_000, { first: 0, last: 31 }],
  ['in the middle', { first: 50_000, last: 50_008 }, 100_000, { first: 49_992, last: 50_023 }],
  ['at the end', { first: 99_991, last: 99_999 }, 100_000, { first: 99_976, last: 99_999 }],
  ['when there are fewer than were scrolled past', { first: 1000, last: 1008 }, 100, { first: 88, last: 99 }],
  ['of few rows all', { first: 0, last: 2 }, 3, { first: 0, last: 2 }],
  ['of none none', { first: 0, last: 0 }, 0, { first: 0, last: -1 }],
])('rows on the page %s', (_, seen, count, expected) => {
  expect(rowWindow(seen, count, 8)).toEqual(expected)
})
