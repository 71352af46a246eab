import { expect, test } from 'vitest'
import { checkRegexes } from './regexes.ts'
import { readTree } from './tree.ts'

test('every pattern of the product takes time in proportion to its text, or reads a text that is bounded', () => {
  expect(checkRegexes(readTree())).toEqual([])
}, 60_000)
