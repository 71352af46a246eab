// One customer's dead webhooks do not delay another's (`npm run prove -- webhooks 3000`: how many), on a real server: addresses
// that accept a connection and never answer, at first all on one host, then on 200, so that pausing a host does not help.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountLogins, readApiPassword } from '../../server/src/access/index.ts'
import { openKeyRing } from '../../server/src/crypto/key-ring.ts'
import { openPool } from '../../server/src/db/db.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { readEnv } from '../../server/src/env/env.ts'
import { bookGift } from '../../server/src/ledger/index.ts'
import { createUser } from '../../server/src/users/index.ts'
import { POST } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const count = Number(process.argv[2] ?? 3000)
const MOST_MORE_MS = 3000
const ROUNDS = 7
const DATA_DIR = freshFolder()
const NODE_ENV = 'development'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`

const arrived = new Map<string, number>()
const hook = await listen((request, response) => {
  arrived.set(request.url ?? '', performance.now())
  response.end('ok')
})
const dead = await listen(() => undefined)
const server = await runServer({
  DATA_DIR,
  NODE_ENV,
  DEMO: 'off',
  BOT_CHECK: 'off',
  TASK_DELAY_MS: '0',
  WEBHOOK_ALLOW_PRIVATE: 'on',
})
const database = openPool(createPool(url, silent, 2), true)

async function listen(answer: RequestListener) {
  const listener = createServer(answer).listen(0)
  await once(listener, 'listening')
  const address = listener.address()
  return { listener, port: typeof address === 'object' && address ? address.port : 0 }
}

async function openCustomer(name: string) {
  const keys = await openKeyRing(database.db, { data_dir: DATA_DIR, secret: undefined, secret_old: undefined })
  const ctx = { db: database.db, clock: { now: () => new Date() }, keys, env: readEnv({ DATA_DIR, NODE_ENV }) }
  const user = await createUser(ctx, { email: `${name}@example.com`, password_hash: null })
  const [login] = await accountLogins(ctx, user.id)
  if (!login) throw new Error('the user has no login')
  const login_id = login.id
  await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: 20_000_000, memo: 'a proof', actor: 'proof' })
  await database.pool.query('update users set verified_at = now() where id = $1', [user.id])
  const password = await readApiPassword(ctx, { login_id, member_id: null })
  const authorization = `Basic ${Buffer.from(`${login.login}:${password}`).toString('base64')}`
  return {
    login_id,
    async post(pingback_urls: string[]) {
      const tasks = pingback_urls.map((pingback_url, n) => ({
        keyword: `desk ${n}`,
        location_code: 2840,
        language_code: 'en',
        pingback_url,
      }))
      const headers = { authorization, 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}${POST}`, { method: 'POST', headers, body: JSON.stringify(tasks) })
      const result = (await reply.json()) as { tasks_error?: number; status_message: string }
      if (result.tasks_error !== 0) throw new Error(`tasks were refused: ${result.status_message}`)
    },
  }
}

/** From posting a task until its webhook arrives. */
async function delays(customer: Awaited<ReturnType<typeof openCustomer>>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = `/${randomUUID()}`
    const since = performance.now()
    await customer.post([`http://127.0.0.1:${hook.port}${path}`])
    while (!arrived.has(path) && performance.now() - since < 60_000) await pause(5)
    times.push((arrived.get(path) ?? Number.POSITIVE_INFINITY) - since)
  }
  return times.toSorted((a, b) => a - b)
}

async function unfinished(login_id: number): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as tasks from gateway_tasks where login_id = $1 and state = 'waiting'`,
    [login_id],
  )
  return rows[0].tasks
}

async function flood(name: string, hosts: number): Promise<void> {
  const attacker = await openCustomer(name)
  const urls = Array.from({ length: count }, (_, n) => `http://127.0.1.${1 + (n % hosts)}:${dead.port}/${n}`)
  const since = performance.now()
  for (let from = 0; from < count; from += 100) await attacker.post(urls.slice(from, from + 100))
  while ((await unfinished(attacker.login_id)) > 0) await pause(100)
  const { rows } = await database.pool.query(
    `select count(*)::integer as open, count(*) filter (where claimed_until > now())::integer as under_way
       from gateway_webhooks where login_id = $1 and sent_at is null and failed_at is null`,
    [attacker.login_id],
  )
  const took_s = ((performance.now() - since) / 1000).toFixed(1)
  console.log(
    `${count} dead webhooks on ${hosts} hosts in ${took_s} s: ${rows[0].open} open, ${rows[0].under_way} in progress`,
  )
}

const ms = (times: number[]) =>
  `${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`

try {
  const victim = await openCustomer('victim')
  await delays(victim)
  const before = await delays(victim)
  console.log(`a webhook arrives after ${ms(before)}`)
  const faults: string[] = []
  for (const [name, hosts] of [
    ['one-host', 1],
    ['many-hosts', 200],
  ] as const) {
    await flood(name, hosts)
    const after = await delays(victim)
    console.log(`with them waiting: after ${ms(after)}`)
    const more_ms = (after.at(-1) ?? 0) - (before.at(-1) ?? 0)
    if (!(more_ms < MOST_MORE_MS)) faults.push(`${name}: ${more_ms.toFixed(0)} ms more than before`)
  }
  for (const fault of faults) console.error(`✗ ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await database.close()
  await server.stop()
  for (const { listener } of [hook, dead]) {
    listener.close()
    listener.closeAllConnections()
  }
  rmSync(DATA_DIR, { recursive: true, force: true })
}
