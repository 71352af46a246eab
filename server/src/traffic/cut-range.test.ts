import { MINUTE_MS } from '@portico/contract/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutRange, type Span, stepsOf } from './cut-range.ts'

const at = (text: string) => Date.parse(`2026-${text}Z`)
const span = (from: string, to: string): Span => [at(from), at(to)]
const length = (spans: Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0)

test('whole days are read from days, the hours and minutes beside them from hours and minutes', () => {
  expect(cutRange(span('03-01T10:20', '03-05T02:07'), 'day')).toEqual({
    days: span('03-02T00:00', '03-05T00:00'),
    hours: [span('03-01T11:00', '03-02T00:00'), span('03-05T00:00', '03-05T02:00')],
    whole_hours: span('03-01T11:00', '03-05T02:00'),
    minutes: [span('03-01T10:20', '03-01T11:00'), span('03-05T02:00', '03-05T02:07')],
  })
})

test('steps of an hour are never read from days, steps of a minute only from minutes', () => {
  expect(cutRange(span('03-01T00:00', '03-03T00:00'), 'hour')).toMatchObject({
    hours: [span('03-01T00:00', '03-03T00:00')],
    minutes: [],
  })
  expect(cutRange(span('03-01T00:00', '03-01T03:00'), 'minute').minutes).toEqual([span('03-01T00:00', '03-01T03:00')])
})

test('the parts cover every range once', () => {
  const minute = fc.integer({ min: 0, max: 400_000 })
  fc.assert(
    fc.property(minute, minute, fc.constantFrom('minute', 'hour', 'day', 'month'), (a, b, grain) => {
      fc.pre(a !== b)
      const whole: Span = [Math.min(a, b) * MINUTE_MS, Math.max(a, b) * MINUTE_MS]
      const { days, hours, minutes } = cutRange(whole, grain)
      const parts = [days, ...hours, ...minutes].filter(([from, to]) => from < to).toSorted(([x], [y]) => x - y)
      expect(length(parts)).toBe(whole[1] - whole[0])
      expect(parts[0]?.[0]).toBe(whole[0])
      expect(parts.every(([from], index) => index === 0 || parts[index - 1]?.[1] === from)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a chart has every step, and months begin on their first day', () => {
  expect(stepsOf(span('03-01T00:00', '03-04T00:00'), 'day')).toHaveLength(3)
  expect(stepsOf(span('01-20T00:00', '03-02T00:00'), 'month')).toEqual(
    ['01-01T00:00', '02-01T00:00', '03-01T00:00'].map(at),
  )
  expect(stepsOf(span('03-01T10:07', '03-01T11:07'), 'minute')).toHaveLength(60)
})
