import { Problem } from '@portico/contract/problem.ts'
import { IMPERSONATION_MINUTES, STAFF_IDLE_MINUTES, STAFF_SESSION_HOURS } from '@portico/contract/rules.ts'
import { HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, randomToken } from '#crypto/keys.ts'
import type { Ctx, Session, SessionChange, Site } from '#ctx/ctx.ts'
import { openMemory } from '#ctx/memory.ts'
import type { Db } from '#db/db.ts'
import { plainAddress } from './client-address.ts'
import { cookieName, dropCookie, setCookie } from './cookies.ts'
import {
  deleteSession,
  deleteSessionNamed,
  deleteSessionsAt,
  deleteSessionsBySso,
  deleteSessionsOf,
  findSession,
  insertSession,
  isVouched,
  listSessions,
  type NewSession,
  replaceToken,
  type SessionLimits,
  touchSession,
} from './session-store.ts'

const ABSOLUTE_MS = 30 * 24 * 60 * 60 * 1000
const IMPERSONATION_MS = IMPERSONATION_MINUTES * MINUTE_MS
export const STAFF_ABSOLUTE_MS = STAFF_SESSION_HOURS * HOUR_MS
/** Activity is written at most once a minute, to spare the disk. */
const TOUCH_EVERY_MS = 60_000

export function sessionLimits(ctx: Pick<Ctx, 'clock' | 'env'>): SessionLimits & { now: Date } {
  const now = ctx.clock.now().getTime()
  return {
    now: new Date(now),
    idle_since: new Date(now - ctx.env.session_idle_hours * 60 * 60 * 1000),
    created_since: new Date(now - ABSOLUTE_MS),
    acting_since: new Date(now - IMPERSONATION_MS),
    staff_idle_since: new Date(now - STAFF_IDLE_MINUTES * MINUTE_MS),
    staff_created_since: new Date(now - STAFF_ABSOLUTE_MS),
  }
}

/**
 * The session of this browser; one in which staff act as a user comes first. It counts only on a host of its audience.
 */
export async function readSession(
  ctx: Ctx,
  request: FastifyRequest,
  is_background: boolean,
  { wl_id, serves }: Pick<Site, 'wl_id' | 'serves'>,
): Promise<Session | undefined> {
  for (const name of ['act', 'sid'] as const) {
    const found = await liveSession(ctx, request.cookies[cookieName(ctx.env, name)])
    if (found?.wl_id !== wl_id || (name === 'act') !== (found.staff_id !== null)) continue
    if (!serves[found.is_staff || found.staff_id !== null ? 'staff' : 'customers']) continue
    const now = ctx.clock.now()
    if (!is_background && now.getTime() - found.last_seen_at.getTime() > TOUCH_EVERY_MS) {
      await touchSession(ctx.db, found, now)
      if (found.staff_id !== null) await touchOwn(ctx, request, found.staff_id, now)
    }
    return found
  }
  return undefined
}

/** Staff who act as a customer are not idle: their own session must be there when they stop. */
async function touchOwn(ctx: Ctx, request: FastifyRequest, staff_id: number, now: Date): Promise<void> {
  const own = await liveSession(ctx, request.cookies[cookieName(ctx.env, 'sid')])
  if (own?.user_id === staff_id) await touchSession(ctx.db, own, now)
}

async function liveSession(ctx: Ctx, token: string | undefined) {
  return token && token.length <= 100 ? sessionNow(ctx, hashToken(token)) : undefined
}

/** The session as it is now, with an empty memory; undefined when it has ended. */
export async function sessionNow(ctx: Pick<Ctx, 'db' | 'clock' | 'env'>, token_hash: Buffer) {
  const found = await findSession(ctx.db, token_hash, sessionLimits(ctx))
  return found && { ...found, memory: openMemory() }
}

interface Begin extends Omit<NewSession, 'token_hash' | 'public_id' | 'factor_at' | 'ip' | 'user_agent' | 'now'> {
  cookie: 'sid' | 'act'
  /** True for staff's own session, for which a code was given. */
  has_factor: boolean
  old: Session | undefined
}

/**
 * Always a brand-new token; the one the browser came with is destroyed, never adopted. Between the sign-in service and
 * a second factor minutes may pass: whether the service still vouches for the user is checked here.
 */
export async function startSession(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: Begin,
): Promise<Buffer> {
  if (begin.sso_owner_id !== null && !(await isVouched(ctx.db, begin.user_id, begin.sso_owner_id)))
    throw new Problem('sso_failed')
  const token = randomToken()
  const token_hash = hashToken(token)
  if (begin.old) await deleteSession(ctx.db, begin.old.token_hash)
  await insertSession(ctx.db, {
    token_hash,
    public_id: randomToken(12),
    user_id: begin.user_id,
    wl_id: begin.wl_id,
    staff_id: begin.staff_id,
    staff_reason: begin.staff_reason,
    reauth_at: begin.reauth_at,
    factor_at: begin.has_factor ? ctx.clock.now() : null,
    sso_owner_id: begin.sso_owner_id,
    began_by: begin.began_by,
    now: ctx.clock.now(),
    ip: plainAddress(request.ip),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  })
  const max_age_s = lifetime(begin.cookie, begin.has_factor) / 1000
  setCookie(reply, ctx.env, cookieName(ctx.env, begin.cookie), token, { http_only: true, max_age_s })
  return token_hash
}

function lifetime(cookie: 'sid' | 'act', has_factor: boolean): number {
  if (cookie === 'act') return IMPERSONATION_MS
  return has_factor ? STAFF_ABSOLUTE_MS : ABSOLUTE_MS
}

/** The same sign-in under a fresh token; the old one stops working. */
export async function renewSession(
  ctx: Ctx,
  reply: FastifyReply,
  session: Session,
  change: SessionChange,
  db: Db,
): Promise<Buffer> {
  const token = randomToken()
  const token_hash = hashToken(token)
  // Of two concurrent changes the second has no session to change: the browser tries again with the new token.
  if (!(await replaceToken(db, session.token_hash, { ...change, token_hash }))) throw new Problem('sign_in_needed')
  const name = session.staff_id === null ? 'sid' : 'act'
  const lives_ms = lifetime(name, session.factor_at !== null)
  const left_ms = session.created_at.getTime() + lives_ms - ctx.clock.now().getTime()
  setCookie(reply, ctx.env, cookieName(ctx.env, name), token, { http_only: true, max_age_s: Math.ceil(left_ms / 1000) })
  return token_hash
}

export async function endSession(ctx: Ctx, reply: FastifyReply, session: Session | undefined): Promise<void> {
  if (session) await deleteSession(ctx.db, session.token_hash)
  dropCookie(reply, ctx.env, cookieName(ctx.env, session?.staff_id ? 'act' : 'sid'))
}

export function endSessionsOf(ctx: Pick<Ctx, 'db'>, user_id: number, keep: Buffer | null = null): Promise<number> {
  return deleteSessionsOf(ctx.db, user_id, keep)
}

export function endSessionsAt(ctx: Pick<Ctx, 'db'>, user_id: number, wl_ids: number[]): Promise<void> {
  return deleteSessionsAt(ctx.db, user_id, wl_ids)
}

/** Ends sessions that an account's single sign-on opened: of these users, or of all. */
export function endSessionsBySso(
  ctx: Pick<Ctx, 'db'>,
  { owner_id, user_ids }: { owner_id: number; user_ids: number[] | 'all' },
): Promise<void> {
  return deleteSessionsBySso(ctx.db, owner_id, user_ids)
}

export function endSessionNamed(ctx: Pick<Ctx, 'db'>, user_id: number, public_id: string): Promise<boolean> {
  return deleteSessionNamed(ctx.db, user_id, public_id)
}

export function sessionsOf(ctx: Pick<Ctx, 'db' | 'clock' | 'env'>, user_id: number) {
  return listSessions(ctx.db, user_id, sessionLimits(ctx))
}
