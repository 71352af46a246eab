import { expect, test } from 'vitest'
import { everyNth, nearest, readable, roundDigits, spread, timeTicks } from './ticks.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const written = (ticks: number[]) => ticks.map((tick) => new Date(tick).toISOString().slice(0, 16))

test.each([
  [
    'three hours',
    '2025-11-15T01:07',
    '2025-11-15T04:07',
    6,
    [
      '2025-11-15T01:30',
      '2025-11-15T02:00',
      '2025-11-15T02:30',
      '2025-11-15T03:00',
      '2025-11-15T03:30',
      '2025-11-15T04:00',
    ],
  ],
  [
    'three days',
    '2025-11-12T00:00',
    '2025-11-15T00:00',
    3,
    ['2025-11-12T00:00', '2025-11-13T00:00', '2025-11-14T00:00', '2025-11-15T00:00'],
  ],
  [
    'half a year',
    '2025-05-15T00:00',
    '2025-11-15T00:00',
    7,
    [
      '2025-06-01T00:00',
      '2025-07-01T00:00',
      '2025-08-01T00:00',
      '2025-09-01T00:00',
      '2025-10-01T00:00',
      '2025-11-01T00:00',
    ],
  ],
  ['one moment', '2025-11-12T00:00', '2025-11-12T00:00', 5, ['2025-11-12T00:00']],
])('ticks of %s are round times', (_, from, to, most, expected) => {
  expect(written(timeTicks(at(from), at(to), most))).toEqual(expected)
})

test.each([
  [7, 700, 60, [0, 1, 2, 3, 4, 5, 6]],
  [30, 300, 60, [5, 11, 17, 23, 29]],
  [3, 20, 60, [2]],
  [0, 300, 60, []],
])('%i labels in %i px are thinned to those that fit', (count, width, label, expected) => {
  expect(everyNth(count, width, label)).toEqual(expected)
})

test.each([
  [-5, 0],
  [14, 1],
  [16, 2],
  [15, 2],
  [99, 3],
])('nearest to %i', (value, expected) => {
  expect(nearest([0, 10, 20, 30], value)).toBe(expected)
})

test('labels that would cover each other move apart and stay inside', () => {
  expect(spread([50, 52, 10], 14, 0, 100)).toEqual([50, 64, 10])
  expect(spread([99, 100], 14, 0, 100)).toEqual([86, 100])
  expect(spread([], 14, 0, 100)).toEqual([])
})

test('a label that would stick out at the right ends there, and the one it would cover is left out', () => {
  const ticks = [100, 180, 260].map((at) => ({ at, text: 'Mon 23:00' }))
  const shown = (right: number) => readable(ticks, right).map(({ at, anchor }) => [at, anchor])
  expect(shown(400)).toEqual([
    [100, 'middle'],
    [180, 'middle'],
    [260, 'middle'],
  ])
  expect(shown(265)).toEqual([
    [100, 'middle'],
    [260, 'end'],
  ])
})

test('hours are labelled at round ones: midnight, six, noon', () => {
  const HOUR = 3_600_000
  const from = Date.UTC(2026, 10, 10, 7)
  const hours = Array.from({ length: 50 }, (_, index) => from + index * HOUR)
  const labelled = (free_px: number) =>
    roundDigits(hours, free_px, 80)?.map((index) => new Date(hours[index] ?? 0).getUTCHours())
  expect(labelled(500)).toEqual([12, 0, 12, 0])
  expect(labelled(1000)).toEqual([12, 18, 0, 6, 12, 18, 0, 6])
  expect(roundDigits([0, 86_400_000, 172_800_000], 500, 80)).toBeUndefined()
})
