import { expect, test } from 'vitest'
import { checkRequirements } from './requirements.ts'

const path = 'web/src/app/x.test.ts'
const head = '| number | what it asks | tests | state |\n| --- | --- | --- | --- |\n'

function faults(text: string, ...rows: string[]) {
  return checkRequirements(head + rows.map((line) => `${line}\n`).join(''), [{ path, text }])
}

const held = (id: string) => `| ${id} | it works | \`${path}\` | holds |`
const open = (id: string) => `| ${id} | it will work | – | open |`

test('requirements finds a lost test: only a title counts', () => {
  const text = "const x = 'RT-01'; expect('RT-01'); test('RT-02 x')"
  expect(faults(text, held('RT-01'), held('RT-02'))).toEqual([`RT-01 has no test in ${path}`])
  expect(faults("test('RT-02 x')", open('RT-01'), held('RT-02'))).toEqual([])
})

test('requirements finds a number that only a long test carries, which `npm test` leaves out', () => {
  const long = "test('RT-01 x', { tags: 'long' }, () => {})"
  expect(faults(long, held('RT-01'))).toEqual([`RT-01 has no test in ${path}`])
  expect(faults(`${long}; test('RT-01 y', { timeout: 1 }, () => {})`, held('RT-01'))).toEqual([])
})

test('requirements finds one that is open no longer, and one that names no test', () => {
  expect(faults("test('RT-01 x')", open('RT-01'))).toEqual(['RT-01 is called open and has a test'])
  expect(faults('', '| RT-01 | it works | – | holds |')).toEqual(['RT-01 names no test'])
})

test('requirements finds a number that is not listed', () => {
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
])('requirements reads titles: %s', (text) => {
  expect(faults(text, held('RT-01'), held('RT-02'))).toEqual([])
})

test('requirements reads tests only', () => {
  const source = { path: 'web/src/app/x.ts', text: "test('RT-01 x')" }
  expect(checkRequirements(head + held('RT-01').replace(path, source.path), [source])).toEqual([
    `RT-01 has no test in ${source.path}`,
  ])
})
