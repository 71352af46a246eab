import type { IpRule } from '@portico/contract/access.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface AccountStateRow {
  id: number
  is_on_hold: boolean
  is_verified: boolean
  owner_created_at: Date
  ip_rules: IpRule[]
  subscriptions: string[]
  duplicates_hour: number | null
  duplicates_day: number | null
}

/** Facts of a login that the gateway checks before a call. */
export async function standings(db: Db, login_ids: number[], now: Date): Promise<AccountStateRow[]> {
  const { rows } = await sql<AccountStateRow>`
    select l.id, l.status = 'on_hold' or u.status <> 'active' as is_on_hold, u.verified_at is not null as is_verified,
        u.created_at as owner_created_at, l.ip_rules, l.duplicates_hour, l.duplicates_day,
        l.subscriptions || subscribed_products(l.owner_id, ${now}) as subscriptions
      from api_logins l join users u on u.id = l.owner_id
      where l.id = any (${login_ids}::integer[]) order by l.id`.execute(db)
  return rows
}
