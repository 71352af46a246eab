import type { GivenRole } from '@portico/contract/role.ts'
import type { Db } from '#db/db.ts'
import { oneTime } from '#db/one-time-store.ts'

export const INVITATIONS = oneTime('invitations', {
  expires: 'expires_at',
  used: 'accepted_at',
  revoked: 'revoked_at',
})

export interface InvitationRow {
  id: number
  owner_id: number
  invited_by: number
  email_norm: string
  role: GivenRole
  cap_micros: number | null
  created_at: Date
  expires_at: Date
}

const COLUMNS = [
  'id',
  'owner_id',
  'invited_by',
  'email_norm',
  'role',
  'cap_micros',
  'created_at',
  'expires_at',
] as const

function open(db: Db) {
  return db.selectFrom('invitations').select(COLUMNS).where(INVITATIONS.unused)
}

export function openInvitations(db: Db, owner_id: number): Promise<InvitationRow[]> {
  return open(db).where('owner_id', '=', owner_id).orderBy('id', 'desc').execute()
}

export function openInvitation(db: Db, owner_id: number, id: number): Promise<InvitationRow | undefined> {
  return open(db).where('owner_id', '=', owner_id).where('id', '=', id).executeTakeFirst()
}

export function invitationByToken(
  db: Db,
  owner_id: number,
  token_hash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  return open(db)
    .where('owner_id', '=', owner_id)
    .where('token_hash', '=', token_hash)
    .where(INVITATIONS.isOpen(now))
    .executeTakeFirst()
}

export async function insertInvitation(
  db: Db,
  row: Omit<InvitationRow, 'id'> & { token_hash: Buffer },
): Promise<{ made: InvitationRow; is_again: boolean }> {
  // An open one for the same address is replaced: only the newest link works.
  const { owner_id, email_norm } = row
  const replaced = await INVITATIONS.end(db, { owner_id, email_norm }, row.created_at)
  const made = await db.insertInto('invitations').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
  return { made, is_again: replaced > 0 }
}

/**
 * Open invitations follow the new address of their receiver, except those of a team that has invited the new one too.
 */
export async function moveInvitations(db: Db, from: string, to: string): Promise<void> {
  const there = db.selectFrom('invitations').select('owner_id').where('email_norm', '=', to).where(INVITATIONS.unused)
  await db
    .updateTable('invitations')
    .set({ email_norm: to })
    .where('email_norm', '=', from)
    .where('owner_id', 'not in', there)
    .where(INVITATIONS.unused)
    .execute()
}
