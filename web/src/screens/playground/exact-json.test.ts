import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson, quoteLongNumbers } from './exact-json.ts'

test('any JSON is indented in the usual way, however it came', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const json = JSON.stringify(value, null, space)
      expect(indentJson(json)).toBe(JSON.stringify(JSON.parse(json), null, 2))
    }),
  )
})

test('each value keeps the digits and signs it came with', () => {
  const json = '{"id":9007199254740993,"rate":1.10,"big":1e400,"text":"\\u0041\\/","a":{},"b":[]}'
  expect(indentJson(json).replaceAll(/\n\s*|(?<=:) /g, '')).toBe(json)
})

test('a long id keeps its digits where it is shown and copied, other values stay unchanged', () => {
  const json = '{"id":9007199254740993,"list":[-9223372036854775808,9007199254740992],"text":"9007199254740993"}'
  expect(JSON.parse(quoteLongNumbers(json))).toEqual({
    id: '9007199254740993',
    list: ['-9223372036854775808', 9007199254740992],
    text: '9007199254740993',
  })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const written = JSON.stringify(value)
      expect(quoteLongNumbers(written)).toBe(written)
    }),
  )
})
