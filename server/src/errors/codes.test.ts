import { CODE_FACTS, isRetryable, KNOWN_CODES } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { CODES, httpStatus } from '#gateway/wire/codes.ts'
import { statusClass } from '#ledger/status-class.ts'

test('every code of the gateway can be looked up', () => {
  expect(KNOWN_CODES).toEqual(Object.keys(CODES).map(Number))
})

test.each(KNOWN_CODES)('%i has the class it is counted under and the HTTP status it is sent with', (code) => {
  expect(CODE_FACTS[code]).toMatchObject({ class: statusClass(code), http: httpStatus(code) })
})

test('a foreign code is retryable only if the failure is temporary', () => {
  expect([40405, 50303, 50399].map(isRetryable)).toEqual([false, true, true])
})
