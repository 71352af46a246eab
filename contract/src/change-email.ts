import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { code, email } from './form-fields.ts'
import { user } from './user.ts'

const done = z.object({ type: z.literal('success') })

/**
 * Change of the account's address, part of `profile`. A code goes to the old one and another to the new one, and both
 * are needed.
 */
export const changeEmail = {
  /** Needs a sign-in password given in the last five minutes. */
  requestEmailChange: post('/api/profile/email/request', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({ email }),
    output: done,
  }),
  confirmEmailChange: post('/api/profile/email/confirm', {
    caller: 'user',
    proof: { none: 'the codes came with a fresh proof' },
    input: z.strictObject({ old_code: code, new_code: code }),
    output: z.object({ user }),
  }),
}

/** Undoes an address change by the link mailed to the old address. It needs no session. */
export const emailRestore = {
  checkEmailRestore: post('/api/auth/check-email-restore', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({}),
    /** The masked address it restores; null when the link is no longer good. */
    output: z.object({ email: z.nullable(z.string()) }),
  }),
  restoreEmail: post('/api/auth/restore-email', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({}),
    output: done,
  }),
}
