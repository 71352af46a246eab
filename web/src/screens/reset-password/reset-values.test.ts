import { fieldMessages } from '@portico/contract/form-fields.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { expect, test } from 'vitest'
import { resetValues } from './reset-values.ts'

function wrong(password: string, pass_confirm: string, min = 6) {
  const parsed = resetValues(min).safeParse({ password, pass_confirm })
  return parsed.success ? {} : fieldMessages(parsed.error)
}

test.for([
  ['secret-1', 'secret-1', {}],
  [' secret-1 ', 'secret-1', {}],
  ['secret-1', 'secret-2', { pass_confirm: MESSAGES.passwordsDiffer }],
  ['secret-1', '', { pass_confirm: MESSAGES.required }],
  ['short', 'other', { password: MESSAGES.passwordShort, pass_confirm: MESSAGES.passwordsDiffer }],
  ['x'.repeat(129), 'x'.repeat(129), { password: MESSAGES.passwordLong }],
] as const)('VA-04 %j repeated as %j → %j', ([password, again, messages]) => {
  expect(wrong(password, again)).toEqual(messages)
})

test('VA-02 an operator may ask for more than six characters, counted as people see them', () => {
  expect(wrong('eightchr', 'eightchr', 9)).toEqual({ password: MESSAGES.passwordShort })
  expect(wrong('ninechars', 'ninechars', 9)).toEqual({})
  expect(wrong('😀😀😀😀😀', '😀😀😀😀😀', 6)).toEqual({ password: MESSAGES.passwordShort })
})
