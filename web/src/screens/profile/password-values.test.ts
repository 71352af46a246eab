import { MESSAGES } from '@portico/contract/rules.ts'
import { fieldMessages } from '@portico/contract/typed.ts'
import { expect, test } from 'vitest'
import { passwordValues } from './password-values.ts'

function wrong(has_password: boolean, values: Record<string, string>) {
  const parsed = passwordValues(has_password, 8).safeParse(values)
  return parsed.success ? {} : fieldMessages(parsed.error)
}

test('A29 a change needs the current password', () => {
  const values = { password: 'eight-or-more', pass_confirm: 'eight-or-more' }
  expect(wrong(true, { current_password: '', ...values })).toEqual({ current_password: MESSAGES.required })
  expect(wrong(true, { current_password: 'x', ...values })).toEqual({})
})

test('A29 the first password needs none', () => {
  expect(wrong(false, { password: 'eight-or-more', pass_confirm: 'eight-or-more' })).toEqual({})
})

test('the new one is long enough and typed twice alike', () => {
  const wrongWith = (password: string, pass_confirm: string) => wrong(false, { password, pass_confirm })
  expect(wrongWith('short', 'short')).toEqual({ password: MESSAGES.passwordShort })
  expect(wrongWith('eight-or-more', 'eight-or-less')).toEqual({ pass_confirm: MESSAGES.passwordsDiffer })
  expect(wrongWith('eight-or-more', '')).toEqual({ pass_confirm: MESSAGES.required })
  expect(wrongWith('short', 'other')).toEqual({
    password: MESSAGES.passwordShort,
    pass_confirm: MESSAGES.passwordsDiffer,
  })
})
