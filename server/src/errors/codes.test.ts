import { KNOWN_CODES } from '@portico/contract/code-facts.ts'
import { expect, test } from 'vitest'
import { CODES } from '#gateway/wire/codes.ts'

test('every code that the gateway answers with has facts in the contract, and no other has', () => {
  expect(KNOWN_CODES).toEqual(Object.keys(CODES).map(Number))
})
