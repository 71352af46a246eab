import { LOGIN_ALERT_KINDS, type LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { knownName } from '#db/known-name.ts'
import type { Sent } from './rule.ts'

/** The first half of the lock; the other is the login. */
const LOCK = 7_203_002

export interface Watched {
  id: number
  login: string
  owner_id: number
  alerts: Record<string, unknown>
  state: string
}

/**
 * Logins with alerts whose thresholds, balance or limits changed since their last check, and, from `seen_before` on,
 * those that called since or have an open alert that can end without a call. A call counts in the minute it began and
 * is booked when it ends, a quarter of an hour later at most.
 */
export async function changedLogins(
  db: Db,
  seen_before: Date,
  ending_by_themselves: LoginAlertKind[],
): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select l.id, l.login, l.owner_id, l.alerts, n.state from api_logins l
      join ledger_accounts a on a.api_login_id = l.id
      cross join lateral (
        select hashtextextended(concat_ws('|', l.alerts, a.balance_micros, (
          select string_agg(scope || '=' || limit_micros, ',' order by scope) from spend_limits
            where login_id = l.id and kind = 'daily_limit')), 0)::text as state
      ) n
      left join alerts_seen s on s.login_id = l.id
      where l.alerts <> '{}' and (s.state is distinct from n.state or s.seen_at <= ${seen_before} and (
        exists (select from usage_minutes m where m.login_id = l.id and m.minute >= s.seen_at - interval '15 minutes')
        or exists (select from alerts_sent t
          where t.login_id = l.id and t.kind = any (${ending_by_themselves}::text[]) and t.ended_at is null)))
      order by l.id`.execute(db)
  return rows
}

/** No other transaction decides about this login until this one ends. */
export async function lockLogin(db: Db, login_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${login_id})`.execute(db)
}

export function sentTo(db: Db, login_id: number): Promise<Sent[]> {
  return db
    .selectFrom('alerts_sent')
    .select(['kind', 'key', 'sent_at', 'ended_at'])
    .where('login_id', '=', login_id)
    .execute()
}

export async function putSent(
  db: Db,
  login_id: number,
  kind: LoginAlertKind,
  keys: string[],
  sent_at: Date,
): Promise<void> {
  await sql`
    insert into alerts_sent (login_id, kind, key, sent_at)
      select distinct ${login_id}::integer, ${knownName(LOGIN_ALERT_KINDS, kind)}, key, ${sent_at}::timestamptz from unnest(${keys}::text[]) as key
      on conflict (login_id, kind, key) do update set sent_at = excluded.sent_at, ended_at = null`.execute(db)
}

export async function markEnded(db: Db, login_id: number, ended: Sent[], ended_at: Date): Promise<void> {
  for (const { kind, key } of ended)
    await db
      .updateTable('alerts_sent')
      .set({ ended_at })
      .where('login_id', '=', login_id)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
}

/** Deletes ended alerts that are too old to suppress another. */
export async function deleteEnded(db: Db, login_id: number, before: Date): Promise<void> {
  await db
    .deleteFrom('alerts_sent')
    .where('login_id', '=', login_id)
    .where('ended_at', 'is not', null)
    .where('sent_at', '<', before)
    .execute()
}

export async function putSeen(db: Db, { id, state }: Watched, seen_at: Date): Promise<void> {
  await db
    .insertInto('alerts_seen')
    .values({ login_id: id, state, seen_at })
    .onConflict((on) => on.column('login_id').doUpdateSet({ state, seen_at }))
    .execute()
}
