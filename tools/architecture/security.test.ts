import { expect, test } from 'vitest'
import { checkSecurity } from './security.ts'
import { readTree } from './tree.ts'

test('A1 A4 F10 no product file uses an API that would open a security hole', () => {
  expect(checkSecurity(readTree())).toEqual([])
})
