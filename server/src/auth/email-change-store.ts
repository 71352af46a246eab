import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** A new request replaces the old one, its codes and its tries. */
export async function putEmailChange(
  db: Db,
  { user_id, ...rest }: { user_id: number; new_email: string; old_mac: string; new_mac: string; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('email_changes')
    .values({ user_id, ...rest, tries: 0 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...rest, tries: 0 }))
    .execute()
}

/** Counts the try first and in its own statement, so that fifty parallel guesses are fifty tries. */
export function countEmailTry(db: Db, user_id: number) {
  return db
    .updateTable('email_changes')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', user_id)
    .returning(['new_email', 'old_mac', 'new_mac', 'expires_at', 'tries'])
    .executeTakeFirst()
}

/** Returns true where it still existed: of two that confirm the same change one does. */
export async function deleteEmailChange(db: Db, user_id: number, new_mac: string): Promise<boolean> {
  const result = await db
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('new_mac', '=', new_mac)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function dropEmailChange(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
}

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', now).execute()
}
