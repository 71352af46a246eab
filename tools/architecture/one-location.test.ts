import { expect, test } from 'vitest'
import { checkOneLocation } from './one-location.ts'
import { readTree } from './tree.ts'

test('SQL, fetch, storage, cookies, permissions and clocks are each used in one location only', () => {
  expect(checkOneLocation(readTree())).toEqual([])
})
