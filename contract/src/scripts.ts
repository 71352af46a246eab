import * as z from 'zod/mini'
import { post } from './endpoint.ts'

/** Path of the frame of a script: below /api, which no worker caches. */
export const FRAME_PATH = '/api/scripts/frame/'

export const CONSENT_COOKIE = 'cc_cookie'

const consent = z.object({
  categories: z.array(z.string()),
  revision: z._default(z.string(), ''),
  consentTimestamp: z._default(z.string(), ''),
  /** The user whose record on the server holds the same consent. */
  data: z._default(z.object({ told: z.optional(z.number()) }), {}),
})
export type Consent = z.infer<typeof consent>

/** Reads the consent string of the cookie or the user's record. An unreadable one is no consent. */
export function readConsent(text: string | null | undefined): Consent | undefined {
  try {
    const parsed = consent.safeParse(JSON.parse(text ?? ''))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export const scripts = {
  /** Whether analytics should count this user's sign-up: true once, for the browser that asks first. */
  claimSignUp: post('/api/scripts/claim-sign-up', {
    caller: 'user',
    proof: { none: 'it counts a sign-up once' },
    input: z.strictObject({}),
    output: z.object({ is_due: z.boolean() }),
    background: true,
  }),
}
