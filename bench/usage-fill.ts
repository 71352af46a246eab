// Thirty days of calls of two logins, written by SQL in the form the meter leaves: the meter would take an hour, and
// the measurement only reads.
import type pg from 'pg'
import type { Db } from '../server/src/db/db.ts'
import { deriveRollups, keepPartitions } from '../server/src/ledger/jobs/index.ts'

export const DAYS = 30
const HOUR_MS = 3_600_000
/** A login with fewer calls a day uses one function in one way. */
const SMALL = 1000
const DAY_MS = 24 * HOUR_MS
/** The end of the last day. */
export const END = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS

const FILLED = [
  ...['usage_events', 'usage_minutes', 'usage_hours', 'usage_days', 'usage_stale'],
  ...['error_events', 'error_hours', 'error_days'],
]

export interface Filled {
  login_id: number
  calls: number
}

/**
 * Every day is a copy of one generated day. Two connections write, each day into a table
 * without indexes, which are made when it becomes a partition.
 */
export async function fill(pool: pg.Pool, db: Db, logins: Filled[]): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, n) => END - (DAYS - n) * DAY_MS)
  await withoutLimits(pool, (client) => makeUp(client, logins))
  const next = days.values()
  const write = () =>
    withoutLimits(pool, async (client) => {
      for (const day of next) await fillDay(client, day)
    })
  await Promise.all([write(), write()])
  await keepPartitions({ db, clock: { now: () => new Date(END - DAY_MS) } }, { days_back: DAYS })
  for (const day of days) await withoutLimits(pool, (client) => fillErrors(client, day))
  // Every hour has errors, so every day is aggregated here.
  await deriveRollups({ db })
  // The current hour is not aggregated yet.
  for (const { login_id } of logins)
    await pool.query('insert into usage_stale values ($1, to_timestamp($2 / 1000.0))', [login_id, END - HOUR_MS])
  await withoutLimits(pool, (client) => client.query(`vacuum analyze ${FILLED.join()}`))
}

async function withoutLimits(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set maintenance_work_mem = '256MB'; set work_mem = '64MB'`,
  )
  await work(client)
  client.release(true)
}

/** A day of calls, by milliseconds since its midnight, and its sums by minute. */
async function makeUp(client: pg.PoolClient, logins: Filled[]): Promise<void> {
  await client.query(
    `create unlogged table made_calls as
      select n, login_id, owner_id, n * ${DAY_MS} / calls as ms, '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15) as tail,
          case use % 12 when 0 then 'google/organic' else 'google/f' || use % 12 end as function,
          case use % 3 when 0 then 'task' else 'live' end as method, (1 + use % 2)::smallint as priority, case n % 10 when 3 then 'tag-' || n % 7 end as tag,
          (case when n % 20 <> 0 then 20000 when n % 20000 = 0 then 50301 else 40501 + n / 20 % 3 end)::integer as status_code,
          case when n % 20 <> 0 then 'ok' when n % 20000 = 0 then 'server' else 'validation' end as status_class,
          (n % 700)::integer as time_ms
        from (
          select n, login_id, a.owner_id, calls, md5(n || '-' || login_id) as digits,
              case when calls < ${SMALL} then login_id else n end as use
            from unnest($1::integer[], $2::integer[]) as l (login_id, calls) join api_logins a on a.id = login_id,
              generate_series(0, calls::bigint - 1) as n offset 0
        ) made`,
    [logins.map(({ login_id }) => login_id), logins.map(({ calls }) => Math.ceil(calls / DAYS))],
  )
  for (const [table, unit_ms] of [
    ['made_minutes', 60_000],
    ['made_hours', HOUR_MS],
  ] as const)
    await client.query(
      `create unlogged table ${table} as
        select login_id, ms / ${unit_ms} * ${unit_ms} as ms, function, method, priority, status_class, count(*) as calls,
            count(*) filter (where status_class <> 'ok') as errors, sum(time_ms) as time_ms_sum, array[${TIMES}]::integer[] as times
          from made_calls group by 1, 2, 3, 4, 5, 6`,
    )
}

const TIMES = Array.from({ length: 13 }, (_, n) => `count(*) filter (where time_step(time_ms) = ${n + 1})`).join()

async function fillDay(client: pg.PoolClient, day: number): Promise<void> {
  const name = `usage_events_${iso(day).slice(0, 10).replaceAll('-', '')}`
  await client.query(`create unlogged table ${name} (like usage_events including defaults including constraints)`)
  await client.query(
    `insert into ${name} (id, at, owner_id, login_id, api, function, method, priority, path, request_id, task_id, tag,
        status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h)
      select id, to_timestamp((ms + ${day})::float8 / 1000), owner_id, login_id, 'serp', function, method, priority,
          '/v3/serp/google/organic/live/advanced', id, id::text, tag, status_code, status_class, 200, 10, 600, time_ms,
          '203.0.113.9', false, false
        from (select *, (lpad(to_hex(ms + ${day}), 12, '0') || tail)::uuid as id from made_calls offset 0) made`,
  )
  await fillSums(client, day, 'hour')
  // Minutes are read only where hours lag behind: those of the last day are enough.
  if (day === END - DAY_MS) await fillSums(client, day, 'minute')
  await client.query(
    `alter table usage_events attach partition ${name} for values from ('${iso(day)}') to ('${iso(day + DAY_MS)}')`,
  )
}

async function fillSums(client: pg.PoolClient, day: number, unit: 'hour' | 'minute'): Promise<void> {
  await client.query(
    `insert into usage_${unit}s (login_id, ${unit}, api, function, method, priority, status_class, is_sandbox, requests, tasks,
        results, cost_micros, errors, time_ms_sum, times)
      select login_id, to_timestamp((ms + ${day}) / 1000), 'serp', function, method, priority, status_class, false, calls, calls,
          calls * 10, calls * 600, errors, time_ms_sum, times
        from made_${unit}s`,
  )
}

async function fillErrors(client: pg.PoolClient, day: number): Promise<void> {
  await client.query(
    `insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message,
        http_status, ip, is_sandbox)
      select id, at, 'request', login_id, api, function, method, path, task_id, status_code, status_class, 'Invalid Field.',
          http_status, ip, is_sandbox
        from usage_events where at >= $1 and at < $2 and status_class <> 'ok' order by at`,
    [iso(day), iso(day + DAY_MS)],
  )
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
