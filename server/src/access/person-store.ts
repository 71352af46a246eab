import type { Db } from '#db/db.ts'

/** The reader of a mail about a login; this module knows only address and language of a user. */
export async function namesOf(db: Db, user_ids: number[]): Promise<Map<number, string>> {
  if (user_ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', user_ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** In the given order, without those whose account is closed or blocked. */
export async function activePeople(db: Db, user_ids: number[]) {
  if (user_ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where('id', 'in', user_ids)
    .where('status', '=', 'active')
    .execute()
  return rows.sort((a, b) => user_ids.indexOf(a.id) - user_ids.indexOf(b.id))
}
