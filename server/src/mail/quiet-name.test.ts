import { expect, test } from 'vitest'
import { plainText, quietName } from './quiet-name.ts'

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
  ['', ''],
])('%j is shown as %j', (name, shown) => {
  expect(quietName(name)).toBe(shown)
})

test('a name has an end', () => {
  expect(quietName('x'.repeat(255))).toBe(`${'x'.repeat(80)}…`)
  expect([...quietName('🙂'.repeat(255))]).toHaveLength(81)
  expect(plainText('y'.repeat(900))).toHaveLength(501)
})
