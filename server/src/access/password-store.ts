import type { Db } from '#db/db.ts'

export interface PasswordRow {
  made_at: Date
  mac: Buffer
  sealed: Buffer | null
  valid_until: Date | null
}

/** Those that work now, newest first. */
export function livePasswords(db: Db, login_id: number, now: Date): Promise<PasswordRow[]> {
  return db
    .selectFrom('api_passwords')
    .select(['made_at', 'mac', 'sealed', 'valid_until'])
    .where('login_id', '=', login_id)
    .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>', now)]))
    .orderBy('made_at', 'desc')
    .execute()
}

/** The new one is in force at once; the one before goes on until `old_until`, all older ones are gone. */
export async function replacePassword(
  db: Db,
  row: { login_id: number; made_at: Date; mac: Buffer; sealed: Buffer | null },
  old_until: Date | null,
): Promise<void> {
  const { login_id } = row
  await db.deleteFrom('api_passwords').where('login_id', '=', login_id).where('valid_until', 'is not', null).execute()
  if (old_until === null) await db.deleteFrom('api_passwords').where('login_id', '=', login_id).execute()
  else
    await db
      .updateTable('api_passwords')
      .set({ valid_until: old_until, sealed: null })
      .where('login_id', '=', login_id)
      .execute()
  await db.insertInto('api_passwords').values(row).execute()
}
