import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { errorCode } from '#db/error-code.ts'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from './books/index.ts'
import { bookGift, fundsOf } from './index.ts'
import { commitMeter, type SettleRow } from './meter-store.ts'
import { settleRow } from './metered-call.ts'
import { groupOf } from './settle-group.ts'
import { commitGroup } from './settle-group-store.ts'
import { shareBookings } from './share-bookings.ts'

vi.setConfig({ testTimeout: 120_000 })

const LEASE = 100_000
const noon = new Date('2026-03-02T12:00:20.000Z')
let database: TestDatabase
const ctx = () => ({ db: database.db, clock: { now: () => noon }, log: pino({ level: 'silent' }) })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
  await database.close()
})

interface Caller {
  member_id: number | null
  agent_id: number | null
  tag: string | null
}

/** A login with money and an open lease. */
async function openLease(caller: Caller, amount_micros = LEASE) {
  const { id: login_id } = await insertTestLogin(database.db)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: 2 * LEASE, memo: 'for a test', actor: 'test' })
  const lease_id = newCallId(noon)
  const call = { login_id, api: 'serp', function: 'google/organic', ...caller }
  const hold = { ...call, id: lease_id, amount_micros, is_lease: true, lease_returns: 0 }
  const [verdict] = await commitMeter(database.db, { settles: [], voids: [], holds: [hold] })
  expect(verdict).toMatchObject({ is_ok: true })
  return { login_id, lease_id }
}

interface Given {
  cost: number
  rest: number
  results: number
  time_ms: number
  has_task: boolean
  is_first: boolean
  tag: string | null
  request: unknown
  cut_at: number | null
}

function rowsOf(
  { login_id, lease_id }: Awaited<ReturnType<typeof openLease>>,
  { member_id, agent_id }: Caller,
  given: Given[],
  more: Partial<SettleRow> = {},
): SettleRow[] {
  const request_id = newCallId(noon)
  return given.map(({ cost, rest, results, time_ms, has_task, is_first, tag, request, cut_at }) => {
    const id = newCallId(noon)
    const usage = {
      login_id,
      member_id,
      agent_id,
      api: 'serp',
      function: 'google/organic',
      method: 'live' as const,
      priority: 2 as const,
      path: '/v3/serp/google/organic/live',
      request_id: is_first ? id : request_id,
      task_id: has_task ? `task of ${cost}` : null,
      tag,
      status_code: CODE.ok,
      http_status: 200,
      results,
      time_ms,
      ip: '203.0.113.9',
      via: agent_id ? ('agent' as const) : null,
      price_version: 3,
      http_method: 'POST',
    }
    const row = settleRow({ id, cost_micros: cost, usage, request })
    return { ...row, request_cut_at: cut_at, lease_id, lease_micros: cost + rest, ...more }
  })
}

/** All that a settlement writes, without what differs between two logins. */
async function written(login_id: number) {
  const read = async (from: ReturnType<typeof sql>, columns: ReturnType<typeof sql>) =>
    (await sql<Record<string, unknown>>`select ${columns} from ${from} order by 1, 2, 3`.execute(database.db)).rows
  const own = sql`(select * from usage_events where login_id = ${login_id}) e`
  return {
    events: await read(
      own,
      sql`e.cost_micros, e.time_ms, e.task_id, e.results, e.tag, e.at, e.member_id, e.agent_id, e.api, e.function, e.method, e.priority, e.path,
        e.request_id = e.id as is_first, e.status_code, e.status_class, e.http_status, e.ip, e.is_sandbox, e.h2h, e.via, e.price_version, e.http_method, e.repeats,
        e.owner_id = (select owner_id from api_logins where id = e.login_id) as has_owner,
        (select t.calls from ledger_transactions t where t.id = coalesce(e.booking_id, e.id)) as booked_with`,
    ),
    params: await read(
      sql`usage_params p join ${own} on e.id = p.id`,
      sql`e.cost_micros, e.time_ms, e.task_id, p.request, p.cut_at, p.at`,
    ),
    bookings: await read(
      sql`ledger_entries n join ledger_transactions t on t.id = n.transaction_id join ledger_accounts a on a.id = n.account_id
        join ledger_entries w on w.transaction_id = n.transaction_id and w.account_id <> n.account_id
        where a.api_login_id = ${login_id} and t.kind = 'usage'`,
      sql`n.amount_micros, t.memo, t.actor, t.at, t.calls, w.amount_micros as of_world`,
    ),
    minutes: await read(
      sql`usage_minutes where login_id = ${login_id}`,
      sql`minute, api, function, method, priority, status_class, is_sandbox, requests, tasks, results, cost_micros, errors, time_ms_sum, times`,
    ),
    stale: await read(sql`usage_stale where login_id = ${login_id}`, sql`hour, true, true`),
    days: await read(sql`spend_days where login_id = ${login_id}`, sql`scope, day, spent_micros, held_micros`),
    totals: await read(sql`spend_totals where login_id = ${login_id}`, sql`scope, spent_micros, held_micros`),
    lease: await read(sql`ledger_holds where login_id = ${login_id}`, sql`amount_micros, is_lease, lease_returns`),
    funds: await fundsOf(ctx(), login_id),
  }
}

const callers = fc.record({
  member_id: fc.option(fc.constant(17)),
  agent_id: fc.option(fc.constant(5)),
  tag: fc.option(fc.constant('own')),
})
const calls = fc.array(
  fc.record({
    cost: fc.integer({ min: 1, max: 900 }),
    rest: fc.constantFrom(0, 0, 100),
    results: fc.nat(100),
    time_ms: fc.oneof(fc.constantFrom(...TIME_STEPS_MS, 9, 60_001), fc.nat(70_000)),
    has_task: fc.boolean(),
    is_first: fc.boolean(),
    tag: fc.constantFrom(null, 'own', 'half \ud83d', 'with, "signs" {} \\ and NUL \0'),
    request: fc.constantFrom(null, { keyword: 'a' }, { keyword: 'nothing \0 and half \udc00', list: [1, null] }),
    cut_at: fc.constantFrom(null, 0, 70_000),
  }),
  { minLength: 1, maxLength: 6 },
)

test('a group of calls is recorded as by meter(), in every table', async () => {
  await fc.assert(
    fc.asyncProperty(callers, fc.array(calls, { minLength: 1, maxLength: 2 }), async (caller, batches) => {
      const [one, other] = [await openLease(caller), await openLease(caller)]
      for (const given of batches) {
        const rows = rowsOf(one, caller, given)
        const group = groupOf(rows)
        if (!group) throw new Error('not a group')
        const verdicts = await commitGroup(database.db, rows, group)
        const twins = rowsOf(other, caller, given)
        const judged = await commitMeter(database.db, { settles: shareBookings(twins), voids: [], holds: [] })
        const withoutId = (list: typeof judged, of: SettleRow[]) =>
          of.map(({ id }) => ({ ...list.find((verdict) => verdict.id === id), id: null }))
        expect(withoutId(verdicts, rows)).toEqual(withoutId(judged, twins))
      }
      expect(await written(one.login_id)).toEqual(await written(other.login_id))
    }),
    { numRuns: 40 },
  )
})

const CALLER: Caller = { member_id: null, agent_id: null, tag: null }
const GIVEN: Given = {
  cost: 600,
  rest: 0,
  results: 10,
  time_ms: 42,
  has_task: true,
  is_first: true,
  tag: null,
  request: { keyword: 'a' },
  cut_at: null,
}

test('a group is refused as a whole when a call is there already, or its lease is gone, too small or of another login', async () => {
  const [mine, others] = [await openLease(CALLER), await openLease(CALLER, 1000)]
  const commit = (rows: SettleRow[]) => commitGroup(database.db, rows, groupOf(rows) as never)
  const [known] = rowsOf(mine, CALLER, [GIVEN])
  if (!known) throw new Error('no row')
  await commit([known])
  const before = [await written(mine.login_id), await written(others.login_id)]
  const two = (more: Partial<SettleRow> = {}, lease = mine) => rowsOf(lease, CALLER, [GIVEN, GIVEN], more)
  const codes = []
  for (const rows of [
    [...two(), known],
    two({ lease_id: newCallId(noon) }),
    two({}, others),
    two({ lease_id: others.lease_id }),
  ])
    codes.push(await commit(rows).then(() => 'recorded', errorCode))
  expect(codes).toEqual(['23505', 'P0001', '23514', 'P0001'])
  expect([await written(mine.login_id), await written(others.login_id)]).toEqual(before)
})

test('calls are no group when one differs, costs nothing, failed or is not of a lease', async () => {
  const lease = { login_id: 1, lease_id: newCallId(noon) }
  const [first] = rowsOf(lease, CALLER, [GIVEN])
  const [second] = rowsOf(lease, CALLER, [{ ...GIVEN, cost: 7, time_ms: 10, results: 1, tag: 'b' }])
  if (!first || !second) throw new Error('no rows')
  expect(groupOf([first, second])).toMatchObject({ cost_micros: 607, lease_micros: 607, results: 11, time_ms: 52 })
  expect(groupOf([])).toBeUndefined()
  const other: Partial<SettleRow>[] = [
    { lease_id: newCallId(noon) },
    { login_id: 2 },
    { member_id: 4 },
    { api: 'backlinks' },
    { function: 'google/maps' },
    { method: 'task' },
    { priority: 1 },
    { path: '/v3/serp/google/organic/live/advanced' },
    { status_code: CODE.taskCreated },
    { status_class: 'queued' },
    { http_status: 201 },
    { ip: '203.0.113.10' },
    { agent_id: 5 },
    { via: 'playground' },
    { price_version: 4 },
    { http_method: 'GET' },
    { cost_micros: 0 },
    { error_code: CODE.invalidField },
    { is_sandbox: true },
    { repeats: 1 },
    { id: newCallId(new Date('2026-03-02T12:01:00.000Z')) },
  ]
  for (const change of other) expect(groupOf([first, { ...second, ...change }]), JSON.stringify(change)).toBeUndefined()
  const { lease_id: _, ...alone } = first
  expect(groupOf([alone])).toBeUndefined()
})
