import { email } from '@portico/contract/form-fields.ts'
import {
  allowInsecureRequests,
  type authorizationCodeGrant,
  Configuration,
  type CustomFetch,
  customFetch,
  fetchProtectedResource,
  type ServerMetadata,
} from 'openid-client'
import * as z from 'zod/mini'
import type { OAuthClient } from '#env/oauth.ts'
import { refusal } from './oauth-failure.ts'
import { mayBeInClear } from './oauth-fetch.ts'

/** The person as described by the provider. Only `subject` is permanent. */
export interface Recognised {
  subject: string
  email: string | null
  email_verified: boolean
  name: string | null
}

export type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>

/** One provider. Its tokens are used in `recognise` and then dropped. */
export interface Service {
  /** The only address a browser is redirected to. */
  origin: string
  scope: string
  has_nonce: boolean
  connect(): Promise<Configuration>
  /** Called after an odd response of the provider, so that its cached discovery document is fetched again. */
  forget(): void
  recognise(config: Configuration, tokens: Tokens): Promise<Recognised>
}

export const maybeText = z.nullish(z.string())

/** Counts as verified only when the provider states exactly so for a usable address. */
export function recognised(
  subject: string,
  address: unknown,
  verified: unknown,
  name: string | null | undefined,
): Recognised {
  // An unusable address does not lock out a person whom we know by the subject.
  const email_or_null = email.safeParse(address).data ?? null
  return {
    subject,
    email: email_or_null,
    email_verified: email_or_null !== null && verified === true,
    name: tidy(name),
  }
}

/** One line, without characters that a database or a mail cannot carry. */
function tidy(name: string | null | undefined): string | null {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return [...line].slice(0, 100).join('').trim() || null
}

/** A provider without a discovery document, or with one we do not rely on. */
export function describedByHand(server: ServerMetadata, client: OAuthClient, fetch: CustomFetch): Configuration {
  const config = new Configuration(server, client.id ?? '', client.secret)
  config[customFetch] = fetch
  if (mayBeInClear(server.issuer)) allowInsecureRequests(config)
  return config
}

export async function ask<T>(
  config: Configuration,
  { access_token }: Tokens,
  url: string,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  const headers = new Headers({ accept: 'application/json' })
  const answer = await fetchProtectedResource(config, access_token, new URL(url), 'GET', undefined, headers)
  if (answer.status !== 200) throw refusal('answer_status')
  if (!/^application\/json\s*(;|$)/i.test(answer.headers.get('content-type') ?? '')) throw refusal('answer_type')
  return schema.parse(await answer.json())
}
