import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../ctx.ts'
import type { Env } from '../env.ts'

const API_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** What pages may load beside their own, where something configured needs it. */
export interface Extras {
  script?: string[]
  connect?: string[]
  frame?: string[]
  trusted_types?: string[]
}

/** Pages may run only what carries this response's nonce; a string is never a script, but for the worker's one address. */
export function pageCsp(nonce: string, image_origins: string[] = [], extras: Extras = {}): string {
  const { script = [], connect = [], frame = [], trusted_types = [] } = extras
  return [
    "default-src 'none'",
    [`script-src 'nonce-${nonce}' 'strict-dynamic'`, ...script].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...image_origins].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    ['trusted-types portico-worker', ...trusted_types].join(' '),
  ].join('; ')
}

export function baseHeaders(env: Env): Record<string, string> {
  return {
    'content-security-policy': API_CSP,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(env.public_url.protocol === 'https:' && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

export function securityHeaders(app: FastifyInstance, ctx: Ctx): void {
  const headers = baseHeaders(ctx.env)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
