import { expect, test } from 'vitest'
import { bands, roundTicks, straightScale, wholeTicks } from './scale.ts'

test.each<[number, number, number, number[]]>([
  [0, 104.4, 4, [0, 20, 40, 60, 80, 100, 120]],
  [0, 1140, 4, [0, 200, 400, 600, 800, 1000, 1200]],
  [0, 0.0006, 4, [0, 0.0002, 0.0004, 0.0006]],
  [-3, 7, 4, [-4, -2, 0, 2, 4, 6, 8]],
  [0, 1, 4, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 3, 3, [0, 1, 2, 3]],
  [5, 5, 4, [5]],
])('ticks from %d to %d are round and enclose them', (low, high, count, expected) => {
  expect(roundTicks(low, high, count)).toEqual(expected)
})

test('a scale and its inverse meet', () => {
  const scale = straightScale([10, 20], [100, 0])
  expect([scale(10), scale(15), scale(20)]).toEqual([100, 50, 0])
  expect(scale.invert(scale(13))).toBeCloseTo(13)
})

test('a scale without extent does not divide by zero', () => {
  const scale = straightScale([5, 5], [0, 100])
  expect([scale(5), scale.invert(50)]).toEqual([0, 5])
})

test('bands fill their width', () => {
  const four = bands(4, [0, 100], 0.2)
  expect([four.step, four.width, four.startOf(0), four.startOf(3) + four.width]).toEqual([25, 20, 2.5, 97.5])
  expect(bands(0, [0, 100], 0.2).step).toBe(100)
})

test.each([
  [0, 1, [0, 1]],
  [0, 3, [0, 1, 2, 3]],
  [0, 40, [0, 10, 20, 30, 40]],
])('counts from %s to %s have whole ticks', (low, high, expected) => expect(wholeTicks(low, high, 5)).toEqual(expected))
