import type { Db } from '#db/db.ts'

export async function isKnownDevice(db: Db, device_hash: Buffer, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', device_hash)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function keepDevice(db: Db, device_hash: Buffer, user_id: number, seen_at: Date): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ device_hash, user_id, seen_at })
    .onConflict((on) => on.columns(['device_hash', 'user_id']).doUpdateSet({ seen_at }))
    .execute()
}

/** True where any of their browsers is known: without one this is their first sign-in. */
export async function hasKnownDevice(db: Db, user_id: number): Promise<boolean> {
  const row = await db.selectFrom('known_devices').select('user_id').where('user_id', '=', user_id).limit(1).execute()
  return row.length > 0
}

/** Records the location of a sign-in and returns whether it is new for the user; of several at once only one is new. */
export async function recordSignInLocation(
  db: Db,
  row: { user_id: number; mark: string; seen_at: Date },
): Promise<{ is_first: boolean; is_new: boolean }> {
  const { user_id, mark, seen_at } = row
  const others = await db.selectFrom('seen_places').select('mark').where('user_id', '=', user_id).limit(1).execute()
  const made = await db
    .insertInto('seen_places')
    .values(row)
    .onConflict((on) => on.columns(['user_id', 'mark']).doNothing())
    .returning('mark')
    .execute()
  if (made.length === 0)
    await db
      .updateTable('seen_places')
      .set({ seen_at })
      .where('user_id', '=', user_id)
      .where('mark', '=', mark)
      .execute()
  return { is_first: others.length === 0, is_new: made.length > 0 }
}

export async function deleteOldSignInLocations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('seen_places').where('seen_at', '<', before).execute()
}

export async function forgetDevices(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
}

export async function forgetDevicesBut(db: Db, user_id: number, device_hash: Buffer): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).where('device_hash', '!=', device_hash).execute()
}

export async function forgetOldDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', before).execute()
}
