// How long a check of the books takes: filled day by day with calls as the meter leaves them, checked in full, day by day closed,
// and checked from the first open day; then calls are booked in it and, by turns, in a database without any. `npm run prove -- books
// 6000000 30` sets calls and days. Prints seconds, the slope, and the ratio of bookings a second.
import type pg from 'pg'
import { checkBooks, checkBooksSince, closeDays } from '../../server/src/ledger/books/index.ts'
import { openMeter } from '../../server/src/ledger/index.ts'
import { deriveRollups, keepPartitions } from '../../server/src/ledger/jobs/index.ts'
import { openTestDatabase } from '../../server/src/testing/db/database.ts'
import { startTestServer } from '../../server/src/testing/db/server.ts'
import { insertTestLogin } from '../../server/src/testing/ledger/login-store.ts'
import { CALLERS, openLogins, pay, rate } from '../bookings.ts'

const calls = Number(process.argv[2] ?? 1_000_000)
const days = Number(process.argv[3] ?? 20)
const ROUNDS = 5
const per_day = Math.ceil(calls / days)
const log = { info: () => {}, debug: () => {}, warn: console.error, error: console.error }
const { server, stop } = await startTestServer()
const database = await openTestDatabase(server)
const ctx = { db: database.db, log, clock: { now: () => new Date() } }

/** Every call costs 100 micro-dollars and takes 5 ms; they come evenly over the day. */
async function fillDay(client: pg.PoolClient, login_id: number, days_ago: number): Promise<void> {
  const made = `select n, call_floor(date_trunc('day', now(), 'UTC') - ${days_ago} * interval '1 day' + n * interval '1 day' / ${per_day}) as floor
      from generate_series(0, ${per_day} - 1) as n`
  await client.query(
    `create temporary table made as select (substr(floor::text, 1, 14) || '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3)
        || '-' || lpad(to_hex(n), 12, '0'))::uuid as id, n from (${made}) f`,
  )
  await client.query(
    `insert into usage_events (id, at, owner_id, login_id, api, function, method, priority, path, request_id, status_code, status_class,
        http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h)
      select id, call_time(id), (select owner_id from api_logins where id = $1), $1, 'serp', 'google/organic', 'live', 1, '/v3/serp', id,
        20000, 'ok', 200, 1, 100, 5, '198.51.100.1', false, false from made`,
    [login_id],
  )
  await client.query(`insert into ledger_transactions select id, 'usage', 'serp', 'meter', call_time(id) from made`)
  await client.query(
    `insert into ledger_entries select id, (select id from ledger_accounts where api_login_id = $1), -100 from made
      union all select id, (select id from ledger_accounts where name = 'world:usage'), 100 from made`,
    [login_id],
  )
  await client.query(
    `insert into usage_minutes (login_id, minute, api, function, method, priority, status_class, is_sandbox, requests, tasks, results,
        cost_micros, errors, time_ms_sum, times)
      select $1, date_trunc('minute', call_time(id), 'UTC'), 'serp', 'google/organic', 'live', 1, 'ok', false, count(*), 0, count(*),
        100 * count(*), 0, 5 * count(*), array(select case when s = time_step(5) then count(made.*) else 0 end from generate_series(1, 13) as s)::integer[]
        from made group by 2`,
    [login_id],
  )
  await client.query(
    `insert into usage_stale select distinct $1::integer, date_trunc('hour', call_time(id), 'UTC') from made on conflict do nothing`,
    [login_id],
  )
  await client.query(
    `insert into spend_days select $1, utc_day(call_time(min(id::text)::uuid)), scope, 100 * count(*), 0
      from made, unnest(spend_scopes('serp', 'google/organic', null, null)) as scope group by scope`,
    [login_id],
  )
  await client.query('drop table made')
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const result = await work()
  const s = (performance.now() - since) / 1000
  console.log(`${name}: ${s.toFixed(1)} s, ${((s * 1e6) / (per_day * days)).toFixed(2)} µs a call`)
  return result
}

/** Bookings per second in both databases, in alternating rounds, so that other load on the machine affects both alike. */
async function compareBookings(): Promise<void> {
  const empty = await openTestDatabase(server)
  const databases = [database, empty].map(({ db }) => ({ ctx: { ...ctx, db }, rates: [] as number[] }))
  for (const { ctx: there } of databases) await keepPartitions(there)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { ctx: there, rates } of databases) {
      const logins = await openLogins(there, CALLERS)
      const meter = openMeter(there)
      rates.push(await rate(logins, (login_id) => pay(meter, login_id)))
      await meter.close()
    }
  }
  const [filled = 0, fresh = 1] = databases.map(
    ({ rates }) => rates.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0,
  )
  console.log(
    `${Math.round(filled)} bookings a second, ${Math.round(fresh)} without calls before: ratio ${(filled / fresh).toFixed(2)}`,
  )
  for (const { ctx: there } of databases)
    faults.push(...(await checkBooksSince(there, undefined)).discrepancies.slice(0, 5))
  console.log(
    `a booked call takes ${await bytesOfCall(empty.owner)} bytes on the disk, indexes and parameters included`,
  )
  await empty.close()
}

/** Bytes per call of the tables that grow with every call. */
async function bytesOfCall(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) / (select count(*) from usage_events) as bytes from pg_class
      where relkind = 'r' and relname ~ '^(usage_events|usage_params|ledger_entries|ledger_transactions)'`,
  )
  return Math.round(Number(rows[0]?.bytes))
}

const faults: string[] = []
try {
  const { id } = await insertTestLogin(database.db)
  await keepPartitions(ctx, { days_back: days + 4 })
  const client = await database.owner.connect()
  await client.query('set statement_timeout = 0')
  for (let day = days + 3; day > 3; day -= 1) await fillDay(client, id, day)
  await client.query('vacuum analyze')
  client.release(true)
  await deriveRollups(ctx)
  console.log(`${per_day * days} calls on ${days} days`)
  const checks = [
    await timed('all days', () => checkBooks(ctx)),
    await timed('nothing closed yet', () => checkBooksSince(ctx, undefined)),
  ]
  const closed = await timed('closing days', () => closeDays(ctx))
  if (closed < days) faults.push(`only ${closed} of ${days} days could be closed`)
  checks.push(await timed('after closing', () => checkBooksSince(ctx, undefined)))
  for (const { discrepancies, calls: counted } of checks) {
    faults.push(...discrepancies.slice(0, 5))
    if (counted !== per_day * days) faults.push(`${counted} calls counted`)
  }
  await compareBookings()
} finally {
  await database.close()
  await stop()
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
