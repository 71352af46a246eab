import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Tables } from '#db/tables.ts'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import { FINAL_CALLS } from '../outcome-store.ts'

/** Enough to see what is wrong; books that are broken throughout must not fill the memory. */
const MOST = 100
const KEY = sql`login_id, api, function, method, priority, status_class, is_sandbox`
const NUMBERS = ['requests', 'tasks', 'results', 'cost_micros', 'errors', 'time_ms_sum', 'times']
const SUMS = sql`sum(requests) as requests, sum(tasks) as tasks, sum(results) as results, sum(cost_micros) as cost_micros,
  sum(errors) as errors, sum(time_ms_sum) as time_ms_sum, sum_times(times) as times`
/** A row may represent several calls. */
const times = (condition: RawBuilder<unknown>) => sql`coalesce(sum(1 + repeats) filter (where ${condition}), 0)`
const TIMES = sql`array[${sql.join(
  [...TIME_STEPS_MS, 0].map((_, step) => sql`${times(sql`time_step(time_ms) = ${sql.lit(step + 1)}`)}`),
)}]::integer[]`

/** One snapshot for all queries: calls booked meanwhile are wholly in it or not at all. */
export function inSnapshot<T>(db: Db, fn: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return fn(tx)
    })
}

/** The same on the primary alone, for checks of rows: no day is moved away under it, which an older snapshot would see. */
export function inSteadySnapshot<T>(db: Db, fn: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return inSnapshot(db, async (tx) => {
    // The snapshot begins with the statement after it.
    await sql`lock table moved_days in share mode`.execute(tx)
    return fn(tx)
  })
}

export async function bookTotals(db: Db): Promise<{ transactions: number; accounts: number; calls: number }> {
  const counts = sql<{ transactions: number; accounts: number; calls: number }>`
    select (select count(*) from ledger_transactions) as transactions, (select count(*) from ledger_accounts) as accounts,
      (select count(*) from usage_events e where not exists (select from moved_days m where m.kind = 'usage' and m.state = 'moved' and m.day = utc_day(e.at)))
        + (select coalesce(sum(rows), 0)::bigint from moved_days where kind = 'usage' and state = 'moved') as calls`
  return (await counts.execute(db)).rows[0] ?? { transactions: 0, accounts: 0, calls: 0 }
}

/** Every UTC day with counted calls, from a day on. */
export async function countedDays(db: Db, since = '1970-01-01'): Promise<string[]> {
  const from = start(since)
  const { rows } = await sql<{ day: string }>`
    select utc_day(at) as day from usage_events where at >= ${from} group by 1
    union select utc_day(at) from ledger_transactions where kind = 'usage' and id >= call_floor(${from}) group by 1
    union select utc_day(at) from ledger_transactions where kind <> 'usage' and at >= ${from} group by 1
    union select utc_day(minute) from usage_minutes where minute >= ${from} group by 1 union select utc_day(hour) from usage_hours where hour >= ${from} group by 1
    union select day from usage_days where day >= ${since}::date group by 1 union select utc_day(at) from error_events where at >= ${from} group by 1
    union select utc_day(hour) from error_hours where hour >= ${from} group by 1
    union select day from error_days where day >= ${since}::date group by 1
    union select day from spend_days where day >= ${since}::date group by 1 order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** The first faults that a check finds. */
export async function texts(db: Db, query: RawBuilder<{ text: string }>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`${query} limit ${MOST}`.execute(db)
  return rows.map(({ text }) => text)
}

/** Booking by booking: its calls cost in usage what it took in the ledger, and are as many, of the same login. */
export function callFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('calls of booking %s: usage has %s of login %s for %s calls, ledger has %s of login %s for %s', id, coalesce(u.micros, 0),
        u.login_id, coalesce(u.calls, 0), coalesce(l.micros, 0), l.login_id, coalesce(l.calls, 0)) as text
      from (select coalesce(booking_id, id) as id, login_id, sum(cost_micros) as micros, count(*) as calls
        from usage_events where ${within('at', day)} and cost_micros > 0 group by 1, 2) u
      full join (
        select t.id, a.api_login_id as login_id, -e.amount_micros as micros, t.calls
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.api_login_id is not null
          where t.kind = 'usage' and t.id >= call_floor(${start(day)}) and t.id < call_floor(${end(day)})
      ) l using (id)
      where (u.micros, u.login_id, u.calls) is distinct from (l.micros, l.login_id, l.calls)`,
  )
}

export function minuteFaults(db: Db, day: string): Promise<string[]> {
  return rollupFaults(db, sql`minute`, {
    counted: sql`
      select ${KEY}, date_trunc('minute', at, 'UTC') as minute, ${times(sql`request_id = id`)} as requests,
          ${times(sql`task_id is not null`)} as tasks, sum(results) as results, sum(cost_micros) as cost_micros,
          ${times(sql`status_class not in ('ok', 'queued')`)} as errors, sum(time_ms::bigint * (1 + repeats)) as time_ms_sum, ${TIMES} as times
        from ${FINAL_CALLS} calls where ${within('at', day)} group by ${KEY}, 8`,
    stored: sql`select * from usage_minutes where ${within('minute', day)}`,
  })
}

/** Hours that wait to be derived again are not wrong yet. */
export function hourFaults(db: Db, day: string): Promise<string[]> {
  const isFresh = sql`(login_id, hour) not in (select s.login_id, s.hour from usage_stale s where ${within('s.hour', day)})`
  return rollupFaults(db, sql`hour`, {
    counted: sql`
      select * from (
        select ${KEY}, date_trunc('hour', minute, 'UTC') as hour, ${SUMS}
          from usage_minutes where ${within('minute', day)} group by ${KEY}, 8
      ) summed where ${isFresh}`,
    stored: sql`select * from usage_hours where ${within('hour', day)} and ${isFresh}`,
  })
}

export function dayFaults(db: Db, day: string): Promise<string[]> {
  const isFresh = sql`login_id not in (select s.login_id from usage_stale s where ${within('s.hour', day)})`
  return rollupFaults(db, sql`day`, {
    counted: sql`
      select ${KEY}, ${day}::date as day, ${SUMS} from usage_minutes where ${within('minute', day)} and ${isFresh} group by ${KEY}`,
    stored: sql`select * from usage_days where day = ${day} and ${isFresh}`,
  })
}

export function spendFaults(db: Db, day: string): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('login %s, %s, scope "%s": spent %s and held %s, calls and holds say %s and %s', login_id, ${day}::text, scope,
        coalesce(s.spent, 0), coalesce(s.held, 0), coalesce(c.spent, 0), coalesce(c.held, 0)) as text
      from (select login_id, scope, spent_micros as spent, held_micros as held from spend_days where day = ${day} and not is_tag_scope(scope)) s
      full join (
        select login_id, scope, sum(spent) as spent, sum(held) as held from (
          select login_id, scopes, sum(cost_micros) as spent, 0 as held
            from ${FINAL_CALLS} calls where ${within('at', day)} and cost_micros > 0 group by 1, 2
          union all
          select login_id, spend_scopes(h), 0, amount_micros
            from ledger_holds h where id >= call_floor(${start(day)}) and id < call_floor(${end(day)})
        ) moved, unnest(scopes) as scope where not is_tag_scope(scope) group by 1, 2
      ) c using (login_id, scope)
      where (coalesce(s.spent, 0), coalesce(s.held, 0)) <> (coalesce(c.spent, 0), coalesce(c.held, 0))`,
  )
}

/** The all-time spend of agents equals the sum of their days. */
export function totalFaults(db: Db): Promise<string[]> {
  return texts(
    db,
    sql`
    select format('login %s, scope "%s": in total spent %s and held %s, its days say %s and %s', login_id, scope,
        coalesce(s.spent_micros, 0), coalesce(s.held_micros, 0), coalesce(d.spent, 0), coalesce(d.held, 0)) as text
      from spend_totals s
      full join (
        select login_id, scope, sum(spent_micros) as spent, sum(held_micros) as held from spend_days where is_total_scope(scope) group by 1, 2
      ) d using (login_id, scope)
      where (coalesce(s.spent_micros, 0), coalesce(s.held_micros, 0)) <> (coalesce(d.spent, 0), coalesce(d.held, 0))`,
  )
}

/** Errors are counted by the hour in the commit that writes them, and by the day soon after. */
export function errorFaults(db: Db, day: string): Promise<string[]> {
  const key = sql`login_id, kind, is_sandbox, code, class, api, function`
  const isFresh = sql`login_id not in (select s.login_id from usage_stale s where ${within('s.hour', day)})`
  const fault = (stored: RawBuilder<unknown>, counted: RawBuilder<unknown>) => sql`
    select format('login %s, %s, %s errors %s of %s/%s: counted %s, there are %s', login_id, at, kind, code, api, function,
        row (stored.count, stored.repeats, stored.first_at, stored.last_at), row (counted.count, counted.repeats, counted.first_at, counted.last_at)) as text
      from (${stored}) stored full join (${counted}) counted using (${key}, at)
      where (stored.count, stored.repeats, stored.first_at, stored.last_at)
        is distinct from (counted.count, counted.repeats, counted.first_at, counted.last_at)`
  const events = sql`
    select ${key}, date_trunc('hour', at, 'UTC') as at, count(*) as count, sum(repeats) as repeats, min(at) as first_at, max(at) as last_at
      from error_events where ${within('at', day)} group by ${key}, 8`
  const hours = sql`select *, hour as at from error_hours where ${within('hour', day)}`
  const summed = sql`
    select ${key}, ${day}::date as at, sum(count) as count, sum(repeats) as repeats, min(first_at) as first_at, max(last_at) as last_at
      from error_hours where ${within('hour', day)} and ${isFresh} group by ${key}`
  const days = sql`select *, day as at from error_days where day = ${day} and ${isFresh}`
  return texts(db, sql`${fault(hours, events)} union all ${fault(days, summed)}`)
}

function rollupFaults(
  db: Db,
  unit: RawBuilder<unknown>,
  { counted, stored }: Record<'counted' | 'stored', RawBuilder<unknown>>,
) {
  const row = (side: string) => sql.join(NUMBERS.map((name) => sql.ref(`${side}.${name}`)))
  return texts(
    db,
    sql`
    select format('login %s, %s, %s/%s %s %s %s: rollup has %s, rows sum to %s', login_id, ${unit}, api, function, method,
        priority, status_class, row (${row('stored')}), row (${row('counted')})) as text
      from (${stored}) stored full join (${counted}) counted using (${KEY}, ${unit})
      where (${row('stored')}) is distinct from (${row('counted')})`,
  )
}

export function within(column: string, day: string) {
  return sql`${sql.ref(column)} >= ${start(day)} and ${sql.ref(column)} < ${end(day)}`
}

export function start(day: string) {
  return sql`(${day}::date::timestamp at time zone 'UTC')`
}

export function end(day: string) {
  return sql`((${day}::date + 1)::timestamp at time zone 'UTC')`
}
