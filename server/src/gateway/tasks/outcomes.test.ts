import { CODE } from '@portico/contract/codes.ts'
import { errors as errorScreen } from '@portico/contract/errors.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

const GET = '/v3/serp/google/organic/task_get/advanced'
const SECOND_MS = 1000
const MONEY = 10_000_000
/** Price of a task with one page, and of each further page. */
const [PAGE, MORE] = [600, 450]
let site: TestApp
let upstream: TestServer
let customer: Customer
let browser: ReturnType<TestApp['browser']>

beforeAll(async () => {
  upstream = await openTestServer((_, response) => send(response, envelope({})))
  site = await openTestApp({
    settings: { UPSTREAM_URL: `${upstream.url}/base/`, UPSTREAM_AUTH: 'Basic b3VyczpvdXJz', UPSTREAM_TIMEOUT_S: '5' },
  })
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})
beforeEach(async () => {
  customer = await openCustomer(site)
  browser = site.browser()
  await browser.signIn(customer.login)
  answer(envelope({ status_code: CODE.taskCreated }))
})

const items = (count: number) => [{ items: Array.from({ length: count }, (_, rank) => ({ rank })) }]
const answer = (body: string, status = 200) => upstream.setAnswer((_, response) => send(response, body, status))
const post = async (fields = {}) =>
  (await customer.call(POST, { body: [{ ...search()[0], depth: 50, tag: 'ranks', ...fields }] })).body?.tasks?.[0]
    ?.id ?? ''
const fetched = async (id: string) => (await customer.call(`${GET}/${id}`)).body?.tasks?.[0]
const run = async (ms: number) => {
  site.clock.forward(ms)
  return site.gateway.runDueTasks()
}
const spent = async () => MONEY - (await fundsOf(site.ctx, customer.login_id)).balance_micros
const today = () => {
  const day = site.clock.now().toISOString().slice(0, 10)
  return { from: day, to: day }
}

/** The totals of every screen. */
async function shown(filter: { status?: string; tag?: string; task?: string; method?: 'task' } = { method: 'task' }) {
  const query = { ...today(), ...filter }
  const { totals } = await browser.must(usage.getUsageSummary, query)
  const { rows } = await browser.must(usage.getUsageTasks, query)
  const { tasks } = await browser.must(usage.getUsageSeries, { ...query, grain: 'day' })
  const { requests, calls, queued, results, cost_micros, errors } = totals
  const classes = Object.fromEntries(tasks.map(({ id, values }) => [id, values.reduce((sum, one) => sum + one, 0)]))
  return { metrics: { requests, calls, queued, tasks: totals.tasks, results, cost_micros, errors }, classes, rows }
}

async function drawer(id: string) {
  const { rows } = await browser.must(usage.getUsageTasks, { ...today(), task: id })
  return browser.must(usage.getUsageTask, { id: rows[0]?.id ?? '' })
}

const errorRows = async () => (await browser.must(errorScreen.getErrorRows, today())).rows
const spentToday = async () =>
  (await spendToday(site.ctx, customer.login_id)).spent.find(({ scope }) => scope === '')?.spent_micros

async function booksBalance() {
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
  await deriveRollups(site.ctx)
  expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
}

describe('the outcome of a queued task is the same in Usage, Errors and the ledger', () => {
  test('a task is shown as queued until it ends, then with results, price and times, the same before and after the rollup', async () => {
    const id = await post()
    const before = await shown()
    expect(before.metrics).toEqual({
      requests: 1,
      calls: 1,
      queued: 1,
      tasks: 1,
      results: 0,
      cost_micros: PAGE + 4 * MORE,
      errors: 0,
    })
    expect(before.classes).toEqual({ queued: 1 })
    expect(before.rows[0]).toMatchObject({
      task_id: id,
      status_code: CODE.taskCreated,
      status_class: 'queued',
      results: 0,
    })
    expect((await browser.must(usage.getUsageSummary, { ...today(), method: 'task' })).totals.p50_ms).toBeNull()
    expect((await shown({ status: 'queued' })).rows).toHaveLength(1)
    expect((await shown({ status: 'ok', tag: 'ranks' })).rows).toHaveLength(0)
    await deriveRollups(site.ctx)

    await run(4 * SECOND_MS)
    answer(envelope({ result: items(20) }))
    await run(3 * SECOND_MS)
    expect(await fetched(id)).toMatchObject({ status_code: CODE.ok, result: items(20) })
    expect(await fetched(id), 'fetched twice').toMatchObject({ status_code: CODE.ok })
    const cost_micros = PAGE + MORE
    const ended = { requests: 1, calls: 1, queued: 0, tasks: 1, results: 20, cost_micros, errors: 0 }
    const row = {
      task_id: id,
      status_code: CODE.ok,
      status_class: 'ok',
      results: 20,
      cost_micros,
      time_ms: 3 * SECOND_MS,
    }
    for (const pass of ['at once', 'when the rollups caught up']) {
      const after = await shown()
      expect(after.metrics, pass).toEqual(ended)
      expect(after.classes, pass).toEqual({ ok: 1 })
      expect(after.rows, pass).toEqual([expect.objectContaining(row)])
      for (const filter of [{ status: 'ok', tag: 'ranks' }, { status: '20000', task: id }, { tag: 'ranks' }])
        expect((await shown(filter)).metrics, pass).toEqual(ended)
      for (const filter of [{ status: 'queued' }, { status: '20100' }])
        expect(await shown(filter), pass).toMatchObject({ rows: [], metrics: { calls: 0 } })
      await deriveRollups(site.ctx)
    }
    expect((await browser.must(usage.getUsageSummary, today())).totals.results, 'fetching adds none').toBe(20)
    expect(await drawer(id)).toMatchObject({
      ...row,
      queue_ms: 4 * SECOND_MS,
      run_ms: 3 * SECOND_MS,
      finished_at: site.clock.now().toISOString(),
      cost_lines: [
        { kind: 'reserved', amount_micros: PAGE + 4 * MORE },
        { kind: 'given_back', amount_micros: -3 * MORE },
        { kind: 'charged', amount_micros: cost_micros },
      ],
    })
    expect([await spent(), await spentToday()]).toEqual([cost_micros, cost_micros])
    expect(await errorRows()).toEqual([])
    await booksBalance()
  })

  test('a failed task is refunded, appears once in the errors however often it is fetched, and counts as one failed task', async () => {
    const id = await post()
    await run(0)
    answer(envelope({ status_code: CODE.taskFailed, status_message: 'It did not work.' }))
    await run(3 * SECOND_MS)
    for (let n = 0; n < 3; n += 1) expect(await fetched(id)).toMatchObject({ status_code: CODE.taskFailed })
    expect(await errorRows()).toEqual([
      expect.objectContaining({ task_id: id, code: CODE.taskFailed, class: 'task_state', message: 'It did not work.' }),
    ])
    const { metrics, classes, rows } = await shown()
    expect(metrics).toMatchObject({ calls: 1, queued: 0, tasks: 1, results: 0, cost_micros: 0, errors: 1 })
    expect(classes).toEqual({ task_state: 1 })
    expect((await browser.must(usage.getUsageSummary, today())).totals).toMatchObject({ errors: 1, calls: 4 })
    for (const status of ['task_state', '40103'])
      expect((await shown({ status })).rows.map((row) => row.id)).toEqual(rows.map((row) => row.id))
    expect(await drawer(id)).toMatchObject({ message: 'It did not work.', cost_micros: 0, run_ms: 3 * SECOND_MS })
    expect([await spent(), await spentToday()]).toEqual([0, 0])
    await site.gateway.gate.answers.flush()
    const { answer: stored } = await browser.must(errorScreen.getErrorAnswer, { id: rows[0]?.id ?? '' })
    expect(stored).toMatchObject({ http_status: 200, type: 'application/json' })
    expect(stored?.answer).toEqual({ ...(await fetched(id)), time: expect.any(String) })
    await booksBalance()
  })

  test('a task without results, and one whose source is down at first, are retried and end once', async () => {
    const [none, late] = [await post(), await post()]
    answer('{}', 503)
    await run(0)
    expect((await shown()).classes, 'still in the queue').toEqual({ queued: 2 })
    answer(envelope({ status_code: CODE.taskCreated }))
    await run(60 * SECOND_MS)
    upstream.setAnswer((_, response) =>
      send(response, envelope({ status_code: CODE.noResults, status_message: 'No Search Results.' })),
    )
    await run(3 * SECOND_MS)
    expect(await shown()).toMatchObject({ classes: { task_state: 2 }, metrics: { errors: 2, cost_micros: 0 } })
    expect((await errorRows()).map(({ task_id }) => task_id).toSorted()).toEqual([none, late].toSorted())
    expect(await drawer(late), 'the wait between two tries is time in the queue').toMatchObject({
      queue_ms: 60 * SECOND_MS,
      run_ms: 3 * SECOND_MS,
    })
    await booksBalance()
  })

  test('a sandbox task counts in the sandbox totals only', async () => {
    await customer.call(`/sandbox${POST}`, { body: search() })
    const sandbox = { ...today(), environment: 'sandbox' as const }
    expect((await browser.must(usage.getUsageSummary, sandbox)).totals).toMatchObject({ queued: 1, tasks: 1 })
    await run(60 * SECOND_MS)
    const { totals } = await browser.must(usage.getUsageSummary, sandbox)
    expect(totals).toMatchObject({ queued: 0, tasks: 1, cost_micros: 0, errors: 0 })
    expect(totals.results).toBeGreaterThan(0)
    await booksBalance()
  })

  test('a kill between answer and commit stores nothing, and the next run ends the task once', async () => {
    const id = await post()
    await run(0)
    answer(envelope({ result: items(20) }))
    // A process that dies there rolls everything back: here the connection is cut after the last statement.
    await site.database.owner.query(`
      create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger cut after insert on usage_outcomes for each statement execute function cut()`)
    await run(3 * SECOND_MS)
    expect(await shown()).toMatchObject({
      classes: { queued: 1 },
      metrics: { results: 0, cost_micros: PAGE + 4 * MORE },
    })
    expect((await checkBooks(site.ctx)).discrepancies).toEqual([])
    await site.database.owner.query('drop trigger cut on usage_outcomes; drop function cut()')
    await run(24 * 60 * SECOND_MS)
    expect(await shown()).toMatchObject({ classes: { ok: 1 }, metrics: { results: 20, cost_micros: PAGE + MORE } })
    expect(await fetched(id)).toMatchObject({ status_code: CODE.ok })
    await booksBalance()
  })

  test('two processes that end the same task, one of them late, write one outcome and one refund', async () => {
    const id = await post()
    const second = await site.sibling()
    await run(0)
    let letGo: (() => void) | undefined
    const isRequested = new Promise<void>((requested) => {
      upstream.setAnswer((_, response) => {
        letGo = () => send(response, envelope({ status_code: CODE.taskFailed, status_message: 'Too late.' }))
        requested()
      })
    })
    site.clock.forward(3 * SECOND_MS)
    const slow = site.gateway.runDueTasks()
    await isRequested
    answer(envelope({ result: items(20) }))
    site.clock.forward(5 * 60 * SECOND_MS)
    await second.gateway.runDueTasks()
    letGo?.()
    await slow
    expect(await shown()).toMatchObject({ classes: { ok: 1 }, metrics: { results: 20, errors: 0 } })
    expect(await errorRows()).toEqual([])
    expect(await drawer(id)).toMatchObject({ status_code: CODE.ok, cost_micros: PAGE + MORE })
    expect(await spent()).toBe(PAGE + MORE)
    await booksBalance()
  })

  test('a task queued before outcomes were recorded ends like any other', async () => {
    const id = await post()
    const { owner } = site.database
    await owner.query('alter table usage_events disable trigger user')
    await owner.query(`update usage_events set status_class = 'ok' where login_id = $1`, [customer.login_id])
    await owner.query('alter table usage_events enable trigger user')
    await owner.query(`update usage_minutes set status_class = 'ok' where login_id = $1`, [customer.login_id])
    await run(0)
    answer(envelope({ status_code: CODE.noResults, status_message: 'No Search Results.' }))
    await run(3 * SECOND_MS)
    expect(await shown()).toMatchObject({
      classes: { task_state: 1 },
      rows: [{ task_id: id, status_code: CODE.noResults }],
    })
    await booksBalance()
  })
})
