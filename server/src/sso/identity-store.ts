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

/** Users who sign in by this account with an address of this domain. */
export async function usersOfDomain(db: Db, owner_id: number, domain: string): Promise<number[]> {
  const rows = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('owner_id', '=', owner_id)
    .where('domain', '=', domain)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The number of people this account's sign-in service has brought, in all and since each of these moments. */
export async function countIdentities(db: Db, owner_id: number, { hour, day }: { hour: Date; day: Date }) {
  const { count } = db.fn
  return db
    .selectFrom('sso_identities')
    .select([
      count<string>('user_id').as('all'),
      count<string>('user_id').filterWhere('created_at', '>', hour).as('hour'),
      count<string>('user_id').filterWhere('created_at', '>', day).as('day'),
    ])
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
}

/** The user's previous identity at this issuer is replaced. */
export async function putIdentity(
  db: Db,
  row: Subject & { user_id: number; domain: string; created_at: Date },
): Promise<void> {
  await db
    .deleteFrom('sso_identities')
    .where('owner_id', '=', row.owner_id)
    .where('issuer', '=', row.issuer)
    .where('user_id', '=', row.user_id)
    .execute()
  await db.insertInto('sso_identities').values(row).execute()
}

export async function changeIdentity(
  db: Db,
  { owner_id, issuer, subject }: Subject,
  change: { is_ended: boolean } | { domain: string },
): Promise<void> {
  await db
    .updateTable('sso_identities')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}
