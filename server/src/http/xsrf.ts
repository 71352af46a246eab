import { Problem } from '@portico/contract/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, sameText } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { cookieName, setCookie } from './cookies.ts'

const COOKIE = 'XSRF-TOKEN'
const HEADER = 'x-xsrf-token'

/** The token is bound to the session (or, before sign-in, to this browser), so that a planted one opens nothing. */
function sign(ctx: Ctx, binding: string, random: string): string {
  return `${random}.${ctx.keys.mac('xsrf', `${binding}.${random}`)}`
}

function isGenuine(ctx: Ctx, binding: string, token: string): boolean {
  const random = token.split('.')[0] ?? ''
  return random.length >= 16 && sameText(token, sign(ctx, binding, random))
}

function bindingOf(ctx: Ctx, request: FastifyRequest, token_hash: Buffer | undefined): string {
  return token_hash ? token_hash.toString('base64url') : (request.cookies[cookieName(ctx.env, 'pre')] ?? '')
}

/** Gives the browser a token it can send back, unless the one it holds is good. */
export function offerXsrf(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  token_hash: Buffer | undefined,
): void {
  let binding = bindingOf(ctx, request, token_hash)
  if (binding === '') {
    binding = randomToken(16)
    setCookie(reply, ctx.env, cookieName(ctx.env, 'pre'), binding, { http_only: true })
  }
  const held = request.cookies[COOKIE]
  if (held && isGenuine(ctx, binding, held)) return
  setCookie(reply, ctx.env, COOKIE, sign(ctx, binding, randomToken(16)), { http_only: false })
}

/** Refuses a state-changing call that did not come from our own page. */
export function checkXsrf(ctx: Ctx, request: FastifyRequest, token_hash: Buffer | undefined): void {
  const header = request.headers[HEADER]
  const cookie = request.cookies[COOKIE]
  const copies = (request.headers.cookie ?? '').split(';').filter((part) => part.trim().startsWith(`${COOKIE}=`))
  if (typeof header !== 'string' || !cookie || copies.length !== 1 || !sameText(header, cookie))
    throw new Problem('forged')
  const binding = bindingOf(ctx, request, token_hash)
  if (binding === '' || !isGenuine(ctx, binding, header)) throw new Problem('forged')
}

/** The browser's own statement of a request's origin; old browsers send neither header and are left to the token. */
export function checkOrigin(ctx: Pick<Ctx, 'env'>, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new Problem('forged')
  const { origin } = request.headers
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== ownOrigin(ctx, request)))
    throw new Problem('forged')
}

/**
 * Scheme, host and port. A site with an https address is called only by https pages; another one may have a proxy that
 * is.
 */
function ownOrigin({ env }: Pick<Ctx, 'env'>, request: FastifyRequest): string | undefined {
  const scheme = env.public_url.protocol === 'https:' ? 'https' : request.protocol
  return URL.parse(`${scheme}://${request.host}`)?.origin
}
