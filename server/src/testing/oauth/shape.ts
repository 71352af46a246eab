import type { IncomingHttpHeaders } from 'node:http'
import type { Provider } from '@portico/contract/providers.ts'
import type { OAuthEndpoint, Trouble } from './trouble.ts'

export interface LocalPerson {
  sub: string
  email: string | null
  /** Whatever the provider says. */
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
  /** A text goes as a page, all else as JSON. */
  body: unknown
}

/** What a code or a token stands for. */
export interface Grant {
  person: LocalPerson
  /** The query of the authorization request. */
  requested: Fields
}

/** What makes it Google, GitHub or Facebook. */
export interface Shape {
  provider: Provider
  client: { id: string; secret: string }
  authorize_path: string
  token_path: string
  /** What must be asked for, beside what OAuth itself demands. */
  must_ask: string[]
  /** How it names itself in the callback, below its origin; undefined when it does not. */
  callback_issuer_path: string | undefined
  refuse(code: 'invalid_client' | 'invalid_grant'): Answer
  tokens(grant: Grant, access_token: string, origin: string, fault: Trouble['how'] | undefined): Record<string, unknown>
  pages: Record<string, Page>
}

interface Page {
  endpoint: OAuthEndpoint
  /** `grant` is what the bearer's token stands for. */
  answer(request: LocalRequest, origin: string, grant: Grant | undefined): Answer
}

export const NOT_SIGNED_IN: Answer = { status: 401, body: { message: 'Requires authentication' } }

export function bearerOf({ headers }: LocalRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
