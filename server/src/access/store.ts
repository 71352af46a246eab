import type { Role } from '@portico/contract/role.ts'
import { sql } from 'kysely'
import type { Session } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'

export interface LoginRow {
  id: number
  login: string
  kind: 'personal' | 'team' | 'machine'
  owner_id: number
  status: 'active' | 'off' | 'on_hold'
  subscriptions: string[]
}

const COLUMNS = ['id', 'login', 'kind', 'owner_id', 'status', 'subscriptions'] as const

/** A user in a session, which single sign-on binds to one account. */
export type Working = Pick<Session, 'user_id' | 'sso_owner_id'>

/**
 * All logins a session may work on, which `session_accounts` in db/functions decides: own logins first, the personal
 * one before all, then those of teams.
 */
export function loginsFor(db: Db, { user_id, sso_owner_id }: Working): Promise<LoginRow[]> {
  const query = db
    .selectFrom('api_logins')
    .select(COLUMNS)
    .where('owner_id', '=', sql<number>`any ((select session_accounts(${user_id}::int, ${sso_owner_id}::int))::int[])`)
    .orderBy((is) => is.case().when('owner_id', '=', user_id).then(0).else(1).end())
    .orderBy('id')
  return prepared(db, 'logins_for', query)
}

/** The login a session works on, which `working_login` in db/functions decides, and the user's role in its team. */
export async function workingLogin(
  db: Db,
  session: Working & { active_login_id: number | null },
): Promise<(LoginRow & { member_role: Role | null }) | undefined> {
  const { user_id, active_login_id, sso_owner_id } = session
  const query = db
    .selectFrom('api_logins')
    .leftJoin('team_members as m', (on) =>
      on.onRef('m.owner_id', '=', 'api_logins.owner_id').on('m.user_id', '=', user_id),
    )
    .select(COLUMNS.map((column) => `api_logins.${column}` as const))
    .select('m.role as member_role')
    .where(
      'id',
      '=',
      sql<number>`(select working_login(${user_id}::int, ${active_login_id}::int, ${sso_owner_id}::int))`,
    )
  return (await prepared(db, 'working_login', query))[0]
}

/** New sessions of the user begin on this login. */
export async function saveWorkingLogin(db: Db, user_id: number, login_id: number): Promise<void> {
  await db.updateTable('users').set({ working_login_id: login_id }).where('id', '=', user_id).execute()
}

/** The logins of one account, the personal one first. */
export function loginsOfAccount(db: Db, owner_id: number): Promise<LoginRow[]> {
  return db.selectFrom('api_logins').select(COLUMNS).where('owner_id', '=', owner_id).orderBy('id').execute()
}

/** The logins of teams that admit this user only by single sign-on. */
export async function loginsBySsoAlone(db: Db, user_id: number): Promise<string[]> {
  const { rows } = await sql<{ logins: string[] }>`select sso_only_logins(${user_id}::int) as logins`.execute(db)
  return rows[0]?.logins ?? []
}

export function findLogin(db: Db, login: string): Promise<LoginRow | undefined> {
  return db.selectFrom('api_logins').select(COLUMNS).where('login', '=', login).executeTakeFirst()
}

export function findLoginById(db: Db, id: number): Promise<LoginRow | undefined> {
  return db.selectFrom('api_logins').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Undefined when the name is taken. */
export function insertLogin(
  db: Db,
  row: { login: string; owner_id: number; created_at: Date; kind?: LoginRow['kind'] },
): Promise<LoginRow | undefined> {
  return db
    .insertInto('api_logins')
    .values(row)
    .onConflict((on) => on.column('login').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}
