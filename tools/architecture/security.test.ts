import { expect, test } from 'vitest'
import { checkSecurity } from './security.ts'
import { readTree } from './tree.ts'

test('A1 A4 F10 what would open a hole stands nowhere in the code', () => {
  expect(checkSecurity(readTree())).toEqual([])
})
