import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Passkeys, linked services, single sign-on and a second factor that came with a change of address or up to a day before it: whoever took the
 * account over made them for themselves. What the owner had before stays.
 */
export async function deleteLaterWaysIn(db: Db, user_id: number, token_hash: Buffer): Promise<void> {
  const since = db
    .selectFrom('link_tokens')
    .select(sql<Date>`created_at - interval '1 day'`.as('since'))
    .where('token_hash', '=', token_hash)
  for (const table of ['passkeys', 'identities', 'sso_identities', 'second_factors'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).where('created_at', '>=', since).execute()
}
