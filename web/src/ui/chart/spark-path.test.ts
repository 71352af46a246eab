import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

test.each([
  ['rising', [0, 1], 'M2 18L98 2'],
  ['flat runs through the middle', [5, 5, 5], 'M2 10L50 10L98 10'],
  ['one value is a flat line', [7], 'M2 10L98 10'],
  ['nothing is nothing', [], ''],
])('a spark of %s', (_, values, expected) => {
  expect(sparkPath(values, 100, 20).line).toBe(expected)
})
