import { isLanguage, languageOfHeader } from '@portico/contract/language.ts'
import { CONSENT_COOKIE } from '@portico/contract/scripts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieName, Ctx, RequestCtx } from '#ctx/ctx.ts'
import type { BeganBy } from '#db/column-types.ts'
import { plainAddress } from './client-address.ts'
import { cookieName, dropCookie, setCookie } from './cookies.ts'
import { changeFlow, readFlow } from './link-flow-cookie.ts'
import { endSession, readSession, renewSession, startSession } from './session.ts'
import { offerXsrf } from './xsrf.ts'

/** Sign-ins that verify the user; links and services sign in, but their holder may not be the owner. */
const PROOFS: ReadonlySet<BeganBy> = new Set(['password', 'passkey'])

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
  const { origin, brand } = session && session.staff_id !== null ? await ctx.sites.withId(session.home_wl_id) : site
  const begin = async (
    cookie: 'sid' | 'act',
    user_id: number,
    more: {
      began_by: BeganBy
      reauth_at: Date | null
      has_factor?: boolean
      sso_owner_id?: number | undefined
      staff?: { id: number; reason: string }
    },
  ) => {
    const { began_by, reauth_at, has_factor = false, sso_owner_id = null, staff } = more
    const old = cookie === 'sid' ? session : undefined
    const acting = { staff_id: staff?.id ?? null, staff_reason: staff?.reason ?? null }
    const who = {
      cookie,
      user_id,
      wl_id,
      ...acting,
      began_by,
      reauth_at,
      has_factor,
      sso_owner_id,
      old,
    }
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
      ip: plainAddress(request.ip),
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      host: request.host,
      consent: request.cookies[CONSENT_COOKIE],
    },
    language: languageOf(request),
    session,
    startSession: (user_id, how) =>
      begin('sid', user_id, { ...how, reauth_at: PROOFS.has(how.began_by) ? ctx.clock.now() : null }),
    startStaffSession: (user_id) =>
      begin('sid', user_id, { began_by: 'staff', reauth_at: ctx.clock.now(), has_factor: true }),
    async endSession() {
      await endSession(ctx, reply, session)
      // Only the cache: cookies and the offline worker's own store are cleared by name, here and by the page.
      reply.header('clear-site-data', '"cache"')
      offerXsrf(ctx, request, reply, undefined)
    },
    async renewSession(change, db) {
      if (!session) return
      const token_hash = await renewSession(ctx, reply, session, change, db)
      offerXsrf(ctx, request, reply, token_hash)
      Object.assign(session, change, { token_hash })
      session.memory?.forget()
    },
    async startActing(user_id, reason) {
      if (session)
        await begin('act', user_id, { began_by: 'acting', reauth_at: null, staff: { id: session.user_id, reason } })
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
