import { type Action, may, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { audit } from '#audit/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { lockPeople, roleOfMember } from './member-store.ts'
import { type LoginRow, loginsFor, saveWorkingLogin, workingLogin } from './store.ts'

type Asker = Pick<UserCtx, 'db' | 'session'>

/** The login the session works on. */
export async function activeLogin(ctx: Asker): Promise<LoginRow> {
  const active = await workingLogin(ctx.db, ctx.session)
  if (!active) throw new Problem('unknown_login')
  return active
}

/** The active login, for a change: it is refused when the right to make it was lost since the request was admitted. */
export async function activeLoginFor(ctx: Asker, action: Action): Promise<LoginRow> {
  const login = await activeLogin(ctx)
  await lockPeople(ctx.db, login.owner_id)
  if (!may(await roleOf(ctx), action)) throw new Problem('not_allowed')
  return login
}

export async function roleOf(ctx: Asker): Promise<Role> {
  return roleAt(ctx, (await activeLogin(ctx)).owner_id, ctx.session.user_id)
}

/** What a user may do on the logins of this owner. */
export async function roleAt(ctx: Pick<Ctx, 'db'>, owner_id: number, user_id: number): Promise<Role> {
  return (await roleOfMember(ctx.db, owner_id, user_id)) ?? (owner_id === user_id ? OWNER : 'viewer')
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
