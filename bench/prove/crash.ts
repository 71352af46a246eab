// Kills server and database by force in the middle of bookings, again and again, and checks after every restart that what
// was acknowledged is there, that a repeated command books once, and that no link of the audit chain is missing.
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkAudit } from '../../server/src/audit/index.ts'
import { openPool } from '../../server/src/db/db.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { signal } from '../../server/src/db/process-facts.ts'
import { root } from '../../tools/ready/folders.mjs'
import { freshFolder, type RunningServer, runServer } from '../run-server.ts'

const DEMO = { email: 'demo@portico.example', password: 'portico-demo' }
const WELCOME_MICROS = 25_000_000
const WORKERS = 3
/** After the first acknowledgement the workers are soon each at another step of a booking. */
const KILL_WITHIN_MS = 1500

const rounds = Number(process.argv[2] ?? 50)
const DATA_DIR = freshFolder()
// Bundled once, as the server is started hundreds of times.
const NODE_COMPILE_CACHE = join(root, '.cache/compiled')
const start = () => runServer({ DATA_DIR, NODE_COMPILE_CACHE, NODE_ENV: 'development', DEMO: 'on', BOT_CHECK: 'off' })
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Every requested booking by id; each must count exactly once in the end. */
const requested = new Map<string, number>()

async function book(server: RunningServer, id: string): Promise<boolean> {
  const micros = requested.get(id) ?? 0
  const usd = (micros / 1_000_000).toFixed(6)
  return server.operator('credit', DEMO.email, usd, '--reason', 'crash proof', '--id', id).then(
    () => true,
    () => false,
  )
}

/** Workers book one after another until server and database are killed; returns the bookings that were not acknowledged. */
async function crash(server: RunningServer): Promise<string[]> {
  const first = Promise.withResolvers<void>()
  const workers = Array.from({ length: WORKERS }, async () => {
    for (;;) {
      const id = randomUUID()
      requested.set(id, randomInt(1, 1_000_000))
      if (!(await book(server, id))) return id
      first.resolve()
    }
  })
  await Promise.race([first.promise, Promise.all(workers)])
  await pause(randomInt(KILL_WITHIN_MS))
  const kills = [async () => killDatabase(), server.kill9]
  for (const kill of randomInt(2) === 0 ? kills : kills.reverse()) await kill()
  return Promise.all(workers)
}

function killDatabase(): void {
  const pidFile = join(DATA_DIR, 'pg/postmaster.pid')
  if (existsSync(pidFile)) signal(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
}

async function signIn(url: string): Promise<string> {
  const page = await fetch(`${url}/signin`)
  await page.body?.cancel()
  const before = cookiesOf(page)
  const reply = await fetch(`${url}/api/auth/authenticate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      cookie: before,
      'x-xsrf-token': decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(before)?.[1] ?? ''),
    },
    body: JSON.stringify({ ...DEMO, captcha: '' }),
  })
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}: ${await reply.text()}`)
  await reply.body?.cancel()
  return cookiesOf(reply)
}

function cookiesOf(reply: Response): string {
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  const reply = await fetch(`${url}/api/users/me`, { headers: { cookie } })
  await reply.body?.cancel()
  return reply.ok
}

/** Violated guarantees as sentences; empty when all hold. */
async function faults(server: RunningServer, cookie: string): Promise<string[]> {
  const found: string[] = []
  const shown = JSON.parse(await server.operator('user', 'show', DEMO.email, '--json'))
  const wanted = [...requested.values()].reduce((sum, micros) => sum + micros, WELCOME_MICROS)
  const balance = shown.logins[0].balance_micros
  if (balance !== wanted) found.push(`the balance is ${balance}, booked were ${wanted}`)
  if (!(await isSignedIn(server.url, cookie))) found.push('a session from before the crash is gone')
  const books = await server.operator('books').catch((error: Error) => error.message)
  if (!books.startsWith('balanced')) found.push(books)
  return [...found, ...(await auditFaults())]
}

/** Read from the database, as the audit log has no command. */
async function auditFaults(): Promise<string[]> {
  const url = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
  const { db, pool, close } = openPool(createPool(url, silent, 1), true)
  try {
    const { broken } = await checkAudit({ db, clock: { now: () => new Date() } })
    const { rows } = await pool.query(`select count(*)::int as n from audit_log where action = 'credited'`)
    return [
      ...(broken.length > 0 ? [`the audit chain is broken at ${broken.join(', ')}`] : []),
      ...(rows[0].n === requested.size ? [] : [`${requested.size} bookings, ${rows[0].n} audit rows about them`]),
    ]
  } finally {
    await close()
  }
}

let server = await start()
let repeated = 0
try {
  for (let round = 1; round <= rounds; round += 1) {
    const cookie = await signIn(server.url)
    const unacknowledged = await crash(server)
    server = await start()
    const refused: string[] = []
    for (const id of unacknowledged) {
      repeated += 1
      if (!(await book(server, id))) refused.push(`booking ${id} is refused after the restart`)
    }
    const found = [...refused, ...(await faults(server, cookie))]
    console.log(`round ${round} of ${rounds}: ${requested.size} bookings, ${repeated} of them repeated after a crash`)
    for (const fault of found) console.error(`✗ ${fault}`)
    if (found.length > 0) {
      process.exitCode = 1
      break
    }
  }
} finally {
  await server.stop()
  killDatabase()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
