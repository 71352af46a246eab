import { expect, test } from 'vitest'
import { checkHelperNames, checkNames, checkSizes } from './files.ts'
import { namesBelow, readTree } from './tree.ts'

test('source files are small', () => {
  expect(checkSizes(readTree())).toEqual([])
})

test('what only tests need stands in server/src/testing', () => {
  expect(checkHelperNames(namesBelow(['server']))).toEqual([])
})

test('files and folders are named by what they do', () => {
  expect(checkNames(namesBelow(['contract', 'server', 'web', 'tools', 'e2e', 'bench']))).toEqual([])
})
