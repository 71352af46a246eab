import type { Db } from '#db/db.ts'

interface Subject {
  owner_id: number
  issuer: string
  subject: string
}

export interface IdentityRow extends Subject {
  user_id: number
  is_ended: boolean
}

const COLUMNS = ['owner_id', 'issuer', 'subject', 'user_id', 'is_ended'] as const

export function findIdentity(db: Db, { owner_id, issuer, subject }: Subject): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('sso_identities')
    .select(COLUMNS)
    .where('owner_id', '=', owner_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Of one user, where single sign-on is on; the account a session came by first. */
export function identitiesOfUser(db: Db, user_id: number, first_owner_id: number | null): Promise<IdentityRow[]> {
  return db
    .selectFrom('sso_identities as i')
    .innerJoin('sso_settings as s', (on) =>
      on.onRef('s.owner_id', '=', 'i.owner_id').onRef('s.issuer', '=', 'i.issuer').on('s.is_on', '=', true),
    )
    .select(['i.owner_id', 'i.issuer', 'i.subject', 'i.user_id', 'i.is_ended'])
    .where('i.user_id', '=', user_id)
    .where('i.is_ended', '=', false)
    .orderBy((is) => is('i.owner_id', '!=', first_owner_id ?? 0))
    .execute()
}

/** Who somebody was at this issuer before counts no longer. */
export async function putIdentity(db: Db, row: Subject & { user_id: number; created_at: Date }): Promise<void> {
  await db
    .deleteFrom('sso_identities')
    .where('owner_id', '=', row.owner_id)
    .where('issuer', '=', row.issuer)
    .where('user_id', '=', row.user_id)
    .execute()
  await db.insertInto('sso_identities').values(row).execute()
}

export async function setEnded(
  db: Db,
  { owner_id, issuer, subject }: Subject,
  change: { is_ended: boolean },
): Promise<void> {
  await db
    .updateTable('sso_identities')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}
