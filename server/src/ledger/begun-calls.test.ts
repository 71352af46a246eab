import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@portico/contract/time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { inDatabase } from '#testing/db/server.ts'
import { callUsage } from '#testing/ledger/call-usage.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { BEGIN_MICROS, EVENT_MICROS } from '#testing/ledger/stream-charger.ts'
import { begunCalls } from './begun-store.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, fundsOf, type Meter, openBegunCalls, openMeter } from './index.ts'
import { voidHoldsOf, voidStaleHolds } from './jobs/index.ts'

vi.setConfig({ testTimeout: 60_000 })
const MONEY = 1_000_000_000
const log = pino({ level: 'silent' })
const clock = { now: () => new Date() }
let database: TestDatabase
let meter: Meter
let login_id = 0

beforeAll(async () => {
  database = await openTestDatabase()
  meter = openMeter({ db: database.db, log })
})
afterAll(async () => {
  expect((await checkBooks({ db: database.db })).discrepancies).toEqual([])
  await meter.close()
  await database.close()
})
beforeEach(async () => {
  login_id = (await insertTestLogin(database.db)).id
  const gift = { id: randomUUID(), login_id, amount_micros: MONEY, memo: 'for a test', actor: 'test' }
  await bookGift({ db: database.db, clock }, gift)
})

const funds = async () => {
  const { balance_micros, held_micros } = await fundsOf({ db: database.db }, login_id)
  return { spent: MONEY - balance_micros, held: held_micros }
}
const booked = async () => {
  const columns = 'id, cost_micros::integer, results, status_code'
  const text = `select ${columns} from usage_events where login_id = $1 order by id`
  return (await database.pool.query<{ id: string; cost_micros: number; results: number }>(text, [login_id])).rows
}
const ctx = () => ({ db: database.db, log })
async function held(amount_micros = 1000): Promise<string> {
  const id = newCallId(clock.now())
  const { api, function: name } = callUsage(login_id)
  const outcome = await meter.hold({ id, login_id, api, function: name, amount_micros })
  expect(outcome.ok).toBe(true)
  return id
}
const settle = (id: string, cost_micros: number, results = 1) => ({
  id,
  cost_micros,
  usage: { ...callUsage(login_id), results },
})

test('O1 a kill -9 in the middle of streams charges each for what is known of it, once, and nothing for what had not begun', async () => {
  const url = inDatabase(inject('testServer').appUrl, database.name)
  for (let round = 0; round < 3; round += 1) {
    const file = join(import.meta.dirname, '../testing/ledger/stream-charger.ts')
    const child = spawn(process.execPath, [file, url, String(login_id)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let message = ''
    const enough = randomInt(1, 1200)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      message += text
      if (message.split('\n').length > enough) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const lines = message
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' '))
    const all = lines.filter(([word]) => word === 'held').map(([, id = '']) => id)
    const begun = lines.filter(([word]) => word === 'begun').map(([, id = '']) => id)
    const passed = new Map(
      lines.filter(([word]) => word === 'passed').map(([, id = '', results]) => [id, Number(results)]),
    )
    await voidHoldsOf(ctx(), [...new Set(all.map((id) => id.slice(-6)))])
    const rows = (await booked()).filter(({ id }) => all.includes(id))
    expect(begun.filter((id) => !rows.some((row) => row.id === id))).toEqual([])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, cost_micros, results } of rows) {
      expect(cost_micros).toBe(BEGIN_MICROS + EVENT_MICROS * results)
      expect(results).toBeLessThanOrEqual(passed.get(id) ?? 0)
    }
    const spent = (await booked()).reduce((sum, row) => sum + row.cost_micros, 0)
    expect(await funds()).toEqual({ spent, held: 0 })
  }
})

test('progress is stored within seconds, and counts when the process is found dead', async () => {
  const begun = openBegunCalls(ctx(), meter)
  const id = await held()
  await begun.begin(settle(id, 500, 0))
  begun.progress({ id, cost_micros: 700, results: 2, time_ms: 12.5 })
  await vi.waitFor(async () => expect((await begunCalls(database.db, [id]))[0]?.cost_micros).toBe(700), {
    timeout: 10_000,
  })
  await voidStaleHolds({ ...ctx(), clock: { now: () => new Date(Date.now() + HOUR_MS) } })
  expect(await booked()).toMatchObject([{ cost_micros: 700, results: 2 }])
  // It was not dead after all: its own end changes nothing.
  await begun.end(settle(id, 900, 4))
  expect(await booked()).toMatchObject([{ cost_micros: 700, results: 2 }])
  expect([await funds(), await begunCalls(database.db, [id])]).toEqual([{ spent: 700, held: 0 }, []])
  await begun.close(0)
})

test('a booking that fails is tried again until it succeeds, and is booked once', async () => {
  let failures = 2
  const begun = openBegunCalls(ctx(), {
    own: meter.own,
    async settle(request) {
      if (failures-- > 0) throw new Error('connection terminated')
      return meter.settle(request)
    },
  })
  const id = await held()
  await begun.begin(settle(id, 500, 0))
  await begun.end(settle(id, 800, 3))
  expect(await booked()).toMatchObject([{ cost_micros: 800, results: 3 }])
  expect([await funds(), begun.open(), await begunCalls(database.db, [id])]).toEqual([{ spent: 800, held: 0 }, 0, []])
  await begun.close(0)
})

test('a process that stops while the database is away leaves the booking to another one', async () => {
  const begun = openBegunCalls(ctx(), {
    own: async () => undefined,
    settle: () => Promise.reject(new Error('connection terminated')),
  })
  const id = await held()
  await begun.begin(settle(id, 500, 0))
  const ending = begun.end(settle(id, 800, 3))
  await begun.close(100)
  await ending
  expect(await booked()).toEqual([])
  await voidHoldsOf(ctx(), [id.slice(-6)])
  expect([await booked(), await funds()]).toMatchObject([[{ cost_micros: 500, results: 0 }], { spent: 500, held: 0 }])
})

test('a row that can no longer be booked does not stop the release of holds', async () => {
  const [first, second] = [await held(), await held()]
  const begun = openBegunCalls(ctx(), meter)
  await begun.begin(settle(first, 5000, 0))
  await begun.begin(settle(second, 500, 0))
  expect(await voidHoldsOf(ctx(), [first.slice(-6)])).toBe(1)
  expect([await booked(), await funds()]).toMatchObject([[{ cost_micros: 500 }], { spent: 500, held: 0 }])
  await begun.close(0)
})

test('rows of calls that are booked are removed by the job', async () => {
  const begun = openBegunCalls(ctx(), meter)
  const id = await held()
  await begun.begin(settle(id, 500, 0))
  await meter.settle(settle(id, 500, 0))
  await sleep(10)
  await voidStaleHolds({ ...ctx(), clock })
  expect(await begunCalls(database.db, [id])).toEqual([])
  await begun.close(0)
})
