import type { Db } from '#db/db.ts'

/** Ids of the logins among `names` that exist and are not turned off. */
export async function loginsNamed(db: Db, names: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('api_logins')
    .select(['id', 'login'])
    .where('login', 'in', names)
    .where('status', '<>', 'off')
    .execute()
  return new Map(rows.map(({ id, login }) => [login, id]))
}

/** True when any of these counters has reached its bound in this window. */
export async function isUsedUp(db: Db, keys: string[], window_start: Date, max: number): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'in', keys)
    .where('window_start', '=', window_start)
    .where('used', '>=', max)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
