import { access } from '@portico/contract/access.ts'
import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE, isGood } from '@portico/contract/codes.ts'
import { type ErrorFilterInput, errors, errorsExport } from '@portico/contract/errors.ts'
import { settings } from '@portico/contract/settings.ts'
import { usage } from '@portico/contract/usage.ts'
import { rangeMs } from '@portico/contract/usage-range.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, type TestCall } from '#testing/usage/calls.ts'
import { grantFeature } from '#users/index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FUNCTIONS = [
  ['serp', 'google/organic'],
  ['business_data', 'google/reviews'],
  ['gone_api', 'no_longer/sold'],
] as const
const CODES = [
  CODE.ok,
  CODE.ok,
  CODE.unauthorized,
  CODE.costLimit,
  CODE.addressRefused,
  CODE.taskNotFound,
  CODE.invalidField,
  CODE.taskInQueue,
  CODE.sourceUnavailable,
]
const NOW = Date.parse('2026-03-02T10:00:00Z')
const DAY_MS = 24 * 3_600_000
const WEEK = { from: '2026-02-24', to: '2026-03-02' }

const app = sharedApp()
let ann: Awaited<ReturnType<typeof app.signedIn>>
let bob: Awaited<ReturnType<typeof app.signedIn>>
let calls: BookedCall[]

function callAt(index: number, logins: { id: number; login: string }[]): TestCall {
  const { id: login_id, login } = logins[index % logins.length] ?? { id: 0, login: '' }
  const [api, name] = FUNCTIONS[Math.floor(index / 4) % FUNCTIONS.length] ?? FUNCTIONS[0]
  const status_code = CODES[(index * 7 + Math.floor(index / 36)) % CODES.length] ?? CODE.ok
  return {
    login_id,
    login,
    at: new Date(NOW - ((index * 7_919_317) % (9 * DAY_MS))),
    api,
    function: name,
    method: index % 5 === 0 ? 'task' : 'live',
    priority: 1,
    status_code,
    results: 0,
    cost_micros: 0,
    time_ms: 20,
    tag: index % 11 === 0 ? '=cmd()' : null,
    has_task: status_code !== CODE.unauthorized,
    follows: false,
    is_sandbox: index % 13 === 0,
  }
}

beforeAll(async () => {
  const user = await app.addUser({ email: 'ann@example.com' })
  await app.addUser({ email: 'bob@example.com' })
  await grantFeature(app.ctx, user.id, 'h2h')
  ann = await app.signedIn('ann@example.com')
  bob = await app.signedIn('bob@example.com')
  await ann.must(access.addMachineLogin, { name: 'etl' })
  await bob.must(access.addMachineLogin, { name: 'etl' })
  const { rows } = await app.database.pool.query<{ id: number; login: string }>('select id, login from api_logins')
  calls = await bookCalls(
    app.ctx,
    Array.from({ length: 900 }, (_, index) => callAt(index, rows)),
  )
})

/** The state between two runs of the rollup: one day is not rolled up. */
async function sumUpAllButTheNewest(): Promise<void> {
  await deriveRollups(app.ctx)
  await app.database.pool.query(`
    insert into usage_stale select id, '2026-03-02T09:00Z' from api_logins;
    update error_days set count = 1000 where day = '2026-03-02'`)
}

const keyOf = (call: TestCall) => `${call.api}/${call.function}`

/** The expected errors of a filter, computed without a query. */
function naively(filter: ErrorFilterInput): BookedCall[] {
  const { from_ms, to_ms } = rangeMs(filter)
  const login = filter.login ?? (filter.scope === 'h2h' ? '*' : 'ann@example.com')
  return calls.filter(
    (call) =>
      !isGood(call.status_code) &&
      call.login.startsWith('ann') &&
      (filter.scope !== 'h2h' || call.login.includes('@etl')) &&
      (login === '*' || call.login === login) &&
      call.at.getTime() >= from_ms &&
      call.at.getTime() < to_ms &&
      call.is_sandbox === (filter.environment === 'sandbox') &&
      (filter.code === undefined || call.status_code === filter.code) &&
      (filter.class === undefined || statusClass(call.status_code) === filter.class) &&
      (filter.function === undefined || keyOf(call) === filter.function),
  )
}

const filters = fc.record(
  {
    scope: fc.constantFrom('api' as const, 'h2h' as const),
    from: fc.constantFrom('2026-02-24', '2026-02-27', '2026-02-25T13:37', '2026-03-01T09:30'),
    to: fc.constantFrom('2026-03-02', '2026-03-02T08:15'),
    code: fc.constantFrom(CODE.costLimit, CODE.invalidField, 40999),
    class: fc.constantFrom('billing' as const, 'server' as const),
    function: fc.constantFrom('serp/google/organic', 'gone_api/no_longer/sold'),
    login: fc.constantFrom('*', 'ann@example.com@etl'),
    environment: fc.constantFrom('production' as const, 'sandbox' as const),
  },
  { requiredKeys: ['from', 'to'] },
)

describe('numbers agree everywhere', () => {
  test.each([
    ['before hours and days are summed up', async () => 0],
    ['when days have been, all but the newest', sumUpAllButTheNewest],
    ['when all have been', () => deriveRollups(app.ctx)],
  ])('groups, their rows, the histogram and the file add up to the failed calls %s', async (_, prepare) => {
    await prepare()
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = naively(filter)
        const { groups, total, group_count } = await ann.must(errors.getErrorGroups, { ...filter, page_size: 100 })
        const { rows, total: row_total } = await ann.must(errors.getErrorRows, { ...filter, page_size: 100 })
        const { layers } = await ann.must(errors.getErrorHistogram, filter)
        const file = await exported(filter)
        expect(total).toBe(expected.length)
        expect(row_total).toBe(expected.length)
        expect(rows.length).toBe(Math.min(expected.length, 100))
        expect(group_count).toBe(groups.length)
        expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(expected.length)
        for (const group of groups)
          expect(group.count).toBe(
            expected.filter((call) => call.status_code === group.code && keyOf(call) === group.function).length,
          )
        expect(layers.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)).toBe(expected.length)
        expect(file.length - 1).toBe(expected.length)
      }),
      { numRuns: 16 },
    )
  })

  test('the number of errors equals that of Usage', async () => {
    const { total } = await ann.must(errors.getErrorRows, { ...WEEK, login: '*' })
    const { totals } = await ann.must(usage.getUsageSummary, { ...WEEK, login: '*' })
    expect(total).toBe(totals.errors)
    expect(total).toBeGreaterThan(0)
  })

  test('the counts of the filter options agree, in both environments', async () => {
    const choices = await ann.must(errors.getErrorChoices, WEEK)
    const sum = (list: { count: number }[]) => list.reduce((all, { count }) => all + count, 0)
    expect(sum(choices.codes)).toBe(choices.production)
    expect(sum(choices.functions)).toBe(choices.production)
    expect(choices.production).toBe(naively(WEEK).length)
    expect(choices.sandbox).toBe(naively({ ...WEEK, environment: 'sandbox' }).length)
  })
})

async function exported(filter: ErrorFilterInput): Promise<string[]> {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]): [string, string] => [name, `${value}`]))
  const { status, text } = await ann.send({ path: `${errorsExport.path}?${query}` })
  expect(status).toBe(200)
  return text.trimEnd().split('\r\n')
}

test('groups have their first and last time and newest message, in the requested order', async () => {
  const { groups } = await ann.must(errors.getErrorGroups, { ...WEEK, sort: 'last' })
  for (const group of groups) {
    const own = naively({ ...WEEK, code: group.code, function: group.function }).map(({ at }) => at.getTime())
    expect([Date.parse(group.first_at), Date.parse(group.last_at)]).toEqual([Math.min(...own), Math.max(...own)])
    expect(group.message).toBe(`Test ${group.code}.`)
  }
  expect(groups.map(({ last_at }) => last_at)).toEqual(
    groups
      .map(({ last_at }) => last_at)
      .sort()
      .reverse(),
  )
})

test.each<[string, ErrorFilterInput]>([
  ['of a login', WEEK],
  ['of all logins', { ...WEEK, login: '*' }],
  ['of a code', { ...WEEK, login: '*', code: CODE.invalidField }],
  ['of a function and a class', { ...WEEK, function: 'serp/google/organic', class: 'server' }],
  ['of a range to the minute', { from: '2026-02-25T13:37', to: '2026-03-01T22:22' }],
])('pages %s have no gaps, newest or oldest first', async (_, filter) => {
  const expected = naively(filter)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ id }) => id)
  const read = async (order: 'newest' | 'oldest') => {
    const ids: string[] = []
    for (let page = 1; ids.length < expected.length; page += 1) {
      const { rows, total } = await ann.must(errors.getErrorRows, { ...filter, order, page, page_size: 17 })
      expect(total).toBe(expected.length)
      if (rows.length === 0) break
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
  expect(expected.length).toBeGreaterThan(4)
  expect(await read('newest')).toEqual(expected)
  expect(await read('oldest')).toEqual(expected.toReversed())
})

test('the errors of a task are found by its id', async () => {
  const call = naively(WEEK).find(({ has_task }) => has_task)
  const task = `task-${call?.id}`
  const { rows, total } = await ann.must(errors.getErrorRows, { ...WEEK, task })
  expect({ total, ids: rows.map(({ id }) => id) }).toEqual({ total: 1, ids: [call?.id] })
  expect((await ann.must(errors.getErrorGroups, { ...WEEK, task })).total).toBe(1)
  expect(await exported({ ...WEEK, task })).toHaveLength(2)
  expect((await ann.must(errors.getErrorRows, { ...WEEK, task: 'task-of-nobody' })).total).toBe(0)
})

describe('visibility of errors', () => {
  test('an error of another account is answered as unknown', async () => {
    const [stranger] = calls.filter(({ login, status_code }) => login.startsWith('bob') && !isGood(status_code))
    for (const id of [stranger?.id ?? '', '0195fffe-0000-7000-8000-000000000000'])
      expect((await ann.call(errors.getError, { id })).status).toBe(404)
    expect((await bob.must(errors.getError, { id: stranger?.id ?? '' })).login).toContain('bob')
    const named = await ann.call(errors.getErrorRows, { ...WEEK, login: 'bob@example.com' })
    expect(named.body).toMatchObject({ code: 'unknown_login' })
  })

  test('RT-07 host-to-host shows machine logins only, to users whose menu lists it', async () => {
    const { rows, total } = await ann.must(errors.getErrorRows, { ...WEEK, scope: 'h2h', page_size: 100 })
    expect(total).toBe(naively({ ...WEEK, scope: 'h2h' }).length)
    expect(new Set(rows.map(({ login }) => login))).toEqual(new Set(['ann@example.com@etl']))
    expect((await bob.call(errors.getErrorRows, { ...WEEK, scope: 'h2h' })).body).toMatchObject({ code: 'not_allowed' })
    const personal = naively(WEEK)[0]?.id ?? ''
    expect((await ann.call(errors.getError, { scope: 'h2h', id: personal })).status).toBe(404)
  })

  test('a visitor who is not signed in gets neither rows nor a file', async () => {
    const visitor = app.browser()
    await visitor.open('/')
    expect((await visitor.call(errors.getErrorRows, WEEK)).status).toBe(401)
    expect((await visitor.send({ path: `${errorsExport.path}?from=2026-02-24&to=2026-03-02` })).status).toBe(401)
  })
})

test('the detail of an error has its request, its answer and whether a retry can help', async () => {
  const call = naively({ ...WEEK, code: CODE.sourceUnavailable, function: 'serp/google/organic' })[0]
  const found = await ann.must(errors.getError, { id: call?.id ?? '' })
  expect(found).toMatchObject({
    code: CODE.sourceUnavailable,
    class: 'server',
    kind: 'request',
    message: 'Test 50301.',
    is_retryable: true,
    http_method: 'POST',
    playground: 'serp',
    credential: null,
    plain: null,
    refusal: null,
    ip: '203.0.113.9',
    request: { keyword: 'sample' },
    login: 'ann@example.com',
  })
  expect(found.url).toMatch(/^http:\/\/[^/]+\/v3\/serp\/google\/organic\/(live|task_post)$/)
  expect(found.request_id).toBe(call?.id)
  const [free] = naively({ ...WEEK, environment: 'sandbox' })
  const { url } = await ann.must(errors.getError, { id: free?.id ?? '' })
  expect(new URL(url).pathname).toMatch(/^\/sandbox\/v3\//)
})

test('a refusal by a limit names its reason and scope, in the drawer and in the file', async () => {
  const customer = await openCustomer(app)
  const browser = await app.signedIn(customer.login)
  await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: LIVE_MICROS - 1 })
  expect(await customer.codes(LIVE, { body: search() })).toContain(CODE.costLimit)
  const { rows } = await browser.must(errors.getErrorRows, { ...WEEK, code: CODE.costLimit })
  expect(rows).toHaveLength(1)
  expect(await browser.must(errors.getError, { id: rows[0]?.id ?? '' })).toMatchObject({
    refusal: { reason: 'daily_limit', scope: 'serp', title: 'SERP' },
  })
  const query = new URLSearchParams({ ...WEEK, code: '40203' })
  const file = await browser.send({ path: `${errorsExport.path}?${query}` })
  expect(file.text.trim().split('\r\n').at(-1)).toMatch(/,daily_limit,serp,,,POST,1,$/)
})

test('the file has a header, a UTF-8 mark and no rows of another account', async () => {
  const [head, ...lines] = await exported({ ...WEEK, login: '*' })
  expect(head).toBe(
    '\uFEFFtime,id,kind,code,class,message,api,function,method,path,task_id,http_status,ip,sandbox,login,reason,scope,key_id,key,http_method,count,key_kind',
  )
  expect(lines.length).toBe(naively({ ...WEEK, login: '*' }).length)
  expect(lines.some((line) => line.includes('bob'))).toBe(false)
})

test.each([
  ['a backward range', { from: '2026-03-02', to: '2026-03-01' }],
  ['no date', { from: '2026-13-02', to: '2026-13-05' }],
  ['more than six months', { from: '2025-01-01', to: '2026-03-01' }],
])('%s is refused', async (_what, range) => {
  expect((await ann.call(errors.getErrorRows, range)).status).toBe(400)
  const query = new URLSearchParams(range)
  expect((await ann.send({ path: `${errorsExport.path}?${query}` })).status).toBe(400)
})
