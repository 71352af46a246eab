import * as z from 'zod/mini'
import { captcha } from './bot-check.ts'
import { post } from './endpoint.ts'
import { code, email, linkPart, password } from './form-fields.ts'

const done = z.object({ type: z.literal('success'), msg: z.string() })

/** Verification of a sign-up's address, by the link in a mail or by its code. */
export const activation = {
  checkActivation: post('/api/auth/check-activation', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ user_id: linkPart }),
    output: z.object({
      /** `done`: the link was of an account that is confirmed by now · `gone`: it cannot be used, and nothing is confirmed. */
      mode: z.enum(['auto', 'confirm', 'code', 'done', 'gone']),
      email: z.nullable(z.string()),
      /** True for an existing account that only verifies its address again. */
      is_account: z.boolean(),
      needs_password: z.boolean(),
      /** There is no password yet: the one given becomes it. */
      sets_password: z.boolean(),
    }),
  }),
  activateAccount: post('/api/auth/activate', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({
      user_id: linkPart,
      code: z.optional(code),
      token: linkPart,
      password: z.optional(password),
      captcha,
    }),
    output: done,
  }),
  rejectActivation: post('/api/auth/reject-activation', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({}),
    output: done,
  }),
  resendActivation: post('/api/auth/resend-activation', {
    caller: 'public',
    host: 'customers',
    input: z.strictObject({ email, captcha }),
    output: done,
  }),
}
