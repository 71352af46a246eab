// What a month takes in the database and in files: days of calls of many logins as the meter leaves them, closed, moved to files and
// read again. `npm run prove -- moved-days 100000 30` sets calls a day and days. Prints bytes before and after, the time that a day
// takes, WAL, and the time of a page of an old day, first and again. Fails where the books do not balance or the files are not whole.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@portico/contract/time.ts'
import type pg from 'pg'
import { readEnv } from '../../server/src/env/env.ts'
import { checkBooksSince, closeDays } from '../../server/src/ledger/books/index.ts'
import { deriveRollups, keepPartitions } from '../../server/src/ledger/jobs/index.ts'
import { fileFaults, moveDays, openMovedDays } from '../../server/src/moved-days/index.ts'
import { openTestDatabase } from '../../server/src/testing/db/database.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { insertTestLogin } from '../../server/src/testing/ledger/login-store.ts'
import { paidSlice, readCalls } from '../../server/src/traffic/index.ts'

const per_day = Number(process.argv[2] ?? 100_000)
const days = Number(process.argv[3] ?? 30)
const LOGINS = 40
const HOT_DAYS = 35
const FIRST_DAY = HOT_DAYS + days
const log = { info: () => {}, debug: () => {}, warn: console.error, error: console.error }
const data_dir = mkdtempSync(join(tmpdir(), 'portico-moved-'))
const { server, stop } = await startTestServer()
const database = await openTestDatabase(server)
const env = readEnv({ NODE_ENV: 'test', DATA_DIR: data_dir, BOT_CHECK: 'off', KEEP_HOT_DAYS: String(HOT_DAYS) })
const base = { db: database.db, readAs: database.readAs, env, bucket: undefined, log, clock: { now: () => new Date() } }
const ctx = { ...base, moved: openMovedDays(base) }

/** One login in forty makes a third of the calls; one call in twenty fails; ids are as random as those of the meter. */
async function fillDay(client: pg.PoolClient, login_ids: number[], days_ago: number): Promise<void> {
  await client.query(
    `create temporary table made as
      select n, ($1::integer[])[1 + case when n % 3 = 0 then 0 else n % ${LOGINS} end] as login_id,
          (substr(floor::text, 1, 14) || '7' || substr(digits, 1, 3) || '-8' || substr(digits, 4, 3) || '-' || substr(digits, 7, 12))::uuid as id,
          md5('task ' || digits) as task, 'function/' || n % 12 as function, n % 20 = 7 as is_failed, (n * 7919 % 700)::integer as time_ms,
          case when n % 20 = 7 then 0 else 100 + n % 50 end as micros, '198.51.' || n * 31 % 9 || '.' || n * 17 % 200 as ip,
          case when n % 4 = 0 then 'project-' || n % 23 end as tag
        from (
          select n, md5(n || ' ${days_ago}') as digits,
              call_floor(date_trunc('day', now(), 'UTC') - ${days_ago} * interval '1 day' + n * interval '1 day' / ${per_day}) as floor
            from generate_series(0, ${per_day} - 1) as n
        ) f`,
    [login_ids],
  )
  await client.query(
    `insert into usage_events (id, at, owner_id, login_id, api, function, method, priority, path, request_id, task_id, tag, status_code,
        status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h, http_method)
      select id, call_time(id), l.owner_id, login_id, 'serp', function, 'live', 1, '/v3/serp/' || function || '/live', id,
        '11181205-' || substr(task, 1, 4) || '-' || substr(task, 5, 4) || '-' || substr(task, 9, 4) || '-' || substr(task, 13, 12), tag,
        case when is_failed then 40501 else 20000 end, case when is_failed then 'validation' else 'ok' end, 200, n % 100, micros, time_ms,
        ip, false, false, 'POST' from made join api_logins l on l.id = login_id`,
  )
  await client.query(
    `insert into error_events (id, at, kind, login_id, api, function, method, path, code, class, message, http_status, ip, is_sandbox)
      select id, call_time(id), 'request', login_id, 'serp', function, 'live', '/v3/serp/' || function || '/live', 40501, 'validation',
        'Invalid Field: ''depth'' must be at most ' || n % 7 * 100 || '.', 200, ip, false from made where is_failed`,
  )
  await client.query(
    `insert into ledger_transactions select id, 'usage', 'serp', 'meter', call_time(id) from made where micros > 0`,
  )
  await client.query(
    `insert into ledger_entries select m.id, a.id, -micros from made m join ledger_accounts a on a.api_login_id = login_id where micros > 0
      union all select id, (select id from ledger_accounts where name = 'world:usage'), micros from made where micros > 0`,
  )
  await client.query(
    `insert into usage_minutes (login_id, minute, api, function, method, priority, status_class, is_sandbox, requests, tasks, results,
        cost_micros, errors, time_ms_sum, times)
      select login_id, date_trunc('minute', call_time(id), 'UTC'), 'serp', function, 'live', 1, case when is_failed then 'validation' else 'ok' end,
          false, count(*), count(*), sum(n % 100), sum(micros), count(*) filter (where is_failed), sum(time_ms),
          array[${Array.from({ length: 13 }, (_, step) => `count(*) filter (where time_step(time_ms) = ${step + 1})`).join()}]::integer[]
        from made group by login_id, 2, function, is_failed`,
  )
  await client.query(
    `insert into usage_stale select distinct login_id, date_trunc('hour', call_time(id), 'UTC') from made on conflict do nothing`,
  )
  await client.query(
    `insert into spend_days select login_id, utc_day(call_time(min(id::text)::uuid)), scope, sum(micros), 0
      from made, unnest(spend_scopes('serp', function, null, null)) as scope where micros > 0 group by login_id, scope`,
  )
  await client.query('drop table made')
}

async function bytesOf(pattern: string): Promise<number> {
  const { rows } = await database.owner.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class where relkind = 'r' and relname ~ $1`,
    [pattern],
  )
  return rows[0]?.bytes ?? 0
}

async function timed<T>(work: () => Promise<T>): Promise<{ s: number; result: T }> {
  const since = performance.now()
  const result = await work()
  return { s: (performance.now() - since) / 1000, result }
}

const show = (name: string, bytes: number) =>
  console.log(`${name}: ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / (per_day * days)).toFixed(1)} bytes a call`)
const faults: string[] = []
try {
  const login_ids: number[] = []
  for (let n = 0; n < LOGINS; n += 1) login_ids.push((await insertTestLogin(database.db)).id)
  await keepPartitions(ctx, { days_back: FIRST_DAY + 1 })
  const client = await database.owner.connect()
  await client.query('set statement_timeout = 0')
  for (let day = FIRST_DAY; day > HOT_DAYS; day -= 1) await fillDay(client, login_ids, day)
  await client.query('vacuum analyze')
  await deriveRollups(ctx)
  const closed = await timed(() => closeDays(ctx))
  console.log(`${per_day} calls a day on ${days} days, ${closed.result} days closed in ${closed.s.toFixed(0)} s`)
  show('calls and errors in the database', await bytesOf('^(usage_events|error_events)_'))
  show('ledger, which stays', await bytesOf('^ledger_(entries|transactions)$'))
  show('sums, which stay', await bytesOf('^usage_(minutes|hours|days)$'))
  const wal = async () => (await client.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')).rows[0]?.lsn
  const from = await wal()
  const moved = await timed(() => moveDays(ctx))
  const written = await client.query<{ bytes: number; files: number; hours: number }>(
    `select (select sum(bytes)::bigint from moved_days) as bytes, (select count(*) from moved_days) as files,
      pg_total_relation_size('moved_hours') as hours`,
  )
  const [{ bytes = 0, files = 0, hours = 0 } = {}] = written.rows
  console.log(
    `${moved.result} files (${files}) in ${moved.s.toFixed(1)} s, ${((moved.s * 1e6) / (per_day * days)).toFixed(1)} µs a call`,
  )
  show('files', bytes)
  show('their hours in the database', hours)
  show('calls and errors still in the database', await bytesOf('^(usage_events|error_events)_'))
  const diff = await client.query<{ bytes: number }>('select pg_wal_lsn_diff($1, $2)::bigint as bytes', [
    await wal(),
    from,
  ])
  show('WAL of moving', diff.rows[0]?.bytes ?? 0)
  client.release(true)
  const day_ms = Math.floor(Date.now() / DAY_MS - FIRST_DAY + 1) * DAY_MS
  for (const [name, login_id] of [
    ['the largest login', login_ids[0]],
    ['another login', login_ids[1]],
  ] as const) {
    const slice = paidSlice([login_id ?? 0], [day_ms, day_ms + DAY_MS])
    const page = { order: 'newest', after: undefined, limit: 50 } as const
    const [first, again] = [
      await timed(() => readCalls(ctx, slice, page)),
      await timed(() => readCalls(ctx, slice, page)),
    ]
    if (first.result.length !== 50) faults.push(`a page has ${first.result.length} rows`)
    console.log(
      `a page of an old day of ${name}: ${(first.s * 1000).toFixed(0)} ms, again ${(again.s * 1000).toFixed(0)} ms`,
    )
  }
  faults.push(...(await checkBooksSince(ctx, '1970-01-01')).discrepancies, ...(await fileFaults(ctx)))
  console.log(faults.length === 0 ? 'books balanced, files whole' : faults.slice(0, 10).join('\n'))
} finally {
  await database.close()
  await stop()
  rmSync(data_dir, { recursive: true, force: true })
}
process.exit(faults.length > 0 ? 1 : 0)
