import { expect, test } from 'vitest'
import { nextIndex, typeahead } from './roving.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowDown', -1, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', -1, 3, 2],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['a', 0, 3, null],
  ['ArrowRight', 0, 3, null],
  ['ArrowDown', 0, 0, null],
])('%s from %i of %i moves to %s', (key, index, count, expected) => {
  expect(nextIndex(key, index, count, 'vertical')).toBe(expected)
})

test('arrows left and right move a horizontal row', () => {
  expect(nextIndex('ArrowRight', 1, 3, 'horizontal')).toBe(2)
  expect(nextIndex('ArrowLeft', 0, 3, 'horizontal')).toBe(2)
})

const labels = ['Errors', 'Usage', 'Updates', 'Äpfel', 'Übersicht']

test.each([
  ['u', -1, 1],
  ['u', 1, 2],
  ['uu', 1, 2],
  ['upd', 1, 2],
  ['ü', 0, 4],
  ['x', 0, null],
  [' ', 0, null],
])('typing %s from item %i finds item %s', (typed, index, expected) => {
  expect(typeahead(labels, typed, index)).toBe(expected)
})
