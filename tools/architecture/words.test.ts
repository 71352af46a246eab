import { expect, test } from 'vitest'
import { readTree } from './tree.ts'
import { checkWords } from './words.ts'

/** The files that must name the retired words to forbid them. */
const EXEMPT = ['tools/architecture/words.ts', 'tools/architecture/words.self.test.ts']

test('names, comments, test titles, logs and errors hold no retired word', () => {
  expect(checkWords(readTree().filter(({ path }) => !EXEMPT.includes(path)))).toEqual([])
})
