// What a customer's 30-day chart and error list cost with a hundred thousand calls behind them and with four times as many,
// and how much memory a file of all of them takes, in one run: they must follow what is shown, not what has been.
// `npm run bench -- usage whole`: the same with ten million calls and a file of a million rows; that takes minutes.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { face } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createPool } from '../server/src/db/pool.ts'
import { eventPage } from '../server/src/errors/row-store.ts'
import { insertTestLogin } from '../server/src/ledger/test-login-store.ts'
import { exportLines } from '../server/src/usage/export-lines.ts'
import type { Slice } from '../server/src/usage/slice.ts'
import { stepRows, sumRows } from '../server/src/usage/store.ts'
import { freshFolder } from './run-server.ts'

const isWhole = process.argv.includes('whole')
const FEW = 100_000
const MANY = isWhole ? 10_000_000 : 400_000
const DAYS = 30
const DAY_MS = 86_400_000
const ROUNDS = 120
const EXPORT_ROWS = isWhole ? 1_000_000 : 200_000
const MEASURED_EVERY = EXPORT_ROWS / 10
const BUDGET = { ratio: 1.5, chart_ms: 15, errors_ms: 3, export_mb: 50 }
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const end = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS

/** Calls spread evenly over the days by SQL: the meter would take minutes, and what is measured here only reads. */
async function fill(client: pg.PoolClient, login_id: number, calls: number): Promise<void> {
  await client.query(
    `insert into usage_events (id, at, owner_id, login_id, api, function, method, priority, path, request_id, task_id,
        status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h)
      select id, call_time(id), 1, $1::integer, 'serp', 'google/f' || n % 12, case n % 3 when 0 then 'task' else 'live' end, 1 + n % 2,
          '/v3/serp/google/organic/live/advanced', id, id::text, case n % 20 when 0 then 40501 else 20000 end,
          case n % 20 when 0 then 'validation' else 'ok' end, 200, 10, 600, (n % 700)::integer, '203.0.113.9', false, false
        from (
          select n, (lpad(to_hex($2::bigint + n * $3::bigint / $4), 12, '0') || '7' || substr(md5('a' || n), 1, 3) || '8'
              || substr(md5(n || '-' || $1::integer), 1, 15))::uuid as id from generate_series(0, $4::bigint - 1) as n
        ) made`,
    [login_id, end - DAYS * DAY_MS, DAYS * DAY_MS, calls],
  )
  await client.query(
    `insert into error_events (id, at, kind, login_id, api, function, method, path, task_id, code, class, message,
        http_status, ip, is_sandbox)
      select id, at, 'request', login_id, api, function, method, path, task_id, status_code, status_class, 'Invalid Field.',
          http_status, ip, is_sandbox from usage_events where login_id = $1 and status_class <> 'ok'`,
    [login_id],
  )
  for (const [table, unit, from] of [
    ['usage_days', 'day', 'usage_events'],
    ['usage_hours', 'hour', 'usage_events'],
    ['usage_minutes', 'minute', 'usage_events'],
  ] as const) {
    // Minutes are read only where hours lag behind: those of the last day are enough.
    const since = unit === 'minute' ? end - DAY_MS : 0
    await client.query(
      `insert into ${table} (login_id, ${unit}, api, function, method, priority, status_class, is_sandbox, requests, tasks,
          results, cost_micros, errors, time_ms_sum, times)
        select login_id, date_trunc('${unit}', at, 'UTC')${unit === 'day' ? '::date' : ''}, api, function, method, priority,
            status_class, is_sandbox, count(*), count(*), sum(results), sum(cost_micros),
            count(*) filter (where status_class <> 'ok'), sum(time_ms), array_fill(1, array[13])
          from ${from} where login_id = $1 and at >= to_timestamp($2 / 1000.0) group by 1, 2, 3, 4, 5, 6, 7, 8`,
      [login_id, since],
    )
  }
  // The hour that is being called in is never derived yet.
  await client.query(`insert into usage_stale values ($1, to_timestamp($2 / 1000.0))`, [login_id, end - 3_600_000])
}

function sliceOf(login_id: number): Slice {
  const nothing = { functions: undefined, method: undefined, priority: undefined, status_class: undefined }
  const none = { status_code: undefined, tag: undefined, task_id: undefined, is_sandbox: false }
  return { login_ids: [login_id], range: [end - DAYS * DAY_MS, end], ...nothing, ...none }
}

function errorsOf(login_id: number): Parameters<typeof eventPage>[1] {
  const nothing = { code: undefined, class: undefined, function: undefined, task_id: undefined, is_sandbox: false }
  return { login_ids: [login_id], from: new Date(end - DAYS * DAY_MS), to: new Date(end), kind: 'request', ...nothing }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask()
  return performance.now() - since
}

function rank(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}

async function run(pool: pg.Pool, db: ReturnType<typeof face>['db']): Promise<boolean> {
  const logins = { few: (await insertTestLogin(db)).id, many: (await insertTestLogin(db)).id }
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await fill(client, logins.few, FEW)
  await fill(client, logins.many, MANY)
  await client.query('analyze')
  client.release(true)

  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const size of ['few', 'many'] as const)
      times[size].push(await timed(() => stepRows(db, sliceOf(logins[size]), 'day')))
  const ratio = rank(times.many, 0.5) / rank(times.few, 0.5)
  const p95 = rank(times.many, 0.95)
  console.log(
    `30-day chart: median ${rank(times.few, 0.5).toFixed(1)} ms at ${FEW} calls, ${rank(times.many, 0.5).toFixed(1)} ms at ${MANY}: ` +
      `ratio ${ratio.toFixed(2)} (budget ≤ ${BUDGET.ratio}); p95 ${p95.toFixed(1)} ms (budget ≤ ${BUDGET.chart_ms})`,
  )
  const errors: number[] = []
  for (let round = 0; round < 40; round += 1)
    errors.push(await timed(() => eventPage(db, errorsOf(logins.many), { order: 'newest', page: 1, page_size: 50 })))
  console.log(
    `first page of ${MANY / 20} errors: median ${rank(errors, 0.5).toFixed(1)} ms (budget ≤ ${BUDGET.errors_ms})`,
  )
  const cards: number[] = []
  for (let round = 0; round < 40; round += 1) cards.push(await timed(() => sumRows(db, sliceOf(logins.many))))
  console.log(`cards and breakdown at ${MANY}: median ${rank(cards, 0.5).toFixed(1)} ms`)

  const most = await exportMemory(db, logins.many)
  console.log(
    `export of ${EXPORT_ROWS} rows: ${most.toFixed(0)} MB above the start at most (budget ≤ ${BUDGET.export_mb})`,
  )
  return ratio <= BUDGET.ratio && most <= BUDGET.export_mb
}

/** What is still held after the garbage is gone, every so many rows: it must not grow with them. */
async function exportMemory(db: ReturnType<typeof face>['db'], login_id: number): Promise<number> {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  gc()
  const before = process.memoryUsage().heapUsed
  const how = { format: 'csv', order: 'newest', logins: new Map() } as const
  let [most, rows, measured] = [0, 0, 0]
  for await (const text of exportLines({ db }, sliceOf(login_id), how)) {
    rows += text.split('\n').length - 1
    if (rows > measured) {
      measured += MEASURED_EVERY
      gc()
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    if (rows >= EXPORT_ROWS) break
  }
  return most / 1e6
}

const dataDir = freshFolder()
const embedded = await startEmbedded({ dataDir, log: silent })
const pool = createPool(embedded.url, silent)
const database = face(pool, true)
try {
  await migrate(pool, join(import.meta.dirname, '../server/src/db/migrations'), silent)
  if (!(await run(pool, database.db))) process.exitCode = 1
} finally {
  await database.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
