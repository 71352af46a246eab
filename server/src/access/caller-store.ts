import type { IpRule } from '@portico/contract/access.ts'
import type { Db } from '#db/db.ts'
import { workingPasswords } from './password-store.ts'

const COLUMNS = [
  'api_logins.id',
  'login',
  'kind',
  'owner_id',
  'api_logins.status',
  'per_minute',
  'simultaneous',
  'duplicates_hour',
  'duplicates_day',
  'webhook_delay_ms',
  'subscriptions',
] as const

/** All the gateway asks of a login, in two look-ups by key. */
export async function callerRow(db: Db, login: string, now: Date) {
  const row = await db
    .selectFrom('api_logins')
    .innerJoin('users', 'users.id', 'api_logins.owner_id')
    .select([...COLUMNS, 'ip_rules', 'users.status as owner_status', 'users.verified_at'])
    .where('login', '=', login)
    .executeTakeFirst()
  return row && { ...row, passwords: await workingPasswords(db, row.id, now) }
}

export async function ipRulesOf(db: Db, login_id: number): Promise<IpRule[]> {
  const row = await db.selectFrom('api_logins').select('ip_rules').where('id', '=', login_id).executeTakeFirstOrThrow()
  return row.ip_rules
}

export async function saveIpRules(db: Db, login_id: number, rules: IpRule[]): Promise<void> {
  await db
    .updateTable('api_logins')
    .set({ ip_rules: JSON.stringify(rules) })
    .where('id', '=', login_id)
    .execute()
}

export async function limitColumns(db: Db, login_id: number) {
  return db
    .selectFrom('api_logins')
    .select(['login', 'per_minute', 'simultaneous', 'duplicates_hour', 'duplicates_day', 'webhook_delay_ms', 'alerts'])
    .where('id', '=', login_id)
    .executeTakeFirstOrThrow()
}

export async function saveLimitColumns(
  db: Db,
  login_id: number,
  change: {
    duplicates_hour?: number | null
    duplicates_day?: number | null
    webhook_delay_ms?: number
    alerts?: string
  },
): Promise<void> {
  await db.updateTable('api_logins').set(change).where('id', '=', login_id).execute()
}

/** What only the operator changes. */
export async function saveBounds(
  db: Db,
  login_id: number,
  change: {
    per_minute?: number | null
    simultaneous?: number | null
    status?: 'active' | 'on_hold'
    subscriptions?: string[]
  },
): Promise<void> {
  if (Object.keys(change).length > 0)
    await db.updateTable('api_logins').set(change).where('id', '=', login_id).execute()
}

export async function setStatus(db: Db, login_id: number, status: 'active' | 'off'): Promise<void> {
  // Held by the operator is the operator's to lift.
  await db
    .updateTable('api_logins')
    .set({ status })
    .where('id', '=', login_id)
    .where('status', '!=', 'on_hold')
    .execute()
}
