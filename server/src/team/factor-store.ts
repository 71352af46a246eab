import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export async function factorFrom(db: Db, owner_id: number): Promise<Date | null> {
  const row = await db
    .selectFrom('account_rules')
    .select('factor_from')
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()
  return row?.factor_from ?? null
}

export async function setFactorFrom(db: Db, owner_id: number, factor_from: Date | null): Promise<void> {
  await db
    .insertInto('account_rules')
    .values({ owner_id, factor_from })
    .onConflict((on) => on.column('owner_id').doUpdateSet({ factor_from }))
    .execute()
}

/** Those of these users who have a second factor or a passkey. */
export async function peopleWithFactor(db: Db, user_ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from second_factors where user_id = any (${user_ids}::int[])
    union select user_id from passkeys where user_id = any (${user_ids}::int[])`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** The same for a reader, of all members of their accounts: they see that others have a factor, not which. */
export async function peopleWithFactorRead(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ ids: number[] }>`select reader_people_with_factor() as ids`.execute(db)
  return new Set(rows[0]?.ids ?? [])
}
