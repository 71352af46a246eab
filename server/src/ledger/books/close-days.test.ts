import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { DAY_MS, utcDay } from '@portico/contract/time.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { bookGift, openMeter } from '../index.ts'
import { deriveRollups, eraseAddresses, keepPartitions } from '../jobs/index.ts'
import { checkBooks, checkBooksSince, closeDays } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
let database: TestDatabase
let login_id: number
let at: Date
const ctx = () => ({ db: database.db, log, clock: { now: () => at } })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const closedDays = async () =>
  (await database.owner.query('select day::text, calls::int from book_checkpoints order by 1')).rows

beforeEach(async () => {
  lines.length = 0
  database = await openTestDatabase()
  login_id = (await insertTestLogin(database.db)).id
  at = daysAgo(8)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: 1_000_000, memo: 'for a test', actor: 'test' })
})
afterEach(() => database.close())

async function pay(cost_micros: number): Promise<string> {
  const meter = openMeter(ctx())
  const id = newCallId(at)
  const call = { login_id, api: 'serp', function: 'google/organic' }
  await meter.hold({ id, ...call, amount_micros: cost_micros })
  await meter.settle({
    id,
    cost_micros,
    usage: {
      ...call,
      method: 'live',
      priority: 1,
      path: '/v3/serp/google/organic/live/advanced',
      status_code: CODE.ok,
      http_status: 200,
      results: 1,
      time_ms: 5,
      ip: '198.51.100.1',
    },
  })
  await meter.close()
  return id
}

/** A call on each of these days. */
async function history(...days: number[]) {
  for (const days_ago of days) {
    at = daysAgo(days_ago)
    await pay(100 + days_ago)
  }
  await deriveRollups(ctx())
}

/** As an attacker would who may do what the product may not. */
async function tamper(statement: string) {
  const client = await database.owner.connect()
  await client.query('begin')
  for (const table of ['usage_events', 'ledger_entries'])
    await client.query(`alter table ${table} disable trigger user`)
  await client.query(statement)
  for (const table of ['usage_events', 'ledger_entries']) await client.query(`alter table ${table} enable trigger user`)
  await client.query('commit')
  client.release()
}

test('days are closed once each when they can receive no more bookings, and only later ones are checked then', async () => {
  await history(8, 7, 6, 2, 1)
  expect(await closeDays(ctx())).toBe(5)
  expect(await closedDays()).toEqual(
    [8, 7, 6, 5, 4].map((days) => ({ day: utcDay(daysAgo(days)), calls: days > 5 ? 1 : 0 })),
  )
  const usage = async () =>
    (await database.owner.query('select usage_micros::int from book_checkpoints order by day')).rows.map(
      ({ usage_micros }) => usage_micros,
    )
  expect(await usage(), 'what the calls of each were charged').toEqual([108, 107, 106, 0, 0])
  await database.owner.query('update book_checkpoints set usage_micros = null')
  expect(await closeDays(ctx())).toBe(0)
  expect(await usage(), 'also of those that an earlier version closed').toEqual([108, 107, 106, 0, 0])
  const seen: (string | null)[] = []
  const books = await checkBooksSince(ctx(), undefined, ({ day }) => seen.push(day))
  expect(books).toMatchObject({ balanced: true, calls: 5, since: utcDay(daysAgo(3)) })
  expect(seen.filter(Boolean)).toEqual([2, 1].map((days) => utcDay(daysAgo(days))))
  expect(await checkBooks(ctx())).toMatchObject({ balanced: true, calls: 5, transactions: books.transactions })
})

test('a wrong balance and a wrong open day are found without reading closed days', async () => {
  await history(8, 7, 1)
  await closeDays(ctx())
  await tamper(`update ledger_accounts set balance_micros = balance_micros + 5 where api_login_id = ${login_id}`)
  const { discrepancies } = await checkBooksSince(ctx(), undefined)
  expect(discrepancies).toEqual([expect.stringMatching(/balance \d+, entries sum to \d+/)])
  await tamper(`update ledger_accounts set balance_micros = balance_micros - 5 where api_login_id = ${login_id}`)
  await tamper(`update usage_events set cost_micros = cost_micros + 1 where at > now() - interval '3 days'`)
  expect((await checkBooksSince(ctx(), undefined)).discrepancies.join('\n')).toContain('usage has 102')
})

test('a day that does not balance is not closed, nor is any after it, and the log names it', async () => {
  await history(8, 7, 6)
  await tamper(
    `update usage_events set cost_micros = cost_micros + 1 where at < now() - interval '6.5 days' and at > now() - interval '7.5 days'`,
  )
  expect(await closeDays(ctx())).toBe(1)
  expect(lines.join('')).toContain(utcDay(daysAgo(7)))
})

test('a changed closed day is found on request, and a later booking on one is no fault', async () => {
  await history(8, 7, 6)
  await closeDays(ctx())
  at = daysAgo(7)
  await pay(50)
  await deriveRollups(ctx())
  expect(await checkBooksSince(ctx(), undefined)).toMatchObject({ balanced: true })
  await tamper(`update usage_events set cost_micros = cost_micros + 1 where at < now() - interval '7.5 days'`)
  expect(await checkBooksSince(ctx(), undefined)).toMatchObject({ balanced: true })
  expect(await checkBooksSince(ctx(), utcDay(daysAgo(8)))).toMatchObject({ balanced: false })
  expect(await checkBooks(ctx())).toMatchObject({ balanced: false })
})

test('addresses of callers are erased after their retention, in partitions and in the rest, and the books still balance', async () => {
  await history(40)
  at = daysAgo(20)
  await keepPartitions(ctx(), { days_back: 2 })
  await history(20, 9, 1)
  const addresses = async () =>
    (await database.owner.query('select ip from usage_events order by at')).rows.map(({ ip }) => ip)
  at = new Date()
  expect(await eraseAddresses(ctx(), 10)).toBe(2)
  expect(await addresses()).toEqual(['', '', '198.51.100.1', '198.51.100.1'])
  expect(await eraseAddresses(ctx(), 10)).toBe(0)
  expect(await checkBooks(ctx())).toMatchObject({ balanced: true, calls: 4 })
  // Recent addresses cannot be erased, and nothing else can be changed that way.
  await expect(database.pool.query('select erase_addresses(current_date)')).rejects.toThrow(/too young/)
  await expect(database.pool.query(`update usage_events set ip = ''`)).rejects.toThrow(/permission denied|append-only/)
})
