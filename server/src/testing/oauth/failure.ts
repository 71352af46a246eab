import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** Endpoints that can be made to fail. */
export type OAuthEndpoint = 'discovery' | 'keys' | 'authorize' | 'token' | 'profile' | 'emails'

/** The failure to simulate, and its endpoint. */
export type Failure =
  | { at: 'authorize'; how: 'deny' | 'fail' | 'foreign_iss' }
  | { at: 'token'; how: TokenFault }
  | { at: OAuthEndpoint; how: Spoiling }
  | { at: OAuthEndpoint; how: 'say'; body: unknown; type?: string }

/** Faults of an ID token that must be refused. */
export type TokenFault =
  | 'no_id_token'
  | 'wrong_nonce'
  | 'no_nonce'
  | 'wrong_iss'
  | 'wrong_aud'
  | 'wrong_azp'
  | 'expired'
  | 'wrong_key'
  | 'tampered'
  | 'unsigned'
  | 'signed_with_secret'

export type Spoiling = keyof typeof SPOILINGS

const JSON_TYPE = { 'content-type': 'application/json' }

/** Responses worse than a refusal. Those that never end are ended when the provider is closed. */
const SPOILINGS = {
  slow: () => undefined,
  trickle: (reply: ServerResponse) => reply.writeHead(200, JSON_TYPE).write('{'),
  hang_up: (reply: ServerResponse) => reply.destroy(),
  cut_off: (reply: ServerResponse) =>
    reply.writeHead(200, { ...JSON_TYPE, 'content-length': 1000 }).write('{', () => reply.destroy()),
  huge: (reply: ServerResponse) => reply.writeHead(200, JSON_TYPE).end(`{"a":"${'a'.repeat(1024 * 1024)}"}`),
  /** Small on the wire, 32 MB when unpacked. */
  bomb: (reply: ServerResponse) =>
    reply
      .writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '))),
  inward: (reply: ServerResponse) => reply.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  deep: (reply: ServerResponse) =>
    reply.writeHead(200, JSON_TYPE).end(`{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  status_500: (reply: ServerResponse) => reply.writeHead(500, JSON_TYPE).end('{}'),
  status_204: (reply: ServerResponse) => reply.writeHead(204).end(),
  redirect: (reply: ServerResponse) => reply.writeHead(302, { location: '/elsewhere' }).end(),
  garbage: (reply: ServerResponse) => reply.writeHead(200, JSON_TYPE).end('{"access_token": nonsense'),
  html: (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Be right back</p>'),
}

/** Sends the response itself for one of these failures. */
export function spoil(failure: Failure, reply: ServerResponse): boolean {
  if (failure.how === 'say') {
    reply.writeHead(200, { 'content-type': failure.type ?? 'application/json' }).end(JSON.stringify(failure.body))
    return true
  }
  if (!isSpoiling(failure.how)) return false
  SPOILINGS[failure.how](reply)
  return true
}

function isSpoiling(how: string): how is Spoiling {
  return Object.hasOwn(SPOILINGS, how)
}
