import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { type Database, openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { openTestDatabase, PATIENT_MS, type TestDatabase } from '#testing/db/database.ts'
import { inDatabase } from '#testing/db/server.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { checkBooks } from '../books/index.ts'
import { bookGift, endTaskCall, openMeter, type SettleRequest } from '../index.ts'
import { setSpendLimit, spendToday, spentInTotal } from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const log = pino({ level: 'silent' })
const now = new Date('2026-03-02T23:59:59.999Z')
const midnight = new Date('2026-03-03T00:00:00.000Z')
const PRICE = 1000
let database: TestDatabase
/** A second process: its own connections to the same database. */
let other: Database
let agent_id = 0
const ctx = () => ({ db: database.db, clock: { now: () => now }, log })

beforeAll(async () => {
  database = await openTestDatabase()
  other = openPool(
    createPool(inDatabase(inject('testServer').appUrl, database.name), log, 5, { waits_ms: PATIENT_MS }),
    false,
  )
})
afterAll(async () => {
  expect((await checkBooks(ctx())).discrepancies).toEqual([])
  await other.close()
  await database.close()
})

async function agentWith(limits: { total?: number; cap?: number }) {
  const { id: login_id } = await insertTestLogin(database.db)
  await bookGift(ctx(), { id: randomUUID(), login_id, amount_micros: 1_000_000, memo: 'for a test', actor: 'test' })
  agent_id += 1
  const scope = `#${agent_id}`
  for (const kind of ['total', 'cap'] as const)
    await setSpendLimit(ctx(), { login_id, scope, kind, limit_micros: limits[kind] ?? null })
  return { login_id, agent_id, scope, api: 'serp', function: 'google/organic' }
}
type Agent = Awaited<ReturnType<typeof agentWith>>

const holdOf = ({ scope: _, ...call }: Agent, at = now) => ({ id: newCallId(at), ...call, amount_micros: PRICE })

function settleOf(
  { id, amount_micros: _, ...call }: ReturnType<typeof holdOf>,
  status_code: number = CODE.ok,
): SettleRequest {
  const usage = {
    ...call,
    via: 'agent' as const,
    method: 'task' as const,
    priority: 1 as const,
    path: '/',
    task_id: id,
  }
  return { id, cost_micros: PRICE, usage: { ...usage, status_code, http_status: 200, results: 1, time_ms: 1, ip: '' } }
}

test.each(['total', 'cap'] as const)(
  'an agent stops exactly at its %s, however many processes call at once',
  async (kind) => {
    const agent = await agentWith({ [kind]: 37 * PRICE + 1 })
    const meters = [openMeter(ctx()), openMeter({ ...ctx(), db: other.db }), openMeter(ctx(), { max_items: 3 })]
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const meter = meters[n % 3] ?? openMeter(ctx())
        const request = holdOf(agent)
        const held = await meter.hold(request)
        return held.ok ? meter.settle(settleOf(request)) : held
      }),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(37)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: kind,
      scope: agent.scope,
      limit_micros: 37 * PRICE + 1,
    })
    expect(await spentInTotal(ctx(), agent.login_id)).toEqual([
      { scope: agent.scope, spent_micros: 37 * PRICE, held_micros: 0 },
    ])
    const { login_id } = agent
    const own = await meters[0]?.hold({
      id: newCallId(now),
      login_id,
      api: 'serp',
      function: 'x',
      amount_micros: PRICE,
    })
    expect(own, 'the login itself can still call').toMatchObject({ ok: true })
    for (const meter of meters) await meter.close()
  },
)

test('a total counts over midnight, within one commit too; a daily limit starts again', async () => {
  const meter = openMeter(ctx())
  const inTotal = await agentWith({ total: 3 * PRICE })
  const aDay = await agentWith({ cap: 3 * PRICE })
  for (const [agent, passed] of [
    [inTotal, 3],
    [aDay, 4],
  ] as const) {
    const times = [now, midnight, now, midnight]
    const outcomes = await Promise.all(times.map((at) => meter.hold(holdOf(agent, at))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(passed)
  }
  expect(await meter.hold(holdOf(inTotal, midnight)), 'and with the next commit').toMatchObject({ reason: 'total' })
  await meter.close()
})

test('a released hold and the refund of a failed task can be spent again', async () => {
  const meter = openMeter(ctx())
  const agent = await agentWith({ total: PRICE })
  const first = holdOf(agent)
  expect(await meter.hold(first)).toMatchObject({ ok: true })
  expect(await meter.hold(holdOf(agent))).toMatchObject({ ok: false, reason: 'total', spent_micros: PRICE })
  await meter.void(first.id)
  const task = holdOf(agent)
  expect(await meter.hold(task)).toMatchObject({ ok: true })
  await meter.settle(settleOf(task, CODE.taskCreated))
  const end = { call_id: task.id, login_id: agent.login_id, code: CODE.taskFailed, message: 'It failed.', results: 0 }
  const times = { posted_at: now, started_at: midnight, finished_at: midnight }
  expect(await endTaskCall(ctx(), { ...end, ...times, refunded_micros: PRICE })).toBe(true)
  expect(await spentInTotal(ctx(), agent.login_id)).toMatchObject([{ spent_micros: 0, held_micros: 0 }])
  const { rows } = await database.pool.query('select agent_id, via from error_events where id = $1', [task.id])
  expect(rows, 'its error names the agent').toEqual([{ agent_id: agent.agent_id, via: 'agent' }])
  expect(await meter.hold(holdOf(agent))).toMatchObject({ ok: true })
  await meter.close()
})

test('a task that is refunded in part gives back that part of the total, and can be spent again', async () => {
  const meter = openMeter(ctx())
  const agent = await agentWith({ total: 2 * PRICE - 400 })
  const task = holdOf(agent)
  await meter.hold(task)
  await meter.settle(settleOf(task, CODE.taskCreated))
  const end = { call_id: task.id, login_id: agent.login_id, code: CODE.ok, message: 'Ok.', results: 6 }
  const times = { posted_at: now, started_at: midnight, finished_at: midnight }
  expect(await meter.hold(holdOf(agent))).toMatchObject({ reason: 'total', spent_micros: PRICE })
  expect(await endTaskCall(ctx(), { ...end, ...times, refunded_micros: 400 })).toBe(true)
  expect(await spentInTotal(ctx(), agent.login_id)).toMatchObject([{ spent_micros: PRICE - 400, held_micros: 0 }])
  expect(await meter.hold(holdOf(agent))).toMatchObject({ ok: true })
  await meter.close()
})

test('O2 tampering with a total is detected', async () => {
  const meter = openMeter(ctx())
  const agent = await agentWith({})
  const request = holdOf(agent)
  await meter.hold(request)
  await meter.settle(settleOf(request))
  expect((await spendToday(ctx(), agent.login_id)).spent.map(({ scope }) => scope)).toContain(agent.scope)
  const change = (text: string) => database.owner.query(text, [agent.login_id])
  await change('update spend_totals set spent_micros = spent_micros - 1 where login_id = $1')
  expect((await checkBooks(ctx())).discrepancies).toEqual([
    expect.stringContaining(`scope "${agent.scope}": in total spent 999`),
  ])
  await change('update spend_totals set spent_micros = spent_micros + 1 where login_id = $1')
  await meter.close()
})
