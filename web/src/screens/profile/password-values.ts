import { MESSAGES } from '@portico/contract/rules.ts'
import { repeatedPassword, typedPassword } from '@portico/contract/typed.ts'
import * as z from 'zod/mini'
import { newPassword } from '#lib/new-password.ts'

/** Who has no password yet sets the first one without a current one; the two new ones must agree. */
export function passwordValues(has_password: boolean, password_min: number) {
  // The call always carries one; for who has none the server does not look at it.
  const current_password = has_password ? typedPassword : z._default(typedPassword, 'none')
  return z
    .strictObject({ current_password, password: newPassword(password_min), pass_confirm: repeatedPassword })
    .check(
      z.refine(({ password, pass_confirm }) => pass_confirm === '' || password === pass_confirm, {
        error: MESSAGES.passwordsDiffer,
        path: ['pass_confirm'],
        // Said beside whatever else is wrong, not after it.
        when: () => true,
      }),
    )
}
