import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Counts one use in its fixed window and returns the count, in one statement, so that parallel tries all count. */
export async function countUse(db: Db, key: string, window_start: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start, used: 1 })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        used: sql`case when rate_limits.window_start = excluded.window_start then rate_limits.used + 1 else 1 end`,
        window_start: sql`excluded.window_start`,
      }),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  return row.used
}

export async function giveBackUse(db: Db, key: string): Promise<void> {
  await db.updateTable('rate_limits').set({ used: sql`greatest(used - 1, 0)` }).where('key', '=', key).execute()
  // No row means no uses: a row at zero would only take space.
  await db.deleteFrom('rate_limits').where('key', '=', key).where('used', '=', 0).execute()
}

export async function dropUses(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

export async function forgetWindows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute()
}
