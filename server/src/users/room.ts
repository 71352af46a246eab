import { firstPath } from '@portico/contract/menu.ts'
import { Problem } from '@portico/contract/problem.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import type { User } from '@portico/contract/user.ts'
import { createPersonalLogin } from '#access/room.ts'
import type { Ctx } from '../ctx.ts'
import { randomToken } from '../keys.ts'
import { listModules } from './modules.ts'
import {
  countSessions,
  countUsers,
  findUser,
  findUserByEmail,
  grantsOf,
  insertGrant,
  insertUser,
  type UserRow,
  updateUser,
} from './store.ts'

/** People: who they are and what they may see. Nobody else reads or writes the users table. */
export async function createUser(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: { email: string; name?: string; password_hash: string | null; is_staff?: boolean },
): Promise<UserRow> {
  const email = normaliseEmail(given.email)
  if (await findUserByEmail(ctx.db, email)) throw new Problem('already_there')
  return ctx.db.transaction().execute(async (db) => {
    const created = await insertUser(db, {
      public_id: randomToken(12),
      email,
      name: given.name?.trim() || (email.split('@')[0] ?? email),
      password_hash: given.password_hash,
      is_staff: given.is_staff ?? false,
      now: ctx.clock.now(),
    })
    await createPersonalLogin({ ...ctx, db }, created)
    return created
  })
}

export async function sessionUser(ctx: Pick<Ctx, 'db'>, id: number): Promise<User> {
  const row = await findUser(ctx.db, id)
  if (!row) throw new Problem('sign_in_needed')
  const modules = listModules(await grantsOf(ctx.db, id))
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    created_at: row.created_at.toISOString(),
    created_on: row.created_at.toISOString().slice(0, 10),
    last_login: row.last_login_at?.toISOString() ?? null,
    domain: row.domain,
    parent_id: row.parent_id ?? 0,
    wl_theme: null,
    wl_id: row.wl_id,
    settings: { country: row.country },
    show_app: false,
    show_link_to_old_version: false,
    userImg: null,
    theme_view: row.theme_view,
    first_visit: row.first_visit,
    first_available_path: firstPath(modules),
    is_registration: false,
    modules,
  }
}

export function userByEmail(ctx: Pick<Ctx, 'db'>, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(ctx.db, normaliseEmail(email))
}

export async function modulesOfUser(ctx: Pick<Ctx, 'db'>, user_id: number) {
  return listModules(await grantsOf(ctx.db, user_id))
}

export async function changeUser(
  ctx: Pick<Ctx, 'db'>,
  id: number,
  change: Parameters<typeof updateUser>[2],
): Promise<User> {
  await updateUser(ctx.db, id, change)
  return sessionUser(ctx, id)
}

export function grantFeature(ctx: Pick<Ctx, 'db'>, user_id: number, feature: string): Promise<void> {
  return insertGrant(ctx.db, user_id, feature)
}

export function sessionsOf(ctx: Pick<Ctx, 'db'>, user_id: number): Promise<number> {
  return countSessions(ctx.db, user_id)
}

export function userCount(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return countUsers(ctx.db)
}
