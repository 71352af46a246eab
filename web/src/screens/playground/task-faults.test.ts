import { TASK_MAX } from '@portico/contract/playground.ts'
import { expect, test } from 'vitest'
import { taskFaults } from './task-faults.ts'

const SCHEMA = { type: 'object' as const, properties: { keyword: { type: 'string' as const } }, required: ['keyword'] }
const deps = JSON.stringify({ keyword: '' }).length

test('a task that is too long to be sent is reported before it is sent', () => {
  expect(taskFaults(SCHEMA, { keyword: 'x'.repeat(TASK_MAX - deps) })).toEqual({})
  expect(taskFaults(SCHEMA, { keyword: 'x'.repeat(TASK_MAX - deps + 1) })).toEqual({
    '': { message: 'This task is nested too deeply or too large.' },
  })
  expect(taskFaults(SCHEMA, {})).toHaveProperty('keyword')
})
