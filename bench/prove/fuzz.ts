// Dashboard and data API under requests from nearly right to nonsense, as a stranger, an owner and a member
// (`npm run prove -- fuzz 60000`, then a seed to repeat a run): no 5xx, no internals, no failed job, balanced books.
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalogue } from '../../server/src/catalogue/index.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { invitationIn } from '../../server/src/testing/browser.ts'
import { createFuzz as createGatewayFuzz, faultOf as gatewayFaultOf } from '../../server/src/testing/gateway/fuzz.ts'
import { allEndpoints } from '../../server/src/testing/http/endpoints.ts'
import { type Actor, createFuzz, faultOf } from '../../server/src/testing/http/fuzz.ts'
import { readBrand } from '../../server/src/whitelabel/index.ts'
import { type Client, openClient } from '../dashboard-client.ts'
import { DEMO } from '../gateway-client.ts'
import { freshFolder, runServer } from '../run-server.ts'

const requests = Number(process.argv[2] ?? 60_000)
const seed = Number(process.argv[3] ?? randomInt(2 ** 32))
const AT_ONCE = 6
const FAULTS_SHOWN = 20
const MEMBER = { email: 'member@example.com', password: 'correct horse battery' }
const CALLER = { email: 'caller@example.com', password: 'a long and quiet river' }
const DATA_DIR = freshFolder()
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const database = `postgresql:///portico?host=${encodeURIComponent(join(DATA_DIR, 'pg'))}&port=5432&user=portico&sslmode=disable`
const faults: string[] = []
const statuses = new Map<string, number>()

/** A failed request or job in the log is a fault. Other warnings are counted. */
function readLog(line: string): void {
  const { level = 0, msg = '', err, reason } = parsed(line)
  if (level === 40) count(`warning: ${msg}`)
  if (level >= 50 || /will be (retried|tried again)/.test(msg))
    faults.push(`log: ${msg} ${err?.message ?? reason ?? ''}`)
}

function parsed(line: string): { level?: number; msg?: string; reason?: string; err?: { message: string } } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const pool = createPool(database, silent, 1)
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}

async function signIn(client: Client, who: { email: string; password: string }): Promise<void> {
  await client.send({ path: '/api/boot' })
  await client.must('/api/auth/authenticate', { ...who, captcha: '' })
}

/** A new member, invited by the owner. */
async function openInvited(url: string, owner: Client, who: { email: string; password: string }): Promise<Client> {
  const client = openClient(url)
  await owner.must('/api/team/invite', { email: who.email, role: 'admin', cap_micros: null })
  const [mail] = await query(`select data->>'link' as link from outbox where template = 'invitation' order by id desc`)
  await client.send({ path: '/api/boot' })
  const invitation = invitationIn(String(mail?.link))
  await client.must('/api/auth/register', { ...who, name: '', privacy: true, captcha: '', ...invitation })
  return client
}

const running = await runServer(
  {
    DATA_DIR,
    NODE_ENV: 'development',
    DEMO: 'on',
    BOT_CHECK: 'off',
    TASK_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '127.0.0.1',
    // Database statistics are visible to authorised users only.
    METRICS_TOKEN: 'a-token-that-no-request-of-these-has',
    // Generous timeouts, so that a busy machine does not cause failures.
    BOOKING_TIMEOUT_MS: '15000',
  },
  readLog,
)
try {
  const [anonymous, owner] = [openClient(running.url), openClient(running.url)]
  await anonymous.send({ path: '/api/boot' })
  await signIn(owner, DEMO)
  const actors: Record<Actor, Client> = { anonymous, owner, member: await openInvited(running.url, owner, MEMBER) }
  // The data API has a separate account: the other actors keep changing their passwords, rules and limits.
  const caller = await openInvited(running.url, owner, CALLER)
  const authorization = `Basic ${(await caller.must('/api/access/regenerate', { overlap_min: 0 })).basic}`
  await running.operator('credit', CALLER.email, '1000', '--reason', 'for the fuzz')
  await query('update api_logins set per_minute = 1000000, simultaneous = 1000')
  const provider = join(import.meta.dirname, '../../provider')
  const { entries } = openCatalogue(provider, readBrand(provider).product)
  const nextCall = createGatewayFuzz(seed, entries, authorization)
  const nextRequest = createFuzz(seed, await allEndpoints(), {
    email: [DEMO.email, MEMBER.email],
    login: [DEMO.email],
    password: [DEMO.password, MEMBER.password],
  })
  console.log(`seed ${seed}`)

  // An actor has several requests in progress: the first one to get a 401 signs in again, and the others wait for it.
  const returning = new Map<Actor, Promise<void>>()
  const comeBack = (actor: Actor) => {
    const again = async () => {
      actors[actor].jar.clear()
      await signIn(actors[actor], actor === 'owner' ? DEMO : MEMBER)
      count(`signed in again as ${actor}`)
      returning.delete(actor)
    }
    const signing_in = returning.get(actor) ?? again()
    returning.set(actor, signing_in)
    return signing_in
  }

  const dashboard = async () => {
    const { actor, body, ...sent } = nextRequest()
    const client = actors[actor]
    const { status, text } = await client.send({ ...sent, body })
    count(`dashboard ${status}`)
    // Some requests end a session: the actor signs in again.
    if (status === 401 && actor !== 'anonymous' && Object.keys(sent.cookies).length === 0) {
      await comeBack(actor)
    }
    const fault = faultOf(status, text)
    if (fault) faults.push(`${fault}: ${actor} ${sent.method} ${sent.path.slice(0, 200)} ${body?.slice(0, 300)}`)
  }
  const api = openClient(running.url)
  const dataApi = async () => {
    const { body, ...call } = nextCall()
    const sent = { ...call, path: call.path.replaceAll(/[^\u0021-\u007e]/gu, encodeURIComponent) }
    const { status, text } = await api.send({ ...sent, body: sent.method === 'GET' ? undefined : body })
    count(`data API ${status}`)
    const fault = gatewayFaultOf(status, text)
    if (fault) faults.push(`${fault}: ${sent.method} ${sent.path.slice(0, 200)} ${body?.toString().slice(0, 200)}`)
  }
  let left = requests
  const worker = async () => {
    while (left > 0 && faults.length < FAULTS_SHOWN) {
      left -= 1
      if (left % 10_000 === 0) console.log(`${requests - left} sent`)
      const sent = left % 2 === 0 ? dashboard() : dataApi()
      await sent.catch((error: Error) => faults.push(`no answer: ${error.message}`))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const books = await running.operator('books').catch((error: Error) => error.message)
  if (!books.startsWith('balanced')) faults.push(books)
  for (const [what, times] of [...statuses].toSorted()) console.log(`${String(times).padStart(7)}  ${what}`)
  console.log(`${requests - left} requests, ${faults.length} faults, books ${books.split('\n')[0]}`)
  for (const fault of faults) console.error(`✗ ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await running.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
process.exit()

function count(what: string): void {
  statuses.set(what, (statuses.get(what) ?? 0) + 1)
}
