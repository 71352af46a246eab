import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Below this nothing can be paid. */
export const EMPTY_MICROS = 10_000
/** Logins whose level is written at once; the next run continues with the others. */
const CHANGES_MOST = 1000

export interface Level {
  login_id: number
  login: string
  owner_id: number
  level: 'fine' | 'low' | 'empty'
  balance_micros: number
}

/** Logins whose balance is at another level than at the last check, or that were never checked. */
export async function changedLevels(db: Db, low_micros: number): Promise<(Level & { is_new: boolean })[]> {
  const { rows } = await sql<Level & { is_new: boolean }>`
    select l.id as login_id, l.login, l.owner_id, n.level, a.balance_micros, s.login_id is null as is_new
      from ledger_accounts a
      join api_logins l on l.id = a.api_login_id
      cross join lateral (select case when a.balance_micros < ${EMPTY_MICROS} then 'empty'
        when a.balance_micros < ${low_micros}::bigint then 'low' else 'fine' end as level) n
      left join balance_levels s on s.login_id = l.id
      where s.level is distinct from n.level order by l.id limit ${CHANGES_MOST}`.execute(db)
  return rows
}

/** First checks: nothing has changed yet, as far as is known. */
export async function putFirstLevels(db: Db, levels: Level[]): Promise<void> {
  await db
    .insertInto('balance_levels')
    .values(levels.map(({ login_id, level }) => ({ login_id, level })))
    .onConflict((on) => on.column('login_id').doNothing())
    .execute()
}

/** How often it has changed; undefined where another process has written the same change. */
export async function putLevel(db: Db, { login_id, level }: Level): Promise<number | undefined> {
  const row = await db
    .updateTable('balance_levels')
    .set(({ eb }) => ({ level, changes: eb('changes', '+', 1) }))
    .where('login_id', '=', login_id)
    .where('level', '<>', level)
    .returning('changes')
    .executeTakeFirst()
  return row?.changes
}

/** Daily limits of logins that have spent or were refused today; the reader of limits decides. */
export async function limitedLogins(
  db: Db,
  day: string,
  from: Date,
): Promise<{ id: number; login: string; owner_id: number }[]> {
  const { rows } = await sql<{ id: number; login: string; owner_id: number }>`
    select l.id, l.login, l.owner_id from api_logins l
      where exists (select from spend_limits s where s.login_id = l.id and s.kind = 'daily_limit' and s.limit_micros > 0)
        and (exists (select from spend_days d where d.login_id = l.id and d.day = ${day}::date)
          or exists (select from usage_minutes m where m.login_id = l.id and m.minute >= ${from}))
      order by l.id`.execute(db)
  return rows
}
