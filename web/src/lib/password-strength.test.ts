import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'
import { WEAK_WORDS } from './weak-words.ts'

const context = ['Portico', 'anna.schmidt@acme.example', 'Anna Schmidt']

const table: [0 | 1 | 2 | 3, string, string[]][] = [
  [0, 'None', ['', '   ']],
  [
    1,
    'Low',
    [
      'a',
      'x7#L!',
      '123456',
      '1234567890',
      '9876543210',
      'aaaaaaaaaaaaaaaaaaaa',
      'abcabcabcabcabc',
      'abcdefghijkl',
      'qwertyuiop',
      'QWERTYuiop',
      '1q2w3e4r5t',
      'qwertzuiop',
      'azertyuiop',
      'йцукенгшщз',
      'password',
      'Password1!',
      'P@ssw0rd',
      'p4$$word2026',
      'Summer2026!',
      'iloveyou123',
      'пароль123',
      'Passwort2024',
      'motdepasse12',
      '01.02.1990',
      '19900102',
      'portico',
      'Portico2026!',
      'annaschmidt',
      'Schmidt1987!',
      'schmidt@acme',
      'kvmwqzbt',
    ],
  ],
  [2, 'Good', ['kvmwqzbtrx', 'x7#Lq!2v', 'Tram4Kelp', 'red-boot-7', '🦊🌊🎻🧭🪁🛶', 'portico-lantern9']],
  [
    3,
    'Strong',
    [
      'correct horse battery',
      'kvmwqzbtrxhplsdg',
      'x7#Lq!2vTz9',
      'пятьсот синих китов',
      'Zwölf Boxkämpfer jagen',
      '🦊🌊🎻🧭🪁🛶🐙',
      'x7#Lq!2vTz9'.repeat(11),
    ],
  ],
]

describe.each(table)('PU-09 strength %i, %s', (strength, _, passwords) => {
  test.each(passwords.map((password) => [password]))('%j', (password) => {
    expect(passwordStrength(password, context)).toBe(strength)
  })
})

test('PU-09 facts about the owner count only for the owner', () => {
  expect(passwordStrength('schmidt-lateral-7', ['Schmidt', 'lateral'])).toBe(1)
  expect(passwordStrength('schmidt-lateral-7', [])).toBe(3)
})

test('PU-09 any text of any length has a strength, and it grows while a good one is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 128 }), (password) => {
      const strength = passwordStrength(password, context)
      expect([0, 1, 2, 3]).toContain(strength)
      expect(strength === 0).toBe(password.trim() === '')
    }),
    { numRuns: 50 },
  )
  const password = 'x7#Lq!2vTz9&mW4k'
  const strengths = Array.from(password, (_, at) => passwordStrength(password.slice(0, at + 1), []))
  expect(strengths).toEqual(strengths.toSorted())
  expect(new Set(strengths)).toEqual(new Set([1, 2, 3]))
})

test('the words are lower-case and unique', () => {
  expect(WEAK_WORDS.filter((word) => word !== word.toLowerCase())).toEqual([])
  expect(WEAK_WORDS).toHaveLength(new Set(WEAK_WORDS).size)
})
