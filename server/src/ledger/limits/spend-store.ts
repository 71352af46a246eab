import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface SpendLimit {
  login_id: number
  /** As `contract/src/spend-scopes.ts` writes it. */
  scope: string
  /** `total` is the all-time limit of an agent; the other two count per UTC day. */
  kind: 'daily_limit' | 'cap' | 'total'
  limit_micros: number
}

export async function putLimit(db: Db, limit: SpendLimit): Promise<void> {
  const { limit_micros } = limit
  await db
    .insertInto('spend_limits')
    .values(limit)
    .onConflict((on) => on.columns(['login_id', 'scope', 'kind']).doUpdateSet({ limit_micros }))
    .execute()
}

export async function deleteLimit(db: Db, { login_id, scope, kind }: Omit<SpendLimit, 'limit_micros'>): Promise<void> {
  await db
    .deleteFrom('spend_limits')
    .where('login_id', '=', login_id)
    .where('scope', '=', scope)
    .where('kind', '=', kind)
    .execute()
}

export function limitsOf(db: Db, login_id: number): Promise<SpendLimit[]> {
  return db
    .selectFrom('spend_limits')
    .selectAll()
    .where('login_id', '=', login_id)
    .orderBy('scope')
    .orderBy('kind')
    .execute()
}

export function spentOn(db: Db, login_id: number, day: string) {
  return db
    .selectFrom('spend_days')
    .select(['scope', 'spent_micros', 'held_micros'])
    .where('login_id', '=', login_id)
    .where('day', '=', day)
    .orderBy('scope')
    .execute()
}

/** All-time spend per agent. */
export function totalSpentByAgent(db: Db, login_id: number) {
  return db
    .selectFrom('spend_totals')
    .select(['scope', 'spent_micros', 'held_micros'])
    .where('login_id', '=', login_id)
    .orderBy('scope')
    .execute()
}

/** What these logins spent and hold in a scope, by UTC day, both included. */
export async function daysOfScope(db: Db, login_ids: number[], scope: string, from: string, to: string) {
  const { rows } = await sql<{ day: string; spent_micros: number; held_micros: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(spent_micros)::bigint as spent_micros, sum(held_micros)::bigint as held_micros
      from spend_days where login_id = any (${login_ids}::integer[]) and scope = ${scope} and day between ${from}::date and ${to}::date
      group by 1 order by 1`.execute(db)
  return rows
}

export async function recount(db: Db, owner_id: number, tag: string, month: string): Promise<void> {
  await sql`select recount_tag(${owner_id}::integer, ${tag}::text, ${month}::date)`.execute(db)
}
