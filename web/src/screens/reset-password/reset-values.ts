import { repeatedPassword } from '@portico/contract/form-fields.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { newPassword } from '#lib/new-password.ts'

/** The two must agree; while the second is empty it is only missing. */
export function resetValues(password_min: number) {
  return z.strictObject({ password: newPassword(password_min), pass_confirm: repeatedPassword }).check(
    z.refine(({ password, pass_confirm }) => pass_confirm === '' || password === pass_confirm, {
      error: MESSAGES.passwordsDiffer,
      path: ['pass_confirm'],
      // Shown together with any other error, not after it.
      when: () => true,
    }),
  )
}
