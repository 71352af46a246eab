import { PROBLEMS } from '@portico/contract/problem.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sideOf } from './side.ts'
import { signInError } from './sign-in-error.ts'

test.for([
  ['/signin', undefined],
  ['/signin/', undefined],
  ['/signin/%20', undefined],
  ['/register', undefined],
  ['/signin/access_denied', 'Sign-in was canceled.'],
  ['/signin/temporarily_unavailable', PROBLEMS.busy.text],
  ['/signin/third_party_taken', PROBLEMS.third_party_taken.text],
  ['/signin/The%20door%20is%20shut', 'The door is shut'],
  ['/signin/100%', '100%'],
  ['/signin/%253Cb%253E', '%3Cb%3E'],
  ['/signin/%3Cimg%20src%3Dx%3E', '<img src=x>'],
  ['/signin/toString', 'toString'],
  ['/signin/a%00b%E2%80%AEc%0Ad', 'a b c d'],
] as const)('PU-04 %s shows %j', ([path, text]) => {
  expect(signInError(path)?.text).toBe(text)
})

test.for([
  ['/signin/access_denied', false],
  ['/signin/Your%20account%20is%20suspended.%20Call%20555', true],
  ['/signin/constructor', true],
] as const)('PU-04 the text of %s is a quotation of the link: %j', ([path, isQuoted]) => {
  expect(signInError(path)?.isQuoted).toBe(isQuoted)
})

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

test('PU-04 text from an address is short and holds nothing that hides or turns text around', () => {
  const anything = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })
  fc.assert(
    fc.property(anything, (signs) => {
      const text = String.fromCodePoint(...signs)
      const shown = signInError(`/signin/${encodeURIComponent(text.toWellFormed())}`)?.text ?? ''
      expect([...shown].length).toBeLessThanOrEqual(200)
      expect(HIDDEN.test(shown)).toBe(false)
    }),
  )
})

test.for([
  ['/signin', 'sign-in'],
  ['/signin/access_denied', 'sign-in'],
  ['/register', 'sign-up'],
  ['/register/', 'sign-up'],
  ['/accept-invitation', 'sign-up'],
] as const)('PU-03 %s opens the %s side', ([path, side]) => {
  expect(sideOf(path)).toBe(side)
})
