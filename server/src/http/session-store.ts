import type { Db } from '#db/db.ts'

export async function insertSession(
  db: Db,
  row: { token_hash: Buffer; user_id: number; now: Date; ip: string; user_agent: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: row.token_hash,
      user_id: row.user_id,
      created_at: row.now,
      last_seen_at: row.now,
      reauth_at: row.now,
      ip: row.ip,
      user_agent: row.user_agent,
    })
    .execute()
}

export function findSession(db: Db, token_hash: Buffer, limits: { idle_since: Date; created_since: Date }) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'user_id', 'is_staff', 'sessions.created_at', 'sessions.last_seen_at', 'reauth_at'])
    .where('token_hash', '=', token_hash)
    .where('users.status', '=', 'active')
    .where('sessions.last_seen_at', '>', limits.idle_since)
    .where('sessions.created_at', '>', limits.created_since)
    .executeTakeFirst()
}

export async function touchSession(db: Db, token_hash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', token_hash).execute()
}

export async function deleteSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

export async function deleteStaleSessions(db: Db, limits: { idle_since: Date; created_since: Date }): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('last_seen_at', '<', limits.idle_since), is('created_at', '<', limits.created_since)]))
    .execute()
}
