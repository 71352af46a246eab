import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Accounts of customers that were opened between two moments, confirmed or not; staff are none. */
export async function accountsSince(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users where created_at >= ${from} and created_at <= ${until} and not is_staff`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
