import { expect, test } from 'vitest'
import { checkPaths } from './paths.ts'
import { readTree } from './tree.ts'

test('no product path is written by hand', () => {
  expect(checkPaths(readTree())).toEqual([])
})
