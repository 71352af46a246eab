import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import type { Env } from '#env/env.ts'

const API_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Additional sources of pages, where something configured needs them. */
export interface Extras {
  frame: string[]
  trusted_types: string[]
}

/**
 * Sources of the configured bot check: its script is loaded by ours, which 'strict-dynamic' allows, so only its frames
 * and its trusted type policies are left to list.
 */
const BOT_CHECK: Record<Env['bot_check']['kind'], Extras> = {
  off: { frame: [], trusted_types: [] },
  'proof-of-work': { frame: [], trusted_types: [] },
  turnstile: { frame: ['https://challenges.cloudflare.com'], trusted_types: ['bot-check'] },
  recaptcha: {
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    trusted_types: ['bot-check', 'recaptcha', 'goog#html'],
  },
}

/** Any page may become the one with the form: signing out does not fetch another document. */
export function botCheckExtras({ bot_check }: Pick<Env, 'bot_check'>): Extras {
  return BOT_CHECK[bot_check.kind]
}

/**
 * Pages may run only scripts with this response's nonce; a string is never a script, except the worker's one address.
 */
export function pageCsp(nonce: string, image_origins: string[], { frame, trusted_types }: Extras): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...image_origins].join(' '),
    'media-src data:',
    "font-src 'self'",
    "connect-src 'self'",
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

export function baseHeaders(env: Env, host: string): Record<string, string> {
  return {
    'content-security-policy': API_CSP,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(env.public_url.protocol === 'https:' && { 'strict-transport-security': httpsPromise(env, host) }),
  }
}

/** Subdomains of a white-label's host are not ours to bind: some may have only plain http. */
function httpsPromise({ hsts_subdomains, public_url, staff_url }: Env, host: string): string {
  const is_own = host === public_url.host || host === staff_url?.host
  return hsts_subdomains && is_own ? 'max-age=63072000; includeSubDomains' : 'max-age=63072000'
}

export function securityHeaders(app: FastifyInstance, ctx: Ctx): void {
  const { public_url, staff_url } = ctx.env
  const own = baseHeaders(ctx.env, public_url.host)
  const others = baseHeaders(ctx.env, '')
  app.addHook('onRequest', (request, reply, done) => {
    const is_own = request.host === public_url.host || request.host === staff_url?.host
    reply.headers(is_own ? own : others)
    done()
  })
}
