import { expect, test } from 'vitest'
import { byName, fields, flag, list, number, one, orNull, text } from './guards.ts'

test.for([
  ['a text', text, '', 1],
  ['a number', number, 0, '0'],
  ['a number that is none', number, -1.5, Number.NaN],
  ['a flag', flag, false, 0],
  ['one of some', one(['light', 'dark']), 'dark', 'grey'],
  ['nothing', orNull(text), null, undefined],
  ['what may be nothing', orNull(text), 'a', 1],
  ['a list', list(text), ['a'], ['a', 1]],
  ['an empty list', list(text), [], {}],
  ['a record', byName(flag), { a: true }, { a: 1 }],
  ['a record, not a list', byName(flag), {}, []],
  ['fields', fields({ path: text, at_ms: number }), { path: '/', at_ms: 1, more: 1 }, { path: '/' }],
  ['fields of nothing', fields({}), {}, null],
] as const)('%s', ([, shape, right, wrong]) => {
  expect(shape(right)).toBe(true)
  expect(shape(wrong)).toBe(false)
})
