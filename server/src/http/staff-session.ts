import type { FastifyReply } from 'fastify'
import type { Ctx, Session } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { cookieName, setCookie } from './cookies.ts'
import { hashToken, STAFF_ABSOLUTE_MS } from './session.ts'
import { replaceTokenAtFactor } from './session-store.ts'

/** A code was given again: the same sign-in goes on under a fresh token, and the old one is worth nothing. */
export async function renewAtFactor(ctx: Ctx, reply: FastifyReply, session: Session): Promise<Buffer> {
  const now = ctx.clock.now()
  const token = randomToken()
  const token_hash = hashToken(token)
  await replaceTokenAtFactor(ctx.db, session.token_hash, token_hash, now)
  const left_ms = session.created_at.getTime() + STAFF_ABSOLUTE_MS - now.getTime()
  const max_age_s = Math.ceil(left_ms / 1000)
  setCookie(reply, ctx.env, cookieName(ctx.env, 'sid'), token, { http_only: true, max_age_s })
  return token_hash
}
