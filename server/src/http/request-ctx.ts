import { isLanguage, languageOfHeader } from '@portico/contract/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieName, Ctx, RequestCtx } from '../ctx.ts'
import { cookieName, dropCookie, setCookie } from './cookies.ts'
import { changeFlow, readFlow } from './flow.ts'
import { endSession, readSession, renewSession, startSession } from './session.ts'
import { touchReauth } from './session-store.ts'
import { renewAtFactor } from './staff-session.ts'
import { offerXsrf } from './xsrf.ts'

/** The request as rules see it. `is_background` undefined: a caller without a browser, who has no session at all. */
export async function requestCtx(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  is_background: boolean | undefined,
): Promise<RequestCtx> {
  const site = is_background === undefined ? ctx.sites.own : await ctx.sites.of(request.host)
  const { wl_id, serves } = site
  const session = is_background === undefined ? undefined : await readSession(ctx, request, is_background, site)
  // Staff who act as a customer see what the customer sees, brand and addresses included.
  const { origin, brand } = session && session.staff_id !== null ? await ctx.sites.numbered(session.home_wl_id) : site
  const begin = async (
    cookie: 'sid' | 'act',
    user_id: number,
    staff: { id: number; reason: string } | null,
    has_factor = false,
  ) => {
    const old = cookie === 'sid' ? session : undefined
    const acting = { staff_id: staff?.id ?? null, staff_reason: staff?.reason ?? null }
    const who = { cookie, user_id, wl_id, ...acting, has_factor, old }
    offerXsrf(ctx, request, reply, await startSession(ctx, request, reply, who))
  }
  return {
    ...ctx,
    wl_id,
    serves,
    origin,
    brand,
    request: {
      id: request.id,
      ip: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      host: request.host,
    },
    language: languageOf(request),
    session,
    startSession: (user_id) => begin('sid', user_id, null),
    startStaffSession: (user_id) => begin('sid', user_id, null, true),
    async markFactor() {
      if (!session) return
      session.token_hash = await renewAtFactor(ctx, reply, session)
      session.factor_at = ctx.clock.now()
      offerXsrf(ctx, request, reply, session.token_hash)
    },
    async endSession() {
      await endSession(ctx, reply, session)
      offerXsrf(ctx, request, reply, undefined)
    },
    async markReauth() {
      if (session) await touchReauth(ctx.db, session.token_hash, ctx.clock.now())
    },
    async renewSession(active_login_id, db) {
      if (!session) return
      const token_hash = await renewSession(ctx, reply, session, active_login_id, db)
      offerXsrf(ctx, request, reply, token_hash)
      session.token_hash = token_hash
      session.active_login_id = active_login_id
    },
    async startActing(user_id, reason) {
      if (session) await begin('act', user_id, { id: session.user_id, reason })
    },
    async endActing() {
      await endSession(ctx, reply, session)
      const own = await readSession(ctx, withoutActing(ctx, request), false, site)
      offerXsrf(ctx, request, reply, own?.token_hash)
    },
    cookies: {
      get: (name: CookieName) => request.cookies[cookieName(ctx.env, name)],
      set: (name, value, max_age_s) =>
        setCookie(reply, ctx.env, cookieName(ctx.env, name), value, { http_only: true, max_age_s }),
      drop: (name) => dropCookie(reply, ctx.env, cookieName(ctx.env, name)),
    },
    flow: is_background === undefined ? {} : readFlow(ctx, request),
    setFlow: (change) => changeFlow(ctx, request, reply, change),
  }
}

function withoutActing(ctx: Ctx, request: FastifyRequest): FastifyRequest {
  delete request.cookies[cookieName(ctx.env, 'act')]
  return request
}

function languageOf(request: FastifyRequest) {
  const chosen = request.cookies.language
  return isLanguage(chosen) ? chosen : languageOfHeader(request.headers['accept-language'])
}
