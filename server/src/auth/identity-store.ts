import { PROVIDERS, type Provider } from '@portico/contract/providers.ts'
import type { Db } from '#db/db.ts'
import { knownName } from '#db/known-name.ts'

export async function userOfIdentity(db: Db, provider: Provider, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select('identities.user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('users.status', '!=', 'pending')
    .executeTakeFirst()
  return row?.user_id
}

/** False when this identity, or this user's link to the provider, already exists. */
export async function insertIdentity(
  db: Db,
  row: { provider: Provider; subject: string; user_id: number; email: string | null; created_at: Date },
): Promise<boolean> {
  // A sign-up that was never confirmed does not block its identity for the user who comes back with it.
  await db
    .deleteFrom('identities')
    .where('provider', '=', row.provider)
    .where('subject', '=', row.subject)
    .where('user_id', 'in', db.selectFrom('users').select('id').where('status', '=', 'pending'))
    .execute()
  const made = await db
    .insertInto('identities')
    .values({ ...row, provider: knownName(PROVIDERS, row.provider) })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

export function identitiesOf(db: Db, user_id: number) {
  return db
    .selectFrom('identities')
    .select(['provider', 'email', 'created_at'])
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteIdentity(db: Db, user_id: number, provider: Provider): Promise<boolean> {
  const result = await db
    .deleteFrom('identities')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteIdentities(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', user_id).execute()
}

export async function deleteSpentProofs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<', before).execute()
}
