import { expect, test } from 'vitest'
import { linePaths } from './line-paths.ts'
import { straightScale } from './scale.ts'

const xs = [0, 1, 2, 3, 4, 5]
const x = straightScale([0, 5], [0, 50])
const y = straightScale([0, 10], [100, 0])

test('the line goes through the values and the area comes down to zero at both ends', () => {
  expect(linePaths([1, 2, 3.333, 2, 1, 0], xs, x, y, 50)).toEqual({
    line: 'M0,90L10,80L20,66.7L30,80L40,90L50,100',
    area: 'M0,90L10,80L20,66.7L30,80L40,90L50,100L50,100L0,100Z',
  })
})

test('a gap ends one piece and begins another, and a single point is still drawn', () => {
  expect(linePaths([null, 5, null, 4, 6, null], xs, x, y, 50)).toEqual({
    line: 'M10,50ZM30,60L40,40',
    area: 'M10,50L10,100L10,100ZM30,60L40,40L40,100L30,100Z',
  })
})

test('a line of 10,000 points has at most two for a pixel and its ends, its highest and its lowest among them', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => Math.sin(index * 12.9898) * 40)
  values[5001] = 99
  values[5002] = -99
  const positions = values.map((_, index) => index)
  const { line } = linePaths(values, positions, (index) => index / 20, straightScale([-100, 100], [200, 0]), 500)
  const points = line.slice(1).split('L')
  expect(points.length).toBeLessThanOrEqual(1002)
  expect(points).toEqual(expect.arrayContaining(['250.1,1', '250.1,199']))
})

test('linePaths returns empty paths for all-null data', () => {
  expect(linePaths([null, null], xs, x, y, 50)).toEqual({ line: '', area: '' })
})
