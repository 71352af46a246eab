import { createHmac, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Failure } from './failure.ts'
import type { Grant, Shape } from './shape.ts'

const client = { id: 'google-client', secret: 'google-client-secret' }
type Claims = Record<string, unknown>
type Fault = Failure['how'] | undefined

const makeKeys = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
const makeBoth = () => Promise.all([makeKeys(), makeKeys()])
let keys: ReturnType<typeof makeBoth> | undefined

export async function googleShape(): Promise<Shape> {
  keys ??= makeBoth()
  const [own, foreign] = await keys
  return {
    provider: 'google',
    client,
    authorize_path: '/o/oauth2/v2/auth',
    token_path: '/token',
    must_ask: ['nonce'],
    callback_issuer_path: '',
    refuse: (error) => ({ status: 400, body: { error, error_description: 'Bad Request' } }),
    tokens: (grant, access_token, origin, fault) => {
      const { privateKey } = fault === 'wrong_key' ? foreign : own
      const id_token = signed(claimsOf(grant, origin, fault), privateKey, fault)
      const tokens = { access_token, token_type: 'Bearer', expires_in: 3599, scope: grant.requested.scope }
      return fault === 'no_id_token' ? tokens : { ...tokens, id_token }
    },
    pages: {
      '/.well-known/openid-configuration': {
        endpoint: 'discovery',
        answer: (_request, origin) => ({ status: 200, body: description(origin) }),
      },
      '/oauth2/v3/certs': {
        endpoint: 'keys',
        answer: () => ({
          status: 200,
          body: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
        }),
      },
    },
  }
}

function description(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}

const SPOILED_CLAIMS: Partial<Record<Failure['how'], Claims>> = {
  wrong_nonce: { nonce: 'the-nonce-of-somebody-else' },
  no_nonce: { nonce: undefined },
  wrong_iss: { iss: 'https://attacker.example' },
  wrong_aud: { aud: 'another-client' },
  wrong_azp: { aud: [client.id, 'another-client'], azp: 'another-client' },
}

function claimsOf({ person, requested: query }: Grant, origin: string, fault: Fault): Claims {
  // The provider uses the real time, as the verifying library does.
  const issued_at_s = Math.floor((performance.timeOrigin + performance.now()) / 1000) - (fault === 'expired' ? 7200 : 0)
  return {
    iss: origin,
    aud: client.id,
    sub: person.sub,
    nonce: query.nonce,
    iat: issued_at_s,
    exp: issued_at_s + 3600,
    ...(person.email !== null && { email: person.email, email_verified: person.email_verified }),
    ...(person.name !== null && { name: person.name }),
    ...(fault && SPOILED_CLAIMS[fault]),
  }
}

function signed(claims: Claims, key: KeyObject, fault: Fault): string {
  const alg = fault === 'unsigned' ? 'none' : fault === 'signed_with_secret' ? 'HS256' : 'RS256'
  const head = encoded({ alg, kid: 'one', typ: 'JWT' })
  const text = `${head}.${encoded(claims)}`
  if (alg === 'none') return `${text}.`
  if (alg === 'HS256') return `${text}.${createHmac('sha256', client.secret).update(text).digest('base64url')}`
  const signature = sign('sha256', Buffer.from(text), key).toString('base64url')
  return fault === 'tampered' ? `${head}.${encoded({ ...claims, sub: '1' })}.${signature}` : `${text}.${signature}`
}

function encoded(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
