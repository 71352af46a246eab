import { expect, test } from 'vitest'
import { checkRegexes } from './regexes.ts'
import { readTree } from './tree.ts'

test('every product regex takes linear time or reads a text of bounded length', () => {
  expect(checkRegexes(readTree())).toEqual([])
}, 60_000)
