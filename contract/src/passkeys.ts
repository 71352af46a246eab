import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { passkeyName, text } from './form-fields.ts'
import { user } from './user.ts'

const done = z.object({ type: z.literal('success') })
/** Text in base64url; the longest is the attestation signed by the maker of a key. */
const part = text(16_000)
const keyId = text(1_400)
const rest = { id: keyId, rawId: keyId, type: z.literal('public-key') }

/** The browser's answer in the names of WebAuthn; only these fields of it are sent. */
const registration = z.strictObject({
  ...rest,
  response: z.strictObject({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.optional(z.array(text(32)).check(z.maxLength(16))),
  }),
})
const assertion = z.strictObject({
  ...rest,
  response: z.strictObject({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(text(200)),
  }),
})
/** Options for the browser. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
  timeout: z.number(),
})
const request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
})

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Browsers offer the passkey on this host alone. */
  host: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkey>

const listed = z.object({ passkeys: z.array(passkey) })

/** The passkeys of a customer, part of `profile`. Each takes a password or passkey given in the last five minutes. */
export const ownPasskeys = {
  beginPasskey: post('/api/profile/passkeys/begin', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({}),
    output: z.object({ options: creation }),
    without_factor: 'allowed',
  }),
  addPasskey: post('/api/profile/passkeys/add', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({ name: passkeyName, response: registration }),
    output: listed,
    without_factor: 'allowed',
  }),
  removePasskey: post('/api/profile/passkeys/remove', {
    caller: 'user',
    proof: 'fresh',
    input: z.strictObject({ id: keyId }),
    output: listed,
  }),
}

/** Sign-in with a passkey, of customers and of staff at their hosts, or proof of identity again. */
export const passkeySignIn = {
  passkeyChallenge: post('/api/auth/passkey-challenge', {
    caller: 'public',
    input: z.strictObject({}),
    output: z.object({ options: request }),
  }),
  signInByPasskey: post('/api/auth/passkey', {
    caller: 'public',
    input: z.strictObject({ response: assertion }),
    output: z.object({ user }),
  }),
  reauthenticateByPasskey: post('/api/auth/reauthenticate-passkey', {
    caller: 'user',
    renewsSession: true,
    by_sso: 'allowed',
    host: 'customers',
    input: z.strictObject({ response: assertion }),
    output: done,
    without_factor: 'allowed',
  }),
}

const OF_STAFF = { caller: 'user', host: 'staff', proof: { none: 'it takes a fresh code of staff' } } as const

/** The passkeys of staff, in their own session. A change takes a code or passkey given in the last five minutes. */
export const staffPasskeys = {
  listStaffPasskeys: get('/api/staff/passkeys', {
    caller: 'user',
    host: 'staff',
    input: z.strictObject({}),
    output: listed,
  }),
  beginStaffPasskey: post('/api/staff/passkeys/begin', {
    ...OF_STAFF,
    input: z.strictObject({}),
    output: z.object({ options: creation }),
  }),
  addStaffPasskey: post('/api/staff/passkeys/add', {
    ...OF_STAFF,
    input: z.strictObject({ name: passkeyName, response: registration }),
    output: listed,
  }),
  removeStaffPasskey: post('/api/staff/passkeys/remove', {
    ...OF_STAFF,
    input: z.strictObject({ id: keyId }),
    output: listed,
  }),
  /** Instead of a fresh code. */
  confirmByPasskey: post('/api/staff/confirm-passkey', {
    caller: 'user',
    renewsSession: true,
    host: 'staff',
    proof: { none: 'it is a proof itself' },
    input: z.strictObject({ response: assertion }),
    output: done,
  }),
}
