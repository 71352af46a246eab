import { expect, test } from 'vitest'
import { checkLanded, checkWayBack, sumOf } from './landed.ts'

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

test('a migration without a way back needs the bold sentence, and the sentence needs such a migration', () => {
  const with_way = new Map([...files, ['0003_new.sql', '-- concurrent, allows older\ncreate index'] as const])
  const bold = '## Unreleased\n**0.2.0 cannot be started again.**\n'
  const older = '## Unreleased\nText.\n\n## 0.2.0\n**0.1.0 cannot be started again.**\n'
  expect(checkWayBack(list, files, bold)).toEqual([])
  expect(checkWayBack(list, files, older)).toEqual([expect.stringMatching(/^0003_new.sql does not allow older/)])
  expect(checkWayBack(list, with_way, older)).toEqual([])
  expect(checkWayBack(list, with_way, bold)).toEqual([
    expect.stringMatching(/^CHANGELOG: every migration allows older/),
  ])
})
