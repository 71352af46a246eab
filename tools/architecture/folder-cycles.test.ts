import { expect, test } from 'vitest'
import { checkFolderCycles } from './folder-cycles.ts'
import { readTree } from './tree.ts'

test('folders of a package do not import each other in a cycle', () => {
  expect(checkFolderCycles(readTree())).toEqual([])
})
