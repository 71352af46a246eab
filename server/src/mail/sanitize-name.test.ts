import { expect, test } from 'vitest'
import { plainText, sanitizeName } from './sanitize-name.ts'

test.each([
  ['Ann Lee', 'Ann Lee'],
  ['  Ann\r\n\tLee ', 'Ann Lee'],
  ['J. R. R. Tolkien Jr.', 'J. R. R. Tolkien Jr.'],
  ['J.R. Ewing', 'J.R. Ewing'],
  ['O’Neill & Söhne GmbH', 'O’Neill & Söhne GmbH'],
  ['नमस्ते', 'नमस्ते'],
  ['You won, see https://evil.example/x', 'You won, see https evil example/x'],
  ['visit www.evil.com now', 'visit www evil com now'],
  ['//evil.com', 'evil com'],
  ['пример。рф', 'пример рф'],
  ['evil.\u200bcom', 'evil com'],
  ['abc\u202etxt.exe', 'abctxt exe'],
  ['Gal·la Marcel·lí', 'Gal·la Marcel·lí'],
  ['', ''],
])('the name %j is shown as %j', (name, shown) => {
  expect(sanitizeName(name)).toBe(shown)
})

test.each([
  ['soft hyphen', 'evil.\u00adexample', 'evil example'],
  ['soft hyphen before the dot', 'evil\u00ad.example', 'evil example'],
  ['joiner', 'evil.\u200dexample', 'evil example'],
  ['non-joiner', 'evil.\u200cexample', 'evil example'],
  ['grapheme joiner', 'evil.\u034fexample', 'evil example'],
  ['variation selector', 'evil.\ufe0fexample', 'evil example'],
  ['tag sign', 'evil.\u{e0041}example', 'evil example'],
  ['combining mark', 'evil.\u0301example', 'evil \u0301example'],
  ['one dot leader', 'evil\u2024example', 'evil example'],
  ['small full stop', 'evil\ufe52example', 'evil example'],
  ['Lisu letter that looks like a dot', 'evil\ua4f8example', 'evil example'],
  ['Arabic full stop', 'evil\u06d4example', 'evil example'],
  ['isolates', 'evil.\u2068ex\u2069ample', 'evil example'],
  ['Hangul filler', 'evil.\u3164example', 'evil example'],
])('SEC-L18 a name with a %s yields nothing clickable', (_, name, shown) => {
  expect(sanitizeName(name)).toBe(shown)
})

test('a name has a maximum length', () => {
  expect(sanitizeName('x'.repeat(255))).toBe(`${'x'.repeat(80)}…`)
  expect([...sanitizeName('🙂'.repeat(255))]).toHaveLength(81)
  expect(plainText('y'.repeat(900))).toHaveLength(501)
})
