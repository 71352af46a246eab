import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { end, start } from './books-store.ts'

interface Used {
  micros: number
  customers: number
}

/** What calls of these UTC days were charged, as the usage of `revenueRows` has it, and how many accounts were. */
export function usageBetween(db: Db, from: string, to: string): Promise<Used> {
  const spent = sql`
    select login_id, spent_micros as micros from spend_days where scope = '' and day between ${from}::date and ${to}::date`
  return usedOf(db, spent, start(from), end(to))
}

/**
 * The same until a moment of the day: from the sums of hours, as days have no times, and from minutes where an hour is not over or
 * has changed. Hours are read along an index of their own, which has those alone that cost something.
 */
export function usageUntil(db: Db, day: string, until: Date): Promise<Used> {
  const hour = sql`date_trunc('hour', ${until}::timestamptz, 'UTC')`
  const spent = sql`
    select h.login_id, h.cost_micros as micros from usage_hours h
      where h.hour >= ${start(day)} and h.hour < ${hour} and not h.is_sandbox and h.cost_micros > 0
        and not exists (select from usage_stale s where s.login_id = h.login_id and s.hour = h.hour)
    union all
    select m.login_id, m.cost_micros from (
        select login_id, hour as since, hour + interval '1 hour' as until from usage_stale where hour >= ${start(day)} and hour < ${hour}
        union all select login_id, ${hour}, ${until} from (
          select login_id from usage_hours where hour = ${hour} and not is_sandbox and cost_micros > 0
          union select login_id from usage_stale where hour = ${hour}
        ) c
      ) s join usage_minutes m on m.login_id = s.login_id and m.minute >= s.since and m.minute < s.until
      where not m.is_sandbox`
  return usedOf(db, spent, start(day), sql`${until}::timestamptz`)
}

async function usedOf(
  db: Db,
  spent: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): Promise<Used> {
  const { rows } = await sql<Used>`
    select coalesce(sum(micros), 0)::bigint as micros,
        count(distinct (select owner_id from api_logins l where l.id = login_id)) filter (where paid)::integer as customers
      from (select login_id, sum(micros) as micros, bool_or(micros > 0) as paid from (
        ${spent}
        union all
        select login_id, refunded_micros from usage_outcomes
          where refunded_micros > 0 and id >= call_floor(${from}) and id < call_floor(${until})
        union all
        select login_id, amount_micros from usage_refunds where at >= ${from} and at < ${until}
      ) u group by login_id) c`.execute(db)
  return rows[0] ?? { micros: 0, customers: 0 }
}
