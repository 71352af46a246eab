import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export async function hasCalledSince(db: Db, login_id: number, ip: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from usage_events where login_id = ${login_id} and at > ${since} and ip = ${ip} limit 1`.execute(db)
  return rows.length > 0
}

export interface SpentDay {
  day: string
  api: string
  requests: number
  cost_micros: number
}

/** Totals by UTC day and API, exact at once: an hour that changed since its day was rolled up is read from its minutes. */
export async function spentByDay(db: Db, login_ids: number[], from: string, to: string): Promise<SpentDay[]> {
  const mine = sql`login_id = any (${login_ids}::integer[]) and not is_sandbox`
  const isStale = sql`select from usage_stale s where s.login_id = c.login_id`
  const { rows } = await sql<SpentDay>`
    with stale as (
      select login_id, hour, hour + interval '1 hour' as until, utc_day(hour) as day from usage_stale
        where login_id = any (${login_ids}::integer[])
          and hour >= ${from}::timestamp at time zone 'UTC' and hour < (${to}::date + 1)::timestamp at time zone 'UTC'
    ),
    counted as (
      select c.day, c.api, c.requests, c.cost_micros from usage_days c
        where ${mine} and c.day between ${from}::date and ${to}::date
          and not exists (select from stale s where s.login_id = c.login_id and s.day = c.day)
      union all
      select s.day, c.api, c.requests, c.cost_micros
        from (
          select login_id as id, day, day::timestamp at time zone 'UTC' as since, (day + 1)::timestamp at time zone 'UTC' as until
            from stale group by 1, 2
        ) s
        join usage_hours c on c.login_id = s.id and c.hour >= s.since and c.hour < s.until
        where not c.is_sandbox and not exists (${isStale} and s.hour = c.hour)
      union all
      select s.day, c.api, c.requests, c.cost_micros from stale s
        join usage_minutes c on c.login_id = s.login_id and c.minute >= s.hour and c.minute < s.until
        where not c.is_sandbox
    )
    select to_char(day, 'YYYY-MM-DD') as day, api, sum(requests)::bigint as requests, sum(cost_micros)::bigint as cost_micros
      from counted group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** The day of the first call of these logins, also if it is today; undefined before the first call. */
export async function firstCallDay(db: Db, login_ids: number[]): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(least(
        (select day from usage_days where login_id = l.id order by day limit 1),
        (select utc_day(hour) from usage_stale where login_id = l.id order by hour limit 1)
      )), 'YYYY-MM-DD') as day from unnest(${login_ids}::integer[]) as l (id)`.execute(db)
  return rows[0]?.day ?? undefined
}
