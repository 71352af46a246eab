import { type Action, may, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { audit } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { recall } from '#ctx/memory.ts'
import { inTx } from '#db/tx.ts'
import { lockPeople, roleOfMember } from './member-store.ts'
import { type LoginRow, loginsFor, saveWorkingLogin, type Working, workingLogin } from './store.ts'

type Asker = Pick<UserCtx, 'db' | 'session'>
type Remembering = Parameters<typeof recall>[0]

/** The login the session works on. */
export async function activeLogin(ctx: Asker): Promise<LoginRow> {
  const active = await workingLoginOf(ctx)
  if (!active) throw new Problem('unknown_login')
  return active
}

/** The same; undefined where the session may work on no login. */
export function workingLoginOf(
  ctx: Remembering & { session: Parameters<typeof workingLogin>[1] },
): Promise<LoginRow | undefined> {
  const { user_id, active_login_id, sso_owner_id } = ctx.session
  const key = `login ${user_id} ${active_login_id} ${sso_owner_id}`
  return recall(ctx, key, () => workingLogin(ctx.db, ctx.session))
}

/** All logins the session may work on. */
export function loginsOf(ctx: Remembering & { session: Working }): Promise<LoginRow[]> {
  const { user_id, sso_owner_id } = ctx.session
  return recall(ctx, `logins ${user_id} ${sso_owner_id}`, () => loginsFor(ctx.db, ctx.session))
}

/** The active login, for a change: it is refused when the right to make it was lost since the request was admitted. */
export async function activeLoginFor(ctx: Asker, action: Action): Promise<LoginRow> {
  const login = await activeLogin(ctx)
  const people = await lockPeople(ctx.db, login.owner_id)
  const own = people.find(({ user_id }) => user_id === ctx.session.user_id)
  if (!may(own?.role ?? 'viewer', action)) throw new Problem('not_allowed')
  return login
}

export async function roleOf(ctx: Asker): Promise<Role> {
  return roleAt(ctx, (await activeLogin(ctx)).owner_id, ctx.session.user_id)
}

/** What a user may do on the logins of this owner. */
export async function roleAt(ctx: Remembering, owner_id: number, user_id: number): Promise<Role> {
  const role = await recall(ctx, `role ${owner_id} ${user_id}`, () => roleOfMember(ctx.db, owner_id, user_id))
  return role ?? (owner_id === user_id ? OWNER : 'viewer')
}

/** Works on another login from now on; only one of those the user may use, looked up in the same transaction. */
export async function switchLogin(ctx: UserCtx, login: string): Promise<void> {
  await inTx(ctx.db, async (db) => {
    const found = (await loginsFor(db, ctx.session)).find((row) => row.login === login)
    if (!found) throw new Problem('unknown_login')
    await ctx.renewSession({ active_login_id: found.id }, db)
    if (ctx.session.staff_id === null && ctx.session.sso_owner_id === null)
      await saveWorkingLogin(db, ctx.session.user_id, found.id)
    await audit({ ...ctx, db }, 'login_switched', { detail: { login } })
  })
}
