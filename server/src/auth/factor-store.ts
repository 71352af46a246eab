import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

export const RECOVERY_CODES = oneTime('recovery_codes', { used: 'used_at' })
export const PENDING_FACTORS = oneTime('pending_factors', { expires: 'expires_at' })

/** A new key replaces the old one, its recovery codes and its accepted steps. */
export async function putFactor(
  db: Db,
  row: { user_id: number; sealed_key: Buffer; last_step?: number; created_at: Date },
  code_macs: string[],
): Promise<void> {
  await deleteFactor(db, row.user_id)
  await db.insertInto('second_factors').values(row).execute()
  await insertCodes(db, row.user_id, code_macs)
}

async function insertCodes(db: Db, user_id: number, code_macs: string[]): Promise<void> {
  const rows = code_macs.map((code_mac) => ({ user_id, code_mac }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** New codes for the same key; none of the old ones works any more. */
export async function replaceCodes(db: Db, user_id: number, code_macs: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await insertCodes(db, user_id, code_macs)
}

/** Returns true where there was one; its recovery codes are deleted with it. */
export async function deleteFactor(db: Db, user_id: number): Promise<boolean> {
  const result = await db.deleteFrom('second_factors').where('user_id', '=', user_id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function findSealedKey(db: Db, user_id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('sealed_key')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.sealed_key
}

export function findFactor(db: Db, user_id: number) {
  return db
    .selectFrom('second_factors')
    .select('created_at')
    .select((is) =>
      is
        .selectFrom('recovery_codes')
        .select((left) => left.fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .where(RECOVERY_CODES.unused)
        .as('codes_left'),
    )
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/**
 * The one statement that accepts a code: each step once, none before it any more, and only for the key it was made
 * with.
 */
export async function acceptStep(db: Db, user_id: number, sealed_key: Buffer, step: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('sealed_key', '=', sealed_key)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Only the newest key that was shown counts. */
export async function putPendingFactor(
  db: Db,
  { user_id, ...rest }: { user_id: number; sealed_key: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('pending_factors')
    .values({ user_id, ...rest })
    .onConflict((on) => on.column('user_id').doUpdateSet(rest))
    .execute()
}

export async function findPendingFactor(db: Db, user_id: number, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('pending_factors')
    .select('sealed_key')
    .where('user_id', '=', user_id)
    .where(PENDING_FACTORS.isOpen(now))
    .executeTakeFirst()
  return row?.sealed_key
}
