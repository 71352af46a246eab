import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Claims = Record<string, unknown>

/** Faults of an ID token that must be refused. */
export type Spoiled = 'unsigned' | 'signed_with_secret' | 'other_key' | 'tampered' | 'no_token'

const client = { client_id: 'portico', client_secret: 'the-secret-of-the-issuer' }
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * A sign-in service on loopback, strict about codes, secrets, redirect addresses and PKCE, which can be made to answer wrongly.
 * `oidc-provider` is a real one.
 */
export async function startTestIssuer() {
  let keys = { kid: 'one', ...newKeys() }
  const codes = new Map<string, { params: URLSearchParams; person: Claims }>()
  const server = createServer((message, reply) => void answer(message, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = {
    issuer,
    client,
    /** The person signed in there. */
    person: { sub: 'ann-1', email: 'ann@acme.test', email_verified: true, name: 'Ann Acme' } as Claims,
    /** Merged into the claims of the next ID token. */
    claims: {} as Claims,
    spoiled: undefined as Spoiled | undefined,
    /** The last authorization request. */
    authRequest: new URLSearchParams(),
    rotateKeys() {
      keys = { kid: randomUUID(), ...newKeys() }
    },
    /** Acts as the browser: sends the person back with a code. */
    signIn(target_url: string): URL {
      const { searchParams } = new URL(target_url)
      state.authRequest = searchParams
      const code = randomUUID()
      codes.set(code, { params: searchParams, person: { ...state.person } })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer }).toString()
      return back
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }

  async function answer(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = new URL(message.url ?? '/', issuer).pathname
    const body = new URLSearchParams(await text(message))
    const [status, json] = answerAt(path, message, body)
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }

  function answerAt(path: string, message: IncomingMessage, body: URLSearchParams): [number, Claims] {
    if (path === '/.well-known/openid-configuration') return [200, description(issuer)]
    if (path === '/keys') {
      const jwk = keys.publicKey.export({ format: 'jwk' })
      return [200, { keys: [{ ...jwk, kid: keys.kid, alg: 'ES256', use: 'sig' }] }]
    }
    if (path !== '/token') return [404, { error: 'not_found' }]
    if (!isClient(message.headers.authorization)) return [401, { error: 'invalid_client' }]
    const grant = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const is_right =
      grant?.params.get('redirect_uri') === body.get('redirect_uri') && (body.get('code_verifier') ?? '').length > 42
    if (!grant || !is_right) return [400, { error: 'invalid_grant' }]
    return [200, tokens(grant)]
  }

  function tokens({ params, person }: { params: URLSearchParams; person: Claims }): Claims {
    // The issuer's clock is the real one, as that of the library which checks the token.
    const now_s = Math.floor((performance.timeOrigin + performance.now()) / 1000)
    const claims = {
      iss: issuer,
      aud: client.client_id,
      iat: now_s,
      exp: now_s + 300,
      auth_time: now_s,
      nonce: params.get('nonce'),
      ...person,
      ...state.claims,
    }
    const granted = { access_token: randomUUID(), token_type: 'Bearer' }
    return state.spoiled === 'no_token' ? granted : { ...granted, id_token: signed(claims, keys, state.spoiled) }
  }
  return state
}

function signed(claims: Claims, keys: { kid: string; privateKey: KeyObject }, spoiled: Spoiled | undefined): string {
  const alg = spoiled === 'unsigned' ? 'none' : spoiled === 'signed_with_secret' ? 'HS256' : 'ES256'
  const head = encode({ alg, kid: keys.kid, typ: 'JWT' })
  const body = `${head}.${encode(claims)}`
  if (alg === 'none') return `${body}.`
  if (alg === 'HS256') return `${body}.${createHmac('sha256', client.client_secret).update(body).digest('base64url')}`
  const key = spoiled === 'other_key' ? newKeys().privateKey : keys.privateKey
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return spoiled === 'tampered' ? `${head}.${encode({ ...claims, sub: 'boss' })}.${signature}` : `${body}.${signature}`
}

/** Both halves are form-encoded (RFC 6749, 2.3.1). */
function isClient(authorization = ''): boolean {
  const halves = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return halves.map(decodeURIComponent).join(':') === `${client.client_id}:${client.client_secret}`
}

function description(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // Some services list these; we accept neither.
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
