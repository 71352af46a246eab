// What metering costs: the gateway, which checks, counts, holds and books every call before it answers, against a bare proxy to
// the same upstream, in one run on a durable PostgreSQL.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { createPool } from '../server/src/db/pool.ts'
import { DEMO, readAuthorization } from './gateway-client.ts'
import { CALLERS, latency, neighbour, postgresMs, type Side, throughput, WARM_MS } from './gateway-load.ts'
import { report } from './report.ts'
import { freshFolder, runServer } from './run-server.ts'

const ROUNDS = 2
/** Until the database has derived what the load left behind. */
const QUIET_MS = 5000
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

type Database = ReturnType<typeof createPool>

/** Of all tables with their indexes, apart from those of parameters, which are as large as customers make them. */
async function bytesOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) bytes from pg_class where relkind = 'r' and relname not like 'usage_params%' and relnamespace = 'public'::regnamespace`,
  )
  return Number(rows[0]?.bytes)
}

async function callsIn(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>('select count(*) from usage_events')
  return Number(rows[0]?.count)
}

const best = (numbers: number[]) => Math.max(...numbers)
const least = (numbers: number[]) => Math.min(...numbers)

const DATA_DIR = freshFolder()
const upstream = await neighbour('upstream')
const proxy = await neighbour('proxy', upstream.url)
const server = await runServer({ DATA_DIR, BOT_CHECK: 'off', NODE_ENV: 'development', UPSTREAM_URL: upstream.url })
const sides: Side[] = []
let database: ReturnType<typeof createPool> | undefined
try {
  await server.operator('credit', DEMO.email, '100000', '--reason', 'bench', '--yes')
  const authorization = await readAuthorization(server.url)
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  database = createPool(url, silent, 1)
  await database.query('update api_logins set per_minute = 100000000, simultaneous = 100000')
  const connections = { connections: CALLERS }
  const [bare, metered]: [Side, Side] = [
    { pool: new Pool(proxy.url, connections), pids: [proxy.pid], headers: () => ({}) },
    { pool: new Pool(server.url, connections), pids: [server.pid], headers: () => ({ authorization }) },
  ]
  sides.push(bare, metered)
  for (const side of sides) await throughput(side, WARM_MS)
  const runs: { bare: Awaited<ReturnType<typeof throughput>>; metered: Awaited<ReturnType<typeof throughput>> }[] = []
  const before = { bytes: await bytesOf(database), postgres_ms: postgresMs(DATA_DIR), calls: await callsIn(database) }
  for (let round = 0; round < ROUNDS; round += 1)
    runs.push({ bare: await throughput(bare), metered: await throughput(metered) })
  const calls = (await callsIn(database)) - before.calls
  const postgres_us = ((postgresMs(DATA_DIR) - before.postgres_ms) * 1000) / calls
  const bytes = ((await bytesOf(database)) - before.bytes) / calls
  const rates = { bare: best(runs.map((run) => run.bare.rate)), metered: best(runs.map((run) => run.metered.rate)) }
  const cpu = { bare: least(runs.map((run) => run.bare.cpu_us)), metered: least(runs.map((run) => run.metered.cpu_us)) }
  await pause(QUIET_MS)
  const [quick, slow] = [await latency(bare), await latency(metered)]
  console.log(
    `${Math.round(rates.metered)} metered calls/s, ${Math.round(rates.bare)} through a bare proxy: ratio ${(rates.metered / rates.bare).toFixed(2)} (budget ≥ 0.55)`,
  )
  console.log(
    `CPU of the process: ${cpu.metered.toFixed(0)} µs a call, ${cpu.bare.toFixed(0)} bare: ratio ${(cpu.metered / cpu.bare).toFixed(2)} (budget ≤ 1.8)`,
  )
  console.log(
    `a lone caller waits ${slow.toFixed(2)} ms, ${quick.toFixed(2)} bare: ${(slow - quick).toFixed(2)} ms more (budget ≤ 1.2)`,
  )
  console.log(
    `PostgreSQL: ${postgres_us.toFixed(0)} µs a call (budget ≤ 100), ${bytes.toFixed(0)} bytes a call with indexes, parameters apart (budget ≤ 450)`,
  )
  report('PostgreSQL a call', { value: postgres_us, unit: 'µs' })
  report('bytes a call', { value: bytes, unit: 'bytes' })
  report('metered calls / bare proxy', { value: rates.metered / rates.bare, unit: '', is_more_better: true })
  report('CPU of a call / bare proxy', { value: cpu.metered / cpu.bare, unit: '' })
  report('CPU of a call', { value: cpu.metered, unit: 'µs' })
  report('waiting of a lone caller', { value: slow - quick, unit: 'ms' })
  console.log((await server.operator('books')).trim())
} finally {
  for (const { pool } of sides) await pool.destroy()
  await database?.end()
  await server.stop()
  proxy.stop()
  upstream.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
