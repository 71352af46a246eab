import { expect, test } from 'vitest'
import { checkHelperNames, checkNames, checkSizes } from './files.ts'
import { namesBelow, readTree } from './tree.ts'

test('product files have at most 220 lines', () => {
  expect(checkSizes(readTree())).toEqual([])
})

test('test helpers are in server/src/testing', () => {
  expect(checkHelperNames(namesBelow(['server']))).toEqual([])
})

test('files and folders are named by what they do, not by kind', () => {
  expect(checkNames(namesBelow(['contract', 'server', 'web', 'tools', 'e2e', 'bench']))).toEqual([])
})
