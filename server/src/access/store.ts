import type { Db } from '#db/db.ts'

export interface LoginRow {
  id: number
  login: string
  kind: 'personal' | 'team' | 'machine'
  owner_id: number
  status: 'active' | 'off' | 'on_hold'
  subscriptions: string[]
}

const COLUMNS = ['id', 'login', 'kind', 'owner_id', 'status', 'subscriptions'] as const

/** Own logins first, the personal one before all, then those of the teams the user is in. */
export function loginsFor(db: Db, user_id: number): Promise<LoginRow[]> {
  const teams = db.selectFrom('team_members').select('owner_id').where('user_id', '=', user_id)
  return db
    .selectFrom('api_logins')
    .select(COLUMNS)
    .where((is) => is.or([is('owner_id', '=', user_id), is('owner_id', 'in', teams)]))
    .orderBy((is) => is.case().when('owner_id', '=', user_id).then(0).else(1).end())
    .orderBy('id')
    .execute()
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
