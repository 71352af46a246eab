import type { Provider } from '@portico/contract/providers.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Logger } from 'pino'
import { sameText } from '#crypto/keys.ts'
import type { Env } from '#env/env.ts'
import type { OAuthClient } from '#env/oauth.ts'
import { facebook } from './oauth-facebook.ts'
import { codesOf, isDenied, isOrderlyNo, oauthFailed, refusal } from './oauth-failure.ts'
import { type Limits, limitedFetch } from './oauth-fetch.ts'
import { github } from './oauth-github.ts'
import { google } from './oauth-google.ts'
import type { Recognised, Service } from './oauth-service.ts'

/** State that must survive between the redirect and the callback; the caller stores it sealed in an HttpOnly, single-use cookie. */
export interface OAuthFlow {
  provider: Provider
  state: string
  code_verifier: string
  nonce: string | null
  redirect_uri: string
  started_at_ms: number
}

export interface OAuthPerson extends Recognised {
  provider: Provider
}

/** Sign-in with a third-party account. Tokens are used here and dropped; they are neither returned nor logged. */
export interface OAuth {
  offered(): Provider[]
  begin(provider: Provider, public_origin: string, now_ms: number): Promise<{ target_url: string; flow: OAuthFlow }>
  /**
   * `callback` is the query the provider sent back. Fails with the Problem third_party_failed, whose value `reason` is 'denied'
   * when the person declined, else 'failed'.
   */
  finish(flow: OAuthFlow, provider: Provider, callback: Record<string, string>, now_ms: number): Promise<OAuthPerson>
}

const SERVICES: Record<Provider, (client: OAuthClient, fetch: CustomFetch) => Service> = { google, facebook, github }

const FLOW_LIVES_MS = 10 * MINUTE_MS
// A sign-in takes at most three requests one after the other: well within the time a person and a proxy wait.
const LIMITS: Limits = { timeout_ms: 6_000, max_bytes: 256 * 1024 }

export function openOAuth(
  { oauth }: Pick<Env, 'oauth'>,
  log: Pick<Logger, 'warn'>,
  limits: Partial<Limits> = {},
): OAuth {
  const services = openServices(oauth, { ...LIMITS, ...limits })
  const attempt = async <T>(provider: Provider, step: string, act: (service: Service) => Promise<T>): Promise<T> => {
    try {
      const service = services.get(provider)
      if (!service) throw refusal('not_offered')
      return await act(service)
    } catch (error) {
      if (isDenied(error)) throw oauthFailed('denied')
      log.warn({ provider, step, codes: codesOf(error) }, 'third-party sign-in failed')
      throw oauthFailed('failed')
    }
  }
  return {
    offered: () => [...services.keys()],
    begin: (provider, public_origin, now_ms) =>
      attempt(provider, 'begin', (service) => begin(service, provider, public_origin, now_ms)),
    finish: (flow, provider, callback, now_ms) =>
      attempt(provider, 'finish', async (service) => {
        refuseForeign(flow, provider, callback, now_ms)
        if (service.has_nonce && !flow.nonce) throw refusal('flow_incomplete')
        return { provider, ...(await finish(service, flow, callback)) }
      }),
  }
}

function openServices(oauth: Env['oauth'], limits: Limits): Map<Provider, Service> {
  const set_up = oauth.filter(({ id }) => id)
  return new Map(
    set_up.map((client) => {
      const fetch = limitedFetch([client.url, client.api_url], limits)
      return [client.provider, SERVICES[client.provider](client, fetch)]
    }),
  )
}

function callbackPath(provider: Provider): string {
  return `/socialite_provider/${provider}/callback`
}

async function begin(service: Service, provider: Provider, public_origin: string, now_ms: number) {
  if (!URL.canParse(public_origin) || new URL(public_origin).origin !== public_origin) throw refusal('not_an_origin')
  const flow: OAuthFlow = {
    provider,
    state: randomState(),
    code_verifier: randomPKCECodeVerifier(),
    nonce: service.has_nonce ? randomNonce() : null,
    redirect_uri: public_origin + callbackPath(provider),
    started_at_ms: now_ms,
  }
  const code_challenge = await calculatePKCECodeChallenge(flow.code_verifier)
  const target = await asking(service, async (config) => {
    const { redirect_uri, state, nonce } = flow
    const query = { redirect_uri, state, scope: service.scope, code_challenge, code_challenge_method: 'S256' }
    const url = buildAuthorizationUrl(config, { ...query, ...(nonce && { nonce }) })
    if (url.origin !== service.origin) throw refusal('foreign_target')
    return url
  })
  return { target_url: target.href, flow }
}

/** A callback counts only for the flow that this browser began with this provider a short while ago. */
function refuseForeign(flow: OAuthFlow, provider: Provider, callback: Record<string, string>, now_ms: number): void {
  const is_same = flow.provider === provider && new URL(flow.redirect_uri).pathname === callbackPath(provider)
  if (!is_same) throw refusal('mix_up')
  if (!(now_ms - flow.started_at_ms <= FLOW_LIVES_MS)) throw refusal('flow_too_old')
  if (!flow.state || !flow.code_verifier) throw refusal('flow_incomplete')
  if (!sameText(flow.state, callback.state ?? '')) throw refusal('wrong_state')
}

function finish(service: Service, flow: OAuthFlow, callback: Record<string, string>): Promise<Recognised> {
  const answered = new URL(flow.redirect_uri)
  answered.search = new URLSearchParams(callback).toString()
  return asking(service, async (config) => {
    const tokens = await authorizationCodeGrant(config, answered, {
      expectedState: flow.state,
      pkceCodeVerifier: flow.code_verifier,
      ...(flow.nonce && { expectedNonce: flow.nonce, idTokenExpected: true }),
    })
    return service.recognise(config, tokens)
  })
}

async function asking<T>(service: Service, act: (config: Configuration) => Promise<T>): Promise<T> {
  try {
    return await act(await service.connect())
  } catch (error) {
    if (!isOrderlyNo(error)) service.forget()
    throw error
  }
}
