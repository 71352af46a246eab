import type { Db } from '#db/db.ts'

export interface LoginRow {
  id: number
  login: string
  kind: 'personal' | 'team' | 'machine'
  owner_id: number
}

const COLUMNS = ['id', 'login', 'kind', 'owner_id'] as const

export function loginsOfOwner(db: Db, owner_id: number): Promise<LoginRow[]> {
  return db.selectFrom('api_logins').select(COLUMNS).where('owner_id', '=', owner_id).orderBy('id').execute()
}

export function findLogin(db: Db, login: string): Promise<LoginRow | undefined> {
  return db.selectFrom('api_logins').select(COLUMNS).where('login', '=', login).executeTakeFirst()
}

export function insertLogin(db: Db, row: { login: string; owner_id: number; created_at: Date }): Promise<LoginRow> {
  return db.insertInto('api_logins').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}
