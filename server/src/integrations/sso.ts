import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client'
import type { Logger } from 'pino'
import { sameText } from '#crypto/keys.ts'
import type { Env } from '#env/env.ts'
import { codesOf, isDenied, isOrderlyNo, refusal } from './oauth-failure.ts'
import { openSsoFetch, ssoTarget } from './sso-fetch.ts'

/** Our client at a customer's sign-in service. */
export interface SsoClient {
  issuer: string
  client_id: string
  client_secret: string
}

/** State that must survive between the redirect and the callback; the caller stores it sealed in an HttpOnly, single-use cookie. */
export interface SsoFlow {
  issuer: string
  client_id: string
  state: string
  code_verifier: string
  nonce: string
  redirect_uri: string
  started_at_ms: number
}

export type SsoClaims = { sub: string } & Record<string, unknown>

interface BeginInput {
  redirect_uri: string
  now_ms: number
  /** Also requests the groups, where the service has a scope for them. */
  wants_groups: boolean
  login_hint?: string
  /** The service asks for the sign-in even if a session exists there. */
  is_fresh?: boolean
}

/** Sign-in at the sign-in service of a customer. Tokens are used here and dropped; they are neither returned nor logged. */
export interface Sso {
  /** Whether the service publishes a discovery document under this address. */
  isThere(client: SsoClient): Promise<boolean>
  /** Fails with the Problem sso_failed, like `finish`. */
  begin(client: SsoClient, input: BeginInput): Promise<{ target_url: string; flow: SsoFlow }>
  /** `callback` is the query the service sent back. Returns the claims about the person once every check has passed. */
  finish(client: SsoClient, flow: SsoFlow, callback: Record<string, string>, now_ms: number): Promise<SsoClaims>
}

const FLOW_LIVES_MS = 10 * MINUTE_MS
const KNOWN_MS = 10 * MINUTE_MS
const KNOWN_MAX = 200
/** Signed with a key of the service: a shared secret could be known to others, and `none` proves nothing. */
const SIGNED = /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$/
const SUBJECT = /^[\x20-\x7e]{1,255}$/

type Known = Map<string, { at_ms: number; server: ServerMetadata }>

export function openSso({ sso_allow_private }: Pick<Env, 'sso_allow_private'>, log: Pick<Logger, 'warn'>): Sso {
  const known: Known = new Map()
  const fetch = openSsoFetch(sso_allow_private)
  const insecure = sso_allow_private ? [allowInsecureRequests] : []

  async function describe({ issuer }: SsoClient, now_ms: number): Promise<ServerMetadata> {
    const found = known.get(issuer)
    if (found && now_ms - found.at_ms < KNOWN_MS) return found.server
    if (!ssoTarget(issuer, sso_allow_private)) throw refusal('forbidden_address')
    const config = await discovery(new URL(issuer), 'unused', undefined, undefined, {
      execute: insecure,
      [customFetch]: fetch,
    })
    const server = { ...config.serverMetadata() }
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(issuer, { at_ms: now_ms, server })
    return server
  }

  /** Created again for each sign-in, so that the signing keys are current. */
  async function connect(client: SsoClient, now_ms: number): Promise<Configuration> {
    const server = await describe(client, now_ms)
    const algorithms = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter((one) => SIGNED.test(one))
    const config = new Configuration(
      { ...server, id_token_signing_alg_values_supported: algorithms },
      client.client_id,
      undefined,
      authenticate(server, client.client_secret),
    )
    config[customFetch] = fetch
    for (const apply of [...insecure, enableNonRepudiationChecks]) apply(config)
    return config
  }

  async function attempt<T>({ issuer }: SsoClient, step: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isOrderlyNo(error)) known.delete(issuer)
      const reason = isDenied(error) ? 'denied' : 'failed'
      if (reason === 'failed') log.warn({ issuer, step, codes: codesOf(error) }, 'single sign-on failed')
      throw new Problem('sso_failed', { values: { reason } })
    }
  }

  return {
    isThere: (client) =>
      attempt(client, 'discovery', () => {
        known.delete(client.issuer)
        return describe(client, 0)
      }).then(
        ({ authorization_endpoint, token_endpoint, jwks_uri }) =>
          authorization_endpoint !== undefined && token_endpoint !== undefined && jwks_uri !== undefined,
        () => false,
      ),
    begin: (client, input) =>
      attempt(client, 'begin', async () =>
        begin(await connect(client, input.now_ms), client, input, sso_allow_private),
      ),
    finish: (client, flow, callback, now_ms) =>
      attempt(client, 'finish', async () => {
        refuseForeign(client, flow, callback, now_ms)
        return finish(await connect(client, now_ms), flow, callback)
      }),
  }
}

/** By a header, as the standard recommends, unless the service announces that it reads forms. */
function authenticate({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) {
  return methods?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

async function begin(
  config: Configuration,
  { issuer, client_id }: SsoClient,
  input: BeginInput,
  allow_private: boolean,
) {
  const flow: SsoFlow = {
    issuer,
    client_id,
    state: randomState(),
    code_verifier: randomPKCECodeVerifier(),
    nonce: randomNonce(),
    redirect_uri: input.redirect_uri,
    started_at_ms: input.now_ms,
  }
  const has_groups = input.wants_groups && config.serverMetadata().scopes_supported?.includes('groups')
  const target = buildAuthorizationUrl(config, {
    redirect_uri: flow.redirect_uri,
    state: flow.state,
    nonce: flow.nonce,
    scope: has_groups ? 'openid email profile groups' : 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(flow.code_verifier),
    code_challenge_method: 'S256',
    ...(input.login_hint && { login_hint: input.login_hint }),
    ...(input.is_fresh && { max_age: '0', prompt: 'login' }),
  })
  if (!ssoTarget(target.href, allow_private)) throw refusal('forbidden_address')
  return { target_url: target.href, flow }
}

/** A callback counts only for the flow that this browser began, with this service under these settings, a short while ago. */
function refuseForeign(client: SsoClient, flow: SsoFlow, callback: Record<string, string>, now_ms: number): void {
  if (flow.issuer !== client.issuer || flow.client_id !== client.client_id) throw refusal('mix_up')
  if (!(now_ms - flow.started_at_ms <= FLOW_LIVES_MS)) throw refusal('flow_too_old')
  if (!sameText(flow.state, callback.state ?? '')) throw refusal('wrong_state')
}

/** Most services return the address and the groups only from their UserInfo endpoint; signed claims win. */
async function finish(config: Configuration, flow: SsoFlow, callback: Record<string, string>): Promise<SsoClaims> {
  const answered = new URL(flow.redirect_uri)
  answered.search = new URLSearchParams(callback).toString()
  const tokens = await authorizationCodeGrant(config, answered, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.code_verifier,
    idTokenExpected: true,
  })
  const signed = tokens.claims()
  if (!signed || !SUBJECT.test(signed.sub)) throw refusal('no_subject')
  const has_more = config.serverMetadata().userinfo_endpoint !== undefined
  const more = has_more ? await fetchUserInfo(config, tokens.access_token, signed.sub) : {}
  return { ...more, ...signed }
}
