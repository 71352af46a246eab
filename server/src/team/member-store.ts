import type { Role } from '@portico/contract/role.ts'
import type { Db } from '#db/db.ts'

export async function putMember(
  db: Db,
  row: { owner_id: number; user_id: number; role: Role; cap_micros: number | null; created_at: Date },
): Promise<void> {
  const { role, cap_micros } = row
  await db
    .insertInto('team_members')
    .values(row)
    .onConflict((on) => on.columns(['owner_id', 'user_id']).doUpdateSet({ role, cap_micros }))
    .execute()
}

export async function updateMember(
  db: Db,
  owner_id: number,
  user_id: number,
  change: { role?: Role; cap_micros?: number | null },
): Promise<boolean> {
  const result = await db
    .updateTable('team_members')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteMember(db: Db, owner_id: number, user_id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('team_members')
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
