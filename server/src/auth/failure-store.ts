import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Counts the try in one statement, so that parallel tries all count, and returns the count; 0 for an unknown account.
 */
export async function countFailure(db: Db, user_id: number): Promise<number> {
  const row = await db
    .insertInto('failed_sign_ins')
    .columns(['user_id', 'tries'])
    .expression((is) =>
      is
        .selectFrom('users')
        .select(['id', sql<number>`1`.as('tries')])
        .where('id', '=', user_id),
    )
    .onConflict((on) => on.column('user_id').doUpdateSet({ tries: sql`failed_sign_ins.tries + 1` }))
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? 0
}

export async function forgetFailures(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('failed_sign_ins').where('user_id', '=', user_id).execute()
}
