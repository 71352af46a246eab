import { expect, test } from 'vitest'
import { checkRequirements } from './requirements.ts'

const path = 'web/src/app/x.test.ts'

function faults(text: string, open: string[] = []) {
  return checkRequirements(['RT-01', 'RT-02'], open, [{ path, text }]).faults
}

test('requirements finds a lost test: only a title counts', () => {
  expect(faults("const x = 'RT-01'; expect('RT-01'); test('RT-02 x')")).toEqual(['no test names RT-01'])
  expect(faults("test('RT-02 x')", ['RT-01'])).toEqual([])
})

test('requirements finds one that is open no longer', () => {
  expect(faults("test('RT-01 RT-02 x')", ['RT-01'])).toEqual(['open.ts names RT-01, which has a test'])
})

test('requirements finds a number that does not exist', () => {
  const open = ['RT-01', 'RT-02']
  expect(faults("test('RT-' + '09 x'); it('RT-03 x')", open)).toEqual([`${path}:1 names RT-03, which does not exist`])
  expect(faults('', [...open, 'RT-04'])).toEqual(['open.ts names RT-04, which does not exist'])
})

test.each([
  "test('RT-01, RT-02 x')",
  "it('RT-01 x'); describe('RT-02 y')",
  "test.each(rows)('RT-01 RT-02 %s')",
  "test.for([['RT-09']])('RT-01 RT-02 %s')",
  'test(`RT-01 ' + '$' + '{x} RT-02`)',
])('requirements reads titles: %s', (text) => {
  const { faults: found, untested, lines } = checkRequirements(['RT-01', 'RT-02'], [], [{ path, text }])
  expect({ found, untested, lines }).toEqual({ found: [], untested: [], lines: ['RT 2/2'] })
})

test('requirements reports what has no test, and reads tests only', () => {
  const { lines } = checkRequirements(['RT-01', 'RT-02'], [], [{ path: 'web/src/app/x.ts', text: "test('RT-01')" }])
  expect(lines).toEqual(['RT 0/2, without a test: 01 02'])
})
