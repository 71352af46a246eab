import type { Db } from '#db/db.ts'

export interface TokenRow {
  name: string
  scopes: string[]
  created_by: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const COLUMNS = ['name', 'scopes', 'created_by', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'] as const

/** False where the name is taken. */
export async function insertToken(
  db: Db,
  row: Omit<TokenRow, 'last_used_at' | 'revoked_at'> & { token_hash: Buffer },
): Promise<boolean> {
  const made = await db
    .insertInto('operator_tokens')
    .values(row)
    .onConflict((on) => on.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export function tokenByHash(db: Db, token_hash: Buffer): Promise<TokenRow | undefined> {
  return db.selectFrom('operator_tokens').select(COLUMNS).where('token_hash', '=', token_hash).executeTakeFirst()
}

/** Newest first. */
export function allTokens(db: Db, limit: number): Promise<TokenRow[]> {
  return db.selectFrom('operator_tokens').select(COLUMNS).orderBy('id', 'desc').limit(limit).execute()
}

export async function noteUse(db: Db, name: string, now: Date): Promise<void> {
  await db.updateTable('operator_tokens').set({ last_used_at: now }).where('name', '=', name).execute()
}

/** Undefined: there is no such token; false: it was revoked before. */
export async function revoke(db: Db, name: string, now: Date): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('operator_tokens')
    .select('revoked_at')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.revoked_at) return false
  await db.updateTable('operator_tokens').set({ revoked_at: now }).where('name', '=', name).execute()
  return true
}
