import { repeatedPassword, typedPassword } from '@portico/contract/form-fields.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { newPassword } from '#lib/new-password.ts'

/** The current password is required, and the two new ones must match. */
export function passwordValues(password_min: number) {
  return z
    .strictObject({
      current_password: typedPassword,
      password: newPassword(password_min),
      pass_confirm: repeatedPassword,
    })
    .check(
      z.refine(({ password, pass_confirm }) => pass_confirm === '' || password === pass_confirm, {
        error: MESSAGES.passwordsDiffer,
        path: ['pass_confirm'],
        // Shown together with any other error, not after it.
        when: () => true,
      }),
    )
}
