import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Session } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { cookieName, dropCookie, setCookie } from './cookies.ts'
import { deleteSession, findSession, insertSession, touchSession } from './session-store.ts'

const ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000
/** Being seen is written at most once a minute: a busy page is not a busy disk. */
const TOUCH_EVERY_MS = 60_000

export function sessionLimits(ctx: Pick<Ctx, 'clock' | 'env'>) {
  const now = ctx.clock.now().getTime()
  return {
    idle_since: new Date(now - ctx.env.session_idle_hours * 60 * 60 * 1000),
    created_since: new Date(now - ABSOLUTE_MS),
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function readSession(
  ctx: Ctx,
  request: FastifyRequest,
  is_background: boolean,
): Promise<Session | undefined> {
  const token = request.cookies[cookieName(ctx.env, 'sid')]
  if (!token || token.length > 100) return undefined
  const found = await findSession(ctx.db, hashToken(token), sessionLimits(ctx))
  if (!found) return undefined
  const now = ctx.clock.now()
  if (!is_background && now.getTime() - found.last_seen_at.getTime() > TOUCH_EVERY_MS)
    await touchSession(ctx.db, found.token_hash, now)
  return found
}

/** Always a brand-new token; the one the browser came with is destroyed, never adopted. */
export async function startSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  old: Session | undefined,
  user_id: number,
): Promise<Buffer> {
  const token = randomToken()
  const token_hash = hashToken(token)
  if (old) await deleteSession(ctx.db, old.token_hash)
  await insertSession(ctx.db, {
    token_hash,
    user_id,
    now: ctx.clock.now(),
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  })
  setCookie(reply, ctx.env, cookieName(ctx.env, 'sid'), token, { http_only: true, max_age_s: ABSOLUTE_MS / 1000 })
  return token_hash
}

export async function endSession(ctx: Ctx, reply: FastifyReply, session: Session | undefined): Promise<void> {
  if (session) await deleteSession(ctx.db, session.token_hash)
  dropCookie(reply, ctx.env, cookieName(ctx.env, 'sid'))
}
