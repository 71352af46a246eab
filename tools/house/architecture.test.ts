import { expect, test } from 'vitest'
import { checkArchitecture } from './architecture.ts'
import { readTree } from './tree.ts'

test('imports follow the arrows of the house', () => {
  expect(checkArchitecture(readTree())).toEqual([])
})
