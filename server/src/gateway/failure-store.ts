import type { Db } from '#db/db.ts'

/** Whether any of these counters has reached its bound in this window. */
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
