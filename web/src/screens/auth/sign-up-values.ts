import { auth } from '@portico/contract/auth.ts'
import * as z from 'zod/mini'
import { newPassword } from '#lib/new-password.ts'

/** What a person fills in; the rest of a sign-up (bot check, attribution) is added when it is sent. */
export function signUpValues(password_min: number) {
  const typed = z.pick(auth.register.input, { name: true, email: true, privacy: true })
  return z.extend(typed, { password: newPassword(password_min) })
}
