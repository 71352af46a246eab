import { HOUR_MS } from '@portico/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

const KEY = sql`api, function, method, priority, status_class, is_sandbox`
const NUMBERS = sql`requests, tasks, results, cost_micros, errors, time_ms_sum, times`
const quarterOf = (at: unknown) => sql`date_bin('15 minutes', ${at}::timestamptz, 'epoch')`
const QUARTER = quarterOf(sql`minute`)

/**
 * Sums up minutes by quarter-hours: every time zone in use begins its days and hours at one. What is summed up already stays, and
 * minutes that are booked later are added to it. The caller has locked the account, as writers of minutes do. Returns how many rows
 * there are less.
 */
export async function mergeMinutes(db: Db, login_id: number, since: Date, until: Date): Promise<number> {
  const within = sql`login_id = ${login_id} and minute >= ${since} and minute < ${until}`
  const { rows } = await sql<{ fewer: number }>`
    with gone as (
      delete from usage_minutes where ${within} and minute <> ${QUARTER} returning *
    ), merged as (
      insert into usage_minutes as m (login_id, minute, ${KEY}, ${NUMBERS})
        select login_id, ${QUARTER}, ${KEY}, sum(requests), sum(tasks), sum(results), sum(cost_micros), sum(errors), sum(time_ms_sum), sum_times(times)
          from gone group by 1, 2, ${KEY}
        on conflict (login_id, minute, ${KEY}) do update set
          requests = m.requests + excluded.requests, tasks = m.tasks + excluded.tasks, results = m.results + excluded.results,
          cost_micros = m.cost_micros + excluded.cost_micros, errors = m.errors + excluded.errors,
          time_ms_sum = m.time_ms_sum + excluded.time_ms_sum, times = add_times(m.times, excluded.times)
        returning xmax = 0 as is_new
    )
    select (select count(*) from gone) - (select count(*) from merged where is_new) as fewer`.execute(db)
  // A call that ended late is taken out of the row it was queued in.
  const empty = await sql`
    delete from usage_minutes where ${within} and times = array_fill(0, array[13])
      and (requests, tasks, results, cost_micros, errors, time_ms_sum) = (0, 0, 0, 0, 0, 0)`.execute(db)
  return (rows[0]?.fewer ?? 0) + Number(empty.numAffectedRows ?? 0)
}

/** Those of these hours whose day is in a file. */
export async function movedHours(db: Db, hours: Date[]): Promise<Date[]> {
  if (hours.length === 0) return []
  const { rows } = await sql<{ hour: Date }>`
    select hour from unnest(${hours}::timestamptz[]) as h (hour)
      join moved_days m on m.kind = 'usage' and m.day = utc_day(h.hour) and m.state = 'moved'`.execute(db)
  return rows.map(({ hour }) => hour)
}

/** The time of the row that counts a call: its minute, or its quarter-hour after its day was moved. The caller has locked the account. */
export async function countedAt(db: Db, login_id: number, at: Date): Promise<Date> {
  const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
  const is_moved = (await movedHours(db, [hour])).length > 0
  if (is_moved) await mergeMinutes(db, login_id, hour, new Date(hour.getTime() + HOUR_MS))
  const start = is_moved ? quarterOf(at) : sql`date_trunc('minute', ${at}::timestamptz, 'UTC')`
  const { rows } = await sql<{ start: Date }>`select ${start} as start`.execute(db)
  return rows[0]?.start ?? at
}
