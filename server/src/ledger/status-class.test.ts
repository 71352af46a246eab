import { expect, test } from 'vitest'
import { statusClass } from './status-class.ts'

test.each([
  [20000, 'ok'],
  [20100, 'queued'],
  [40000, 'validation'],
  [40006, 'validation'],
  [40100, 'auth'],
  [40102, 'task_state'],
  [40104, 'auth'],
  [40200, 'billing'],
  [40203, 'billing'],
  [40207, 'auth'],
  [40208, 'auth'],
  [40210, 'billing'],
  [40401, 'not_found'],
  [40501, 'validation'],
  [40602, 'task_state'],
  [50000, 'server'],
  [50401, 'server'],
])('status %i is shown among the %s calls', (code, expected) => {
  expect(statusClass(code)).toBe(expected)
})
