import type { Db } from '#db/db.ts'

export interface PasskeyRow {
  id: string
  user_id: number
  public_key: Buffer
  counter: number
  transports: string[]
  rp_id: string
}

/** False when this key already exists. */
export async function insertPasskey(db: Db, row: PasskeyRow & { name: string; created_at: Date }): Promise<boolean> {
  const { transports, ...rest } = row
  const made = await db
    .insertInto('passkeys')
    .values({ ...rest, transports: JSON.stringify(transports) })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) === 1n
}

export function findPasskey(db: Db, id: string, rp_id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter', 'transports', 'rp_id'])
    .where('id', '=', id)
    .where('rp_id', '=', rp_id)
    .executeTakeFirst()
}

export function listPasskeys(db: Db, user_id: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'rp_id', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
}

/**
 * The one statement that accepts a use: counters never go backwards or repeat; many keys do not count and stay at 0.
 */
export async function usePasskey(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('counter', '<', counter), is.and([is('counter', '=', 0), is.val(counter === 0)])]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deletePasskeysOf(db: Db, user_id: number): Promise<number> {
  const result = await db.deleteFrom('passkeys').where('user_id', '=', user_id).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deletePasskey(db: Db, user_id: number, id: string): Promise<boolean> {
  const result = await db.deleteFrom('passkeys').where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}
