import { expect, test } from 'vitest'
import { rangeNamed } from '#traffic/ranges.ts'
import { changed, grainsFor, NO_FILTERS, parseSearch } from './usage-search.ts'

const NOW = Date.parse('2026-03-02T10:00:30Z')
const at = (search: string, path = '/api-detail/serp') => parseSearch({ path, search, hash: '' }, NOW)

test('an address without parameters shows the last thirty days of its section, day by day', () => {
  expect(at('')).toEqual({
    filter: { scope: 'api', section: 'serp', from: '2026-02-01', to: '2026-03-02' },
    grain: 'day',
    group: 'function',
    isCompared: false,
    isLive: false,
    sort: 'time',
    order: 'newest',
    call: undefined,
    narrowed: 0,
  })
})

test.each([
  ['/api-detail', { scope: 'api', section: 'unified-overview' }],
  ['/api-detail/unified-overview', { scope: 'api', section: 'unified-overview' }],
  ['/h2h-detail', { scope: 'h2h', section: 'unified-overview' }],
  ['/h2h-detail/', { scope: 'h2h', section: 'unified-overview' }],
])('RT-07 %s', (path, scope) => expect(at('', path).filter).toMatchObject(scope))

test('every filter of the address is read, and invalid ones are left out', () => {
  const { filter, narrowed } = at(
    '?function=serp/google/organic&method=live&priority=2&login=*&status=40501&tag=a%20b&task=x',
  )
  expect(filter).toMatchObject({ method: 'live', priority: '2', login: '*', status: '40501', tag: 'a b', task: 'x' })
  expect(narrowed).toBe(7)
  expect(at('?method=telepathy&priority=9&status=fine&environment=moon').narrowed).toBe(0)
})

test.each([
  [
    'three hours are read minute by minute',
    '?range=3h',
    { from: '2026-03-02T07:01', to: '2026-03-02T10:01' },
    'minute',
  ],
  ['today hour by hour', '?range=today', { from: '2026-03-02', to: '2026-03-02' }, 'hour'],
  ['a range of one’s own', '?from=2026-01-01&to=2026-01-31', { from: '2026-01-01', to: '2026-01-31' }, 'day'],
  ['a month when asked', '?range=30d&grain=month', { from: '2026-02-01', to: '2026-03-02' }, 'month'],
  ['steps too small for the range are not taken', '?range=30d&grain=minute', { from: '2026-02-01' }, 'day'],
  ['a range too long falls back', '?from=2020-01-01&to=2026-01-01', { from: '2026-02-01', to: '2026-03-02' }, 'day'],
  ['a range backwards falls back', '?from=2026-02-02&to=2026-02-01', { from: '2026-02-01', to: '2026-03-02' }, 'day'],
])('%s', (_, search, range, grain) => {
  expect(at(search).filter).toMatchObject(range)
  expect(at(search).grain).toBe(grain)
})

test('steps are offered where the range has several of them', () => {
  expect(grainsFor(rangeNamed('1h', NOW))).toEqual(['minute'])
  expect(grainsFor(rangeNamed('today', NOW))).toEqual(['hour'])
  expect(grainsFor(rangeNamed('7d', NOW))).toEqual(['hour', 'day'])
  expect(at('?range=7d').grain).toBe('day')
  expect(at('?range=7d&grain=hour').grain).toBe('hour')
  expect(grainsFor(rangeNamed('30d', NOW))).toEqual(['day', 'month'])
})

test('the last day and the last ninety, groups, order and the previous period are read from the address', () => {
  expect(at('?range=24h').filter).toMatchObject({ from: '2026-03-01T10:01', to: '2026-03-02T10:01' })
  expect(at('?range=24h').grain).toBe('hour')
  expect(at('?range=90d').filter).toMatchObject({ from: '2025-12-03', to: '2026-03-02' })
  expect(at('?group=tag&compare=previous&sort=cost&order=oldest')).toMatchObject({
    group: 'tag',
    isCompared: true,
    sort: 'cost',
    order: 'oldest',
  })
  expect(at('?group=moon&compare=later&sort=luck')).toMatchObject({
    group: 'function',
    isCompared: false,
    sort: 'time',
  })
  expect(at('', '/api-detail/unified-overview').group).toBe('api')
  expect(at('', '/api-detail').group).toBe('function')
})

test('a change preserves the rest of the address', () => {
  expect(changed('?range=7d&tag=x&call=1', { status: 'ok' })).toBe('?range=7d&tag=x&status=ok')
  expect(changed('?range=7d&grain=day&tag=x', { from: '2026-01-01', to: '2026-01-02' })).toBe(
    '?tag=x&from=2026-01-01&to=2026-01-02',
  )
  expect(changed('?range=7d&tag=x&login=*', NO_FILTERS)).toBe('?range=7d')
  expect(changed('?tag=x', { tag: '' })).toBe('')
})

test('live calls are shown where the address asks for them, whatever else changes', () => {
  expect(at('?live=on').isLive).toBe(true)
  expect(at('?live=1').isLive).toBe(false)
  expect(changed('?live=on', { status: 'ok' })).toBe('?live=on&status=ok')
})
