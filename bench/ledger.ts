// What a charged call costs the database, hold and settlement together: committed in groups, and each in a transaction of
// its own, in one run on a durable PostgreSQL.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newCallId } from '../server/src/crypto/call-id.ts'
import { openPool } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { createPool } from '../server/src/db/pool.ts'
import { SCHEMA } from '../server/src/db/schema-folders.ts'
import { checkBooks } from '../server/src/ledger/books/index.ts'
import { openMeter } from '../server/src/ledger/index.ts'
import { keepPartitions } from '../server/src/ledger/jobs/index.ts'
import { type BookingCtx, CALLERS, openLogins, type Pay, PRICE, pay, ROUND_MS, rate, usage } from './bookings.ts'
import { freshFolder } from './run-server.ts'

const ROUNDS = 2
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }

/** The same statements in commits of one item: the connections of the pool are the only parallelism. */
function singly(ctx: BookingCtx): Pay {
  return async (login_id) => {
    const meter = openMeter(ctx, { max_items: 1 })
    await pay(meter, login_id)
    await meter.close()
  }
}

/** The same charge by PostgreSQL's own measuring client, without Node; undefined where it is not installed. */
function pgbenchRate(login_id: number): number | undefined {
  const [command] = globSync('/usr/lib/postgresql/*/bin/pgbench')
  if (!command) return undefined
  const id = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
      substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`
  const call = usage('ID', login_id, PRICE)
  const hold = { id: 'ID', login_id, api: 'serp', function: 'google/organic', amount_micros: PRICE }
  const settle = {
    ...call.usage,
    id: 'ID',
    request_id: 'ID',
    request: call.request,
    cost_micros: PRICE,
    status_class: 'ok',
    is_sandbox: false,
  }
  // pgbench would read a colon followed by a word as a variable.
  const json = (row: object) => `replace('${JSON.stringify([row]).replaceAll('":', '": ')}', 'ID', :id::text)::json`
  const script = join(dataDir, 'charge.sql')
  writeFileSync(
    script,
    `select ${id} as id \\gset
select count(*) from meter(array[${login_id}], null, '{}', ${json(hold)});
select count(*) from meter(array[${login_id}], ${json(settle)}, '{}', null);
`.replaceAll(/\n\s+/g, ' '),
  )
  const { hostname, port, searchParams, username, pathname } = new URL(embedded.url)
  const location = ['-h', searchParams.get('host') ?? hostname, '-p', searchParams.get('port') ?? port]
  const who = ['-U', searchParams.get('user') ?? username, pathname.slice(1)]
  const how = ['-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String((ROUNDS * ROUND_MS) / 1000), '-f', script]
  const { stdout, stderr } = spawnSync(command, [...how, ...location, ...who], { encoding: 'utf8' })
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (!tps) throw new Error(stderr || stdout)
  return Number(tps)
}

const best = (rates: number[]) => Math.round(Math.max(...rates))

async function run(ctx: BookingCtx) {
  await keepPartitions(ctx)
  const logins = await openLogins(ctx, CALLERS)
  const meter = openMeter(ctx)
  const together: Pay = (login_id) => pay(meter, login_id)
  const free: Pay = async (login_id) => {
    await meter.settle(usage(newCallId(clock.now()), login_id, 0))
  }
  for (const [name, some] of [['200 logins', logins] as const, ['one login', logins.slice(0, 1)] as const]) {
    const rates = { together: [] as number[], singly: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.together.push(await rate(some, together))
      rates.singly.push(await rate(some, singly(ctx)))
    }
    const [grouped, alone] = [best(rates.together), best(rates.singly)]
    console.log(
      `${name}: ${grouped} charged calls/s in groups, ${alone} singly: ratio ${(grouped / alone).toFixed(2)} (budget ≥ 1.8)`,
    )
  }
  const plain = pgbenchRate(logins[0] ?? 0)
  const grouped = best([await rate(logins.slice(0, 1), together)])
  console.log(
    plain === undefined
      ? 'pgbench is not installed: nothing to compare with'
      : `pgbench charges ${Math.round(plain)} calls/s of one login, our groups ${grouped}: ratio ${(grouped / plain).toFixed(2)} (budget ≥ 0.8)`,
  )
  console.log(`apply rate: ${best([await rate(logins, free)])} events/s (budget ≥ 20000)`)
  const { commits, items } = meter.metrics()
  await meter.close()
  const { balanced, calls } = await checkBooks(ctx)
  console.log(
    `${(items / commits).toFixed(0)} bookings a commit; books of ${calls} calls ${balanced ? 'balanced' : 'NOT BALANCED'}`,
  )
  if (!balanced) process.exitCode = 1
}

const dataDir = freshFolder()
const embedded = await startEmbedded({ dataDir, log: silent })
const pool = createPool(embedded.url, silent)
const database = openPool(pool, true)
try {
  await migrate(pool, SCHEMA, silent)
  await run({ db: database.db, clock, log: silent })
} finally {
  await database.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
