import { decodedUri } from '@portico/contract/uri.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { PAGE_PROBLEMS, type ProblemTexts } from '#lib/problem.ts'

const LONGEST = 200
/** Control signs, signs that turn the direction around, halves of signs, line ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Problems that the server names in the address. */
const ADDRESS_PROBLEMS = {
  ...PAGE_PROBLEMS,
  too_many_tries: 'Too many attempts. Please wait a few minutes and try again.',
  busy: 'We are busy right now. Please try again in a moment.',
  link_used: 'This link is no longer valid.',
  invitation_needed: 'Sign-up here is by invitation only.',
  invitation_for_other: 'This invitation was sent to another e-mail address.',
  third_party_taken: 'This service is linked to another account.',
  third_party_link_first:
    'An account with this e-mail already exists. Sign in with your password, then link the service in your profile.',
  reauth_needed: 'Please enter your sign-in password again.',
} as const satisfies ProblemTexts

/** Our own codes, and the OAuth error codes of third parties in our words. */
const ERRORS: Record<string, MessageKey> = {
  ...ADDRESS_PROBLEMS,
  access_denied: 'Sign-in was canceled.',
  login_required: 'Sign-in was canceled.',
  consent_required: 'Sign-in was canceled.',
  interaction_required: 'Sign-in was canceled.',
  invalid_request: PAGE_PROBLEMS.third_party_failed,
  invalid_grant: PAGE_PROBLEMS.third_party_failed,
  invalid_scope: PAGE_PROBLEMS.third_party_failed,
  unauthorized_client: PAGE_PROBLEMS.third_party_failed,
  unsupported_response_type: PAGE_PROBLEMS.third_party_failed,
  server_error: PAGE_PROBLEMS.third_party_failed,
  temporarily_unavailable: ADDRESS_PROBLEMS.busy,
}

/**
 * The message of `/signin/{error}`: the text of a known code, or the segment itself as a quotation. Anyone can write such
 * an address, so its text is never ours: it is decoded once, loses what could hide or turn text around, and stays short.
 */
export function signInError(path: string): { text: string; isQuoted: boolean } | undefined {
  const segment = path.startsWith(`${paths.signin}/`) ? path.slice(paths.signin.length + 1) : ''
  const text = plain(decodedUri(segment.replace(/\/$/, '')))
  if (text === '') return undefined
  const known = Object.hasOwn(ERRORS, text) ? ERRORS[text] : undefined
  return { text: known ?? text, isQuoted: known === undefined }
}

function plain(text: string): string {
  const visible = text.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim()
  return [...visible].slice(0, LONGEST).join('')
}
