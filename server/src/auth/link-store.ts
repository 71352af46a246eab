import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

export type LinkPurpose = 'activate' | 'reset' | 'token' | 'onetime' | 'onetime_admin' | 'restore_email'

export const LINKS = oneTime('link_tokens', { expires: 'expires_at', used: 'used_at' })

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
    .where(LINKS.isOpen(now))
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
