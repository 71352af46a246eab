import { password } from '@portico/contract/form-fields.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'

/** A password about to be set. An operator may ask for more characters than the contract does; they are counted as people see them. */
export function newPassword(min: number) {
  return password.check(z.refine((text) => [...text].length >= min, MESSAGES.passwordShort))
}
