import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPage } from './find-page.ts'

const HOUR_MS = 3_600_000
const from = new Date('2026-03-01T00:10:00Z')
const to = new Date('2026-03-03T00:20:00Z')
const step = (hour: number, count: number) => ({
  at: new Date(Date.parse('2026-03-01T00:00:00Z') + hour * HOUR_MS),
  count,
})

test('whole steps are skipped, adjacent ones are read as one, and rows outside the range are not read', () => {
  const steps = [step(0, 5), step(1, 5), step(3, 5), step(48, 5)]
  expect(findPage(steps, 'hour', { from, to, skip: 0, limit: 3 })).toEqual({
    spans: [{ since: from, until: new Date('2026-03-01T01:00:00Z') }],
    skip: 0,
  })
  expect(findPage(steps, 'hour', { from, to, skip: 7, limit: 10 })).toEqual({
    spans: [
      { since: new Date('2026-03-01T01:00:00Z'), until: new Date('2026-03-01T02:00:00Z') },
      { since: new Date('2026-03-01T03:00:00Z'), until: new Date('2026-03-01T04:00:00Z') },
      { since: new Date('2026-03-03T00:00:00Z'), until: to },
    ],
    skip: 2,
  })
  expect(findPage(steps.toReversed(), 'hour', { from, to, skip: 10, limit: 10 })).toEqual({
    spans: [{ since: from, until: new Date('2026-03-01T02:00:00Z') }],
    skip: 0,
  })
  expect(findPage(steps, 'hour', { from, to, skip: 20, limit: 10 }).spans).toEqual([])
})

test('the found page is the same as after reading everything', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(counts, fc.nat(200), fc.integer({ min: 1, max: 30 }), fc.boolean(), (found, skip, limit, isNewest) => {
      const steps = found.map((count, index) => step(index * 2, count))
      const order = <T>(list: T[]) => (isNewest ? list.toReversed() : list)
      const rows = order(steps.flatMap(({ at, count }) => Array.from({ length: count }, (_, n) => at.getTime() + n)))
      const window = findPage(order(steps), 'hour', { from: new Date(0), to: new Date(1e15), skip, limit })
      const within = rows.filter((ms) =>
        window.spans.some(({ since, until }) => since.getTime() <= ms && ms < until.getTime()),
      )
      expect(within.slice(window.skip, window.skip + limit)).toEqual(rows.slice(skip, skip + limit))
    }),
    { numRuns: 300 },
  )
})
