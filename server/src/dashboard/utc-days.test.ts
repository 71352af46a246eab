import { expect, test } from 'vitest'
import { monthsOf } from './utc-days.ts'

const iso = (range: [number, number]) => range.map((ms) => new Date(ms).toISOString())

test('the last thirty days end with today, and the thirty before are measured up to the same time', () => {
  const { range, before } = monthsOf(new Date('2026-03-02T10:00:00Z'))
  expect(iso(range)).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'])
  expect(iso(before)).toEqual(['2026-01-02T00:00:00.000Z', '2026-01-31T10:00:00.000Z'])
})
