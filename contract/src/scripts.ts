import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Where the frame of a script is served: below /api, which no worker keeps. */
export const FRAME_PATH = '/api/scripts/frame/'

export const CONSENT_COOKIE = 'cc_cookie'

const consent = z.object({
  categories: z.array(z.string()),
  revision: z._default(z.string(), ''),
  consentTimestamp: z._default(z.string(), ''),
  /** The user whose record on the server says the same. */
  data: z._default(z.object({ told: z.optional(z.number()) }), {}),
})
export type Consent = z.infer<typeof consent>

/** The consent string, as the cookie and the user's record keep it. Whatever cannot be read is no consent. */
export function readConsent(text: string | null | undefined): Consent | undefined {
  try {
    const parsed = consent.safeParse(JSON.parse(text ?? ''))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export const scripts = {
  /** Who the user is, signed for the support chat alone; null where there is no chat for them. */
  chatIdentity: endpoint({
    method: 'GET',
    path: '/api/scripts/chat-identity',
    caller: 'user',
    input: z.strictObject({}),
    output: z.object({ token: z.nullable(z.string()) }),
    background: true,
    handsOut: true,
  }),
  /** Whether analytics is to be told that this user has signed up: yes once, to whichever browser asks first. */
  claimSignUp: endpoint({
    method: 'POST',
    path: '/api/scripts/claim-sign-up',
    caller: 'user',
    proof: { none: 'it counts a sign-up once' },
    input: z.strictObject({}),
    output: z.object({ is_due: z.boolean() }),
    background: true,
  }),
}
