import type { IncomingHttpHeaders } from 'node:http'
import type { Provider } from '@portico/contract/providers.ts'
import type { Failure, OAuthEndpoint } from './failure.ts'

export interface LocalPerson {
  sub: string
  email: string | null
  /** Claims in any form the provider may return. */
  email_verified: unknown
  name: string | null
}

export type Fields = Record<string, string>
export interface LocalRequest {
  method: string
  path: string
  query: Fields
  headers: IncomingHttpHeaders
  body: Fields
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** A text is sent as a page, anything else as JSON. */
  body: unknown
}

/** The grant behind a code or a token. */
export interface Grant {
  person: LocalPerson
  /** The query of the authorization request. */
  requested: Fields
}

/** The differences between Google, GitHub and Facebook. */
export interface Shape {
  provider: Provider
  client: { id: string; secret: string }
  authorize_path: string
  token_path: string
  /** Required query parameters in addition to those of OAuth. */
  must_ask: string[]
  /** The path of its issuer in the callback, below its origin; undefined if it sends none. */
  callback_issuer_path: string | undefined
  refuse(code: 'invalid_client' | 'invalid_grant'): Answer
  tokens(grant: Grant, access_token: string, origin: string, fault: Failure['how'] | undefined): Record<string, unknown>
  pages: Record<string, Page>
}

interface Page {
  endpoint: OAuthEndpoint
  /** `grant` is the grant behind the bearer token. */
  answer(request: LocalRequest, origin: string, grant: Grant | undefined): Answer
}

export const NOT_SIGNED_IN: Answer = { status: 401, body: { message: 'Requires authentication' } }

export function bearerOf({ headers }: LocalRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
