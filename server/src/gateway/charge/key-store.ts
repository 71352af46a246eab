import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface KeyRow {
  request_hash: Buffer
  attempt: number
  instance: string
  calls: string[]
  reply: Buffer | null
  settles: unknown[] | null
  is_settled: boolean
  is_alive: boolean
}

export interface KeyId {
  login_id: number
  key_hash: Buffer
}

interface Attempt {
  request_hash: Buffer
  instance: string
  calls: string[]
  made_at: Date
}

/** True when the key was free. */
export async function insertKey(db: Db, key_id: KeyId, attempt: Attempt): Promise<boolean> {
  const row = await db
    .insertInto('gateway_keys')
    .values({ ...key_id, ...attempt, attempt: 1 })
    .onConflict((on) => on.columns(['login_id', 'key_hash']).doNothing())
    .returning('attempt')
    .executeTakeFirst()
  return row !== undefined
}

export async function readKey(db: Db, { login_id, key_hash }: KeyId): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select request_hash, attempt, instance, calls, reply, settles, is_settled, gateway_is_alive(instance) as is_alive
      from gateway_keys where login_id = ${login_id} and key_hash = ${key_hash}`.execute(db)
  return rows[0]
}

/**
 * True for the one request that takes over from a dead attempt. False when that attempt has stored its reply since `seen` was read:
 * then it may be booking, and the next request finds out.
 */
export async function takeOverKey(
  db: Db,
  key_id: KeyId,
  seen: Pick<KeyRow, 'attempt' | 'reply'>,
  next: Attempt,
): Promise<boolean> {
  const { instance, calls, made_at } = next
  const row = await at(db, key_id, seen.attempt)
    .set({ attempt: seen.attempt + 1, instance, calls, made_at, reply: null, settles: null })
    .where('is_settled', '=', false)
    .where('reply', seen.reply ? 'is not' : 'is', null)
    .returning('attempt')
    .executeTakeFirst()
  return row !== undefined
}

/** False when another request has taken the key over. */
export async function saveReply(
  db: Db,
  key_id: KeyId,
  attempt: number,
  reply: Buffer,
  settles: unknown[],
): Promise<boolean> {
  const row = await at(db, key_id, attempt)
    .set({ reply, settles: JSON.stringify(settles) })
    .returning('attempt')
    .executeTakeFirst()
  return row !== undefined
}

export async function markSettled(db: Db, key_id: KeyId, attempt: number): Promise<void> {
  await at(db, key_id, attempt).set({ is_settled: true, settles: null }).execute()
}

export async function dropKey(db: Db, key_id: KeyId, attempt: number): Promise<void> {
  await db
    .deleteFrom('gateway_keys')
    .where('login_id', '=', key_id.login_id)
    .where('key_hash', '=', key_id.key_hash)
    .where('attempt', '=', attempt)
    .execute()
}

export async function forgetKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gateway_keys').where('made_at', '<', before).execute()
}

function at(db: Db, { login_id, key_hash }: KeyId, attempt: number) {
  return db
    .updateTable('gateway_keys')
    .where('login_id', '=', login_id)
    .where('key_hash', '=', key_hash)
    .where('attempt', '=', attempt)
}
