import * as z from 'zod/mini'
import { text } from './form-fields.ts'

/** Prefix of a token that is a proof of work; tokens of Turnstile and reCAPTCHA never begin like this. */
export const PROOF_MARK = 'pow.'

/** The token of a bot check, sent with the form that needs it. */
export const captcha = text(8_000)

/** Sent where the service gave no token: our server then asks the service itself whether it is down. */
export const NO_TOKEN = 'none'

const hex = z.string().check(z.regex(/^[0-9a-f]{2,128}$/))

/** ALTCHA's challenge, version 2, in its own words: the signature covers exactly these names and values. */
const parameters = z.strictObject({
  algorithm: z.literal('PBKDF2/SHA-256'),
  cost: z.int().check(z.positive()),
  data: z.strictObject({ action: z.string(), expires_at_ms: z.int() }),
  keyLength: z.literal(32),
  keyPrefix: hex,
  keySignature: hex,
  nonce: hex,
  salt: hex,
})

/** Find the counter whose key, derived from nonce, counter and salt, begins with the prefix. */
export const proofOfWork = z.strictObject({ kind: z.literal('proof-of-work'), parameters, signature: hex })
export type ProofOfWork = z.infer<typeof proofOfWork>

/** The part of a token after the prefix, as base64 of its JSON. */
export const proof = z.strictObject({
  parameters,
  signature: hex,
  counter: z.int().check(z.nonnegative()),
  derivedKey: hex,
})
export type Proof = z.infer<typeof proof>

/** What a browser has to do before it sends a form. A proof of work replaces a service only while that is down. */
export const botChallenge = z.discriminatedUnion('kind', [
  proofOfWork,
  z.strictObject({ kind: z.enum(['turnstile', 'recaptcha']), site_key: z.string() }),
  z.strictObject({ kind: z.literal('off') }),
])
export type BotChallenge = z.infer<typeof botChallenge>
