import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test.each([
  ['a formula stays a text', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['a plus', '+1', "'+1"],
  ['a minus', '-1', "'-1"],
  ['an at sign', '@SUM', "'@SUM"],
  ['a tab', '\t=1', "'\t=1"],
  ['a line break', 'two\nlines', '"two\nlines"'],
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'say "no"', '"say ""no"""'],
  ['a plain text', 'nightly', 'nightly'],
  ['a number', -40501, '-40501'],
  ['nothing', null, ''],
  ['yes or no', true, 'true'],
])('B14 %s in a spreadsheet', (_, cell, written) => expect(csvLine([cell, 1])).toBe(`${written},1\r\n`))

test('B14 a file says that it is UTF-8', () => {
  expect(csvHead(['time', 'id'])).toBe('\uFEFFtime,id\r\n')
})
