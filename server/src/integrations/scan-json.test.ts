import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanJson } from './scan-json.ts'

const WIDE = { values: 1_000_000, depth: 1_000, fields: 1_000_000, loose: 1_000_000 }

/** The same counts, taken from the parsed value. */
function count(value: unknown): { values: number; depth: number; fields: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0, fields: 0 }
  const inner = Object.values(value).map(count)
  const names = Array.isArray(value) ? 0 : inner.length
  return {
    values: 1 + names + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    fields: names + inner.reduce((sum, { fields }) => sum + fields, 0),
  }
}

describe('SEC-M1 G14 the size of a JSON text is known before it is parsed', () => {
  test('the counts are exact for any JSON and however it is written', () => {
    const json = fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' })
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), fc.boolean(), (value, indent, is_escaped) => {
        const written = JSON.stringify(value, null, indent)
        const text = is_escaped
          ? written.replaceAll(/[^ -~\n\t]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : written
        const held = count(JSON.parse(text))
        expect(scanJson(text, { ...WIDE, ...held })).toBe('fits')
        expect(scanJson(text, { ...WIDE, values: held.values - 1 })).toBe('too_many_values')
        if (held.depth > 0) expect(scanJson(text, { ...WIDE, depth: held.depth - 1 })).toBe('too_deep')
        if (held.fields > 0) expect(scanJson(text, { ...WIDE, fields: held.fields - 1 })).toBe('too_many_fields')
      }),
      { numRuns: 100 },
    )
  })

  const long = 'x'.repeat(500)
  test.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \n\t\r ', 'empty'],
    ['a long string', `["${long}"]`, 'fits'],
    ['brackets in strings', `["[[[[${long}[[[[", "{\\"a\\":[["]`, 'fits'],
    ['quotes in a long string', `["${long}\\"[[[[[${long}\\\\"]`, 'fits'],
    ['a string that does not end', `["${long}`, 'fits'],
    ['a backslash at the end', '["\\', 'fits'],
    ['lists in a list', '[[],[],[],[],[],[],[],[],[],[],[]]', 'too_many_values'],
    ['numbers', '[1,2,3,4,5,6,7,8,9,10]', 'too_many_values'],
    ['strings', JSON.stringify(Array(10).fill(long)), 'too_many_values'],
    ['blanks without an end', `[${' '.repeat(1000)}]`, 'too_many_values'],
    ['a number without an end', '7'.repeat(1000), 'too_many_values'],
    ['lists without an end', '[[[[[[[', 'too_deep'],
    ['brackets that close nothing', ']]]][[[[', 'fits'],
    ['names', '{"a":1,"b":1,"c":1,"d":1}', 'too_many_fields'],
    ['the same name again', '{"a":1,"a":1,"a":1,"a":1}', 'too_many_fields'],
    ['colons in strings', '[":::::",":"]', 'fits'],
    ['names in several maps', '[{"a":1,"b":1},{"a":1,"b":1}]', 'too_many_fields'],
  ])('%s', (_, text, found) => {
    expect(scanJson(text, { values: 10, depth: 4, fields: 3, loose: 100 })).toBe(found)
  })
})
