import { CODE } from '@portico/contract/codes.ts'
import { operator } from '@portico/contract/operator.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, utcDay } from '@portico/contract/time.ts'
import { type Grain, usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { checkBooks, closeDays } from '#ledger/books/index.ts'
import { deriveRollups, keepPartitions, mergeMinutesOf } from '#ledger/jobs/index.ts'
import { TEST_START, type TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, endCall, liveCall, type TestCall } from '#testing/usage/calls.ts'
import { moveDays } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Two days that are moved together, and one that stays. */
const OLD = Date.parse(utcDay(new Date(TEST_START.getTime() - 41 * DAY_MS)))
const HOT = Date.parse(utcDay(new Date(TEST_START.getTime() - 5 * DAY_MS)))
const NUMBERS = ['requests', 'tasks', 'results', 'cost_micros', 'errors', 'time_ms_sum']
const app = sharedApp({ settings: { KEEP_HOT_DAYS: '35' } })
let browser: ReturnType<TestApp['browser']>
let calls: BookedCall[]
let login_id = 0

let seed = 11
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}

function someCall(at: Date): TestCall {
  const status_code = [CODE.ok, CODE.ok, CODE.invalidField, CODE.taskCreated][random(4)] ?? CODE.ok
  const is_sandbox = random(9) === 0
  return liveCall(
    { login_id, login: '', at },
    {
      function: `google/f${random(3)}`,
      method: status_code === CODE.taskCreated ? 'task' : 'live',
      priority: random(2) === 0 ? 1 : 2,
      status_code,
      results: random(50),
      time_ms: random(90_000),
      tag: random(3) === 0 ? 'a tag' : null,
      is_sandbox,
      cost_micros: is_sandbox || status_code === CODE.invalidField ? 0 : 100 + random(900),
    },
  )
}

beforeAll(async () => {
  await keepPartitions(app.ctx, { days_back: 50 })
  const { id } = await app.addUser({ email: 'ann@example.com' })
  browser = await app.signedIn('ann@example.com')
  login_id = (await accountLogins(app.ctx, id))[0]?.id ?? 0
  const times = [
    ...Array.from({ length: 150 }, () => OLD + 9 * HOUR_MS + random(4 * HOUR_MS)),
    ...Array.from({ length: 30 }, () => OLD + random(2 * DAY_MS)),
    // A quarter-hour with one call at its end, and an hour with nothing else.
    OLD + DAY_MS + 23 * HOUR_MS + 29.5 * MINUTE_MS,
    ...Array.from({ length: 10 }, () => HOT + random(HOUR_MS)),
  ]
  calls = await bookCalls(
    app.ctx,
    times.map((at) => someCall(new Date(at))),
  )
  await deriveRollups(app.ctx)
  await closeDays(app.ctx)
})

const query = async (text: string, values: unknown[] = []) => (await app.database.owner.query(text, values)).rows
const minuteRows = (from: number, until: number) =>
  query('select * from usage_minutes where login_id = $1 and minute >= $2 and minute < $3', [
    login_id,
    new Date(from),
    new Date(until),
  ])
const unmerged = async () =>
  (await minuteRows(OLD, OLD + 2 * DAY_MS)).filter(({ minute }) => minute.getTime() % QUARTER_MS > 0).length
/** The sums of every dimension by quarter-hour, without those that are nothing. */
const sums = (login: number) =>
  query(
    `select * from (
        select date_bin('15 minutes', minute, 'epoch') as at, api, function, method, priority, status_class, is_sandbox,
            ${NUMBERS.map((name) => `sum(${name})::text as ${name}`).join(', ')}, sum_times(times)::text as times
          from usage_minutes where login_id = $1 group by 1, 2, 3, 4, 5, 6, 7
      ) s where times <> array_fill(0, array[13])::text or cost_micros <> '0' order by 1, 2, 3, 4, 5, 6, 7`,
    [login],
  )

test('sums of generated minutes are the same in every dimension after any parts were merged, also twice and with late rows', async () => {
  const login = login_id + 1_000_000
  const insert = async (sign: 1 | -1, at: number, like?: Record<string, unknown>) => {
    const key = [random(2) ? 'serp' : 'backlinks', `f${random(3)}`, random(2) ? 'live' : 'task', 1 + random(2)]
    const row = like ?? { key, class: ['ok', 'queued', 'server'][random(3)], sandbox: random(4) === 0, n: random(1e6) }
    const {
      key: of,
      class: status_class,
      sandbox,
      n,
    } = row as { key: string[]; class: string; sandbox: boolean; n: number }
    const times = Array.from({ length: 13 }, (_, step) => sign * ((n >> step) % 5))
    await query(
      `insert into usage_minutes as m (login_id, minute, api, function, method, priority, status_class, is_sandbox, ${NUMBERS.join(', ')}, times)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        on conflict (login_id, minute, api, function, method, priority, status_class, is_sandbox) do update set
          ${NUMBERS.map((name) => `${name} = m.${name} + excluded.${name}`).join(', ')}, times = add_times(m.times, excluded.times)`,
      [
        login,
        new Date(at),
        ...of,
        status_class,
        sandbox,
        ...[1, 3, 7, 11, 13, 17].map((times_n) => sign * ((n * times_n) % 1e6)),
        times,
      ],
    )
    return row
  }
  const merge = async () => {
    const from = OLD + random(6) * HOUR_MS
    await mergeMinutesOf(app.ctx.db, login, new Date(from), new Date(from + (1 + random(4)) * HOUR_MS))
  }
  const written: [number, Record<string, unknown>][] = []
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 40; n += 1) {
      const at = OLD + random(6 * 60) * MINUTE_MS
      written.push([at, await insert(1, at)])
    }
    // What ended late leaves the row it was counted in, wherever that is by now.
    for (let n = 0; n < 8; n += 1) {
      const [at, row] = written.splice(random(written.length), 1)[0] ?? [0, {}]
      await insert(-1, at, row)
    }
    const before = await sums(login)
    for (let n = 0; n < 3; n += 1) await merge()
    expect(await sums(login)).toEqual(before)
  }
  const before = await sums(login)
  const merged = () => mergeMinutesOf(app.ctx.db, login, new Date(OLD), new Date(OLD + 10 * HOUR_MS))
  const counted = async () =>
    (await query('select count(*)::int as n from usage_minutes where login_id = $1', [login]))[0].n
  const rows = await counted()
  expect(rows - (await merged())).toBe(await counted())
  expect(await sums(login)).toEqual(before)
  expect(await counted(), 'one row for each quarter-hour, and none of nothing').toBe(before.length)
  expect(await merged()).toBe(0)
  await query('delete from usage_minutes where login_id = $1', [login])
})

const time = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const range = (from: number, until: number) => ({ from: time(from), to: time(until), login: '*' })
const series = (from: number, until: number, grain: Grain, more = {}) =>
  browser.must(usage.getUsageSeries, { ...range(from, until), grain, group: 'function', ...more } as never)
const drawn = ({ tasks, cost }: Awaited<ReturnType<typeof series>>) =>
  [...tasks, ...cost].flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)

/** What is counted by hours and days, by quarter-hours that a time zone begins its day at, and call by call. */
async function seen() {
  const from = OLD + 9.25 * HOUR_MS
  const listed = async (order: string, of: object = range(OLD, OLD + 2 * DAY_MS)) => {
    const ids: string[] = []
    for (let after: string | undefined; ; ) {
      const page = { ...of, order, limit: '7', ...(after && { after }) }
      const { rows, next } = await browser.must(usage.getUsageTasks, page as never)
      ids.push(...rows.map(({ id }) => id))
      if (!next) return ids
      after = next
    }
  }
  const file = await browser.send<string>({
    path: `${usageExport.path}?${new URLSearchParams({ ...range(OLD, OLD + 2 * DAY_MS), format: 'csv' })}`,
  })
  return {
    hours: await series(OLD, OLD + 2 * DAY_MS, 'hour'),
    days: await series(OLD - DAY_MS, OLD + 3 * DAY_MS, 'day', { compare: 'previous' }),
    half_hours: await series(OLD - 5.5 * HOUR_MS, OLD + 18.5 * HOUR_MS, 'hour'),
    summary: await browser.must(usage.getUsageSummary, range(from, from + 7.75 * HOUR_MS) as never),
    by_status: await browser.must(usage.getUsageSummary, {
      ...range(from, from + 20 * HOUR_MS),
      group: 'status',
    } as never),
    overview: await browser.must(usage.getUsageOverview, range(from, from + 15 * MINUTE_MS) as never),
    newest: await listed('newest'),
    oldest: await listed('oldest'),
    failed: await listed('oldest', { ...range(OLD, OLD + 2 * DAY_MS), status: 'validation' }),
    csv: file.text,
  }
}

test('charts, sums, lists and files of moved days are the same after their minutes were merged, and the books balance', async () => {
  const before = await seen()
  const books = await checkBooks(app.ctx)
  const all = await sums(login_id)
  const hot = await minuteRows(HOT, HOT + DAY_MS)
  expect(await unmerged()).toBeGreaterThan(100)
  expect(before.newest.length).toBeGreaterThan(100)
  expect(before.newest.toReversed()).toEqual(before.oldest)
  await moveDays(app.ctx)
  expect(await unmerged()).toBe(0)
  expect(await query(`select merged_at is null as is_open from moved_days where kind = 'usage'`)).toEqual([
    { is_open: false },
    { is_open: false },
  ])
  expect(await sums(login_id)).toEqual(all)
  expect(await minuteRows(HOT, HOT + DAY_MS), 'a day that stays').toEqual(hot)
  expect(await seen()).toEqual(before)
  expect(await checkBooks(app.ctx)).toEqual(books)
  expect(books).toMatchObject({ balanced: true })
})

test('minutes of a moved day are drawn as quarter-hours, and a range within one takes all of it', async () => {
  const [from, until] = [OLD + 9 * HOUR_MS + 7 * MINUTE_MS, OLD + 11 * HOUR_MS + 2 * MINUTE_MS]
  const whole = [OLD + 9 * HOUR_MS, OLD + 11.25 * HOUR_MS] as const
  const chart = await series(from, until, 'minute')
  expect(chart.xs).toEqual(Array.from({ length: 9 }, (_, n) => whole[0] + n * QUARTER_MS))
  expect(drawn(chart)).toBeGreaterThan(0)
  expect(drawn(chart)).toBe(drawn(await series(...whole, 'hour')))
  const sumsOf = (...span: [number, number]) => browser.must(usage.getUsageSummary, range(...span) as never)
  const { totals } = await sumsOf(from, until)
  expect(totals).toEqual((await sumsOf(...whole)).totals)
  const { rows } = await browser.must(usage.getUsageTasks, { ...range(from, until), limit: '200' } as never)
  const within = calls.filter(
    ({ at, is_sandbox }) => !is_sandbox && at.getTime() >= whole[0] && at.getTime() < whole[1],
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(within.map(({ id }) => id).sort())
  expect(totals.tasks).toBe(rows.length)
  // A day that was not moved has its minutes.
  const hot = await series(HOT + 7 * MINUTE_MS, HOT + 53 * MINUTE_MS, 'minute')
  expect(hot.xs).toEqual(Array.from({ length: 46 }, (_, n) => HOT + (7 + n) * MINUTE_MS))
})

test('a refund and the end of a task after the minutes were merged count once, whatever is repeated', async () => {
  const inOld = calls.filter(({ at, is_sandbox }) => at.getTime() < OLD + DAY_MS && !is_sandbox)
  const paid = inOld.find(({ status_code, at }) => status_code === CODE.ok && at.getTime() % QUARTER_MS > MINUTE_MS)
  const queued = inOld.find(
    ({ status_code, at }) => status_code === CODE.taskCreated && at.getTime() % QUARTER_MS > MINUTE_MS,
  )
  if (!paid || !queued) throw new Error('no call to refund')
  const total = async () => (await browser.must(usage.getUsageSummary, range(OLD, OLD + 2 * DAY_MS) as never)).totals
  const before = await total()
  const refund = { call: paid.id, reason: 'an empty page', by: 'test' }
  expect((await app.operator(operator.refundCall, refund)).status).toBe(200)
  expect((await app.operator(operator.refundCall, refund)).status).toBe(400)
  expect((await total()).cost_micros, 'before the hour is summed up again').toBe(before.cost_micros - paid.cost_micros)
  await app.ctx.moved.bringBack('usage', [login_id], [[queued.at.getTime(), queued.at.getTime() + 1]])
  const end = { status_code: CODE.ok, results: 5, refunded_micros: 40, queue_ms: 10, run_ms: 100 }
  await endCall(app.ctx, queued, end)
  await endCall(app.ctx, queued, end)
  expect(await unmerged(), 'the end is in its minute').toBeGreaterThan(0)
  const after = {
    requests: before.requests,
    calls: before.calls,
    tasks: before.tasks,
    errors: before.errors,
    queued: before.queued - 1,
    results: before.results - queued.results + 5,
    cost_micros: before.cost_micros - paid.cost_micros - 40,
  }
  expect(await total()).toMatchObject(after)
  for (let n = 0; n < 2; n += 1) {
    await deriveRollups(app.ctx)
    await moveDays(app.ctx)
    expect(await unmerged()).toBe(0)
    expect(await total()).toMatchObject(after)
    expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true, discrepancies: [] })
  }
  await query(`update usage_minutes set times[1] = times[1] + 1 where login_id = $1 and minute = $2`, [
    login_id,
    new Date(paid.at.getTime() - (paid.at.getTime() % QUARTER_MS)),
  ])
  expect((await checkBooks(app.ctx)).discrepancies.join()).toMatch(/rollup has/)
})
