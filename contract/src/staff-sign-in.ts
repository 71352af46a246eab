import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { code, linkPart } from './form-fields.ts'
import { user } from './user.ts'

/** The account calls of staff, part of `auth`; all but the first exist only on a host for staff. */
export const staffSignIn = {
  /** Ends a sign-in that `needs` a code, of staff or of a customer: one of the authenticator app, or a recovery code. */
  secondFactor: post('/api/auth/second-factor', {
    caller: 'public',
    input: z.strictObject({ code }),
    output: z.object({ user }),
  }),
  /** A fresh code in an open staff session; acting as a customer needs one that is no older than five minutes. */
  confirmFactor: post('/api/auth/confirm-factor', {
    caller: 'user',
    renewsSession: true,
    proof: { none: 'it is a proof itself' },
    host: 'staff',
    input: z.strictObject({ code }),
    output: z.object({ type: z.literal('success') }),
  }),
  loginOnetimeAdmin: post('/api/auth/login-onetime-admin', {
    caller: 'public',
    host: 'staff',
    input: z.strictObject({ uid: linkPart, onetime_pass: linkPart }),
    output: z.object({ user, path: z.nullable(z.string()), project_id: z.nullable(z.number()) }),
  }),
  endImpersonation: post('/api/auth/end-impersonation', {
    caller: 'public',
    host: 'staff',
    input: z.strictObject({}),
    output: z.object({ user: z.nullable(user) }),
  }),
}
