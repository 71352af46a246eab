import type { Provider } from '@portico/contract/providers.ts'
import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

export const PENDING_SIGN_INS = oneTime('pending_sign_ins', { expires: 'expires_at' })

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
    .where(PENDING_SIGN_INS.isOpen(now))
    .executeTakeFirst()
}

export async function deletePendingSignInsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('pending_sign_ins').where('user_id', '=', user_id).execute()
}
