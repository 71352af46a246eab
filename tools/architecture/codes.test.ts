import { expect, test } from 'vitest'
import { checkCodes } from './codes.ts'
import { readTree } from './tree.ts'

test('codes of the data API are named CODE.x; their numbers are in contract/src/codes.ts only', () => {
  expect(checkCodes(readTree())).toEqual([])
})
