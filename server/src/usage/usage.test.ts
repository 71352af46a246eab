import { access } from '@portico/contract/access.ts'
import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { type Grain, grainFits, type TaskRow, type UsageFilterInput, usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import { GROUPS, type Group } from '@portico/contract/usage-totals.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TIME_STEPS_MS } from '#db/time-steps.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { balanceOf } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, type CallEnd, endCall, type TestCall } from '#testing/usage/calls.ts'
import { variants } from '#testing/variants.ts'
import { percentile } from '#traffic/percentile.ts'
import { grantFeature } from '#users/index.ts'
import { previousRange } from './periods.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FUNCTIONS = [
  ['serp', 'google/organic'],
  ['serp', 'google/maps'],
  ['business_data', 'google/reviews'],
  ['on_page', 'on_page'],
  ['gone_api', 'no_longer/sold'],
] as const
const CODES = [
  CODE.ok,
  CODE.ok,
  CODE.taskCreated,
  CODE.taskCreated,
  CODE.noResults,
  CODE.costLimit,
  CODE.invalidField,
  CODE.internalError,
]
const ENDS = [CODE.ok, CODE.ok, CODE.noResults, CODE.taskFailed, CODE.sourceTimeout]
const TAGS = [null, null, 'nightly', '=SUM(A1)', 'a,"b"\nc']
const START = Date.parse('2026-01-20T00:00:00Z')
const NOW = Date.parse('2026-03-02T10:00:00Z')
const HOUR_MS = 3_600_000

const app = sharedApp()
let ann: Awaited<ReturnType<typeof app.signedIn>>
let calls: BookedCall[]
let names: string[]

/** A random generator with the same numbers in every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomCall(roll: (below: number) => number, logins: { id: number; login: string }[], at: Date): TestCall {
  const { id: login_id, login } = logins[roll(logins.length)] ?? { id: 0, login: '' }
  const [api, name] = FUNCTIONS[roll(FUNCTIONS.length)] ?? FUNCTIONS[0]
  const status_code = CODES[roll(CODES.length)] ?? CODE.ok
  const is_sandbox = roll(10) === 0
  return {
    login_id,
    login,
    at,
    api,
    function: name,
    method: (['live', 'task', 'reference'] as const)[roll(3)] ?? 'live',
    priority: roll(4) === 0 ? 2 : 1,
    status_code,
    results: roll(100),
    cost_micros: !isGood(status_code) || is_sandbox ? 0 : 600 * roll(5),
    time_ms: roll(30_000),
    tag: TAGS[roll(TAGS.length)] ?? null,
    has_task: status_code !== CODE.costLimit,
    follows: roll(3) === 0,
    is_sandbox,
  }
}

beforeAll(async () => {
  const people = [await app.addUser({ email: 'ann@example.com' }), await app.addUser({ email: 'bob@example.com' })]
  for (const person of people) await grantFeature(app.ctx, person.id, 'h2h')
  ann = await app.signedIn('ann@example.com')
  const bob = await app.signedIn('bob@example.com')
  for (const name of ['etl', 'crawler']) await ann.must(access.addMachineLogin, { name })
  await bob.must(access.addMachineLogin, { name: 'etl' })
  const { rows } = await app.database.pool.query<{ id: number; login: string }>(
    'select id, login from api_logins order by id',
  )
  names = rows.map(({ login }) => login)
  const roll = dice(7)
  const made = Array.from({ length: 1500 }, () => randomCall(roll, rows, new Date(START + roll(NOW - START))))
  calls = await bookCalls(app.ctx, made)
  await endSome(roll)
  await deriveRollups(app.ctx)
  // Hours that changed since their rollup, and hours that were never rolled up.
  const late = Array.from({ length: 300 }, () => randomCall(roll, rows, new Date(NOW - roll(30 * HOUR_MS))))
  calls.push(...(await bookCalls(app.ctx, late)))
  await endSome(roll)
})

/** Ends about half of the queued tasks, successfully or not; called twice, before and after the rollup of hours. */
async function endSome(roll: (below: number) => number) {
  for (const [index, call] of calls.entries()) {
    if (call.status_code !== CODE.taskCreated || roll(2) === 0) continue
    const status_code = ENDS[roll(ENDS.length)] ?? CODE.ok
    const isDone = status_code === CODE.ok
    const end: CallEnd = {
      status_code,
      results: isDone ? roll(100) : 0,
      refunded_micros: isDone ? Math.floor(call.cost_micros / (1 + roll(4))) : call.cost_micros,
      queue_ms: roll(100_000),
      run_ms: roll(90_000),
    }
    calls[index] = await endCall(app.ctx, call, end)
  }
}

const SECTIONS: Record<string, string[] | undefined> = {
  'unified-overview': undefined,
  serp: ['serp/google/organic', 'serp/google/maps'],
  'business-data': ['business_data/google/reviews'],
  'on-page': ['on_page/on_page'],
  merchant: [],
}

/** The expected calls of a filter, computed without a query. */
function naively(filter: UsageFilterInput): BookedCall[] {
  const { from_ms, to_ms } = rangeMs(filter)
  const section = SECTIONS[filter.section ?? 'unified-overview']
  const isMine = (login: string) => login.startsWith('ann')
  const inScope = (login: string) => filter.scope !== 'h2h' || /@(etl|crawler)$/.test(login)
  const isChosen = (login: string) =>
    filter.login === '*' ||
    (filter.login === undefined && filter.scope === 'h2h') ||
    login === (filter.login ?? 'ann@example.com')
  const status = (code: number) =>
    filter.status === undefined || filter.status === String(code) || filter.status === statusClass(code)
  return calls.filter(
    (call) =>
      isMine(call.login) &&
      inScope(call.login) &&
      isChosen(call.login) &&
      call.at.getTime() >= from_ms &&
      call.at.getTime() < to_ms &&
      (!section || section.includes(keyOf(call))) &&
      (!filter.function || filter.function === keyOf(call)) &&
      (!filter.method || filter.method === call.method) &&
      (!filter.priority || filter.priority === String(call.priority)) &&
      status(call.status_code) &&
      (!filter.tag || filter.tag === call.tag) &&
      (!filter.task || (call.has_task && filter.task === `task-${call.id}`)) &&
      call.is_sandbox === (filter.environment === 'sandbox'),
  )
}

function keyOf(call: { api: string; function: string }) {
  return `${call.api}/${call.function}`
}

function metricsOf(rows: BookedCall[]) {
  const sum = (of: (row: BookedCall) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    calls: rows.length,
    requests: sum((row) => (isFirst.has(row.id) ? 1 : 0)),
    tasks: sum((row) => (row.has_task ? 1 : 0)),
    results: sum((row) => row.results),
    cost_micros: sum((row) => row.cost_micros),
    queued: sum((row) => (statusClass(row.status_code) === 'queued' ? 1 : 0)),
    errors: sum((row) => (['ok', 'queued'].includes(statusClass(row.status_code)) ? 0 : 1)),
  }
}

const GROUP_KEYS: Record<Group, (call: BookedCall) => string> = {
  function: keyOf,
  api: ({ api }) => api,
  login: ({ login }) => login,
  tag: ({ tag }) => tag ?? '',
  priority: ({ priority }) => String(priority),
  status: ({ status_code }) => statusClass(status_code),
}
const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

let isFirst: Set<string>
beforeAll(() => {
  isFirst = new Set(calls.filter((call, index) => !call.follows || index === 0 || index === 1500).map(({ id }) => id))
})

const DAYS = Array.from({ length: 44 }, (_, n) =>
  new Date(START - 86_400_000 + n * 86_400_000).toISOString().slice(0, 10),
)
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...DAYS) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 40 * 24 * 60 })
      .map((minute) => new Date(NOW - minute * 60_000).toISOString().slice(0, 16)),
  },
)
const range = fc.record({ from: moment, to: moment }).filter((one) => rangeMs(one).from_ms < rangeMs(one).to_ms)
const narrowing = fc.record({
  scope: fc.constantFrom('api' as const, 'h2h' as const),
  section: fc.constantFrom(...Object.keys(SECTIONS)),
  function: fc.constantFrom(...FUNCTIONS.map(([api, name]) => `${api}/${name}`)),
  method: fc.constantFrom('live' as const, 'task' as const, 'reference' as const),
  priority: fc.constantFrom('1' as const, '2' as const),
  login: fc.constantFrom('*', '*', 'ann@example.com@etl'),
  status: fc.constantFrom('ok', 'queued', 'billing', 'task_state', 'server', '20000', '20100', '40102'),
  tag: fc.constantFrom('nightly', '=SUM(A1)', 'unheard of'),
  environment: fc.constantFrom('production' as const, 'sandbox' as const),
})
const NAMES = ['scope', 'section', 'function', 'method', 'priority', 'login', 'status', 'tag', 'environment'] as const
/** Few filters at once, so that most ranges still contain calls. */
const input: fc.Arbitrary<UsageFilterInput> = fc
  .tuple(range, narrowing, fc.subarray([...NAMES], { maxLength: 3 }))
  .map(([within, values, stored]) => ({ ...within, ...Object.fromEntries(stored.map((name) => [name, values[name]])) }))
const grains: Grain[] = ['minute', 'hour', 'day', 'month']

describe('numbers agree everywhere', () => {
  for (const [numRuns, options] of variants([6, 50]))
    test(
      `cards, breakdown, charts, table and file equal the sum over the calls for all filters (${numRuns} of them)`,
      options,
      async () => {
        await fc.assert(
          fc.asyncProperty(input, fc.nat(3), fc.integer({ min: 1, max: 500 }), async (filter, finest, limit) => {
            // Files have an hourly limit, and the test needs more.
            app.clock.forward(11_000)
            const expected = naively(filter)
            const metrics = metricsOf(expected)
            const { totals, breakdown } = await ann.must(usage.getUsageSummary, filter)
            expect(totals).toMatchObject({ ...metrics, ...latencies(expected) })
            for (const name of ['requests', 'calls', 'queued', 'tasks', 'results', 'cost_micros', 'errors'] as const)
              expect(breakdown.reduce((sum, row) => sum + row[name], 0)).toBe(metrics[name])

            const grain = grains.slice(finest).find((one) => grainFits(one, filter)) ?? 'month'
            const { xs, cost, tasks } = await ann.must(usage.getUsageSeries, { ...filter, grain })
            expect(stacked(cost, xs)).toEqual(steps(expected, xs, (call) => call.cost_micros))
            expect(stacked(tasks, xs)).toEqual(steps(expected, xs, (call) => (call.has_task ? 1 : 0)))

            const rows = await allRows(filter, limit)
            const newestFirst = expected.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
            expect(rows.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id))
            expect(rows.reduce((sum, row) => sum + row.cost_micros, 0)).toBe(metrics.cost_micros)
            const lines = newestFirst.map(lineOf)
            expect(await exported(filter)).toEqual(lines)
            expect(
              rows.map(({ id, cost_micros, ...row }) => [id, row.status_code, row.results, cost_micros, row.time_ms]),
            ).toEqual(
              newestFirst.map((call) => [call.id, call.status_code, call.results, call.cost_micros, call.time_ms]),
            )
            const [newest] = newestFirst.filter(({ end }) => end)
            if (newest) await expectDrawer(newest, filter.scope)
          }),
          { numRuns, endOnFailure: true },
        )
      },
    )

  for (const [numRuns, options] of variants([6, 40]))
    test(
      `groups, the steps of their chart and the previous period equal the sums over the calls (${numRuns} filters)`,
      options,
      async () => {
        await fc.assert(
          fc.asyncProperty(input, fc.constantFrom(...GROUPS), async (filter, group) => {
            const expected = naively(filter)
            const query = { ...filter, group, compare: 'previous' as const }
            const { totals, groups, breakdown, before } = await ann.must(usage.getUsageSummary, query)
            expect(totals).toMatchObject(metricsOf(expected))
            if (group === 'function') expect(groups).toEqual([])
            else {
              expect(breakdown).toEqual([])
              const found = new Map(groups.map(({ key, title, ...metrics }) => [key, metrics]))
              const known = Map.groupBy(expected, GROUP_KEYS[group])
              expect(new Set(found.keys())).toEqual(new Set(known.keys()))
              for (const [key, own] of known) expect(found.get(key)).toEqual(metricsOf(own))
            }
            const { from_ms, to_ms } = rangeMs(filter)
            const [from, until] = previousRange([from_ms, to_ms], app.ctx.clock.now())
            const earlier = naively({ ...filter, from: minuteOf(from), to: minuteOf(until) })
            expect(before).toMatchObject(metricsOf(earlier))

            const grain = grainFits('day', filter) ? 'day' : 'month'
            const drawn = await ann.must(usage.getUsageSeries, { ...query, grain })
            expect(stacked(drawn.cost, drawn.xs)).toEqual(steps(expected, drawn.xs, (call) => call.cost_micros))
            const sumOf = (values: (number | null)[] = []) =>
              values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
            expect(sumOf(drawn.before?.cost)).toBe(metricsOf(earlier).cost_micros)
            expect(sumOf(drawn.before?.tasks)).toBe(metricsOf(earlier).tasks)
          }),
          { numRuns },
        )
      },
    )

  test('pages sorted by a value return every task once and in order', async () => {
    const values = { cost: 'cost_micros', duration: 'time_ms', results: 'results' } as const
    await fc.assert(
      fc.asyncProperty(
        input,
        fc.constantFrom('cost' as const, 'duration' as const, 'results' as const),
        fc.constantFrom('newest' as const, 'oldest' as const),
        async (filter, sort, order) => {
          const rows: { id: string; value: number }[] = []
          let after: string | undefined
          do {
            const page = { ...filter, sort, order, limit: 170, ...(after !== undefined && { after }) }
            const { rows: more, next } = await ann.must(usage.getUsageTasks, page)
            rows.push(...more.map((row) => ({ id: row.id, value: row[values[sort]] })))
            after = next ?? undefined
          } while (after !== undefined)
          const sign = order === 'newest' ? -1 : 1
          const expected = naively(filter).map((call) => ({ id: call.id, value: call[values[sort]] }))
          expect(rows).toEqual(expected.toSorted((a, b) => sign * (a.value - b.value || (a.id < b.id ? -1 : 1))))
        },
      ),
      { numRuns: 25 },
    )
  })

  test('the spend of all logins on the screen equals the loss of their balances', async () => {
    const range = { from: '2026-01-01', to: '2026-03-02' }
    for (const login of names.filter((name) => name.startsWith('ann'))) {
      const { totals } = await ann.must(usage.getUsageSummary, { ...range, login })
      const own = calls.filter((call) => call.login === login)
      const { rows } = await app.database.pool.query<{ gifts: number }>(
        `select sum(amount_micros)::bigint as gifts from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
           join ledger_accounts a on a.id = e.account_id where a.api_login_id = $1 and t.kind = 'gift'`,
        [own[0]?.login_id],
      )
      expect(totals.cost_micros).toBe((rows[0]?.gifts ?? 0) - (await balanceOf(app.ctx, own[0]?.login_id ?? 0)))
    }
    expect(await checkBooks(app.ctx)).toMatchObject({ balanced: true })
  })

  test('numbers do not change when the rollup catches up', async () => {
    const filter = { from: '2026-02-20', to: '2026-03-02', login: '*' }
    const [before, chart] = [
      await ann.must(usage.getUsageSummary, filter),
      await ann.must(usage.getUsageSeries, { ...filter, grain: 'day' }),
    ]
    expect(await deriveRollups(app.ctx)).toBeGreaterThan(0)
    expect(await ann.must(usage.getUsageSummary, filter)).toEqual(before)
    expect(await ann.must(usage.getUsageSeries, { ...filter, grain: 'day' })).toEqual(chart)
  })

  test('an IP address is found in every notation', async () => {
    const of = async (ip: string) =>
      (await ann.must(usage.getUsageSummary, { from: '2026-02-01', to: '2026-02-28', ip })).totals.calls
    const plain = await of('203.0.113.9')
    expect(plain).toBeGreaterThan(0)
    for (const ip of [' 203.0.113.9 ', '::ffff:203.0.113.9', '::FFFF:CB00:7109']) expect(await of(ip)).toBe(plain)
    expect(await of('203.0.113.90')).toBe(0)
  })

  test('days begin at midnight UTC: a minute before belongs to the previous day', async () => {
    const [login] = (
      await app.database.pool.query<{ id: number; login: string }>('select id, login from api_logins limit 1')
    ).rows
    const call = (at: string) => ({
      ...randomCall(dice(1), login ? [login] : [], new Date(at)),
      is_sandbox: false,
      tag: 'edge',
    })
    await bookCalls(app.ctx, [call('2026-01-10T23:59:59.999Z'), call('2026-01-11T00:00:00.000Z')])
    const on = async (day: string) => (await ann.must(usage.getUsageSummary, { from: day, to: day })).totals.calls
    expect([await on('2026-01-10'), await on('2026-01-11')]).toEqual([1, 1])
  })
})

function stacked(layers: { values: number[] }[], xs: number[]): number[] {
  return xs.map((_, at) => layers.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
}

function steps(rows: BookedCall[], xs: number[], of: (row: BookedCall) => number): number[] {
  return xs.map((x, at) => {
    const end = xs[at + 1] ?? Number.POSITIVE_INFINITY
    return rows.filter((row) => row.at.getTime() >= x && row.at.getTime() < end).reduce((sum, row) => sum + of(row), 0)
  })
}

async function allRows(filter: UsageFilterInput, limit: number, order: 'newest' | 'oldest' = 'newest') {
  const rows: TaskRow[] = []
  let after: string | undefined
  do {
    const page = await ann.must(usage.getUsageTasks, { ...filter, order, limit, ...(after && { after }) })
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

/** Percentiles from the rollup's steps, over every call that is not queued. */
function latencies(rows: BookedCall[]) {
  const times = Array<number>(TIME_STEPS_MS.length + 1).fill(0)
  for (const { time_ms } of rows.filter(({ status_code }) => status_code !== CODE.taskCreated)) {
    const step = TIME_STEPS_MS.findIndex((below) => time_ms < below)
    const index = step < 0 ? TIME_STEPS_MS.length : step
    times[index] = (times[index] ?? 0) + 1
  }
  const at = (share: number) => Math.round(percentile(times, share) ?? Number.NaN)
  return times.some((count) => count > 0) ? { p50_ms: at(0.5), p95_ms: at(0.95) } : { p50_ms: null, p95_ms: null }
}

function lineOf({ id, at, status_code, results, cost_micros, time_ms, end }: BookedCall) {
  return {
    id,
    status_code,
    status_class: statusClass(status_code),
    results,
    cost_usd: (cost_micros / 1_000_000).toFixed(6),
    time_ms,
    finished: end ? new Date(at.getTime() + end.queue_ms + end.run_ms).toISOString() : null,
    queue_ms: end?.queue_ms ?? null,
    run_ms: end?.run_ms ?? null,
  }
}

async function expectDrawer(call: BookedCall, scope: UsageFilterInput['scope']) {
  const { status_code, results, cost_micros, time_ms, end } = call
  const detail = await ann.must(usage.getUsageTask, { id: call.id, ...(scope && { scope }) })
  expect(detail).toMatchObject({
    status_code,
    results,
    cost_micros,
    time_ms,
    queue_ms: end?.queue_ms,
    run_ms: end?.run_ms,
  })
  const { cost_lines } = detail
  expect(cost_lines.at(-1)).toEqual({ kind: 'charged', amount_micros: cost_micros })
  if (end && end.refunded_micros > 0)
    expect(cost_lines[1]).toEqual({ kind: 'given_back', amount_micros: -end.refunded_micros })
}

async function exported(filter: UsageFilterInput): Promise<unknown[]> {
  const query = new URLSearchParams({ ...filter, format: 'jsonl' })
  const { status, text } = await ann.send<string>({ path: `${usageExport.path}?${query}` })
  expect(status).toBe(200)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { id, status_code, status_class, results, cost_usd, time_ms, finished, queue_ms, run_ms } = JSON.parse(line)
      return { id, status_code, status_class, results, cost_usd, time_ms, finished, queue_ms, run_ms }
    })
}
