import { expect, test } from 'vitest'
import { checkFindings } from './findings.ts'

const path = 'server/src/auth/x.test.ts'
const table = ['| number | what | tests |', '| --- | --- | --- |', `| SEC-H1 | a hole | \`${path}\` |`].join('\n')

test('a finding is closed by a test title in the file that its row names', () => {
  expect(checkFindings(table, [{ path, text: "test('SEC-H1 x')" }])).toEqual([])
  expect(checkFindings(table, [{ path, text: "expect('SEC-H1 x')" }])).toEqual([`SEC-H1 has no test in ${path}`])
  expect(checkFindings(table, [{ path: 'server/src/y.test.ts', text: "test('SEC-H1 x')" }])).toEqual([
    `SEC-H1 has no test in ${path}`,
  ])
})

test('findings of the second review are compared as well', () => {
  const second = table.replaceAll('SEC-H1', 'SEC2-N4')
  expect(checkFindings(second, [{ path, text: "test('SEC2-N4 x')" }])).toEqual([])
  expect(checkFindings(second, [])).toEqual([`SEC2-N4 has no test in ${path}`])
  expect(checkFindings('', [{ path, text: "test('SEC2-N4 x')" }])).toEqual([
    `${path}:1 names SEC2-N4, which docs/security.md does not list`,
  ])
})

test('a row without a test and a number without a row are reported', () => {
  expect(checkFindings('| SEC-L9 | a hole | none |', [])).toEqual(['SEC-L9 names no test'])
  expect(checkFindings('', [{ path, text: "test('SEC-M2 x')" }])).toEqual([
    `${path}:1 names SEC-M2, which docs/security.md does not list`,
  ])
})

test('a finding that only long tests cover is reported, as `npm test` leaves them out', () => {
  const long = "test('SEC-H1 x', { tags: 'long' }, () => {})"
  expect(checkFindings(table, [{ path, text: long }])).toEqual([
    'SEC-H1 has long tests alone, which npm test leaves out',
  ])
  expect(checkFindings(table, [{ path, text: `${long}; test('SEC-H1 y')` }])).toEqual([])
})
