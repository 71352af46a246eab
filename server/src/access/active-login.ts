import { type Action, may, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import { audit } from '#audit/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { recall } from '#ctx/memory.ts'
import { inTx } from '#db/tx.ts'
import { lockPeople, roleOfMember } from './member-store.ts'
import { type LoginRow, loginsFor, saveWorkingLogin, type Working, workingLogin } from './store.ts'

type Asker = Pick<UserCtx, 'db' | 'session'>
type Remembering = Parameters<typeof recall>[0]
type WorkingLogin = LoginRow & { role: Role }

/** The login the session works on. */
export async function activeLogin(ctx: Asker): Promise<WorkingLogin> {
  const active = await workingLoginOf(ctx)
  if (!active) throw new Problem('unknown_login')
  return active
}

/** The same; undefined where the session may work on no login. */
export function workingLoginOf(
  ctx: Remembering & { session: Parameters<typeof workingLogin>[1] },
): Promise<WorkingLogin | undefined> {
  const { user_id, active_login_id, sso_owner_id } = ctx.session
  return recall(ctx, `login ${user_id} ${active_login_id} ${sso_owner_id}`, async () => {
    const found = await workingLogin(ctx.db, ctx.session)
    return found && { ...found, role: found.member_role ?? roleWithoutRow(found.owner_id, user_id) }
  })
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
  return (await activeLogin(ctx)).role
}

/** What a user may do on the logins of this owner. */
export async function roleAt(ctx: Pick<Ctx, 'db'>, owner_id: number, user_id: number): Promise<Role> {
  return (await roleOfMember(ctx.db, owner_id, user_id)) ?? roleWithoutRow(owner_id, user_id)
}

/** The founder of an account is an owner, unless a row gives them another role. */
function roleWithoutRow(owner_id: number, user_id: number): Role {
  return owner_id === user_id ? OWNER : 'viewer'
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
