import { CODE } from '@portico/contract/codes.ts'
import type { LiveRow } from '@portico/contract/live.ts'
import { expect, test } from 'vitest'
import { countNew, matchesTail, mergeRows, ROWS_MAX } from './tail-rows.ts'

const row = (n: number, more: Partial<LiveRow> = {}): LiveRow => ({
  id: `0195${String(n).padStart(6, '0')}`,
  at: '2026-03-02T10:00:00.000Z',
  function: 'serp/google/organic',
  path: '/v3/serp/google/organic/live/advanced',
  status_code: CODE.ok,
  status_class: 'ok',
  cost_micros: 2000,
  time_ms: 40,
  is_sandbox: false,
  login: 'ann@example.com',
  playground: 'serp',
  ...more,
})
const numbers = (rows: LiveRow[]) => rows.map(({ id }) => Number(id.slice(4)))

test('the tail has each call once, the newest on top, also when a slow one arrives late', () => {
  const first = mergeRows([], [row(3), row(1)])
  expect(numbers(mergeRows(first, [row(4), row(3), row(2)]))).toEqual([4, 3, 2, 1])
})

test('the tail holds at most 200 calls, and drops the oldest', () => {
  const many = Array.from({ length: ROWS_MAX }, (_, n) => row(n))
  const stored = mergeRows(mergeRows([], many), [row(500)])
  expect(stored).toHaveLength(200)
  expect(numbers(stored)[0]).toBe(500)
  expect(numbers(stored).at(-1)).toBe(1)
})

test('new calls are counted while the tail is paused', () => {
  const shown = mergeRows([], [row(1), row(2)])
  expect(countNew(shown, mergeRows(shown, [row(2), row(3), row(4)]))).toBe(2)
})

test.for([
  ['', 'all', true],
  ['ORGANIC', 'all', true],
  [' live/adv ', 'ok', true],
  ['backlinks', 'all', false],
  ['organic', 'failed', false],
] as const)('the tail is narrowed by text %j and status %s', ([text, status, isShown]) => {
  expect(matchesTail(row(1), { text, status })).toBe(isShown)
})

test('a queued task is replaced by its end in the same position, and an older message about it changes nothing', () => {
  const queued = row(2, { status_code: CODE.taskCreated, status_class: 'queued', cost_micros: 600 })
  const ended = row(2, { cost_micros: 450, time_ms: 3000 })
  const shown = mergeRows(mergeRows([], [row(3), queued, row(1)]), [ended])
  expect(shown).toEqual([row(3), ended, row(1)])
  expect(mergeRows(shown, [queued])).toEqual(shown)
})

test('a queued task has neither succeeded nor failed', () => {
  const queued = row(1, { status_code: CODE.taskCreated, status_class: 'queued' })
  const shownBy = (['all', 'ok', 'queued', 'failed'] as const).filter((status) =>
    matchesTail(queued, { text: '', status }),
  )
  expect(shownBy).toEqual(['all', 'queued'])
})

test('every class but ok has failed', () => {
  expect(matchesTail(row(1, { status_class: 'billing' }), { text: '', status: 'failed' })).toBe(true)
  expect(matchesTail(row(1, { status_class: 'billing' }), { text: '', status: 'ok' })).toBe(false)
})
