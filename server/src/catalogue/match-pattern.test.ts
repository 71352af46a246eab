import { expect, test } from 'vitest'
import { compileAjv } from './compile-ajv.ts'
import { compileCheck, type Fault } from './compile-check.ts'
import { patternMatcher } from './match-pattern.ts'

function checkOf(pattern: string) {
  const check = compileCheck({ type: 'string', pattern })
  return (text: string) => {
    const faults: Fault[] = []
    check(text, faults)
    return faults.length === 0
  }
}

const EVIL = ['(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(\\w+\\s?)*$', '^(?=(a+)+b)', '^(a?){40}a{40}$', '(a*)*\\1b']
const HOSTILE = `${'a'.repeat(60)}!`

test.each(EVIL)(
  'the pattern %s of a document cannot block the process: a hostile text is refused quickly',
  (pattern) => {
    const isMatching = patternMatcher(new RegExp(pattern, 'u'))
    const began = performance.now()
    for (let at = 0; at < 40; at += 1) expect(isMatching(HOSTILE)).toBe(false)
    expect(performance.now() - began).toBeLessThan(10_000)
  },
)

test('a slow pattern is aborted for a long text, and then only tried on shorter ones', () => {
  const isMatching = patternMatcher(/(.*)(.*)(.*)(.*)x/u)
  const began = performance.now()
  for (let at = 0; at < 40; at += 1) expect(isMatching('a'.repeat(4_000))).toBe(false)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(isMatching('abcx')).toBe(true)
})

test.each<[string, string[], string[]]>([
  ['^[A-Z0-9]{10}$', ['B0PRTC1234'], ['B0PRTC123', 'b0prtc1234']],
  ['^[a-z0-9_.]+,(asc|desc)$', ['rank.x,asc'], ['rank', ',asc']],
  ['^-?\\d{1,2}(\\.\\d{1,7})?,-?\\d{1,3}(\\.\\d{1,7})?(,\\d{1,6}(\\.\\d+)?z?)?$', ['52.5,13.4,200z'], ['52.5']],
  ['^(?!-)[a-z-]+(?<!-)$', ['a-b'], ['-a', 'a-']],
  ['(\\d)\\1', ['x11'], ['x12']],
  ['^[\\p{L}]+$', ['Ж'], ['1']],
  ['[)(?|]{2,}', ['a?|b'], ['a?b']],
])('the pattern %s still matches what it should', (pattern, right, wrong) => {
  for (const check of [patternMatcher(new RegExp(pattern, 'u')), checkOf(pattern)]) {
    for (const text of right) expect([text, check(text)]).toEqual([text, true])
    for (const text of wrong) expect([text, check(text)]).toEqual([text, false])
  }
})

test.each(['url', 'uri', 'uri-reference', 'uri-template', 'email', 'hostname', 'ipv6', 'uuid', 'json-pointer'])(
  'the format %s is checked quickly, whatever the text',
  (format) => {
    const check = compileAjv(() => ({ type: 'string', format }))
    const parts = [':', 'a:', 'a@', '#', '{a,', 'a.', '1:', '%41', '/a', '-']
    const began = performance.now()
    for (const part of parts) check(`http://${part.repeat(100_000)} `, [])
    expect(performance.now() - began).toBeLessThan(10_000)
  },
)

test.each([
  ['url', 'https://example.com/a?b=c'],
  ['uri', 'https://example.com/a?b=c'],
  ['uri-template', 'https://example.com/{id}'],
  ['ipv6', '2001:db8::1'],
  ['email', 'name@example.com'],
])('the format %s still accepts %s and nothing else', (format, text) => {
  const check = compileAjv(() => ({ type: 'string', format }))
  const [right, wrong]: [unknown[], unknown[]] = [[], []]
  check(text, right as never[])
  check('{ not < one', wrong as never[])
  expect([right.length, wrong.length]).toEqual([0, 1])
})

test('patterns that Ajv checks have the same limit', () => {
  const check = compileAjv(() => ({
    not: { type: 'string', pattern: '(a+)+$' },
    patternProperties: { '^(b+)+$': false },
  }))
  const began = performance.now()
  const into: never[] = []
  for (let at = 0; at < 20; at += 1) check(HOSTILE, into)
  check({ [HOSTILE.replaceAll('a', 'b')]: 1 }, into)
  expect(into).toEqual([])
  expect(performance.now() - began).toBeLessThan(10_000)
})
