import { email, name, phone, privacy } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import { newPassword } from '#lib/new-password.ts'

/** The fields that a person fills in; the rest of a sign-up (bot check, attribution) is added when it is sent. */
export function signUpValues(password_min: number) {
  return z.strictObject({
    name: z._default(name, ''),
    email,
    phone: z._default(phone, ''),
    privacy,
    password: newPassword(password_min),
  })
}
