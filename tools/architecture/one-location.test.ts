import { expect, test } from 'vitest'
import { checkLocations } from './places.ts'
import { readTree } from './tree.ts'

test('what has one place in the house stands only there', () => {
  expect(checkLocations(readTree())).toEqual([])
})
