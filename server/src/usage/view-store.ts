import type { UsageView } from '@portico/contract/usage-views.ts'
import type { Db } from '#db/db.ts'

export function viewsOf(db: Db, owner_id: number): Promise<UsageView[]> {
  return db
    .selectFrom('usage_views')
    .select(['name', 'path', 'search'])
    .where('owner_id', '=', owner_id)
    .orderBy('name')
    .execute()
}

type ViewRow = UsageView & { owner_id: number; created_by: number; created_at: Date }

/** True when the name was free. */
export async function addView(db: Db, row: ViewRow): Promise<boolean> {
  const added = await db
    .insertInto('usage_views')
    .values(row)
    .onConflict((same) => same.columns(['owner_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

export async function upsertView(db: Db, row: ViewRow): Promise<void> {
  const { path, search, created_by, created_at } = row
  await db
    .insertInto('usage_views')
    .values(row)
    .onConflict((same) => same.columns(['owner_id', 'name']).doUpdateSet({ path, search, created_by, created_at }))
    .execute()
}

export async function deleteView(db: Db, owner_id: number, name: string): Promise<void> {
  await db.deleteFrom('usage_views').where('owner_id', '=', owner_id).where('name', '=', name).execute()
}
