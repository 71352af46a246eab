import { expect, test } from 'vitest'
import { checkNames, checkSizes } from './files.ts'
import { namesBelow, readTree } from './tree.ts'

test('source files are small', () => {
  expect(checkSizes(readTree())).toEqual([])
})

test('files and folders are named by what they do', () => {
  expect(checkNames(namesBelow(['contract', 'server', 'web', 'tools', 'e2e', 'bench']))).toEqual([])
})
