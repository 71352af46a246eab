import { Problem } from '@portico/contract/problem.ts'
import { accountLogins } from '#access/index.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { openMemory } from '#ctx/memory.ts'

/**
 * The context in which the owner of an account would read: staff get the customer's own numbers from the customer's own
 * handlers, and the database shows them no row of another account. It is no session, and nothing can be changed with it.
 */
export async function asCustomer(ctx: RequestCtx, user_id: number, login?: string): Promise<UserCtx> {
  const logins = await accountLogins(ctx, user_id)
  const chosen = login === undefined ? logins[0] : logins.find((one) => one.login === login)
  if (!chosen) throw new Problem(login === undefined ? 'unknown_user' : 'unknown_login')
  const session = {
    token_hash: Buffer.alloc(0),
    user_id,
    is_staff: false,
    created_at: ctx.clock.now(),
    reauth_at: null,
    active_login_id: chosen.id,
    staff_id: null,
    factor_at: null,
    is_held_back: false,
    sso_owner_id: null,
    began_by: null,
    home_wl_id: 0,
    memory: openMemory(),
  }
  return { ...ctx, session, db: ctx.readAs(session) }
}
