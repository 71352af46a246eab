import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** See `held_back` in db/functions; sessions apply the same rule when they are read. */
export async function isHeldBack(
  db: Db,
  user_id: number,
  login_id: number | null,
  now: Date,
  sso_owner_id: number | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select held_back(${user_id}::int, ${login_id}::int, ${now}::timestamptz, ${sso_owner_id}::int) as is`.execute(db)
  return rows[0]?.is ?? false
}
