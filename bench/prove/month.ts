// A month of calls, a hundredth of ten million a day, on a PostgreSQL of its own: what it takes in the database, in the write-ahead log and, once its days
// have moved, in files; what vacuum and restarts take. `npm run prove -- month 10000 30` sets the calls of a day and the days.
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../faults/postgres.ts'
import { openSession } from '../gateway-client.ts'
import { openHistory, pastDays } from '../month-fill.ts'
import { freshFolder, runServer } from '../run-server.ts'

const [calls, days] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 30)]
const SECRET = 'a secret of the month, which is long enough'
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`
const seconds = (since_ms: number) => `${((performance.now() - since_ms) / 1000).toFixed(1)} s`
const failures: string[] = []

const postgres = await startPostgres()
if (!postgres) throw new Error('PostgreSQL could not be started')
const data_dir = freshFolder()
const admin_url = postgres.admin_url.replace('/postgres?', '/portico?')
async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(admin_url)
  await client.connect()
  return (await client.query<Row>(text).finally(() => client.end())).rows
}
const one = async (text: string) => Number((await ask<{ n: string }>(text))[0]?.n)
const wal = () => one(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as n`)
const hot = () => one('select pg_database_size(current_database()) as n')
const sizes = () =>
  ask<{ name: string; bytes: string }>(
    `select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c join pg_namespace s on s.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relkind = 'r' and s.nspname !~ '^pg_|^information_schema$' group by 1 order by 2 desc limit 8`,
  )
const perCall = (bytes: number) => `${mb(bytes)} (${Math.round(bytes / (calls * days))} bytes a call)`
async function printSizes(title: string) {
  console.log(`${title}: ${perCall((await hot()) - empty)}`)
  for (const { name, bytes } of await sizes())
    if (Number(bytes) > 1e6) console.log(`    ${name.padEnd(20)} ${perCall(Number(bytes))}`)
}

/** Rows of minutes, and what the table takes once the space of rows that are gone has been given back. */
async function minutesNow(): Promise<string> {
  await ask('vacuum full analyze usage_minutes')
  const rows = await one('select count(*) as n from usage_minutes')
  return `${rows} rows, ${perCall(await one(`select pg_total_relation_size('usage_minutes') as n`))}`
}

const settings = { BOT_CHECK: 'off', NODE_ENV: 'development', SECRET }
const history = await openHistory(postgres.url, data_dir)
const first = await runServer({ ...settings, DATABASE_URL: postgres.url, DATA_DIR: data_dir })
await first.operator('credit', 'demo@portico.example', '1000000', '--reason', 'month', '--yes')
await first.stop()
const [empty, wal_before] = [await hot(), await wal()]
try {
  const wanted = pastDays(days)
  let since_ms = performance.now()
  await history.fill(wanted, calls, (n) => n % 5 === 0 && console.log(`  ${n} days, ${seconds(since_ms)}`))
  console.log(
    `PostgreSQL ${postgres.version}; ${days} days of ${calls} calls, booked and closed in ${seconds(since_ms)}`,
  )
  console.log(`write-ahead log: ${perCall((await wal()) - wal_before)}`)
  await printSizes('database')
  const [dead] = await ask<{ dead: string; runs: string }>(
    'select sum(n_dead_tup) as dead, sum(autovacuum_count) as runs from pg_stat_user_tables',
  )
  since_ms = performance.now()
  await ask('vacuum analyze')
  console.log(
    `vacuum: autovacuum ran ${dead?.runs} times and left ${dead?.dead} dead rows; all by hand in ${seconds(since_ms)}`,
  )

  for (const [name, signal] of [
    ['PostgreSQL restarted', 'SIGINT'],
    ['PostgreSQL killed, with recovery', 'SIGQUIT'],
  ] as const) {
    await history.query('select 1')
    const former = postgres.pid()
    since_ms = performance.now()
    postgres.postmaster(signal)
    await postgres.untilItAnswers(former)
    console.log(`${name}: answers after ${seconds(since_ms)}, of which one is a pause`)
    await pause(500)
  }

  const minutes_before = await minutesNow()
  since_ms = performance.now()
  const moved = await history.move()
  if (moved < days) failures.push(`${moved} of ${days} days were moved`)
  const range = wanted.map((day) => `'${new Date(day).toISOString().slice(0, 10)}'`).join()
  const cold = await one(`select sum(bytes) as n from moved_days where day in (${range})`)
  console.log(`moved: ${moved} days, with errors and samples, in ${seconds(since_ms)}, files ${perCall(cold)}`)
  console.log(`minutes: ${minutes_before}; by quarter-hours: ${await minutesNow()}`)
  await printSizes('database afterwards')

  since_ms = performance.now()
  const server = await runServer({ ...settings, ...history.settings })
  console.log(`Portico started: ready after ${seconds(since_ms)}`)
  const page = await openSession(server.url)
  const day = new Date(wanted[Math.floor(days / 2)] ?? 0).toISOString().slice(0, 10)
  for (const name of ['from its file', 'again']) {
    since_ms = performance.now()
    const text = await (await page.get(`/api/usage/tasks?from=${day}&to=${day}`)).text()
    if (!text.includes(day)) failures.push(`the list of ${day} has no calls: ${text.slice(0, 200)}`)
    console.log(`a page of the calls of ${day}, ${name}: ${seconds(since_ms)}`)
  }
  since_ms = performance.now()
  const books = (await server.operator('books', '--full', 'yes')).trim().split('\n').at(-1) ?? ''
  console.log(`books --full: ${books} (${seconds(since_ms)})`)
  if (!/balanced/i.test(books)) failures.push('books')
  await server.stop()
} finally {
  await history.close()
  await postgres.stop()
  rmSync(data_dir, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'the month was measured' : `failed: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
