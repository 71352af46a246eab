import { expect, test } from 'vitest'
import { csvCell } from './write-row.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@import', "'@import"],
  ['-5', "'-5"],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  [40501, '40501'],
  [null, ''],
  [true, 'true'],
])('a cell %j is written %j', (cell, written) => expect(csvCell(cell)).toBe(written))
