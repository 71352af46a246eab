import type { Db } from '#db/db.ts'
import type { PlannedNotice } from '../ctx.ts'

export function shownNotices(db: Db, now: Date, soon: Date): Promise<PlannedNotice[]> {
  return db
    .selectFrom('notices')
    .select(['id', 'starts_at', 'ends_at', 'hidden_at', 'text'])
    .where('starts_at', '<=', soon)
    .where('hidden_at', '>', now)
    .execute()
}

export async function upsertNotice(db: Db, row: PlannedNotice & { created_at: Date }): Promise<void> {
  const { starts_at, ends_at, hidden_at, text } = row
  await db
    .insertInto('notices')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet({ starts_at, ends_at, hidden_at, text }))
    .execute()
}

export async function deleteNotice(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('notices').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}
