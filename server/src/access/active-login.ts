import { type Action, may, OWNER } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Role } from '@portico/contract/role.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { lockPeople, roleOfMember } from './member-store.ts'
import { type LoginRow, loginsFor } from './store.ts'

type Asker = Pick<UserCtx, 'db' | 'session'>

/** The login the session works on; when access to it was lost, the personal one. */
export async function activeLogin(ctx: Asker): Promise<LoginRow> {
  const logins = await loginsFor(ctx.db, ctx.session)
  const active = logins.find(({ id }) => id === ctx.session.active_login_id) ?? logins[0]
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
