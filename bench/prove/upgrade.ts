// The last released version and this one side by side on one PostgreSQL, while calls are paid, people sign in and pay. Two instances are replaced one
// after the other; then the released version is started on the new schema, which must refuse it and disturb nothing (decision 098).
// `npm run prove -- upgrade 8` sets the seconds of each stage. The released version comes from the history of git.
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { RELEASED } from '../../server/src/testing/released/released.ts'
import { root } from '../../tools/ready/folders.mjs'
import { bundledServer } from '../../tools/ready/server.mjs'
import { startPostgres } from '../faults/postgres.ts'
import { releasedProgram } from '../faults/released.ts'
import { openSource } from '../faults/source.ts'
import { DEMO, LIVE, openSession, readAuthorization } from '../gateway-client.ts'
import { freePort, freshFolder, type Program, type RunningServer, runServer } from '../run-server.ts'

const SECONDS = Number(process.argv[2] ?? 8)
const CALLERS = 4
const AMOUNT_MICROS = 50_000_000
const file = bundledServer()
const PROGRAMS: Record<'old' | 'new', Program> = {
  old: releasedProgram(),
  new: { cwd: root, server: [process.execPath, file], cli: [process.execPath, join(dirname(file), 'cli.js')] },
}
type Version = keyof typeof PROGRAMS

const database = await startPostgres()
if (!database) throw new Error('PostgreSQL did not start')
const source = await openSource()
const slots = await Promise.all([0, 1].map(async () => ({ port: await freePort(), data_dir: freshFolder() })))
const running: (RunningServer | undefined)[] = [undefined, undefined]

async function start(slot: number, version: Version): Promise<void> {
  const { port, data_dir } = slots[slot] ?? { port: 0, data_dir: '' }
  const settings = {
    DATA_DIR: data_dir,
    PORT: String(port),
    DATABASE_URL: database?.url ?? '',
    NODE_ENV: 'development',
    WORKERS: '1',
    BOT_CHECK: 'off',
    UPSTREAM_URL: source.url,
    LOG_LEVEL: 'fatal',
    SECRET: 'a secret of the upgrade, which is long enough',
    DEMO: slot === 0 ? 'on' : 'off',
    WEB_DIST: join(root, 'web/dist'),
  }
  running[slot] = await runServer(settings, undefined, PROGRAMS[version])
}
async function replace(slot: number, version: Version): Promise<void> {
  const former = running[slot]
  running[slot] = undefined
  await former?.stop()
  await start(slot, version)
}
const urls = () => running.flatMap((one) => one?.url ?? [])
const seen = {
  acknowledged: [] as string[],
  refused: new Map<string, number>(),
  sign_ins: 0,
  session_reads: 0,
  paid: [] as string[],
  failed: [] as string[],
}
let is_over = false
let turn = 0
/** The instances in turn, as a proxy would: one that is being replaced gets nothing new. */
function next(): string {
  turn += 1
  const all = urls()
  return all[turn % all.length] ?? ''
}
const note = (why: string) => seen.refused.set(why, (seen.refused.get(why) ?? 0) + 1)
async function pays(authorization: string): Promise<void> {
  while (!is_over) {
    const tag = `up-${randomUUID()}`
    const body = JSON.stringify([{ keyword: 'standing desk', location_code: 2840, language_code: 'en', tag }])
    const headers = { authorization, 'content-type': 'application/json' }
    const text = await fetch(`${next()}${LIVE}`, { method: 'POST', headers, body })
      .then((reply) => reply.text())
      .catch(() => 'no answer')
    if (/"tasks":\[\{[^[]*?"status_code":20000/.test(text)) seen.acknowledged.push(tag)
    else note(/"status_code":(\d+)/.exec(text)?.[1] ?? text.slice(0, 40))
    await pause(20)
  }
}

/** A step of the dashboard; what a restart cuts off is tried again at the other instance, as a person would. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run()
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (tries < 3 && text === 'fetch failed') continue
      seen.failed.push(`${name}: ${text.slice(0, 200)}`)
      return undefined
    }
}

async function signsIn(): Promise<void> {
  while (!is_over) {
    const page = await step('sign-in', () => openSession(next()))
    if (page) seen.sign_ins += 1
    // The session was begun by one version and is read by the other.
    for (const at of urls())
      if (await step('session', async () => page?.get('/api/dashboard/balance', at))) seen.session_reads += 1
    await pause(1500)
  }
}

async function topsUp(page: Awaited<ReturnType<typeof openSession>>): Promise<void> {
  while (!is_over) {
    const id = randomUUID()
    const quote = await step('quote', async () =>
      (await page.get(`/api/payments/quote?amount_micros=${AMOUNT_MICROS}`, next())).json(),
    )
    const { tax } = (quote ?? {}) as { tax?: { tax_micros?: number } }
    const input = { id, amount_micros: AMOUNT_MICROS, tax_micros: tax?.tax_micros ?? 0, how: 'checkout' }
    const order = await step('order', () => page.post('/api/payments/orders', input, next()))
    const checkout =
      String(order?.pay_url ?? '')
        .split('/')
        .at(-1) ?? ''
    // Ordered at one instance, paid at the other.
    if (order)
      await step('payment', () => page.post('/api/test-processor/decide', { checkout, outcome: 'approve' }, next()))
    const state = await step('order', async () => (await page.get(`/api/payments/order?id=${id}`, next())).json())
    if ((state as { status?: string } | undefined)?.status === 'paid') seen.paid.push(id)
    await pause(700)
  }
}

const faults: string[] = []
async function stage(title: string, change: () => Promise<void>): Promise<void> {
  const before = { calls: seen.acknowledged.length, sign_ins: seen.sign_ins, paid: seen.paid.length }
  const since_ms = performance.now()
  await change()
  const changed_s = ((performance.now() - since_ms) / 1000).toFixed(1)
  await pause(SECONDS * 1000)
  const calls = seen.acknowledged.length - before.calls
  const [sign_ins, paid] = [seen.sign_ins - before.sign_ins, seen.paid.length - before.paid]
  const is_good = Math.min(calls, sign_ins, paid) > 0
  if (!is_good) faults.push(title)
  console.log(
    `${is_good ? '✓' : '✗'} ${title} (changed in ${changed_s} s): ${calls} calls acknowledged, ${sign_ins} sign-ins, ${paid} payments`,
  )
}

async function rows(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database?.admin_url.replace('/postgres?', '/portico?') })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

try {
  console.log(`PostgreSQL ${database.version}; old: ${RELEASED.version} (${RELEASED.commit}), new: this checkout`)
  await start(0, 'old')
  await start(1, 'old')
  const reason = ['--reason', 'upgrade']
  await running[0]?.operator('credit', DEMO.email, '1000', ...reason)
  await running[0]?.operator('login', 'set', DEMO.email, '--per-minute', '1000000', '--simultaneous', '500', ...reason)
  const authorization = await readAuthorization(urls()[0] ?? '')
  const page = await openSession(urls()[0] ?? '')
  const load = [...Array.from({ length: CALLERS }, () => pays(authorization)), signsIn(), topsUp(page)]
  await stage('old and old', async () => {})
  await stage('new beside old', () => replace(0, 'new'))
  await stage('new and new', () => replace(1, 'new'))
  await stage('old is refused on the new schema, new goes on', async () => {
    const former = running[0]
    running[0] = undefined
    await former?.stop()
    const refusal = await start(0, 'old').then(
      () => 'it started',
      (error) => String(error.message),
    )
    if (refusal !== 'the server ended with 1') faults.push(`old on the new schema: ${refusal}`)
  })
  await stage('new and new again', () => replace(0, 'new'))
  is_over = true
  await Promise.all(load)
  const booked = new Map(
    (
      await rows(
        `select tag, count(*)::integer as times from usage_events where tag like 'up-%' and cost_micros > 0 group by tag`,
      )
    ).map(({ tag, times }) => [String(tag), Number(times)]),
  )
  const lost = seen.acknowledged.filter((tag) => !booked.has(tag)).length
  const double = [...booked.values()].filter((times) => times > 1).length
  // Every booking that names the order counts, under whatever id, and its amount on the customer's side.
  const credited = await rows(
    `select o.id, o.amount_micros::text as amount, count(distinct t.id)::integer as times,
        coalesce(sum(e.amount_micros) filter (where e.amount_micros > 0), 0)::text as credited
      from payment_orders o left join ledger_transactions t on t.kind = 'payment' and t.memo = o.reference
      left join ledger_entries e on e.transaction_id = t.id group by o.id`,
  )
  const once = new Set(
    credited.flatMap((one) => (one.times === 1 && one.credited === one.amount ? String(one.id) : [])),
  )
  const twice = credited.filter(({ times }) => Number(times) > 1).length
  const unpaid = seen.paid.filter((id) => !once.has(id)).length + twice
  const refused = [...seen.refused].map(([why, many]) => `${many} × ${why}`).join(', ') || '0'
  console.log(
    `acknowledged ${seen.acknowledged.length}, booked ${booked.size}, refused ${refused}, lost ${lost}, double ${double}; ` +
      `sign-ins ${seen.sign_ins}, sessions read by either version ${seen.session_reads}; payments ${seen.paid.length}, not credited once ${unpaid}; failed steps ${seen.failed.length}`,
  )
  for (const failed of new Set(seen.failed)) console.log(`    ${failed}`)
  if (lost + double + unpaid + seen.failed.length > 0) faults.push('counts')
  const books = (await running[0]?.operator('books'))?.trim().split('\n').at(-1) ?? ''
  console.log(`${/balanced/i.test(books) ? '✓' : '✗'} books: ${books}`)
  if (!/balanced/i.test(books)) faults.push('books')
} finally {
  is_over = true
  for (const one of running) await one?.stop().catch(() => undefined)
  await database.stop()
  await source.close()
}
console.log(faults.length === 0 ? 'updated without a loss' : `failed: ${faults.join(', ')}`)
process.exitCode = faults.length === 0 ? 0 : 1
