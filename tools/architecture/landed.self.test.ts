import { expect, test } from 'vitest'
import { checkLanded, sumOf } from './landed.ts'

const line = (name: string, text: string) => `${sumOf(text)}  ${name}\n`
const list = line('0001_a.sql', 'a') + line('0002_b.sql', 'b')
const files = new Map([
  ['0001_a.sql', 'a'],
  ['0002_b.sql', 'b'],
  ['0003_new.sql', 'may change'],
])

test('unchanged migrations pass, and so does a list that grew', () => {
  expect(checkLanded(list, [line('0001_a.sql', 'a'), ''], files)).toEqual([])
})

test('a changed and a missing migration are reported', () => {
  expect(checkLanded(list, [], new Map([['0001_a.sql', 'other']]))).toEqual([
    '0001_a.sql has landed and was changed: put the change into a new migration',
    '0002_b.sql has landed and is missing',
  ])
})

test('a list changed together with its migration is found through the git history', () => {
  const changed = new Map([...files, ['0001_a.sql', 'other'] as const])
  const rewritten = line('0001_a.sql', 'other') + line('0002_b.sql', 'b')
  expect(checkLanded(rewritten, [list], changed)).toEqual(['landed.txt said otherwise of 0001_a.sql before'])
})
