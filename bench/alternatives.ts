// What a call costs through the programs a team would use instead, in one run with the same callers, source and PostgreSQL: nginx with a
// password and a rate, and a gateway of Fastify and Redis. nginx and Redis are used where they are installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { createPool } from '../server/src/db/pool.ts'
import { DEMO, readAuthorization } from './gateway-client.ts'
import { CALLERS, latency, neighbour, postgresMs, type Side, throughput, WARM_MS } from './gateway-load.ts'
import { report } from './report.ts'
import { freePort, freshFolder, runServer } from './run-server.ts'

const ROUNDS = 3
const ROUND_MS = 3000
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const DATA_DIR = freshFolder()
const stops: (() => unknown)[] = []
const sides = new Map<string, Side>()
const add = (name: string, url: string, pids: number[], headers: Record<string, string>) =>
  sides.set(name, { pool: new Pool(url, { connections: CALLERS }), pids, headers: () => headers })

async function startNginx(upstream: string): Promise<void> {
  const port = await freePort()
  writeFileSync(join(DATA_DIR, 'passwords'), 'bench:{PLAIN}secret\n')
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${DATA_DIR}/${name};`,
  )
  writeFileSync(
    join(DATA_DIR, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${DATA_DIR}/nginx.pid; error_log ${DATA_DIR}/nginx.log; events { worker_connections 4096; }
    http { access_log off; ${own.join(' ')} limit_req_zone $remote_user zone=rate:1m rate=100000r/s; limit_req zone=rate burst=100000 nodelay;
      upstream source { server ${new URL(upstream).host}; keepalive 256; }
      server { listen 127.0.0.1:${port}; auth_basic api; auth_basic_user_file ${DATA_DIR}/passwords;
        location / { proxy_pass http://source; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Authorization ""; } } }`,
  )
  const child = spawn('nginx', ['-e', join(DATA_DIR, 'nginx.log'), '-c', join(DATA_DIR, 'nginx.conf')])
  // Killed, it would leave its worker.
  stops.push(() => child.kill('SIGTERM'))
  await pause(500)
  const pid = child.pid ?? 0
  add('nginx: password and rate', `http://127.0.0.1:${port}`, [pid, ...childrenOf(pid)], {
    authorization: `Basic ${Buffer.from('bench:secret').toString('base64')}`,
  })
}

async function startFastify(upstream: string, database_url: string): Promise<void> {
  const port = String(await freePort())
  const redis = spawn('redis-server', ['--port', port, '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' })
  stops.push(() => redis.kill('SIGKILL'))
  await pause(500)
  for (const [name, kind] of [
    ['Fastify, Redis, events once a second', 'events'],
    ['Fastify, Redis, a transaction a call', 'transaction'],
  ] as const) {
    const file = join(import.meta.dirname, 'gateway-alternative.ts')
    const args = [file, kind, upstream, port, database_url]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    stops.push(() => child.kill('SIGKILL'))
    const [text] = await once(child.stdout.setEncoding('utf8'), 'data')
    const headers = { 'x-api-key': 'secret', 'content-type': 'application/json' }
    add(name, `http://127.0.0.1:${Number(text)}`, [child.pid ?? 0, redis.pid ?? 0], headers)
  }
}

const upstream = await neighbour('upstream')
const proxy = await neighbour('proxy', upstream.url)
const server = await runServer({ DATA_DIR, BOT_CHECK: 'off', NODE_ENV: 'development', UPSTREAM_URL: upstream.url })
try {
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  await server.operator('credit', DEMO.email, '100000', '--reason', 'bench', '--yes')
  const authorization = await readAuthorization(server.url)
  const database = createPool(url, silent, 1)
  await database.query('update api_logins set per_minute = 100000000, simultaneous = 100000')
  await database.end()
  add('bare proxy', proxy.url, [proxy.pid], {})
  if (isInstalled('nginx')) await startNginx(upstream.url)
  if (isInstalled('redis-server')) await startFastify(upstream.url, url)
  add('Portico', server.url, [server.pid], { authorization })

  for (const side of sides.values()) await throughput(side, WARM_MS)
  const rounds = new Map<string, { rate: number; cpu_us: number; postgres_us: number }[]>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, side] of sides) {
      const before = postgresMs(DATA_DIR)
      const { rate, cpu_us } = await throughput(side, ROUND_MS)
      const postgres_us = ((postgresMs(DATA_DIR) - before) * 1e6) / (rate * ROUND_MS)
      rounds.set(name, [...(rounds.get(name) ?? []), { rate, cpu_us, postgres_us }])
    }
  console.log(
    '| | calls/s | µs of its processes | µs of PostgreSQL | lone caller, ms |\n| --- | --- | --- | --- | --- |',
  )
  for (const [name, side] of sides) {
    const of = (value: 'rate' | 'cpu_us' | 'postgres_us') => median((rounds.get(name) ?? []).map((one) => one[value]))
    const wait_ms = await latency(side)
    console.log(
      `| ${name} | ${Math.round(of('rate')).toLocaleString('en-US')} | ${Math.round(of('cpu_us'))} | ${Math.round(of('postgres_us'))} | ${wait_ms.toFixed(2)} |`,
    )
    report(name, { value: of('rate'), unit: 'calls/s', is_more_better: true })
  }
} finally {
  for (const { pool } of sides.values()) await pool.destroy()
  for (const stop of stops) await stop()
  await server.stop()
  proxy.stop()
  upstream.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
