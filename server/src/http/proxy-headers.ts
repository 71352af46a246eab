import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Problem } from '@portico/contract/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainAddress } from './client-address.ts'
import { answer } from './problems.ts'

/** Headers that proxies, load balancers and content networks add to a request they pass on, by name or prefix. */
export const PROXY_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-host',
  'x-rewrite-url',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-proxyuser-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cf-visitor',
  'cdn-loop',
  'max-forwards',
  'proxy-connection',
]
export const PROXY_PREFIXES: readonly string[] = [
  'x-forwarded',
  'x-original-',
  'x-real-',
  'x-envoy-',
  'x-azure-',
  'x-amz-cf-',
  'x-appengine-',
  'x-vercel-',
  'x-varnish',
]

/** True where a proxy passed this request on: then the peer on the socket is not the caller. */
export function isPassedOn({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some(
    (name) => PROXY_HEADERS.includes(name) || PROXY_PREFIXES.some((prefix) => name.startsWith(prefix)),
  )
}

/**
 * Some proxies write the port into X-Forwarded-For: with it every connection would be another caller, and no proxy a
 * trusted one. The host is read from `Host` alone, because a proxy that does not set X-Forwarded-Host passes on the
 * client's: it is emptied, so that nothing reads it and `isPassedOn` still sees that it was there.
 */
export function plainProxyHeaders(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) headers['x-forwarded-for'] = String(forwarded).split(',').map(plainAddress).join(', ')
  if (headers['x-forwarded-host'] !== undefined) headers['x-forwarded-host'] = ''
}

/**
 * A request names one host, in `Host`: with two of them, or with another in the request target, a proxy and this server could
 * take it for requests to different hosts. Only clients of a forward proxy write the host into the target.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const has_own_target = /^[/*]/.test(request.originalUrl)
    if (has_own_target && hostsIn(request.raw) <= 1) return done()
    answer(request, reply, new Problem('bad_request'))
  })
}

function hostsIn({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1
  return hosts
}
