import { KNOWN_CODES } from '@portico/contract/code-facts.ts'
import { expect, test } from 'vitest'
import { CODES } from '#gateway/wire/codes.ts'

test('every code of the gateway can be looked up', () => {
  expect(KNOWN_CODES).toEqual(Object.keys(CODES).map(Number))
})
