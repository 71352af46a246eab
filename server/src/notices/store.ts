import type { PlannedNotice } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'

type KindOfNotice = PlannedNotice & { kind: 'maintenance' | 'prices' }

/** New prices are announced as soon as they are applied, windows when they are near. */
export function shownNotices(db: Db, now: Date, soon: Date, owner_id: number | null): Promise<KindOfNotice[]> {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'starts_at', 'ends_at', 'hidden_at', 'text'])
    .where((is) => is.or([is('starts_at', '<=', soon), is('kind', '=', 'prices')]))
    .where((is) => is.or([is('owner_id', 'is', null), is('owner_id', '=', owner_id)]))
    .where('hidden_at', '>', now)
    .execute()
}

/** Newest first. */
export function everyNotice(db: Db, limit: number) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'starts_at', 'ends_at', 'hidden_at', 'text', 'owner_id'])
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function upsertNotice(
  db: Db,
  row: PlannedNotice & { created_at: Date; kind?: 'prices'; owner_id?: number | null },
): Promise<void> {
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
