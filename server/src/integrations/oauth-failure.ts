import { Problem } from '@portico/contract/problem.ts'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'

/** The Problem shown to the user; `reason` distinguishes a person who declined from a failure. */
export function oauthFailed(reason: 'denied' | 'failed'): Problem {
  return new Problem('third_party_failed', { values: { reason } })
}

/** A refusal of our own, with a code for the log. */
export function refusal(code: string): Error {
  return Object.assign(new Error('refused'), { code })
}

export function isDenied(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && error.error === 'access_denied'
}

/** The provider works and refused with a well-formed error. */
export function isOrderlyNo(error: unknown): boolean {
  return error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
}

/**
 * The cause for the log: only words that look like codes, because an error of the library contains the provider's whole answer,
 * tokens included.
 */
export function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const found = [at(error, 'code'), at(error, 'error'), at(at(error, 'body'), 'error')].filter(isCode)
  const name = error instanceof Error && found.length === 0 ? [error.name] : []
  return [...new Set([...found, ...name, ...codesOf(at(error, 'cause'), depth + 1)])]
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isCode(word: unknown): word is string {
  return typeof word === 'string' && /^[A-Za-z_]{2,40}$/.test(word)
}
