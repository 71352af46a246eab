// What metering costs: the gateway, which checks, counts, holds and books every call before it answers, against a bare proxy to
// the same upstream, in one run on a durable PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { createPool } from '../server/src/db/pool.ts'
import { DEMO, LIVE, readAuthorization } from './gateway-client.ts'
import { report } from './report.ts'
import { freshFolder, runServer } from './run-server.ts'

const ROUNDS = 2
const ROUND_MS = 2500
/** Warm-up: until the code is compiled and the writes of the start are on disk. */
const WARM_MS = 8000
const CALLERS = 64
const ALONE_MS = 1000
const TICKS_A_SECOND = 100
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const body = JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en' }])

interface Side {
  pool: Pool
  pid: number
  headers: Record<string, string>
}

async function neighbour(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gateway-neighbours.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { url: `http://127.0.0.1:${Number(port)}`, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') }
}

async function call({ pool, headers }: Side): Promise<void> {
  const reply = await pool.request({ method: 'POST', path: LIVE, headers, body })
  const text = await reply.body.text()
  if (!text.includes('"items"')) throw new Error(`${reply.statusCode} ${text.slice(0, 200)}`)
}

/** Calls per second with many callers, and the processor time of each. */
async function throughput(side: Side, ms = ROUND_MS): Promise<{ rate: number; cpu_us: number }> {
  const [since, busy] = [performance.now(), cpuMs(side.pid)]
  let calls = 0
  const caller = async () => {
    while (performance.now() - since < ms) {
      await call(side)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const rate = (calls * 1000) / (performance.now() - since)
  return { rate, cpu_us: ((cpuMs(side.pid) - busy) * 1000) / calls }
}

/** The median latency of a single caller. */
async function latency(side: Side): Promise<number> {
  const times: number[] = []
  for (const end = performance.now() + ALONE_MS; performance.now() < end; ) {
    const since = performance.now()
    await call(side)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Processor time of PostgreSQL: its first process and all others it has started, ended ones included. */
function postgresMs(data_dir: string): number {
  const first = Number(readFileSync(join(data_dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(Number(pid))
    if (Number(pid) === first) for (const field of fields.slice(11, 15)) ticks += Number(field)
    else if (Number(fields[1]) === first) for (const field of fields.slice(11, 13)) ticks += Number(field)
  }
  return (ticks * 1000) / TICKS_A_SECOND
}

/** The fields after the name of a process; none if it has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

function cpuMs(pid: number): number {
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (((user ?? 0) + (system ?? 0)) * 1000) / TICKS_A_SECOND
}

type Database = ReturnType<typeof createPool>

/** Of all tables with their indexes. */
async function bytesOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
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
    { pool: new Pool(proxy.url, connections), pid: proxy.pid, headers: {} },
    { pool: new Pool(server.url, connections), pid: server.pid, headers: { authorization } },
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
  const [quick, slow] = [await latency(bare), await latency(metered)]
  console.log(
    `${Math.round(rates.metered)} metered calls/s, ${Math.round(rates.bare)} through a bare proxy: ratio ${(rates.metered / rates.bare).toFixed(2)} (budget ≥ 0.5)`,
  )
  console.log(
    `CPU of the process: ${cpu.metered.toFixed(0)} µs a call, ${cpu.bare.toFixed(0)} bare: ratio ${(cpu.metered / cpu.bare).toFixed(2)} (budget ≤ 2.0)`,
  )
  console.log(
    `a lone caller waits ${slow.toFixed(2)} ms, ${quick.toFixed(2)} bare: ${(slow - quick).toFixed(2)} ms more (budget ≤ 1.5)`,
  )
  console.log(
    `PostgreSQL: ${postgres_us.toFixed(0)} µs a call (budget ≤ 100), ${bytes.toFixed(0)} bytes a call with indexes (budget ≤ 450)`,
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
