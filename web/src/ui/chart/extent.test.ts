import { expect, test } from 'vitest'
import { extent, reach } from './extent.ts'

test.each<[(number | null)[][], [number, number]]>([
  [[[3, 1, 2]], [1, 3]],
  [
    [
      [3, null],
      [-2, 8],
    ],
    [-2, 8],
  ],
  [[[null, null]], [0, 1]],
  [[], [0, 1]],
  [[[0, 0]], [0, 1]],
  [[[5, 5]], [5, 5]],
])('the extent of %j is %j', (lists, expected) => {
  expect(extent(lists)).toEqual(expected)
})

test.each<[number[][][], [number, number]]>([
  [
    [[[0, 3]], [[3, 7]]],
    [0, 7],
  ],
  [
    [[[-2, 0]], [[0, 4]]],
    [-2, 4],
  ],
  [[[[0, 0]]], [0, 1]],
  [[], [0, 1]],
])('layers %j reach %j', (layers, expected) => {
  expect(reach(layers)).toEqual(expected)
})
