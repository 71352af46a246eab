import { CODE } from '@portico/contract/codes.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface CountRow {
  api: string
  minute: Date
  calls: number
  failed: number
}

export interface DayCount {
  api: string
  /** Such as 2026-03-02, in UTC. */
  day: string
  calls: number
  failed: number
}

/** Adds to what other instances counted. */
export async function addCounts(db: Db, rows: CountRow[]): Promise<void> {
  const column = <K extends keyof CountRow>(name: K) => rows.map((row) => row[name])
  await sql`
    with given as (
      select * from unnest(${column('api')}::text[], ${column('minute')}::timestamptz[], ${column('calls')}::bigint[],
        ${column('failed')}::bigint[]) as g (api, minute, calls, failed)
    ), minutes as (
      insert into status_minutes as m (api, minute, calls, failed)
        select api, minute, calls, failed from given order by api, minute
        on conflict (api, minute) do update set calls = m.calls + excluded.calls, failed = m.failed + excluded.failed
    )
    insert into status_days as d (api, day, calls, failed)
      select api, utc_day(minute), sum(calls), sum(failed) from given group by 1, 2 order by 1, 2
      on conflict (api, day) do update set calls = d.calls + excluded.calls, failed = d.failed + excluded.failed`.execute(
    db,
  )
}

/** Only the state now is read from minutes. */
export async function deleteOldMinutes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('status_minutes').where('minute', '<', before).execute()
}

export async function recentCounts(db: Db, since: Date): Promise<Omit<DayCount, 'day'>[]> {
  const { rows } = await sql<Omit<DayCount, 'day'>>`
    select api, sum(calls)::bigint as calls, sum(failed)::bigint as failed from status_minutes
      where minute >= ${since} group by api`.execute(db)
  return rows
}

export async function dayCounts(db: Db, from: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select api, to_char(day, 'YYYY-MM-DD') as day, calls, failed from status_days where day >= ${from}::date`.execute(
    db,
  )
  return rows
}

/**
 * The history of an installation that is older than the counts, from its usage and errors. Runs once: afterwards there
 * are counts.
 */
export async function fillHistory(db: Db, from: string, today: string): Promise<void> {
  const ours = sql`(class = 'server' or code in (${sql.lit(CODE.searchEngineError)}, ${sql.lit(CODE.taskFailed)}))`
  const range = sql`day >= ${from}::date and day < ${today}::date and not is_sandbox`
  await sql`
    insert into status_days (api, day, calls, failed)
      select api, day, sum(good + failed), sum(failed) from (
          select api, day, tasks as good, 0 as failed from usage_days where ${range} and status_class in ('ok', 'queued')
          union all
          select api, day, 0, count + repeats from error_days where ${range} and kind = 'request' and ${ours}
        ) c
        where not exists (select from status_days)
        group by 1, 2 having sum(good + failed) > 0
      on conflict (api, day) do nothing`.execute(db)
}
