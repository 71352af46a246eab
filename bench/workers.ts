// How calls a second grow with the processes of one server: WORKERS of 1, 2 and 4, one login and a thousand, in one run on a durable PostgreSQL.
// The callers, the source and PostgreSQL use the same cores, so that the number of cores is printed beside it.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { macOf, newApiPassword } from '../server/src/access/secret.ts'
import { openKeyRing } from '../server/src/crypto/key-ring.ts'
import { openPool } from '../server/src/db/db.ts'
import { createPool } from '../server/src/db/pool.ts'
import { bookGift } from '../server/src/ledger/index.ts'
import { crowd } from '../server/src/testing/crowd.ts'
import { CALLERS, neighbour, postgresMs, type Side, throughput, WARM_MS } from './gateway-load.ts'
import { report } from './report.ts'
import { freshFolder, runServer } from './run-server.ts'

const WORKERS = [1, 2, 4]
const LOGINS = 1000
const ROUND_MS = 5000
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const clock = { now: () => new Date() }

const DATA_DIR = freshFolder()
const upstream = await neighbour('upstream')
const settings = { DATA_DIR, BOT_CHECK: 'off', NODE_ENV: 'development', UPSTREAM_URL: upstream.url }
const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`

/** Authorization headers of logins with money and without a rate. */
async function openCrowd(): Promise<string[]> {
  const pool = createPool(url, silent, 4)
  const ctx = { db: openPool(pool, true).db, clock, log: silent }
  const keys = await openKeyRing(ctx.db, { data_dir: DATA_DIR, secret: undefined, secret_old: undefined })
  try {
    await pool.query(crowd(1, LOGINS))
    await pool.query('update api_logins set per_minute = 100000000, simultaneous = 100000')
    const { rows } = await pool.query<{ id: number; login: string }>(
      `select id, login from api_logins where login like 'person%' order by id`,
    )
    const headers: string[] = []
    for (const { id, login } of rows) {
      const password = newApiPassword()
      await pool.query('insert into api_passwords (login_id, made_at, mac) values ($1, now(), $2)', [
        id,
        macOf(keys, id, password),
      ])
      await bookGift(ctx, { id: randomUUID(), login_id: id, amount_micros: 1e9, memo: 'bench', actor: 'bench' })
      headers.push(`Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`)
    }
    return headers
  } finally {
    await pool.end()
  }
}

/** The server's process and its workers. */
function processesOf(pid: number): number[] {
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [pid, ...workers.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.ts'))]
}

console.log(`${availableParallelism()} cores, ${CALLERS} callers`)
let headers: string[] | undefined
try {
  for (const workers of WORKERS) {
    const server = await runServer({ ...settings, WORKERS: String(workers) })
    const pool = new Pool(server.url, { connections: CALLERS })
    try {
      headers ??= await openCrowd()
      for (const logins of [1, LOGINS]) {
        const used = headers.slice(0, logins)
        const side: Side = {
          pool,
          pids: processesOf(server.pid),
          headers: (call) => ({ authorization: used[call % used.length] ?? '' }),
        }
        await throughput(side, WARM_MS)
        const before = postgresMs(DATA_DIR)
        const { rate, cpu_us } = await throughput(side, ROUND_MS)
        const postgres_us = ((postgresMs(DATA_DIR) - before) * 1e6) / (rate * ROUND_MS)
        console.log(
          `WORKERS=${workers}, ${logins} logins: ${Math.round(rate)} calls/s, ${Math.round(cpu_us)} µs of Node and ${Math.round(postgres_us)} µs of PostgreSQL a call`,
        )
        report(`${workers} workers, ${logins} logins`, { value: rate, unit: 'calls/s', is_more_better: true })
      }
      console.log((await server.operator('books')).trim())
    } finally {
      await pool.destroy()
      await server.stop()
    }
  }
} finally {
  upstream.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
