import type { IpRule } from '@portico/contract/access.ts'
import { rolesThatMay } from '@portico/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface CallerRow {
  /** False: the login does not exist, and this is the row of another one. */
  is_known: boolean
  id: number
  login: string
  kind: 'personal' | 'team' | 'machine'
  owner_id: number
  status: 'active' | 'off' | 'on_hold'
  per_minute: number | null
  simultaneous: number | null
  duplicates_hour: number | null
  duplicates_day: number | null
  webhook_delay_ms: number
  subscriptions: string[]
  budget_tags: string[]
  ip_rules: IpRule[]
  answers: unknown
  owner_status: string
  is_closing: boolean
  verified_at: Date | null
  /** MAC of one of its working passwords; null where it has none. */
  mac: Buffer | null
  member_id: number | null
  valid_until: Date | null
}

/** Tags of calls that something counts; calls with any other are held without theirs. */
const BUDGET_TAGS = sql<string[]>`array(
  select b.tag from budgets b where b.owner_id = a.owner_id and b.tag is not null
)`

/**
 * Everything the gateway needs of a login, with a row for each password that works now; those of members only as long
 * as they are in the team and may call. For an unknown login the oldest one is read, so that both take the same time.
 */
export async function callerRows(db: Db, login: string, now: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`/* caller */
    select a.login = ${login} as is_known, a.id, a.login, a.kind, a.owner_id, a.status, a.per_minute, a.simultaneous,
        a.duplicates_hour, a.duplicates_day, a.webhook_delay_ms,
        a.subscriptions || subscribed_products(a.owner_id, ${now}) as subscriptions,
        ${BUDGET_TAGS} as budget_tags, a.ip_rules, a.answers,
        u.status as owner_status,
        account_closes_at(a.owner_id) is not null as is_closing, u.verified_at, p.mac, p.member_id, p.valid_until
      from api_logins a
      join users u on u.id = a.owner_id
      left join api_passwords p on p.login_id = a.id and (p.valid_until is null or p.valid_until > ${now})
        and (p.member_id is null or exists (
          select from team_members m join users t on t.id = m.user_id
            where m.owner_id = a.owner_id and m.user_id = p.member_id and m.role = any (${rolesThatMay('call_api')}) and t.status = 'active'
        ))
      where a.id = coalesce((select id from api_logins where login = ${login}), (select min(id) from api_logins))`.execute(
    db,
  )
  return rows
}

/** The same of a login by its name, without its passwords. */
export function callerRow(db: Db, login: string, now: Date) {
  return callerQuery(db, now).where('a.login', '=', login).executeTakeFirst()
}

export function callerQuery(db: Db, now: Date) {
  return db
    .selectFrom('api_logins as a')
    .innerJoin('users as u', 'u.id', 'a.owner_id')
    .select([
      'a.id',
      'a.login',
      'a.kind',
      'a.owner_id',
      'a.status',
      'a.per_minute',
      'a.simultaneous',
      'a.duplicates_hour',
      'a.duplicates_day',
      'a.webhook_delay_ms',
      sql<string[]>`a.subscriptions || subscribed_products(a.owner_id, ${now})`.as('subscriptions'),
      BUDGET_TAGS.as('budget_tags'),
      'a.ip_rules',
      'a.answers',
      'u.status as owner_status',
      sql<boolean>`account_closes_at(a.owner_id) is not null`.as('is_closing'),
      'u.verified_at',
    ])
}

export async function ipRulesOf(db: Db, login_id: number): Promise<IpRule[]> {
  const row = await db.selectFrom('api_logins').select('ip_rules').where('id', '=', login_id).executeTakeFirstOrThrow()
  return row.ip_rules
}

/** Reads the rules for update: no other transaction saves rules until this one ends. */
export async function holdIpRules(db: Db, login_id: number): Promise<IpRule[]> {
  const row = await db
    .selectFrom('api_logins')
    .select('ip_rules')
    .where('id', '=', login_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
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
    .select([
      'login',
      'per_minute',
      'simultaneous',
      'duplicates_hour',
      'duplicates_day',
      'webhook_delay_ms',
      'alerts',
      'answers',
    ])
    .where('id', '=', login_id)
    .executeTakeFirstOrThrow()
}

/** Changes to the settings of one login wait for each other; its calls do not. */
export async function lockSettings(db: Db, login_id: number): Promise<void> {
  await db.selectFrom('api_logins').select('id').where('id', '=', login_id).forNoKeyUpdate().execute()
}

export async function saveLimitColumns(
  db: Db,
  login_id: number,
  change: {
    duplicates_hour?: number | null
    duplicates_day?: number | null
    webhook_delay_ms?: number
    alerts?: string
    answers?: string
  },
): Promise<void> {
  await db.updateTable('api_logins').set(change).where('id', '=', login_id).execute()
}

/** Saves what only the operator changes. */
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
  // A hold by the operator is lifted by the operator only.
  await db
    .updateTable('api_logins')
    .set({ status })
    .where('id', '=', login_id)
    .where('status', '!=', 'on_hold')
    .execute()
}
