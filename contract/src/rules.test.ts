import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ipRule } from './access.ts'
import {
  code,
  email,
  fieldMessages,
  machineLoginName,
  name,
  password,
  phone,
  repeatedPassword,
  typedPassword,
} from './form-fields.ts'
import { EMAIL_MAX, MESSAGES, normaliseEmail, normalisePassword, PASSWORD_MAX, TYPED_MAX } from './rules.ts'

const credentials = z.strictObject({ email, password })

function messagesFor(given: unknown): Record<string, string> {
  const { error } = credentials.safeParse(given)
  return error ? fieldMessages(error) : {}
}

/** Texts as keyboards make them: combining marks, either form, blanks at the ends, capitals. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'A',
        'H',
        'h',
        'z',
        '1',
        ' ',
        '\u00a0',
        '\u2000',
        'é',
        'e\u0301',
        '\u0331',
        '\u0307',
        '\u212a',
        'ß',
      ),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const NO_EMAILS = [
  '',
  '   ',
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a@b.c',
  'a b@c.de',
  'a@b.co@d.ee',
  'a@b.co\u0000',
  'a@b.co,d@e.fr',
]
const NO_HOSTS = ['a@b..de', 'a@.b.de', 'a@-b.de', 'a@b-.de', 'a@b.de-', 'a@b.-de']
test.each([...NO_EMAILS, ...NO_HOSTS])('VA-01 %j is refused as an e-mail', (text) => {
  const { email: message } = messagesFor({ email: text, password: '123456' })
  expect(message).toBe(text.trim() === '' ? MESSAGES.required : 'Email is invalid')
})

test.each([
  'a@b.co\r\nBcc: x@y.zz',
  'a@b.co\tc',
  'x<y>@b.co',
  '"a"@b.co',
  'a@[127.0.0.1]',
  'a@b..',
  'a@.',
  'a\\b@c.de',
])('VA-01 A12 an e-mail that could steer a mail header is refused: %j', (text) => {
  expect(messagesFor({ email: text, password: '123456' })).toEqual({ email: MESSAGES.email })
})

test.each([
  'a@b.co',
  'first.last+tag@sub.example.com',
  '用户@例子.公司',
  "o'neil@example.ie",
  'x_y-z@1.example',
  'a@b-c.d--e.example',
])('VA-01 %j is an e-mail', (text) => {
  expect(messagesFor({ email: text, password: '123456' })).toEqual({})
})

test('VA-01 an e-mail may have 254 characters and not one more', () => {
  const long = `${'a'.repeat(EMAIL_MAX - 5)}@b.co`
  expect(email.safeParse(long).success).toBe(true)
  expect(messagesFor({ email: `a${long}`, password: '123456' })).toEqual({ email: MESSAGES.email })
})

test('VA-01 a megabyte in the e-mail field is refused at once', { timeout: 2000 }, () => {
  for (const text of ['a'.repeat(1e6), `a@${'a.'.repeat(5e5)}`, `a@${'.'.repeat(1e6)}`, 'a@'.repeat(5e5)])
    expect(messagesFor({ email: text, password: '123456' })).toEqual({ email: MESSAGES.email })
})

test.each([
  ['12345', MESSAGES.passwordShort],
  [' 12345 ', MESSAGES.passwordShort],
  ['', MESSAGES.passwordShort],
  ['x'.repeat(PASSWORD_MAX + 1), MESSAGES.passwordLong],
])('VA-02 the password %j is refused', (text, message) => {
  expect(messagesFor({ email: 'a@b.co', password: text })).toEqual({ password: message })
})

test.each([
  '123456',
  'x'.repeat(PASSWORD_MAX),
  '🔒'.repeat(6),
  '🔒'.repeat(PASSWORD_MAX),
  `  ${'x'.repeat(PASSWORD_MAX)}  `,
  'пароль',
  'a\u0000b\u0000cd',
])('VA-02 the password %j is accepted', (text) => {
  expect(messagesFor({ email: 'a@b.co', password: text })).toEqual({})
})

test('VA-02 the bounds of a password and their messages are those of the requirement', () => {
  expect([MESSAGES.email, MESSAGES.passwordShort, MESSAGES.passwordLong]).toEqual([
    'Email is invalid',
    'Password is too short',
    'Password is too long',
  ])
})

test('VA-06 e-mails are trimmed and lower-cased, and look-alikes of other alphabets stay apart', () => {
  expect(email.parse('  John.DOE@Example.COM ')).toBe('john.doe@example.com')
  expect(normaliseEmail('Jose\u0301@example.com')).toBe(normaliseEmail('José@example.com'))
  const ascii = normaliseEmail('admin@example.com')
  for (const other of [
    'adm\u0131n@example.com',
    'ADM\u0130N@example.com',
    'ａｄｍｉｎ@example.com',
    'аdmin@example.com',
  ])
    expect(normaliseEmail(other)).not.toBe(ascii)
})

test('VA-06 A12 an e-mail has one normal form: normalising it again changes nothing', () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(normaliseEmail(normaliseEmail(text))).toBe(normaliseEmail(text))
    }),
    { numRuns: 2000, examples: [['H\u0331@x.co'], ['\u212a@x.co'], ['\u2000a@x.co'], ['J\u030c@x.co']] },
  )
})

test('VA-06 A12 two spellings of the same characters are one e-mail', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const one = normaliseEmail(text)
      expect(normaliseEmail(text.normalize('NFD'))).toBe(one)
      expect(normaliseEmail(text.normalize('NFC'))).toBe(one)
    }),
    { numRuns: 2000, examples: [['H\u0331'], ['h\u0331'], ['k\u0301']] },
  )
})

test('VA-06 A30 any accepted password can sign in, typed in either form and with blanks around it', () => {
  fc.assert(
    fc.property(typed, fc.constantFrom('', ' ', '\t', '\u00a0'), (text, blank) => {
      const stored = normalisePassword(text)
      expect(normalisePassword(stored)).toBe(stored)
      expect(normalisePassword(`${blank}${text}${blank}`)).toBe(stored)
      expect(normalisePassword(text.normalize('NFD'))).toBe(stored)
      const set = password.safeParse(text)
      if (set.success) expect(password.parse(set.data)).toBe(set.data)
    }),
    { numRuns: 2000 },
  )
})

test('a field that is missing or of the wrong kind is required, and each field has one message', () => {
  expect(messagesFor({})).toEqual({ email: MESSAGES.required, password: MESSAGES.required })
  expect(messagesFor({ email: ['a@b.co'], password: { length: 8 } })).toEqual({
    email: MESSAGES.required,
    password: MESSAGES.required,
  })
  expect(messagesFor({ email: '', password: '123456' })).toEqual({ email: MESSAGES.required })
})

test('A12 only a JSON string is accepted as an e-mail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(email.safeParse(value).success && typeof value !== 'string').toBe(false)
    }),
    { examples: [[['a@b.co']], [{ toString: 'a@b.co' }], [null]] },
  )
})

/** Sorting these takes time that grows with the square of their number. */
const MARKS = '\u0300'.repeat(50_000) + '\u0316'.repeat(50_000)

/** The longest text that was normalised while this ran. */
function longestNormalised(run: () => unknown): number {
  const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(String)
  try {
    run()
    return Math.max(0, ...normalize.mock.contexts.map((context) => String(context).length))
  } finally {
    normalize.mockRestore()
  }
}

test.each([
  ['email', email, `a${MARKS}@example.com`, 'Email is invalid'],
  ['password', password, `a${MARKS}`, 'Password is too long'],
  ['password', typedPassword, `a${MARKS}`, 'Password is too long'],
  ['pass_confirm', repeatedPassword, `a${MARKS}`, 'Password is too long'],
  ['code', code, `a${' -'.repeat(50_000)}`, 'This is too long'],
  ['name', name, ' '.repeat(100_000), 'This is too long'],
  ['phone', phone, ' '.repeat(100_000), 'This is too long'],
  ['name', machineLoginName, ' '.repeat(100_000), 'Invalid format'],
  ['label', ipRule.shape.label, ' '.repeat(100_000), 'This is too long'],
])(
  'SEC-H1 A2 100,000 characters as %s are refused before they are trimmed or normalised',
  (field, schema, sent, message) => {
    let answer: unknown
    const longest = longestNormalised(() => {
      const { error } = z.strictObject({ [field]: schema }).safeParse({ [field]: sent })
      answer = error && fieldMessages(error)
    })
    expect(answer).toEqual({ [field]: message })
    expect(longest).toBeLessThanOrEqual(TYPED_MAX)
  },
)

test('SEC-H1 the normalisers themselves accept no longer text, from any caller', () => {
  expect(longestNormalised(() => [normaliseEmail(MARKS), normalisePassword(MARKS)])).toBe(0)
  expect(normaliseEmail(MARKS)).toHaveLength(100_000)
  expect(normaliseEmail('A'.repeat(TYPED_MAX))).toBe('a'.repeat(TYPED_MAX))
})

test('SEC-H1 A6 128 characters are a password however a keyboard writes them', () => {
  const decomposed = '\u1f02'.repeat(PASSWORD_MAX).normalize('NFD')
  expect(decomposed.length).toBeGreaterThan(PASSWORD_MAX)
  expect(password.safeParse(`  ${decomposed}  `).data).toHaveLength(PASSWORD_MAX)
})

test.each([
  ['', true],
  ['12', false],
  ['123', true],
  ['1'.repeat(255), true],
  ['1'.repeat(256), false],
])('VA-03 a phone is left out or has 3 to 255 characters: %j', (typed, isFine) => {
  expect(phone.safeParse(typed).success).toBe(isFine)
})
