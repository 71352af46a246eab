import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { code } from './form-fields.ts'

const done = z.object({ type: z.literal('success') })
/** Recovery codes as text; they are shown in this answer only. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Null for staff, whose second factor is made by the operator. `since` is null while it is off. */
export const twoFactorState = z.nullable(z.object({ since: z.nullable(z.string()), recovery_codes_left: z.number() }))
export type TwoFactorState = z.infer<typeof twoFactorState>

/** The second factor of a customer, part of `profile`. Each of these takes a sign-in password given in the last five minutes. */
export const twoFactor = {
  /** A new key for an authenticator app, as text and as the rows of a QR code, 1 for dark. Nothing is on yet. */
  beginFactor: post('/api/profile/two-factor/begin', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({}),
    output: z.object({ key: z.string(), qr: z.array(z.string()) }),
    without_factor: 'allowed',
  }),
  /** Takes a code of that key. */
  turnOnFactor: post('/api/profile/two-factor/turn-on', {
    caller: 'user',
    proof: { none: 'the key was made with a fresh proof, a quarter of an hour ago at most' },
    input: z.strictObject({ code }),
    output: recoveryCodes,
    without_factor: 'allowed',
  }),
  /** Takes a code of the app or a recovery code, like the next one. */
  turnOffFactor: post('/api/profile/two-factor/turn-off', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({ code }),
    output: done,
  }),
  renewRecoveryCodes: post('/api/profile/two-factor/recovery-codes', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({ code }),
    output: recoveryCodes,
  }),
}
