// Kills processes that charge calls, and the database under them, again and again: acknowledged calls are booked, none
// twice, held money is released, and the books balance after every round. `npm run prove -- ledger 500` sets the rounds.
import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../../server/src/db/db.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { createPool } from '../../server/src/db/pool.ts'
import { SCHEMA } from '../../server/src/db/schema-folders.ts'
import { checkBooks } from '../../server/src/ledger/books/index.ts'
import { bookGift, fundsOf } from '../../server/src/ledger/index.ts'
import { deriveRollups, keepPartitions, voidStaleHolds } from '../../server/src/ledger/jobs/index.ts'
import { LOOP_PRICE_MICROS } from '../../server/src/testing/ledger/crash-charger.ts'
import { insertTestLogin } from '../../server/src/testing/ledger/login-store.ts'
import { freshFolder } from '../run-server.ts'

const MONEY = 1e15
const SERVER = join(import.meta.dirname, '../../server/src')
const rounds = Number(process.argv[2] ?? 50)
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const dataDir = freshFolder()
const embedded = await startEmbedded({ dataDir, log: silent })
const pool = createPool(embedded.url, silent)
const { db, close } = openPool(pool, true)
const clock = { now: () => new Date() }
const ctx = { db, clock, log: silent }

/** Two processes charge one login; each round ends one of them, or all, with or without the database. */
function charge(login_id: number) {
  const child = spawn(
    process.execPath,
    [join(SERVER, 'testing/ledger/crash-charger.ts'), embedded.url, String(login_id)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let message = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    message += text
  })
  const closed = once(child, 'close')
  return {
    count: () => message.split('\n').length - 1,
    async kill() {
      child.kill('SIGKILL')
      await closed
      return message.split('\n').slice(0, -1)
    },
  }
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (e) {
      if (tries > 200) throw e
      await pause(50)
    }
  }
}

async function run(): Promise<string[]> {
  await migrate(pool, SCHEMA, silent)
  await keepPartitions(ctx)
  const { id: login_id } = await insertTestLogin(db)
  await bookGift(ctx, { id: randomUUID(), login_id, amount_micros: MONEY, memo: 'proof', actor: 'proof' })
  const acknowledged: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const loops = [charge(login_id), charge(login_id)]
    const enough = randomInt(1, 400)
    for (let waited = 0; Math.min(...loops.map((loop) => loop.count())) < enough && waited < 400; waited += 1)
      await pause(25)
    if (round % 2 === 0) {
      process.kill(Number.parseInt(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      if (round % 4 === 0) await pause(randomInt(1500))
    }
    for (const messages of await Promise.all(loops.map((loop) => loop.kill()))) acknowledged.push(...messages)
    const { discrepancies, calls } = await untilAnswered(() => checkBooks(ctx))
    if (discrepancies.length > 0) return discrepancies
    if (round % 10 === 0) console.log(`${round} rounds, ${calls} calls, ${acknowledged.length} acknowledged, balanced`)
  }
  // Connections of dead processes end when the database notices; then nothing more can be booked.
  await untilAnswered(async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where pid <> pg_backend_pid() and query like '%from meter(%' and state = 'active'`,
    )
    if (rows[0]?.n) throw new Error('still booking')
  })
  await voidStaleHolds({ ...ctx, clock: { now: () => new Date(Date.now() + 60 * 60 * 1000) } })
  await deriveRollups(ctx)
  const { rows } = await pool.query<{ id: string }>('select id from usage_events where login_id = $1', [login_id])
  const booked = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !booked.has(id)).map((id) => `${id} was acknowledged and is not booked`)
  const { balance_micros, held_micros } = await fundsOf(ctx, login_id)
  const expected = MONEY - booked.size * LOOP_PRICE_MICROS
  if (balance_micros !== expected || held_micros !== 0)
    lost.push(`balance ${balance_micros} instead of ${expected}, held ${held_micros}`)
  console.log(
    `${rounds} rounds: ${acknowledged.length} calls acknowledged, ${booked.size} booked, ${lost.length} wrong`,
  )
  return [...lost, ...(await checkBooks(ctx)).discrepancies]
}

try {
  const faults = await run()
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
