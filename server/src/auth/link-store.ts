import type { Db } from '#db/db.ts'

export type LinkPurpose = 'activate' | 'reset' | 'token' | 'onetime' | 'onetime_admin' | 'restore_email'

export interface LinkRow {
  token_hash: Buffer
  user_id: number
  staff_id: number | null
  data: Record<string, unknown>
  public_id: string
  email: string
  status: 'pending' | 'active' | 'disabled' | 'closed'
}

export async function insertLink(
  db: Db,
  row: {
    token_hash: Buffer
    purpose: LinkPurpose
    user_id: number
    staff_id: number | null
    wl_id: number
    data: Record<string, unknown>
    created_at: Date
    expires_at: Date
  },
): Promise<void> {
  await db
    .insertInto('link_tokens')
    .values({ ...row, data: JSON.stringify(row.data) })
    .execute()
}

/** An unused, unexpired link of this brand with its user, in any state of the user. */
export function findLink(
  db: Db,
  { purpose, token_hash, wl_id, now }: { purpose: LinkPurpose; token_hash: Buffer; wl_id: number; now: Date },
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('link_tokens')
    .innerJoin('users', 'users.id', 'link_tokens.user_id')
    .select(['token_hash', 'link_tokens.user_id', 'staff_id', 'data', 'public_id', 'email', 'status'])
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('link_tokens.wl_id', '=', wl_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** True for a link of an account that is confirmed by now, used or not. */
export async function isOfConfirmed(
  db: Db,
  {
    purpose,
    token_hash,
    wl_id,
    public_id,
  }: { purpose: LinkPurpose; token_hash: Buffer; wl_id: number; public_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('link_tokens')
    .innerJoin('users', 'users.id', 'link_tokens.user_id')
    .select('users.id')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('link_tokens.wl_id', '=', wl_id)
    .where('public_id', '=', public_id)
    .where('status', '=', 'active')
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The one statement that decides which of many concurrent uses wins. */
export async function spendLink(db: Db, token_hash: Buffer, wl_id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('wl_id', '=', wl_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function revokeLinks(db: Db, user_id: number, purposes: LinkPurpose[], now: Date): Promise<void> {
  await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Revokes restore links to addresses that came after this one. */
export async function revokeLaterRestores(db: Db, user_id: number, token_hash: Buffer, now: Date): Promise<void> {
  const made_at = db.selectFrom('link_tokens').select('created_at').where('token_hash', '=', token_hash)
  await db
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'restore_email')
    .where('created_at', '>=', made_at)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('link_tokens').where('expires_at', '<', before).execute()
}
