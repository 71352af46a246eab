import { expect, test } from 'vitest'
import { jsonTokens } from './json-tokens.ts'

test('keys, texts, numbers and words are distinguished', () => {
  const kinds = jsonTokens('{"a": "x", "b": [-1.5e3, true, null]}').filter((token) => token.kind !== 'mark')
  expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'key "a"',
    'text "x"',
    'key "b"',
    'number -1.5e3',
    'word true',
    'word null',
  ])
})

test.each([
  JSON.stringify({ deep: [{ text: 'a "quoted" : brace }', n: 0.000_6 }], url: 'https://x.test/?a=1' }, null, 2),
  'not json at all, "unclosed',
  'curl --user login:password -X POST',
  '',
  '{"a":tru',
  '\u0000\n\t—',
])('the joined pieces are the text: %s', (source) => {
  expect(
    jsonTokens(source)
      .map((token) => token.text)
      .join(''),
  ).toBe(source)
})

test('a megabyte is split in good time', () => {
  const big = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'value' })))
  expect(jsonTokens(big).length).toBeGreaterThan(100_000)
})
