import { expect, test } from 'vitest'
import { metricOf } from './metric-columns.tsx'

test('a breakdown is sorted by the number that each column shows', () => {
  const row = { requests: 2, tasks: 5, results: 70, errors: 3, cost_micros: 1_000 }
  const sorted = (column: string) => metricOf(row, column)
  expect(['requests', 'tasks', 'results', 'errors', 'cost'].map(sorted)).toEqual([2, 5, 70, 3, 1_000])
  expect(sorted('mean'), 'of a task').toBe(200)
  expect(sorted('name')).toBeUndefined()
  expect(metricOf({ ...row, tasks: 0 }, 'mean')).toBe(0)
})
