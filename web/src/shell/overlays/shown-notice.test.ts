import { expect, test } from 'vitest'
import { closedWith, shownNotice } from './shown-notice.ts'

const december = {
  id: 'maintenance-2024-12-03',
  kind: 'maintenance' as const,
  starts_at: '2024-12-03T03:30:00.000Z',
  ends_at: '2024-12-03T05:30:00.000Z',
  text: null,
}
const later = { ...december, id: 'later', starts_at: '2024-12-09T00:00:00.000Z', ends_at: '2024-12-09T01:00:00.000Z' }
const both = [december, later]

test.for([
  ['before it', [], '2024-12-02T12:00:00Z', 'maintenance-2024-12-03'],
  ['shortly after it', [], '2024-12-03T05:59:59Z', 'maintenance-2024-12-03'],
  ['hidden after 06:00 UTC, then the next', [], '2024-12-03T06:00:00Z', 'later'],
  ['closed with a cross, then the next', ['maintenance-2024-12-03'], '2024-12-02T12:00:00Z', 'later'],
  ['all closed', ['maintenance-2024-12-03', 'later'], '2024-12-02T12:00:00Z', undefined],
] as const)('HD-07 the maintenance banner: %s', ([, closed, now, id]) => {
  expect(shownNotice(both, [...closed], Date.parse(now))?.id).toBe(id)
})

test('HD-07 the close is remembered per window, and old ones are dropped', () => {
  expect(closedWith(['a'], 'b')).toEqual(['a', 'b'])
  expect(closedWith(['a', 'b'], 'a')).toEqual(['b', 'a'])
  const many = Array.from({ length: 20 }, (_, at) => `n${at}`)
  expect(closedWith(many, 'new')).toHaveLength(20)
  expect(closedWith(many, 'new').at(-1)).toBe('new')
})
