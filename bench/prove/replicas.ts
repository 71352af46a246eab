// Two instances on a PostgreSQL with two streaming replicas. Callers pay for a call through one instance and read their list through the other at once: a list
// without the call is a stale answer. Meanwhile replay is paused on one replica, then on both, a replica is killed and comes back, and one is promoted.
// `npm run prove -- replicas 6` sets the seconds of each round.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signal } from '../../server/src/db/process-facts.ts'
import { machineBin, pidIn, untilItAnswers } from '../faults/postgres.ts'
import { openSource } from '../faults/source.ts'
import { DEMO, LIVE, openSession, readAuthorization } from '../gateway-client.ts'
import { freePort, freshFolder, runServer } from '../run-server.ts'

const SECONDS = Number(process.argv[2] ?? 8)
const CALLERS = 4
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** Also right where the proof runs past midnight. */
const TODAY = `from=${day(Date.now())}&to=${day(Date.now() + 86_400_000)}`
const bin = machineBin()
if (!bin) throw new Error('this needs PostgreSQL of Debian and root')
const { uid, gid } = statSync('/var/lib/postgresql')
const folder = freshFolder()
chownSync(folder, uid, gid)

function must(program: string, ...args: string[]): void {
  const done = spawnSync(join(bin ?? '', program), args, { uid, gid, cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`)
}

interface Node {
  name: string
  url(user: string, database: string): string
  start(): Promise<void>
  kill(): void
  query(text: string): Promise<Record<string, unknown>[]>
}

async function nodeAt(name: string, make: (cluster: string) => void): Promise<Node> {
  const cluster = join(folder, name)
  make(cluster)
  const port = await freePort()
  const url = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}?sslmode=disable`
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 60 }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const node: Node = {
    name: `127.0.0.1:${port}`,
    url,
    async start() {
      spawn(join(bin ?? '', 'postgres'), ['-D', cluster, ...flags], { uid, gid, cwd: folder, stdio: 'ignore' })
      await untilItAnswers(url('postgres', 'postgres'))
    },
    kill: () => signal(pidIn(cluster) ?? 0, 'SIGQUIT'),
    async query(text) {
      const client = new pg.Client(url('postgres', 'postgres'))
      await client.connect()
      return (await client.query(text).finally(() => client.end())).rows
    },
  }
  await node.start()
  return node
}

const primary = await nodeAt('primary', (cluster) => must('initdb', '-D', cluster, '-U', 'postgres', '-A', 'trust'))
await primary.query('create role portico login createrole')
await primary.query('create database portico owner portico')
const follow = (cluster: string) => {
  mkdirSync(cluster, { mode: 0o700 })
  chownSync(cluster, uid, gid)
  must('pg_basebackup', '-d', primary.url('postgres', 'postgres'), '-D', cluster, '-R', '-c', 'fast', '-X', 'stream')
}
const replicas = [await nodeAt('replica1', follow), await nodeAt('replica2', follow)] as const
const [version] = await primary.query('show server_version')
console.log(`PostgreSQL ${version?.server_version}, a primary and two streaming replicas; ${SECONDS} s a round`)

const source = await openSource()
const settings = {
  DATABASE_URL: primary.url('portico', 'portico'),
  DATABASE_READ_URL: replicas.map((one) => one.url('portico', 'portico')).join(','),
  NODE_ENV: 'development',
  BOT_CHECK: 'off',
  UPSTREAM_URL: source.url,
  LOG_LEVEL: 'fatal',
  SECRET: 'a secret of the replicas, which is long enough',
}
const instances = [
  await runServer({ ...settings, DATA_DIR: freshFolder() }),
  await runServer({ ...settings, DATA_DIR: freshFolder(), DEMO: 'off' }),
] as const
const [writer, reader] = instances
const reason = ['--reason', 'replicas']
await writer.operator('credit', DEMO.email, '100000', ...reason, '--yes')
await writer.operator('login', 'set', DEMO.email, '--per-minute', '1000000', '--simultaneous', '500', ...reason)
const authorization = await readAuthorization(writer.url)
const page = await openSession(reader.url)

/** Reads of the instance that reads, by database. */
async function metric(name: string, label: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${reader.url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}\\{${label}="([^"]+)".*\\} (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, key = '', value]) => [key, Number(value)]))
}
const titles = new Map([
  ['primary', 'primary'],
  ...replicas.map(({ name }, index) => [name, `replica ${index + 1}`] as const),
])

let number = 0
const failures: string[] = []
async function round(title: string, expected: { none?: string[]; some?: string[] }, during?: () => Promise<void>) {
  const before = await metric('portico_replica_reads', 'database')
  const seen = { calls: 0, stale: 0, failed: 0, ms: [] as number[] }
  const until_ms = performance.now() + SECONDS * 1000
  const caller = async () => {
    while (performance.now() < until_ms) {
      number += 1
      const tag = `replica-${number}`
      const body = JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en', tag }])
      const headers = { authorization, 'content-type': 'application/json' }
      const paid = await fetch(`${writer.url}${LIVE}`, { method: 'POST', headers, body })
      const answer = await paid.text()
      if (!paid.ok || !answer.includes('20000')) continue
      seen.calls += 1
      const since_ms = performance.now()
      try {
        const list = await (await page.get(`/api/usage/tasks?${TODAY}&tag=${tag}`)).text()
        seen.ms.push(performance.now() - since_ms)
        if (!list.includes(`"tag":"${tag}"`)) seen.stale += 1
      } catch {
        seen.failed += 1
      }
    }
  }
  await Promise.all([...Array.from({ length: CALLERS }, caller), during?.()])
  const after = await metric('portico_replica_reads', 'database')
  const lags = await metric('portico_replica_lag_seconds', 'replica')
  const served = new Map([...after].map(([key, value]) => [titles.get(key) ?? key, value - (before.get(key) ?? 0)]))
  const lag = replicas.map(({ name }) => (lags.has(name) ? `${lags.get(name)?.toFixed(1)} s` : 'gone')).join(', ')
  const p95 = seen.ms.toSorted((a, b) => a - b)[Math.floor(seen.ms.length * 0.95)] ?? 0
  const is_good =
    seen.calls > 0 &&
    seen.stale === 0 &&
    seen.failed === 0 &&
    (expected.none ?? []).every((name) => served.get(name) === 0) &&
    (expected.some ?? []).every((name) => (served.get(name) ?? 0) > 0)
  if (!is_good) failures.push(title)
  const by = [...served].map(([name, count]) => `${name} ${count}`).join(', ')
  console.log(
    `${is_good ? '✓' : '✗'} ${title}: ${seen.calls} paid calls, read at once by ${by}; stale ${seen.stale}, failed ${seen.failed}, p95 ${p95.toFixed(0)} ms; lag ${lag}`,
  )
}

/** Until the reading instance has seen it. */
async function untilServing(wanted: readonly [number, number]): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const states = await metric('portico_replica_serving', 'replica')
    if (replicas.every(({ name }, index) => states.get(name) === wanted[index])) return
    await pause(250)
  }
  throw new Error(`the replicas did not become ${wanted}`)
}

try {
  const [one, two] = replicas
  await untilServing([1, 1])
  await round('both follow', { some: ['replica 1', 'replica 2'] })
  await one.query('select pg_wal_replay_pause()')
  await round('replay of replica 1 paused', { some: ['replica 2'] })
  await two.query('select pg_wal_replay_pause()')
  await untilServing([0, 0])
  await round('replay of both paused', { none: ['replica 1', 'replica 2'], some: ['primary'] })
  await one.query('select pg_wal_replay_resume()')
  await two.query('select pg_wal_replay_resume()')
  await untilServing([1, 1])
  await round('both follow again', { some: ['replica 1', 'replica 2'] })
  await round('replica 2 killed meanwhile', { some: ['replica 1', 'replica 2'] }, async () => {
    await pause((SECONDS * 1000) / 2)
    two.kill()
  })
  await untilServing([1, 0])
  await round('replica 2 gone', { none: ['replica 2'], some: ['replica 1'] })
  await two.start()
  await untilServing([1, 1])
  await round('replica 2 is back', { some: ['replica 1', 'replica 2'] })
  await round('replica 1 promoted meanwhile', { some: ['replica 2'] }, async () => {
    await pause((SECONDS * 1000) / 2)
    await one.query('select pg_promote()')
  })
  await untilServing([0, 1])
  await round('replica 1 promoted', { none: ['replica 1'], some: ['replica 2'] })
  const books = (await writer.operator('books')).trim().split('\n').at(-1) ?? ''
  console.log(`${/balanced/i.test(books) ? '✓' : '✗'} books: ${books}`)
  if (!/balanced/i.test(books)) failures.push('books')
} finally {
  for (const instance of instances) await instance.stop().catch(() => undefined)
  for (const node of [...replicas, primary]) node.kill()
  await source.close()
  await pause(1000)
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'no read was stale' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
