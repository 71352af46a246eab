import type { GivenRole } from '@portico/contract/role.ts'
import type { Db } from '#db/db.ts'

export async function roleOfMember(db: Db, owner_id: number, user_id: number): Promise<GivenRole | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('role')
    .where('owner_id', '=', owner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.role
}

/** The rights in a team, which nobody else changes until the end of the transaction. */
export function lockMembers(db: Db, owner_id: number) {
  return db
    .selectFrom('team_members')
    .select(['user_id', 'role', 'cap_micros'])
    .where('owner_id', '=', owner_id)
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

export function listMembers(db: Db, owner_id: number) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['user_id', 'users.name', 'users.email', 'role', 'cap_micros', 'team_members.created_at'])
    .where('owner_id', '=', owner_id)
    .orderBy('users.name')
    .execute()
}

export async function putMember(
  db: Db,
  row: { owner_id: number; user_id: number; role: GivenRole; cap_micros: number | null; created_at: Date },
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
  change: { role: GivenRole } | { cap_micros: number | null },
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
