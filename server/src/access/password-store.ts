import type { Db } from '#db/db.ts'

/** The holder of a password: the login itself, or a member of its team. */
export interface Holder {
  login_id: number
  member_id: number | null
}

export interface PasswordRow {
  member_id: number | null
  made_at: Date
  mac: Buffer
  sealed: Buffer | null
  valid_until: Date | null
}

/** Working passwords of one holder, newest first. */
export function livePasswords(db: Db, holder: Holder, now: Date): Promise<PasswordRow[]> {
  return db
    .selectFrom('api_passwords')
    .select(['member_id', 'made_at', 'mac', 'sealed', 'valid_until'])
    .where('login_id', '=', holder.login_id)
    .where('member_id', 'is not distinct from', holder.member_id)
    .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>', now)]))
    .orderBy('made_at', 'desc')
    .execute()
}

/**
 * The new password works at once; the previous one until `old_until`, all older ones no longer. Changes of one login
 * are serialised, and each is later than the previous one, even within the same millisecond.
 */
export async function replacePassword(
  db: Db,
  row: Holder & { made_at: Date; mac: Buffer; sealed: Buffer | null },
  old_until: Date | null,
): Promise<void> {
  const { login_id, member_id } = row
  await db.selectFrom('api_logins').select('id').where('id', '=', login_id).forNoKeyUpdate().execute()
  const { newest } = await db
    .selectFrom('api_passwords')
    .select(({ fn }) => fn.max('made_at').as('newest'))
    .where('login_id', '=', login_id)
    .where('member_id', 'is not distinct from', member_id)
    .executeTakeFirstOrThrow()
  const made_at = newest && newest >= row.made_at ? new Date(newest.getTime() + 1) : row.made_at
  const older = db
    .deleteFrom('api_passwords')
    .where('login_id', '=', login_id)
    .where('member_id', 'is not distinct from', member_id)
  await older.where('valid_until', 'is not', null).execute()
  if (old_until === null) await older.execute()
  else
    await db
      .updateTable('api_passwords')
      .set({ valid_until: old_until, sealed: null })
      .where('login_id', '=', login_id)
      .where('member_id', 'is not distinct from', member_id)
      .execute()
  await db
    .insertInto('api_passwords')
    .values({ ...row, made_at })
    .execute()
}

export async function deletePasswordsOf(db: Db, owner_id: number, member_id: number): Promise<void> {
  await db
    .deleteFrom('api_passwords')
    .where('member_id', '=', member_id)
    .where('login_id', 'in', db.selectFrom('api_logins').select('id').where('owner_id', '=', owner_id))
    .execute()
}
