import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTx } from '#db/tx.ts'
import { MIN_HOT_DAYS } from '#env/retention.ts'
import { mergeMinutes, movedHours } from '../minute-store.ts'

const SUMS = sql`sum(requests), sum(tasks), sum(results), sum(cost_micros), sum(errors), sum(time_ms_sum), sum_times(times)`
const REPLACE = sql`
  requests = excluded.requests, tasks = excluded.tasks, results = excluded.results, cost_micros = excluded.cost_micros,
  errors = excluded.errors, time_ms_sum = excluded.time_ms_sum, times = excluded.times`

const KEY = sql`api, function, method, priority, status_class, is_sandbox`

export async function staleLogins(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('usage_stale').select('login_id').distinct().orderBy('login_id').execute()
  return rows.map(({ login_id }) => login_id)
}

/** Whether the account of this login has a call in its days that is not of the sandbox. */
export async function liveUse(db: Db, login_id: number) {
  const { rows } = await sql<{ owner_id: number; login: string; has_called: boolean }>`
    select l.owner_id, l.login, exists (
        select from api_logins o join usage_days d on d.login_id = o.id where o.owner_id = l.owner_id and not d.is_sandbox
      ) as has_called
      from api_logins l where l.id = ${login_id}`.execute(db)
  return rows[0]
}

/** Writers of minutes hold this row until they commit, so what is read of them afterwards is complete. */
async function lockMinutes(tx: Db, login_id: number): Promise<void> {
  await sql`select from ledger_accounts where api_login_id = ${login_id} for no key update`.execute(tx)
}

/** Sums up the minutes of a moved day by quarter-hours, of a login and a part of the day. Returns how many rows there are less. */
export function mergeMinutesOf(db: Db, login_id: number, since: Date, until: Date): Promise<number> {
  return inTx(db, async (tx) => {
    await lockMinutes(tx, login_id)
    return mergeMinutes(tx, login_id, since, until)
  })
}

/**
 * Sums up a login's stale hours and their days again, and returns how many hours. `offset 0` forces one lookup per hour: a planner
 * without statistics would read the whole table for every hour.
 */
export function deriveLogin(db: Db, login_id: number, now: Date): Promise<number> {
  return inTx(db, async (tx) => {
    await lockMinutes(tx, login_id)
    const stale = await tx.deleteFrom('usage_stale').where('login_id', '=', login_id).returning('hour').execute()
    if (stale.length === 0) return 0
    const hours = stale.map(({ hour }) => hour)
    const old = hours.filter((hour) => now.getTime() - hour.getTime() > (MIN_HOT_DAYS - 1) * DAY_MS)
    // Calls of a moved day that ended or were refunded since.
    for (const hour of await movedHours(tx, old))
      await mergeMinutes(tx, login_id, hour, new Date(hour.getTime() + HOUR_MS))
    await sql`
      insert into usage_hours (login_id, hour, api, function, method, priority, status_class, is_sandbox,
          requests, tasks, results, cost_micros, errors, time_ms_sum, times)
        select m.login_id, h.hour, api, function, method, priority, status_class, is_sandbox, ${SUMS}
          from unnest(${hours}::timestamptz[]) as h (hour)
          cross join lateral (
            select * from usage_minutes
              where login_id = ${login_id} and minute >= h.hour and minute < h.hour + interval '1 hour' offset 0
          ) m
          group by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (login_id, hour, api, function, method, priority, status_class, is_sandbox) do update set ${REPLACE}`.execute(
      tx,
    )
    // The end of the last queued task of a minute deletes its row, and possibly that of its hour and its day.
    await sql`
      delete from usage_hours where login_id = ${login_id} and hour = any (${hours}::timestamptz[]) and (hour, ${KEY}) not in (
        select h.hour, ${KEY} from unnest(${hours}::timestamptz[]) as h (hour)
          cross join lateral (
            select * from usage_minutes
              where login_id = ${login_id} and minute >= h.hour and minute < h.hour + interval '1 hour' offset 0
          ) m)`.execute(tx)
    await sql`
      insert into usage_days (login_id, day, api, function, method, priority, status_class, is_sandbox,
          requests, tasks, results, cost_micros, errors, time_ms_sum, times)
        select h.login_id, d.day, api, function, method, priority, status_class, is_sandbox, ${SUMS}
          from (select distinct utc_day(hour) as day from unnest(${hours}::timestamptz[]) as s (hour)) d
          cross join lateral (
            select * from usage_hours where login_id = ${login_id}
              and hour >= d.day::timestamp at time zone 'UTC' and hour < (d.day + 1)::timestamp at time zone 'UTC' offset 0
          ) h
          group by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (login_id, day, api, function, method, priority, status_class, is_sandbox) do update set ${REPLACE}`.execute(
      tx,
    )
    await sql`
      delete from usage_days
        where login_id = ${login_id} and day = any (select utc_day(hour) from unnest(${hours}::timestamptz[]) as s (hour))
          and (day, ${KEY}) not in (
            select d.day, ${KEY} from (select distinct utc_day(hour) as day from unnest(${hours}::timestamptz[]) as s (hour)) d
              cross join lateral (
                select * from usage_hours where login_id = ${login_id}
                  and hour >= d.day::timestamp at time zone 'UTC' and hour < (d.day + 1)::timestamp at time zone 'UTC' offset 0
              ) h)`.execute(tx)
    await deriveErrorDays(tx, login_id, hours)
    return hours.length
  })
}

async function deriveErrorDays(db: Db, login_id: number, hours: Date[]): Promise<void> {
  await sql`
    insert into error_days (login_id, day, kind, is_sandbox, code, class, api, function, count, repeats, first_at, last_at)
      select h.login_id, d.day, kind, is_sandbox, code, class, api, function, sum(count), sum(repeats), min(first_at), max(last_at)
        from (select distinct utc_day(hour) as day from unnest(${hours}::timestamptz[]) as s (hour)) d
        cross join lateral (
          select * from error_hours where login_id = ${login_id}
            and hour >= d.day::timestamp at time zone 'UTC' and hour < (d.day + 1)::timestamp at time zone 'UTC' offset 0
        ) h
        group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (login_id, day, kind, is_sandbox, code, class, api, function) do update set
        count = excluded.count, repeats = excluded.repeats, first_at = excluded.first_at, last_at = excluded.last_at`.execute(
    db,
  )
}
