import { isHeldBack, roleAt, workingLoginOf } from '#access/index.ts'
import type { Ctx, Session } from '#ctx/ctx.ts'
import { closingOf } from './store.ts'

/** What a user may see depends on the brand, and on the active login of their session. */
export type Showing = Pick<Ctx, 'db' | 'brand' | 'sites' | 'menu' | 'clock'> & {
  session?:
    | (Pick<Session, 'user_id' | 'active_login_id' | 'memory'> & {
        staff_id?: number | null
        sso_owner_id?: number | null
      })
    | undefined
}

/**
 * The login a user works on, and their role there: the session's, or their own where the session has none or another
 * user's.
 */
export async function loginAndRole({ db, session }: Pick<Showing, 'db' | 'session'>, user_id: number) {
  const own = session?.user_id === user_id ? session : undefined
  const { active_login_id = null, sso_owner_id = null, memory } = own ?? {}
  const ctx = { db, session: { user_id, active_login_id, sso_owner_id, memory } }
  const active = await workingLoginOf(ctx)
  return { active, role: active?.role ?? (await roleAt(ctx, user_id, user_id)), sso_owner_id }
}

/** The same, and what else a page shows of it. */
export async function workingLogin(ctx: Pick<Showing, 'db' | 'session' | 'clock'>, user_id: number) {
  const { db, session, clock } = ctx
  const { active, role, sso_owner_id } = await loginAndRole(ctx, user_id)
  const is_acting = session?.staff_id !== undefined && session.staff_id !== null
  const needs_factor = !is_acting && (await isHeldBack(db, user_id, active?.id ?? null, clock.now(), sso_owner_id))
  const closes_at = (await closingOf(db, active?.owner_id ?? user_id))?.toISOString() ?? null
  return { api_login: active?.login ?? '', role, by_sso: sso_owner_id !== null, needs_factor, closes_at }
}
