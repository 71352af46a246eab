import { expect, test } from 'vitest'
import { checkRegexes, growthOf } from './regexes.ts'

test.each([
  ['(a+)+$', 'exponential'],
  ['(a*)*b', 'exponential'],
  ['^(a|a)*$', 'exponential'],
  ['^(a|aa)+$', 'exponential'],
  ['^(a|b|ab)*c$', 'exponential'],
  ['^(\\w+\\s?)*$', 'exponential'],
  ['^(?=(a+)+b)', 'exponential'],
  ['^(?:[-_.](?:[A-Za-z]?[a-z]{1,15}|\\d{1,2}))*$', 'exponential'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'exponential'],
  ['\\s+$', 'polynomial'],
  ['^\\d+\\d+x', 'polynomial'],
  ['.*.*=', 'polynomial'],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', undefined],
  ['^(?:"[^"]*",)*$', undefined],
  ['^\\d{1,40}$', undefined],
  ['^(?:asc|desc)$', undefined],
])('the growth of matching time of /%s/ is: %s', (pattern, growth) => {
  expect(growthOf(pattern, '')).toBe(growth)
})

const found = (text: string, path = 'server/src/a.ts') => checkRegexes([{ path, text }], {}, {})

test('slow patterns and patterns built from input are reported in product files only', () => {
  expect(found('export const a = /(a+)+$/u')).toEqual(['server/src/a.ts:1 takes exponential time: /(a+)+$/u'])
  expect(found('new RegExp(name)')).toEqual(['server/src/a.ts:1 makes a pattern of what it is given'])
  expect(found('RegExp(name)')).toHaveLength(1)
  expect(found('export const a = /(a+)+$/u', 'server/src/a.test.ts')).toEqual([])
  expect(found('export const a = /^a+$/u')).toEqual([])
})

test('a listed exception that no longer occurs is reported', () => {
  expect(checkRegexes([], { 'server/src/a.ts a+$': 'why' }, {})).toHaveLength(1)
})
