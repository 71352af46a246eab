import { fieldMessages } from '@portico/contract/form-fields.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { expect, test } from 'vitest'
import { passwordValues } from './password-values.ts'

function wrong(values: Record<string, string>) {
  const parsed = passwordValues(8).safeParse(values)
  return parsed.success ? {} : fieldMessages(parsed.error)
}

test('A29 a change needs the current password', () => {
  const values = { password: 'eight-or-more', pass_confirm: 'eight-or-more' }
  expect(wrong({ current_password: '', ...values })).toEqual({ current_password: MESSAGES.required })
  expect(wrong({ current_password: 'x', ...values })).toEqual({})
})

test('the new password is long enough and typed twice alike', () => {
  const wrongWith = (password: string, pass_confirm: string) => wrong({ current_password: 'x', password, pass_confirm })
  expect(wrongWith('short', 'short')).toEqual({ password: MESSAGES.passwordShort })
  expect(wrongWith('eight-or-more', 'eight-or-less')).toEqual({ pass_confirm: MESSAGES.passwordsDiffer })
  expect(wrongWith('eight-or-more', '')).toEqual({ pass_confirm: MESSAGES.required })
  expect(wrongWith('short', 'other')).toEqual({
    password: MESSAGES.passwordShort,
    pass_confirm: MESSAGES.passwordsDiffer,
  })
})
