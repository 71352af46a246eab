import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { HOUR_MS } from '@portico/contract/time.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import type { Tables } from '#db/tables.ts'
import { inDatabase } from '#testing/db/server.ts'
import { callUsage } from '#testing/ledger/call-usage.ts'
import { LOOP_PRICE_MICROS } from '#testing/ledger/crash-charger.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, fundsOf, openMeter } from './index.ts'
import { deriveRollups, voidStaleHolds } from './jobs/index.ts'

// Processes start slowly on a busy machine; no test here is about speed.
vi.setConfig({ testTimeout: 60_000 })

const ROUNDS = 5
const MONEY = 1_000_000_000
const log = pino({ level: 'silent' })
const database = sharedDatabase()
let url: string
const clock = { now: () => new Date() }
const later = { now: () => new Date(Date.now() + HOUR_MS) }

beforeAll(async () => {
  url = inDatabase(inject('testServer').appUrl, database.name)
})

async function loginWithMoney(): Promise<number> {
  const { id: login_id } = await insertTestLogin(database.db)
  const gift = { id: randomUUID(), login_id, amount_micros: MONEY, memo: 'for a test', actor: 'test' }
  await bookGift({ db: database.db, clock }, gift)
  return login_id
}

/** Charges in another process until `enough` calls were acknowledged, kills it, and returns the acknowledged calls. */
async function chargeUntilKilled(login_id: number, enough: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/ledger/crash-charger.ts'), url, String(login_id)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let message = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    message += text
    if (message.split('\n').length > enough) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return message.split('\n').slice(0, -1)
}

async function bookedCalls(login_id: number): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ id: string }>('select id from usage_events where login_id = $1', [
    login_id,
  ])
  return new Set(rows.map(({ id }) => id))
}

test('O1 a kill -9 in the middle of charges loses no acknowledged call, books each once, and releases held money', async () => {
  const login_id = await loginWithMoney()
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await chargeUntilKilled(login_id, randomInt(1, 300))))
    // Connections of the dead process may still be committing what it had sent.
    await expect.poll(async () => (await checkBooks({ db: database.db })).discrepancies).toEqual([])
  }
  await voidStaleHolds({ db: database.db, clock: later, log })
  const booked = await bookedCalls(login_id)
  expect(acknowledged.filter((id) => !booked.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
  expect(await fundsOf({ db: database.db }, login_id)).toMatchObject({
    balance_micros: MONEY - booked.size * LOOP_PRICE_MICROS,
    held_micros: 0,
  })
  await deriveRollups({ db: database.db, clock: { now: () => new Date() } })
  expect(await checkBooks({ db: database.db })).toMatchObject({ balanced: true, calls: booked.size })
})

/** Connections that execute each statement, and then lose the answer when `isLossy` returns true. */
function lossy(isLossy: () => boolean) {
  const pool = {
    connect: async () => {
      const client = await database.pool.connect()
      const query = async (text: string, values: readonly unknown[]) => {
        const answer = await client.query(text, [...values])
        if (isLossy()) throw new Error('Connection terminated unexpectedly')
        return answer
      }
      return { query, release: () => client.release() }
    },
    end: async () => undefined,
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

test('a commit whose answer was lost is not repeated, and its callers learn that it is done', async () => {
  const login_id = await loginWithMoney()
  let losses = 0
  const meter = openMeter({
    log,
    db: lossy(() => {
      losses -= 1
      return losses >= 0
    }),
  })
  const id = newCallId(clock.now())
  const request = { id, login_id, api: 'serp', function: 'google/organic', amount_micros: MONEY }
  losses = 2
  expect(await meter.hold(request), 'though nothing is left for another').toMatchObject({
    ok: true,
    held_micros: MONEY,
  })
  losses = 1
  const settle = { id, cost_micros: 1000, usage: callUsage(login_id) }
  expect(await meter.settle(settle)).toMatchObject({ ok: true, cost_micros: 1000, is_repeat: false, held_micros: 0 })
  const second = { ...request, id: newCallId(clock.now()), amount_micros: 5 }
  await meter.hold(second)
  losses = 1
  expect(await meter.void(second.id)).toBe(true)
  expect(await fundsOf({ db: database.db }, login_id)).toMatchObject({ balance_micros: MONEY - 1000, held_micros: 0 })
  await meter.close()
})

test('O8 connections that break in the middle of charges lose and double nothing, and every caller gets its answer', async () => {
  const login_id = await loginWithMoney()
  const meter = openMeter({ db: database.db, log })
  const call = async () => {
    const id = newCallId(clock.now())
    expect(
      await meter.hold({ id, login_id, api: 'serp', function: 'google/organic', amount_micros: 1000 }),
    ).toMatchObject({ ok: true })
    expect(await meter.settle({ id, cost_micros: 1000, usage: callUsage(login_id) })).toMatchObject({
      ok: true,
      is_repeat: false,
    })
    done += 1
  }
  let done = 0
  let isOver = false
  const breaking = async () => {
    const wanted = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%from meter(%' and state = 'active'`
    let broken = 0
    while (!isOver) {
      const now = (await database.admin.query(wanted)).rowCount ?? 0
      const before = done
      broken += now
      // Some statements must succeed between two breaks: a database that never answers is another matter.
      while (now > 0 && done === before && !isOver) await setImmediate()
    }
    return broken
  }
  const broken = breaking()
  const callers = Array.from({ length: 20 }, async () => {
    for (let n = 0; n < 10; n += 1) await call()
  })
  await Promise.all(callers).finally(() => {
    isOver = true
  })
  await meter.close()
  expect(await broken).toBeGreaterThan(0)
  expect(await fundsOf({ db: database.db }, login_id)).toMatchObject({
    balance_micros: MONEY - 200_000,
    held_micros: 0,
  })
  expect((await bookedCalls(login_id)).size).toBe(200)
  expect((await checkBooks({ db: database.db })).discrepancies).toEqual([])
})

test('G6 the hold of a failed call is released as soon as the database answers again', async () => {
  const login_id = await loginWithMoney()
  let isAway = true
  const meter = openMeter({ log, db: lossy(() => isAway) }, { give_back_pause_ms: 10 })
  const id = newCallId(clock.now())
  const request = { id, login_id, api: 'serp', function: 'google/organic', amount_micros: MONEY }
  await expect(meter.hold(request)).rejects.toMatchObject({ code: 'busy' })
  expect(await fundsOf({ db: database.db }, login_id)).toMatchObject({ held_micros: MONEY })
  meter.giveBack([id])
  isAway = false
  await expect.poll(async () => (await fundsOf({ db: database.db }, login_id)).held_micros, { timeout: 30_000 }).toBe(0)
  await meter.close()
})
