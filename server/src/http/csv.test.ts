import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test.each([
  ['a formula stays a text', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['a plus', '+1', "'+1"],
  ['a minus', '-1', "'-1"],
  ['an at sign', '@SUM', "'@SUM"],
  ['a tab', '\t=1', `"'\t=1"`],
  ['a line break', 'two\nlines', '"two\nlines"'],
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'say "no"', '"say ""no"""'],
  ['a plain text', 'nightly', 'nightly'],
  ['a number', -CODE.invalidField, '-40501'],
  ['an amount with all its digits', { decimal: '-0.000001' as const }, '-0.000001'],
  ['nothing', null, ''],
  ['yes or no', true, 'true'],
])('B14 a cell with %s is safe in a spreadsheet', (_, cell, written) =>
  expect(csvLine([cell, 1])).toBe(`${written},1\r\n`),
)

test.each([
  ['a semicolon, which separates cells in many countries', 'a;=1', '"a;=1"'],
  ['a tab within', 'a\t=1', '"a\t=1"'],
  ['blanks before a formula', '  =1', "'  =1"],
  ['a no-break space before a formula', '\u00a0=1', "'\u00a0=1"],
  ['an invisible mark before a formula', '\u200b+1', "'\u200b+1"],
  ['a wide equals sign', '＝1', "'＝1"],
  ['a wide plus', '＋1', "'＋1"],
  ['a wide minus', '－1', "'－1"],
  ['a wide at sign', '＠SUM', "'＠SUM"],
  ['a real minus sign', '−1', "'−1"],
  ['a blank at the end', 'a ', '"a "'],
  ['a line separator', 'a\u2028b', '"a\u2028b"'],
])('SEC-L18 B14 a cell with %s is safe in a spreadsheet', (_, cell, written) =>
  expect(csvLine([cell, 1])).toBe(`${written},1\r\n`),
)

test('B14 a file begins with the UTF-8 byte order mark', () => {
  expect(csvHead(['time', 'id'])).toBe('\uFEFFtime,id\r\n')
})
