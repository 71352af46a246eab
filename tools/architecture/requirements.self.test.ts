import { expect, test } from 'vitest'
import { checkRequirements } from './requirements.ts'

const path = 'web/src/app/x.test.ts'
const head = '| number | what it asks | tests | state |\n| --- | --- | --- | --- |\n'

function faults(text: string, ...rows: string[]) {
  return checkRequirements(head + rows.map((line) => `${line}\n`).join(''), [{ path, text }])
}

const held = (id: string) => `| ${id} | it works | \`${path}\` | holds |`
const open = (id: string) => `| ${id} | it will work | – | open |`

test('a requirement whose number is in no test title is reported', () => {
  const text = "const x = 'RT-01'; expect('RT-01'); test('RT-02 x')"
  expect(faults(text, held('RT-01'), held('RT-02'))).toEqual([`RT-01 has no test in ${path}`])
  expect(faults("test('RT-02 x')", open('RT-01'), held('RT-02'))).toEqual([])
})

test('a number that only a long test carries is reported, as `npm test` leaves it out', () => {
  const long = "test('RT-01 x', { tags: 'long' }, () => {})"
  expect(faults(long, held('RT-01'))).toEqual([`RT-01 has no test in ${path}`])
  expect(faults(`${long}; test('RT-01 y', { timeout: 1 }, () => {})`, held('RT-01'))).toEqual([])
})

test('an open requirement that has a test and a row that names no test are reported', () => {
  expect(faults("test('RT-01 x')", open('RT-01'))).toEqual(['RT-01 is called open and has a test'])
  expect(faults('', '| RT-01 | it works | – | holds |')).toEqual(['RT-01 names no test'])
})

test('a number in a test title that is not listed is reported', () => {
  expect(faults("test('RT-' + '09 x'); it('RT-03 x')")).toEqual([
    `${path}:1 names RT-03, which docs/requirements.md does not list`,
  ])
})

test.each([
  "test('RT-01, RT-02 x')",
  "it('RT-01 x'); describe('RT-02 y')",
  "test.each(rows)('RT-01 RT-02 %s')",
  "test.for([['RT-09']])('RT-01 RT-02 %s')",
  'test(`RT-01 ' + '$' + '{x} RT-02`)',
])('requirement numbers are read from titles: %s', (text) => {
  expect(faults(text, held('RT-01'), held('RT-02'))).toEqual([])
})

test('requirement numbers are read from test files only', () => {
  const source = { path: 'web/src/app/x.ts', text: "test('RT-01 x')" }
  expect(checkRequirements(head + held('RT-01').replace(path, source.path), [source])).toEqual([
    `RT-01 has no test in ${source.path}`,
  ])
})
