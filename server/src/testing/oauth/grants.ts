import { createHash, randomBytes } from 'node:crypto'
import type { Provider } from '@portico/contract/providers.ts'
import type { Failure, OAuthEndpoint } from './failure.ts'
import { approvalPage } from './page.ts'
import {
  type Answer,
  bearerOf,
  type Fields,
  type Grant,
  type LocalPerson,
  type LocalRequest,
  type Shape,
} from './shape.ts'

/** State that a test can read and change while the provider runs. */
export interface Controls {
  origin: string
  /** The person signed in at each provider. */
  person: Record<Provider, LocalPerson>
  /** Shows a page with 'Continue as …' and 'Cancel' instead of redirecting back at once. */
  asks: boolean
  /** Every code and token it issued: none of them may appear elsewhere. */
  secrets: string[]
}

export interface OAuthSite {
  endpoint: OAuthEndpoint
  serve(request: LocalRequest, failure: Failure | undefined): Answer
}

const REQUIRED = ['state', 'scope', 'code_challenge']

/** The sites of one provider by path, with separate state: a code or token of one is invalid for another. */
export function oauthSites(shape: Shape, local: Controls): [string, OAuthSite][] {
  const codes = new Map<string, Grant>()
  const grants = new Map<string, Grant>()
  const fresh = (kind: string) => {
    const secret = `${kind}-${randomBytes(24).toString('base64url')}`
    local.secrets.push(secret)
    return secret
  }

  function authorize(request: LocalRequest, failure: Failure | undefined): Answer {
    const { redirect_uri = '', state = '', decision } = request.query
    if (!isValidRequest(shape, request.query)) return { status: 400, body: { error: 'invalid_request' } }
    const person = { ...local.person[shape.provider] }
    if (local.asks && !decision) return approvalPage(shape.provider, person.name ?? person.sub, request)
    const back = new URL(redirect_uri)
    back.searchParams.set('state', state)
    const issuer = shape.callback_issuer_path === undefined ? undefined : local.origin + shape.callback_issuer_path
    const iss = failure?.how === 'foreign_iss' ? 'https://attacker.example' : issuer
    if (iss) back.searchParams.set('iss', iss)
    const is_denied = failure?.how === 'deny' || decision === 'deny'
    if (is_denied || failure?.how === 'fail')
      back.searchParams.set('error', is_denied ? 'access_denied' : 'server_error')
    else {
      const code = fresh('code')
      codes.set(code, { person, requested: request.query })
      back.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: back.href }, body: '' }
  }

  function exchange({ method, body }: LocalRequest, failure: Failure | undefined): Answer {
    const grant = codes.get(body.code ?? '')
    // The first use of a code spends it, valid or not.
    codes.delete(body.code ?? '')
    const is_client = body.client_id === shape.client.id && body.client_secret === shape.client.secret
    if (method !== 'POST' || !is_client) return shape.refuse('invalid_client')
    if (!grant || !isSameFlow(grant, body)) return shape.refuse('invalid_grant')
    const access_token = fresh('token')
    grants.set(access_token, grant)
    const tokens = shape.tokens(grant, access_token, local.origin, failure?.how)
    if (typeof tokens.id_token === 'string') local.secrets.push(tokens.id_token)
    return { status: 200, body: tokens }
  }

  const pages = Object.entries(shape.pages).map(([path, { endpoint: gateway, answer }]): [string, OAuthSite] => [
    path,
    { endpoint: gateway, serve: (request) => answer(request, local.origin, grants.get(bearerOf(request))) },
  ])
  return [
    [shape.authorize_path, { endpoint: 'authorize', serve: authorize }],
    [shape.token_path, { endpoint: 'token', serve: exchange }],
    ...pages,
  ]
}

function isValidRequest({ provider, client, must_ask }: Shape, query: Fields): boolean {
  const { redirect_uri = '', client_id, response_type, code_challenge_method } = query
  const is_registered =
    URL.canParse(redirect_uri) && new URL(redirect_uri).pathname === `/socialite_provider/${provider}/callback`
  const is_whole = [...REQUIRED, ...must_ask].every((name) => query[name])
  return (
    is_registered && is_whole && client_id === client.id && response_type === 'code' && code_challenge_method === 'S256'
  )
}

function isSameFlow({ requested: query }: Grant, { grant_type, redirect_uri, code_verifier = '' }: Fields): boolean {
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return (
    grant_type === 'authorization_code' && query.redirect_uri === redirect_uri && query.code_challenge === challenge
  )
}
