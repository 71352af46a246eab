import { randomUUID } from 'node:crypto'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { percentile } from '#traffic/percentile.ts'
import { balanceOf, bookGift, endTaskCall, openMeter, recordWebhookError } from '../index.ts'
import { deriveRollups, keepPartitions } from '../jobs/index.ts'
import { bookTotals, inSnapshot } from './books-store.ts'
import { checkBooks } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const log = pino({ level: 'silent' })
let database: TestDatabase
let now: Date
let login_id: number
const clock = { now: () => now }
const ctx = () => ({ db: database.db, clock, log })

beforeEach(async () => {
  now = new Date('2026-03-02T10:20:30.400Z')
  database = await openTestDatabase()
  login_id = (await insertTestLogin(database.db)).id
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: 1_000_000, memo: 'for a test', actor: 'test' })
})
afterEach(() => database.close())

interface Call {
  cost_micros?: number
  time_ms?: number
  status_code?: number
  request_id?: string
  is_sandbox?: boolean
}

/** A call made now, held and settled. */
async function pay(
  { cost_micros = 600, time_ms = 42, status_code = CODE.ok, ...more }: Call = {},
  db = database.db,
): Promise<string> {
  const meter = openMeter({ ...ctx(), db })
  const id = newCallId(now)
  const call = { login_id, api: 'serp', function: 'google/organic' }
  await meter.hold({ id, ...call, amount_micros: 1000 })
  await meter.settle({
    id,
    cost_micros,
    usage: {
      ...call,
      ...more,
      method: 'live',
      priority: 1,
      path: '/v3/serp/google/organic/live/advanced',
      task_id: id,
      status_code,
      http_status: 200,
      results: 10,
      time_ms,
      ip: '203.0.113.9',
    },
    ...(!isGood(status_code) && { error: { code: status_code, message: 'It failed.' } }),
    request: { keyword: 'sample' },
  })
  await meter.close()
  return id
}

const query = async (text: string, ...values: unknown[]) => (await database.owner.query(text, values)).rows
const discrepancies = async () => (await checkBooks(ctx())).discrepancies

const TAMPERED = [
  'ledger_accounts',
  'ledger_transactions',
  'ledger_entries',
  'ledger_holds',
  'usage_events',
  'usage_outcomes',
  'usage_minutes',
  'usage_hours',
  'usage_days',
  'spend_days',
]

test('G9 a booked row cannot be changed or deleted, in any partition', async () => {
  await keepPartitions(ctx())
  await pay()
  const partition = 'usage_events_20260302'
  expect(await query(`select cost_micros from ${partition}`)).toEqual([{ cost_micros: 600 }])
  for (const text of [
    'update ledger_entries set amount_micros = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update ledger_transactions set memo = ''",
    'delete from ledger_transactions',
    'truncate ledger_transactions',
    'delete from ledger_accounts',
    'update usage_events set cost_micros = 1',
    'delete from usage_events',
    'truncate usage_events',
    'update usage_outcomes set results = 1',
    'delete from usage_outcomes',
    'truncate usage_outcomes',
    `update ${partition} set cost_micros = 1`,
    `delete from ${partition}`,
  ])
    await expect(query(text), text).rejects.toThrow('is append-only')
  expect(await discrepancies()).toEqual([])
})

test('G9 entries that do not sum to zero, or reference nothing, are refused', async () => {
  const [account] = await query('select id from ledger_accounts where api_login_id = $1', login_id)
  const [world] = await query("select id from ledger_accounts where name = 'world:gifts'")
  const id = randomUUID()
  const enter = 'insert into ledger_entries values ($1, $2, 5), ($1, $3, $4)'
  await expect(query(enter, id, account.id, world.id, -5)).rejects.toThrow('names no transaction')
  await query("insert into ledger_transactions values ($1, 'gift', '', '', now())", id)
  await expect(query(enter, id, account.id, world.id, -4)).rejects.toThrow('do not sum to zero')
  await expect(query(enter, id, account.id, world.id, -6)).rejects.toThrow('do not sum to zero')
  await expect(query(enter, id, account.id, 999_999, -5)).rejects.toThrow('no account')
  await query(enter, id, account.id, world.id, -5)
  expect(await balanceOf(ctx(), login_id)).toBe(1_000_005)
})

test('the id of a call carries its time, and a row with another time is refused', async () => {
  const id = await pay()
  expect(await query('select at from usage_events where id = $1', id)).toEqual([{ at: now }])
  expect(
    await query(
      "select call_floor('2026-03-02T10:20:30.400Z') <= $1::uuid as a, call_floor('2026-03-02T10:20:30.401Z') > $1::uuid as b",
      id,
    ),
  ).toEqual([{ a: true, b: true }])
  const copy = `insert into usage_events select id, at + interval '1 ms', owner_id, login_id, member_id, api, function, method, priority,
    path, request_id, task_id, tag, status_code, status_class, http_status, results, cost_micros, time_ms, ip, is_sandbox, h2h from usage_events`
  await expect(query(copy)).rejects.toThrow('check constraint')
})

test('O2 tampering with the books is detected in every table', async () => {
  const tampering: [text: string, found: RegExp][] = [
    [
      'update ledger_accounts set balance_micros = balance_micros + 1 where api_login_id is not null',
      /balance 998801, entries sum to 998800/,
    ],
    ['update ledger_accounts set held_micros = 1 where api_login_id is not null', /held 1, holds sum to 0/],
    [
      "insert into ledger_holds values (call_floor('2026-03-02T11:00Z'), (select id from api_logins), null, 'serp', 'x', 5)",
      /holds sum to 5/,
    ],
    [
      'update ledger_entries set amount_micros = amount_micros + 1 where amount_micros = 600',
      /transaction .* entries sum to/,
    ],
    ['delete from ledger_entries', /has no entries/],
    ["delete from ledger_transactions where kind = 'usage'", /not in the book/],
    ['update usage_events set cost_micros = 601', /usage has 601 .* ledger has 600/],
    ["update ledger_transactions set calls = 2 where kind = 'usage'", /for 1 calls, ledger has 600 .* for 2/],
    [
      'update usage_events set booking_id = (select max(id::text)::uuid from usage_events)',
      /usage has 1200 .* for 2 calls, ledger has 600/,
    ],
    ['delete from usage_events', /usage has 0/],
    ['update usage_events set results = 11', /rollup has .* rows sum to/],
    ['update usage_minutes set times[1] = 1', /rollup has/],
    ['delete from usage_minutes', /rollup has/],
    ['update usage_hours set errors = 1', /rollup has/],
    ['delete from usage_days', /rollup has/],
    ['update usage_days set requests = 3', /rollup has/],
    [
      "update spend_days set spent_micros = 1 where scope = 'serp'",
      /scope "serp": spent 1 and held 0, calls and holds say 1200 and 0/,
    ],
    ["update spend_days set held_micros = 1 where scope = ''", /spent 1200 and held 1/],
    ["insert into spend_days values (7, '2026-01-01', '', 5, 0)", /login 7, 2026-01-01/],
  ]
  await pay()
  await pay()
  await deriveRollups(ctx())
  expect(await checkBooks(ctx())).toEqual({
    balanced: true,
    transactions: 3,
    accounts: 7,
    calls: 2,
    discrepancies: [],
    since: null,
  })
  // As an attacker would who can switch the triggers off.
  for (const table of TAMPERED) await query(`alter table ${table} disable trigger user`)
  for (const table of TAMPERED) await query(`create table copy_${table} as table ${table}`)
  for (const [text, found] of tampering) {
    await query(text)
    expect(await discrepancies(), text).toContainEqual(expect.stringMatching(found))
    for (const table of TAMPERED) {
      const overriding = table === 'ledger_accounts' ? 'overriding system value' : ''
      await query(`delete from ${table}`)
      await query(`insert into ${table} ${overriding} select * from copy_${table}`)
    }
    expect(await discrepancies(), `after ${text}`).toEqual([])
  }
})

/** A task posted now that ends a minute later. */
async function endTask(code: number, refunded_micros: number) {
  const call_id = await pay({ status_code: CODE.taskCreated })
  const started_at = new Date(now.getTime() + 50_000)
  const finished_at = new Date(now.getTime() + 60_000)
  const end = { call_id, login_id, code, message: 'It ended.', results: code === CODE.ok ? 30 : 0, refunded_micros }
  const times = { posted_at: now, started_at, finished_at }
  expect(await endTaskCall(ctx(), { ...end, ...times })).toBe(true)
  expect(await endTaskCall(ctx(), { ...end, ...times, code: CODE.internalError, results: 7 }), 'a task ends once').toBe(
    false,
  )
}

test('O2 outcomes of tasks belong to the books: a changed, lost or invented one is detected', async () => {
  const tampering: [text: string, found: RegExp][] = [
    ['update usage_outcomes set results = 31 where results = 30', /rollup has .* rows sum to/],
    ["update usage_outcomes set status_class = 'server' where results = 30", /rollup has/],
    ['update usage_outcomes set run_ms = 1', /rollup has/],
    ['update usage_outcomes set refunded_micros = 101 where refunded_micros = 100', /gives back 101 .* ledger has 100/],
    ['update usage_outcomes set refunded_micros = 700 where refunded_micros = 600', /does not belong to a posted task/],
    ['update usage_outcomes set login_id = 7', /does not belong to a posted task/],
    ['delete from usage_outcomes', /gives back 0 to login .* ledger has 600/],
    [
      `insert into usage_outcomes select id, at, '', login_id, api, function, method, priority, is_sandbox, 20000, 'ok', 0, 0, at, 0, 0
        from usage_events where status_code = 20000`,
      /does not belong to a posted task/,
    ],
    ["update ledger_transactions set kind = 'correction' where kind = 'refund'", /gives back 100 .* ledger has 0/],
    ["update spend_days set spent_micros = 1800 where scope = ''", /spent 1800 .* calls and holds say 1100/],
  ]
  await pay()
  await endTask(CODE.ok, 100)
  await endTask(CODE.noResults, 600)
  await pay({ status_code: CODE.taskCreated, cost_micros: 0 })
  await deriveRollups(ctx())
  expect(await discrepancies()).toEqual([])
  expect(await balanceOf(ctx(), login_id)).toBe(1_000_000 - 600 - 500)
  for (const table of TAMPERED) await query(`alter table ${table} disable trigger user`)
  for (const table of TAMPERED) await query(`create table copy_${table} as table ${table}`)
  for (const [text, found] of tampering) {
    await query(text)
    expect(await discrepancies(), text).toContainEqual(expect.stringMatching(found))
    for (const table of ['usage_outcomes', 'ledger_transactions', 'spend_days'])
      await query(`delete from ${table}; insert into ${table} select * from copy_${table}`)
    expect(await discrepancies(), `after ${text}`).toEqual([])
  }
})

test('a queue that empties leaves no row of metrics behind, in no minute, hour or day', async () => {
  await pay({ status_code: CODE.taskCreated })
  await deriveRollups(ctx())
  const classes = async () =>
    (
      await query(`select status_class from usage_minutes union all select status_class from usage_hours
      union all select status_class from usage_days order by 1`)
    ).map((row) => row.status_class)
  expect(await classes()).toEqual(['queued', 'queued', 'queued'])
  const [{ id }] = await query('select id from usage_events')
  const times = { posted_at: now, started_at: now, finished_at: now }
  await endTaskCall(ctx(), {
    call_id: id,
    login_id,
    code: CODE.ok,
    message: '',
    results: 3,
    refunded_micros: 0,
    ...times,
  })
  await deriveRollups(ctx())
  expect(await classes()).toEqual(['ok', 'ok', 'ok'])
  expect(await discrepancies()).toEqual([])
})

test('hours and days follow the minutes whenever those change, and deriving again changes nothing', async () => {
  await pay()
  now = new Date('2026-03-02T11:00:00.000Z')
  const first = await pay({ time_ms: 9 })
  await pay({ time_ms: 70_000, request_id: first })
  await pay({ cost_micros: 0, status_code: CODE.sourceUnavailable })
  await pay({ cost_micros: 0, is_sandbox: true })
  expect(await deriveRollups(ctx())).toBe(2)
  expect(await deriveRollups(ctx())).toBe(0)
  const days = () =>
    query(
      'select status_class, is_sandbox, requests, tasks, results, cost_micros, errors, time_ms_sum, times from usage_days order by 1, 2',
    )
  const times = (...steps: number[]) =>
    [...TIME_STEPS_MS, 0].map((_, step) => steps.filter((one) => one === step).length)
  const paid = {
    status_class: 'ok',
    is_sandbox: false,
    requests: 2,
    tasks: 3,
    results: 30,
    cost_micros: 1800,
    errors: 0,
  }
  const failed = {
    status_class: 'server',
    is_sandbox: false,
    requests: 1,
    tasks: 1,
    results: 10,
    cost_micros: 0,
    errors: 1,
  }
  const sandbox = { ...failed, status_class: 'ok', is_sandbox: true, errors: 0, time_ms_sum: 42, times: times(2) }
  expect(await days()).toEqual([
    { ...paid, time_ms_sum: 70_051, times: times(0, 2, 12) },
    sandbox,
    { ...failed, time_ms_sum: 42, times: times(2) },
  ])
  // A call that began before eleven and is settled after its hour was derived.
  now = new Date('2026-03-02T10:59:59.999Z')
  await pay({ time_ms: 10 })
  expect(await discrepancies(), 'an hour that waits to be derived is no discrepancy').toEqual([])
  expect(await deriveRollups(ctx())).toBe(1)
  expect((await days())[0]).toMatchObject({ requests: 3, cost_micros: 2400, times: times(0, 1, 2, 12) })
  expect(await query('select hour, sum(cost_micros) as micros from usage_hours group by 1 order by 1')).toEqual([
    { hour: new Date('2026-03-02T10:00:00.000Z'), micros: '1200' },
    { hour: new Date('2026-03-02T11:00:00.000Z'), micros: '1200' },
  ])
  expect(await discrepancies()).toEqual([])
})

test('deriving rollups while calls are booked misses none of them', async () => {
  let isOver = false
  const deriving = (async () => {
    while (!isOver) await deriveRollups(ctx())
  })()
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 5 }, () => pay({ cost_micros: 10 })))
  isOver = true
  await deriving
  await deriveRollups(ctx())
  expect(await query('select sum(requests)::int as n from usage_days')).toEqual([{ n: 50 }])
  expect(await discrepancies()).toEqual([])
})

test('deriving rollups waits for a call that is being booked, and so does not miss it', async () => {
  await pay()
  const waiting = async () =>
    (await database.admin.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rows.length
  let isDone = false
  let deriving: Promise<void> | undefined
  await database.db.transaction().execute(async (tx) => {
    await pay({}, tx)
    deriving = deriveRollups(ctx()).then(() => {
      isDone = true
    })
    await expect.poll(async () => isDone || (await waiting()) > 0).toBe(true)
  })
  await deriving
  expect(await query('select requests from usage_days')).toEqual([{ requests: 2 }])
  expect(await discrepancies()).toEqual([])
})

test('the books can be checked while calls are booked', async () => {
  const [before, after] = await inSnapshot(database.db, async (tx) => {
    const first = await bookTotals(tx)
    await pay({ cost_micros: 10 })
    return [first, await bookTotals(tx)]
  })
  expect(after, 'one snapshot for all questions').toEqual(before)
  let isOver = false
  const found: string[] = []
  const checking = (async () => {
    while (!isOver) found.push(...(await discrepancies()))
  })()
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 5 }, () => pay({ cost_micros: 10 })))
  isOver = true
  await checking
  expect(found).toEqual([])
})

test('partitions exist before their day, rows of other days are stored all the same, and old parameters are dropped', async () => {
  await pay()
  expect(await keepPartitions(ctx()), 'this very day already has rows in the rest').toEqual({
    created: 3 * 8 - 2,
    dropped: 0,
  })
  expect(await keepPartitions(ctx())).toEqual({ created: 0, dropped: 0 })
  const where = (table: string) =>
    query(`select tableoid::regclass::text as partition, count(*)::int as n from ${table} group by 1 order by 1`)
  now = new Date('2026-03-09T23:59:59.999Z')
  await pay({ cost_micros: 0, status_code: CODE.invalidField })
  now = new Date('2026-03-10T00:00:00.000Z')
  await pay()
  expect(await where('usage_events')).toEqual([
    { partition: 'usage_events_20260309', n: 1 },
    { partition: 'usage_events_rest', n: 2 },
  ])
  expect(await where('error_events')).toEqual([{ partition: 'error_events_20260309', n: 1 }])
  now = new Date('2026-04-09T12:00:00.000Z')
  expect(await keepPartitions(ctx())).toMatchObject({ dropped: 7 })
  expect(await where('usage_params')).toEqual([{ partition: 'usage_params_rest', n: 1 }])
  expect(await where('error_events')).toEqual([{ partition: 'error_events_20260309', n: 1 }])
  expect(await query('select count(*)::int as n from usage_events')).toEqual([{ n: 3 }])
  expect(await discrepancies()).toEqual([])
})

test('two servers can maintain the partitions at once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => keepPartitions(ctx(), { days_back: 2, days_ahead: 2 })))
  expect(made.reduce((sum, { created }) => sum + created, 0)).toBe(15)
})

test('a failed webhook is listed among the errors and counts nowhere else', async () => {
  const task = {
    login_id,
    api: 'serp',
    function: 'google/organic',
    path: '/v3/serp/google/organic/task_post',
    task_id: 'a-task',
  }
  await recordWebhookError(ctx(), {
    ...task,
    code: CODE.sourceTimeout,
    message: 'No answer within ten seconds.',
    http_status: null,
  })
  expect(await query('select kind, class, task_id, at from error_events')).toEqual([
    { kind: 'webhook', class: 'server', task_id: 'a-task', at: now },
  ])
  expect(await query('select count(*)::int as n from usage_minutes')).toEqual([{ n: 0 }])
  expect(await discrepancies()).toEqual([])
})

test('the percentile of response times is read from the steps', () => {
  const times = (...steps: [number, number][]) =>
    [...TIME_STEPS_MS, 0].map((_, step) => steps.find(([one]) => one === step)?.[1] ?? 0)
  expect(percentile(times(), 0.5)).toBeUndefined()
  expect(percentile(times([0, 100]), 0.5)).toBe(5)
  expect(percentile(times([3, 90], [6, 10]), 0.95)).toBe(750)
  expect(percentile(times([12, 1]), 0.95)).toBe(60_000)
})
