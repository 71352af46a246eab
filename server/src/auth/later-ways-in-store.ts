import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Deletes passkeys, linked services, single sign-on and a second factor that were added with a change of address or up
 * to a day before it: an attacker who took over the account made them. Earlier ones stay.
 */
export async function deleteLaterWaysIn(db: Db, user_id: number, token_hash: Buffer): Promise<void> {
  const since = db
    .selectFrom('link_tokens')
    .select(sql<Date>`created_at - interval '1 day'`.as('since'))
    .where('token_hash', '=', token_hash)
  for (const table of ['passkeys', 'identities', 'sso_identities', 'second_factors'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).where('created_at', '>=', since).execute()
}
