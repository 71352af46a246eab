import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { isPageProblem, PAGE_PROBLEMS } from '#lib/problem.ts'

const LONGEST = 200
/** Control signs, signs that turn the direction around, halves of signs, line ends. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** OAuth error codes of third parties, in our words. */
const OAUTH_ERRORS: Record<string, MessageKey> = {
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
  temporarily_unavailable: PAGE_PROBLEMS.busy,
}

/**
 * The message of `/signin/{error}`: the text of a known code, or the segment itself. Anyone can write such an address,
 * so it is decoded once, loses what could hide or turn text around, and stays short.
 */
export function signInError(path: string): string | undefined {
  const segment = path.startsWith(`${paths.signin}/`) ? path.slice(paths.signin.length + 1) : ''
  const text = plain(decode(segment.replace(/\/$/, '')))
  if (text === '') return undefined
  if (isPageProblem(text)) return PAGE_PROBLEMS[text]
  return (Object.hasOwn(OAUTH_ERRORS, text) && OAUTH_ERRORS[text]) || text
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function plain(text: string): string {
  const visible = text.replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim()
  return [...visible].slice(0, LONGEST).join('')
}
