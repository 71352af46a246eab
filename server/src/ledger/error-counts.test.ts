import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '@portico/contract/codes.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { openPool } from '#db/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from './books/index.ts'
import { openMeter, recordWebhookError } from './index.ts'
import { deriveRollups, keepPartitions } from './jobs/index.ts'

vi.setConfig({ testTimeout: 30_000 })

const MIGRATION = join(import.meta.dirname, '../db/migrations/0012_reading_at_size.sql')
const log = pino({ level: 'silent' })
let database: TestDatabase
let now: Date
let login_id: number
const ctx = () => ({ db: database.db, clock: { now: () => now }, log })

beforeEach(async () => {
  now = new Date('2026-03-02T10:20:30.400Z')
  database = await openTestDatabase()
  login_id = (await insertTestLogin(database.db)).id
})
afterEach(() => database.close())

const call = { api: 'serp', function: 'google/organic', path: '/v3/serp/google/organic/live' } as const
const query = async (text: string) => (await database.owner.query(text)).rows
const discrepancies = async () => (await checkBooks(ctx())).discrepancies
const counts = (table: 'error_hours' | 'error_days') =>
  query(`select kind, code, is_sandbox, sum(count)::int as n from ${table} group by 1, 2, 3 order by 1, 2, 3`)

/** Calls refused now, committed as the meter groups them. */
async function fail(codes: number[], is_sandbox = false): Promise<void> {
  const meter = openMeter(ctx())
  const settle = (code: number) => {
    const id = newCallId(now)
    const shape = { method: 'live', priority: 1, request_id: id, task_id: null, tag: null, http_status: 200 } as const
    const rest = { results: 0, time_ms: 5, ip: '203.0.113.9', is_sandbox, login_id, status_code: code }
    return meter.settle({
      id,
      cost_micros: 0,
      usage: { ...call, ...shape, ...rest },
      error: { code, message: 'No.' },
      request: {},
    })
  }
  for (const settled of await Promise.all(codes.map(settle))) expect(settled.ok).toBe(true)
  await meter.close()
}

const failWebhook = () =>
  recordWebhookError(ctx(), {
    ...call,
    login_id,
    task_id: 'a-task',
    code: CODE.sourceTimeout,
    message: 'No answer.',
    http_status: null,
  })

test('every error is counted in the commit that writes it, and soon after in its day', async () => {
  await fail([CODE.invalidField, CODE.invalidField, CODE.sourceUnavailable])
  await fail([CODE.invalidField], true)
  await failWebhook()
  now = new Date('2026-03-02T23:59:59.999Z')
  await fail([CODE.invalidField])
  const expected = [
    { kind: 'request', code: CODE.invalidField, is_sandbox: false, n: 3 },
    { kind: 'request', code: CODE.invalidField, is_sandbox: true, n: 1 },
    { kind: 'request', code: CODE.sourceUnavailable, is_sandbox: false, n: 1 },
    { kind: 'webhook', code: CODE.sourceTimeout, is_sandbox: false, n: 1 },
  ]
  expect(await counts('error_hours')).toEqual(expected)
  expect(await counts('error_days'), 'days come later').toEqual([])
  expect(await deriveRollups(ctx())).toBe(2)
  expect(await counts('error_days')).toEqual(expected)
  expect(await discrepancies()).toEqual([])
})

test.each([
  ['update error_hours set count = count + 1', /errors 40501 of serp\/google\/organic: counted \(2,/],
  ['update error_hours set repeats = repeats + 1', /counted \(1,1,/],
  ['delete from error_hours', /counted \(,,,\), there are \(1,/],
  ["update error_hours set last_at = last_at + interval '1 ms'", /errors 40501/],
  ['delete from error_days', /2026-03-02, request errors/],
  ['delete from error_events', /there are \(,,,\)/],
])('O2 tampering with error counts is detected: %s', async (text, found) => {
  await fail([CODE.invalidField])
  await deriveRollups(ctx())
  expect(await discrepancies()).toEqual([])
  await query(text)
  expect(await discrepancies()).toContainEqual(expect.stringMatching(found))
})

test('summing up days while errors arrive misses none of them', async () => {
  let isOver = false
  const deriving = (async () => {
    while (!isOver) await deriveRollups(ctx())
  })()
  for (let round = 0; round < 8; round += 1)
    await Promise.all([fail([CODE.invalidField, CODE.sourceUnavailable]), failWebhook(), failWebhook()])
  isOver = true
  await deriving
  await deriveRollups(ctx())
  expect(await query('select sum(count)::int as n from error_days')).toEqual([{ n: 32 }])
  expect(await discrepancies()).toEqual([])
})

test('error counts are deleted with the errors they count', async () => {
  await fail([CODE.invalidField])
  await deriveRollups(ctx())
  now = new Date(now.getTime() + 180 * DAY_MS)
  await fail([CODE.sourceUnavailable])
  await deriveRollups(ctx())
  await keepPartitions(ctx())
  expect(await query('select count(*)::int as n from error_events'), 'the day is still stored').toEqual([{ n: 2 }])
  now = new Date(now.getTime() + DAY_MS)
  await keepPartitions(ctx())
  for (const table of ['error_hours', 'error_days'] as const)
    expect(await counts(table)).toEqual([{ kind: 'request', code: CODE.sourceUnavailable, is_sandbox: false, n: 1 }])
  expect(await discrepancies()).toEqual([])
})

test('errors older than the counts are counted by the migration', async () => {
  await fail([CODE.invalidField, CODE.sourceUnavailable])
  await failWebhook()
  await query(`
    drop trigger error_events_are_counted on error_events; drop function count_errors;
    drop table error_hours, error_days; drop index error_events_by_webhook_task, usage_events_by_tag;
    alter table alert_deliveries drop column sent_to`)
  await query(readFileSync(MIGRATION, 'utf8'))
  // Of a later migration.
  await query('alter table error_hours add column repeats integer not null default 0')
  await query('alter table error_days add column repeats integer not null default 0')
  // The tables are new and have no grants yet.
  database = { ...database, db: openPool(database.owner, false).db }
  await deriveRollups(ctx())
  expect(await query('select sum(count)::int as n from error_days')).toEqual([{ n: 3 }])
  await fail([CODE.sourceUnavailable])
  await deriveRollups(ctx())
  expect(await query('select sum(count)::int as n from error_days')).toEqual([{ n: 4 }])
  expect(await discrepancies()).toEqual([])
})
