import type { Db } from '#db/db.ts'

/** A new key replaces the old one, its recovery codes, and what was accepted of it. */
export async function putFactor(
  db: Db,
  { user_id, ...row }: { user_id: number; sealed_key: Buffer; created_at: Date },
  code_macs: string[],
): Promise<void> {
  await deleteFactor(db, user_id)
  await db
    .insertInto('staff_factors')
    .values({ user_id, ...row })
    .execute()
  await db
    .insertInto('staff_recovery_codes')
    .values(code_macs.map((code_mac) => ({ user_id, code_mac })))
    .execute()
}

export async function deleteFactor(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('staff_factors').where('user_id', '=', user_id).execute()
}

export async function findSealedKey(db: Db, user_id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('staff_factors')
    .select('sealed_key')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.sealed_key
}

/** The one statement that accepts a code: each step once, none before it any more, and only for the key it was made with. */
export async function acceptStep(db: Db, user_id: number, sealed_key: Buffer, step: number): Promise<boolean> {
  const result = await db
    .updateTable('staff_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('sealed_key', '=', sealed_key)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function acceptRecoveryCode(db: Db, user_id: number, code_mac: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_mac', '=', code_mac)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function staffRows(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('staff_factors', 'staff_factors.user_id', 'users.id')
    .select(['email', 'name', 'status', 'last_login_at', 'staff_factors.created_at as factor_since'])
    .select((is) =>
      is
        .selectFrom('staff_recovery_codes')
        .select((left) => left.fn.countAll<number>().as('left'))
        .whereRef('staff_recovery_codes.user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .as('recovery_codes_left'),
    )
    .where('is_staff', '=', true)
    .orderBy('email')
    .execute()
}

/** Links with which this staff member could still begin to act as someone. */
export async function revokeActingLinks(db: Db, staff_id: number, now: Date): Promise<void> {
  await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('staff_id', '=', staff_id)
    .where('used_at', 'is', null)
    .execute()
}
