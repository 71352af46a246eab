import { expect, test } from 'vitest'
import { CODE_FACTS, httpStatus, isRetryable, KNOWN_CODES, statusClass } from './code-facts.ts'
import { CODE } from './codes.ts'

test('every code has one name', () => {
  expect(Object.values(CODE).toSorted((a, b) => a - b)).toEqual(KNOWN_CODES)
})

test.each([
  [20000, 'ok', 200],
  [20100, 'queued', 200],
  [40000, 'validation', 200],
  [40006, 'validation', 200],
  [40100, 'auth', 401],
  [40101, 'task_state', 200],
  [40103, 'task_state', 200],
  [40104, 'auth', 200],
  [40200, 'billing', 402],
  [40203, 'billing', 200],
  [40207, 'auth', 200],
  [40208, 'auth', 200],
  [40210, 'billing', 200],
  [40400, 'not_found', 404],
  [40401, 'not_found', 200],
  [40501, 'validation', 200],
  [40602, 'task_state', 200],
  [40900, 'validation', 409],
  [40901, 'validation', 409],
  [50000, 'server', 500],
  [50302, 'server', 503],
  [50303, 'server', 503],
  [50304, 'server', 503],
  [50401, 'server', 200],
])('status %i is shown among the %s calls and sent with HTTP %i', (code, expected, http) => {
  expect([statusClass(code), httpStatus(code)]).toEqual([expected, http])
})

test.each([
  [20555, 'ok'],
  [40199, 'validation'],
  [40299, 'billing'],
  [40300, 'validation'],
  [40405, 'not_found'],
  [40600, 'task_state'],
  [40699, 'task_state'],
  [41000, 'validation'],
  [50399, 'server'],
])('a foreign status %i is shown among the %s calls and sent with HTTP 200', (code, expected) => {
  expect([Object.hasOwn(CODE_FACTS, code), statusClass(code), httpStatus(code)]).toEqual([false, expected, 200])
})

test('a foreign code is retryable only if the failure is temporary', () => {
  expect([40405, 50303, 50399].map(isRetryable)).toEqual([false, true, true])
})
