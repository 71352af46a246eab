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

export async function forgetDevices(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
}

export async function forgetDevicesBut(db: Db, user_id: number, device_hash: Buffer): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).where('device_hash', '!=', device_hash).execute()
}

export async function forgetOldDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', before).execute()
}
