import { sql } from 'kysely'
import type { PlannedNotice } from '#ctx/provider.ts'
import { CHANGES_CHANNEL } from '#db/changes.ts'
import type { Db } from '#db/db.ts'

/** What open pages of every process receive when notices change, on the channel they listen on already. */
export const NOTICES_CHANGED = 'notices'

async function announce(db: Db): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${NOTICES_CHANGED})`.execute(db)
}

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
  await announce(db)
}

export async function deleteNotice(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('notices').where('id', '=', id).executeTakeFirst()
  await announce(db)
  return result.numDeletedRows === 1n
}
