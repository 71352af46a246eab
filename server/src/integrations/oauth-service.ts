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

/** Who the provider says it is. Only `subject` stays the same for ever. */
export interface Recognised {
  subject: string
  email: string | null
  email_verified: boolean
  name: string | null
}

export type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>

/** One provider. What it hands out is used in `recognise` and then dropped. */
export interface Service {
  /** The only place a browser is sent to. */
  origin: string
  scope: string
  has_nonce: boolean
  connect(): Promise<Configuration>
  /** Called when the provider behaved oddly, so that what was learned about it is asked for again. */
  forget(): void
  recognise(config: Configuration, tokens: Tokens): Promise<Recognised>
}

export const maybeText = z.nullish(z.string())

/** Counts as verified only when the provider says exactly so of an address we can use. */
export function recognised(
  subject: string,
  address: unknown,
  verified: unknown,
  name: string | null | undefined,
): Recognised {
  // An address that is none for us does not keep away a person whom we know by the subject.
  const email_or_null = email.safeParse(address).data ?? null
  return {
    subject,
    email: email_or_null,
    email_verified: email_or_null !== null && verified === true,
    name: tidy(name),
  }
}

/** One line, without what a database or a letter cannot carry. */
function tidy(name: string | null | undefined): string | null {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return [...line].slice(0, 100).join('').trim() || null
}

/** A provider that publishes no description of itself, or one we do not rely on. */
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
