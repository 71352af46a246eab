import type { Provider } from '@portico/contract/providers.ts'
import type { Db } from '#db/db.ts'

export interface PendingSignIn {
  token_hash: Buffer
  user_id: number
  password_mac: string
  began_by: 'password' | 'link' | 'sso' | Provider
  sso_owner_id: number | null
  expires_at: Date
}

export async function insertPendingSignIn(db: Db, row: PendingSignIn): Promise<void> {
  await db.insertInto('pending_sign_ins').values(row).execute()
}

export function findPendingSignIn(db: Db, token_hash: Buffer, now: Date): Promise<PendingSignIn | undefined> {
  return db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns true where it still existed: of two that finish the same sign-in one does. */
export async function deletePendingSignIn(db: Db, token_hash: Buffer): Promise<boolean> {
  const result = await db.deleteFrom('pending_sign_ins').where('token_hash', '=', token_hash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deletePendingSignInsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('user_id', '=', user_id).execute()
}

export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute()
}
