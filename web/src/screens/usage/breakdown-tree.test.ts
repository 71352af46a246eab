import type { BreakdownRow } from '@portico/contract/usage-totals.ts'
import { expect, test } from 'vitest'
import { treeRows } from './breakdown-tree.ts'

function row(name: string, method: 'live' | 'task', priority: number, cost_micros: number): BreakdownRow {
  return {
    function: name,
    title: name,
    method,
    priority,
    requests: 1,
    calls: 1,
    queued: 0,
    tasks: 1,
    results: 2,
    cost_micros,
    errors: 0,
  }
}

const ROWS = [row('a', 'live', 1, 10), row('a', 'task', 1, 20), row('a', 'task', 2, 5), row('b', 'live', 1, 90)]
const keys = (open: string[]) => treeRows(ROWS, new Set(open)).map(({ key, cost_micros }) => `${key}=${cost_micros}`)

test('a closed function is one row with its sum, the most expensive first', () => {
  expect(keys([])).toEqual(['b=90', 'a=35'])
})

test('an open function lists methods and priorities that sum to the row above', () => {
  expect(keys(['a'])).toEqual(['b=90', 'a=35', 'a task=25', 'a live=10'])
  expect(keys(['a', 'a task'])).toEqual(['b=90', 'a=35', 'a task=25', 'a task 1=20', 'a task 2=5', 'a live=10'])
})

test('an open row inside a closed one is not shown', () => expect(keys(['a task'])).toEqual(['b=90', 'a=35']))
