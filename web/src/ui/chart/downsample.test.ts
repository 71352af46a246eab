import { expect, test } from 'vitest'
import { worthDrawing } from './downsample.ts'

const wave = Array.from({ length: 10_000 }, (_, index) => Math.sin(index / 50))

test('a few points are all drawn', () => {
  expect(worthDrawing([3, 1, 2], 100)).toEqual([0, 1, 2])
})

test('10,000 points become at most two a bucket and the two ends', () => {
  expect(worthDrawing(wave, 400).length).toBeLessThanOrEqual(802)
})

test('the first and the last point stay, and so does the order', () => {
  const stored = worthDrawing(wave, 100)
  expect([stored[0], stored.at(-1)]).toEqual([0, 9999])
  expect(stored).toEqual([...new Set(stored)].sort((a, b) => a - b))
})

test.each([777, 5000, 9998])('a single spike at %i is never lost', (index) => {
  const spiky: (number | null)[] = wave.slice()
  spiky[index] = 1000
  spiky[index - 20] = -1000
  expect(worthDrawing(spiky, 50)).toEqual(expect.arrayContaining([index, index - 20]))
})

test('a gap stays a gap', () => {
  const holed: (number | null)[] = wave.slice()
  for (let index = 4000; index < 4500; index += 1) holed[index] = null
  expect(worthDrawing(holed, 50).some((index) => holed[index] === null)).toBe(true)
})
