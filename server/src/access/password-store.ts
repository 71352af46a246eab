import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Whose password: of the login itself, or of a member of the team with it. */
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

/** All that work with a login now; those of members only as long as they are in the team and may call. */
export async function workingPasswords(db: Db, login_id: number, now: Date): Promise<PasswordRow[]> {
  const { rows } = await sql<PasswordRow>`
    select p.member_id, p.made_at, p.mac, p.sealed, p.valid_until from api_passwords p
      where p.login_id = ${login_id} and (p.valid_until is null or p.valid_until > ${now})
        and (p.member_id is null or exists (
          select from api_logins a join team_members m on m.owner_id = a.owner_id join users u on u.id = m.user_id
            where a.id = p.login_id and m.user_id = p.member_id and m.role in ('admin', 'developer') and u.status = 'active'
        ))`.execute(db)
  return rows
}

/** Those of one holder that work now, newest first. */
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
 * The new one is in force at once; the one before goes on until `old_until`, all older ones are gone. One at a time for a
 * login, and each later than the one before, also of two made within the same millisecond.
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
