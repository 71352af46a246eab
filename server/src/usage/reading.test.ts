import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import type { Problem } from '@portico/contract/problem.ts'
import { type TaskRow, usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, type TestCall } from '#testing/usage/calls.ts'
import { grantFeature } from '#users/index.ts'

const RANGE = { from: '2026-03-01', to: '2026-03-02' }
const MINUTE_MS = 60_000
const app = sharedApp()
let ann: Awaited<ReturnType<typeof app.signedIn>>
let bob: typeof ann
let ids: Record<'ann' | 'machine' | 'nightly' | 'bob', number>
let mine: BookedCall[]
let others: BookedCall[]

function call(login_id: number, at: string | Date, more: Partial<TestCall> = {}): TestCall {
  return {
    login_id,
    login: '',
    at: new Date(at),
    api: 'serp',
    function: 'google/organic',
    method: 'live',
    priority: 1,
    status_code: CODE.ok,
    results: 10,
    cost_micros: 2000,
    time_ms: 42,
    tag: null,
    has_task: true,
    follows: false,
    is_sandbox: false,
    ...more,
  }
}

beforeAll(async () => {
  const people = {
    ann: await app.addUser({ email: 'ann@example.com' }),
    bob: await app.addUser({ email: 'bob@example.com' }),
  }
  await grantFeature(app.ctx, people.ann.id, 'h2h')
  ann = await app.signedIn('ann@example.com')
  bob = await app.signedIn('bob@example.com')
  for (const name of ['etl', 'nightly']) await ann.must(access.addMachineLogin, { name })
  const [own, machine, nightly] = await accountLogins(app.ctx, people.ann.id)
  const [foreign] = await accountLogins(app.ctx, people.bob.id)
  ids = { ann: own?.id ?? 0, machine: machine?.id ?? 0, nightly: nightly?.id ?? 0, bob: foreign?.id ?? 0 }
  mine = await bookCalls(
    app.ctx,
    Array.from({ length: 25 }, (_, n) => call(ids.ann, new Date(Date.parse('2026-03-02T08:00Z') + n * MINUTE_MS))),
  )
  await bookCalls(app.ctx, [
    call(ids.machine, '2026-03-02T07:00Z', { cost_micros: 500 }),
    ...['07:01', '07:02'].map((at) => call(ids.nightly, `2026-03-02T${at}Z`)),
  ])
  others = await bookCalls(app.ctx, [call(ids.bob, '2026-03-02T08:00Z'), call(ids.bob, '2026-03-02T08:01Z')])
})

const codeOf = (answer: { body: unknown }) => (answer.body as Problem).code

describe('Z5 visibility of calls', () => {
  test('Usage shows the active login, all logins on request, and machine logins on their own screen', async () => {
    const calls = async (more: object) => (await ann.must(usage.getUsageSummary, { ...RANGE, ...more })).totals.calls
    expect(await calls({})).toBe(25)
    expect(await calls({ login: '*' })).toBe(28)
    expect(await calls({ login: 'ann@example.com@etl' })).toBe(1)
    expect(await calls({ scope: 'h2h' })).toBe(3)
    expect(await calls({ scope: 'h2h', login: '*' })).toBe(3)
    expect(await calls({ scope: 'h2h', login: 'ann@example.com@etl' })).toBe(1)
    expect(await calls({ scope: 'h2h', login: 'ann@example.com@nightly' })).toBe(2)
  })

  test('RT-07 the host-to-host screen refuses personal logins and users whose menu does not list it', async () => {
    const query = { ...RANGE, scope: 'h2h' as const }
    expect(codeOf(await ann.call(usage.getUsageSummary, { ...query, login: 'ann@example.com' }))).toBe('unknown_login')
    for (const endpoint of [usage.getUsageSummary, usage.getUsageTasks, usage.getUsageOverview])
      expect(codeOf(await bob.call(endpoint, query))).toBe('not_allowed')
    expect(codeOf(await bob.call(usage.getUsageChoices, { scope: 'h2h' }))).toBe('not_allowed')
    expect(
      (await bob.send({ path: `${usageExport.path}?from=2026-03-01&to=2026-03-02&format=csv&scope=h2h` })).status,
    ).toBe(404)
  })

  test('another account’s login, call, task and file are answered as unknown', async () => {
    for (const login of ['bob@example.com', 'nobody@example.com'])
      expect(codeOf(await ann.call(usage.getUsageSummary, { ...RANGE, login }))).toBe('unknown_login')
    const theirs = await ann.call(usage.getUsageTask, { id: others[0]?.id ?? '' })
    const none = await ann.call(usage.getUsageTask, { id: '0195567a-0000-7000-8000-000000000001' })
    expect([theirs.status, codeOf(theirs)]).toEqual([none.status, codeOf(none)])
    const { rows } = await ann.must(usage.getUsageTasks, { ...RANGE, login: '*', task: `task-${others[0]?.id}` })
    expect(rows).toEqual([])
    const file = await ann.send<string>({
      path: `${usageExport.path}?from=2026-03-01&to=2026-03-02&format=csv&login=*`,
    })
    expect(file.text).not.toContain(others[0]?.id)
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(29)
  })

  test('a file is refused to visitors who are not signed in and to other sites', async () => {
    const path = `${usageExport.path}?from=2026-03-01&to=2026-03-02&format=csv`
    expect((await app.browser().send({ path })).status).toBe(401)
    expect((await ann.send({ path, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await ann.send({ path, headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await ann.send({ path: `${path}&format=xml` })).status).toBe(400)
  })

  test('MN-08 the section of reviews is open only to users whose menu lists it', async () => {
    expect(codeOf(await ann.call(usage.getUsageSummary, { ...RANGE, section: 'reviews' }))).toBe('not_allowed')
    const { user_id } = (
      await app.database.pool.query('select id as user_id from users where email = $1', ['bob@example.com'])
    ).rows[0]
    await grantFeature(app.ctx, user_id, 'reviews')
    await bookCalls(app.ctx, [call(ids.bob, '2026-02-03T00:00Z', { api: 'business_data', function: 'google/reviews' })])
    const { functions } = await bob.must(usage.getUsageChoices, { section: 'reviews' })
    expect(functions.map((one) => one.function)).toEqual(['business_data/google/reviews'])
    expect(codeOf(await bob.call(usage.getUsageSummary, { ...RANGE, section: 'no-such-section' }))).toBe('not_allowed')
  })
})

describe('validation of queries', () => {
  test.each([
    ['six months and no day more', { from: '2025-08-31', to: '2026-03-02' }, 200],
    ['a day too many', { from: '2025-08-30', to: '2026-03-02' }, 400],
    ['a range that ends before it begins', { from: '2026-03-02', to: '2026-03-01' }, 400],
    ['no day', { from: 'soon', to: '2026-03-01' }, 400],
    ['an unknown filter', { ...RANGE, colour: 'red' }, 400],
    ['a status that is none', { ...RANGE, status: 'fine' }, 400],
  ])('%s', async (_, query, status) => expect((await ann.call(usage.getUsageSummary, query)).status).toBe(status))

  test.each([
    ['minutes of three hours', { from: '2026-03-02T07:00', to: '2026-03-02T10:00', grain: 'minute' as const }, 200],
    ['minutes of more', { from: '2026-03-02T06:59', to: '2026-03-02T10:00', grain: 'minute' as const }, 400],
    ['hours of seven days', { from: '2026-02-24', to: '2026-03-02', grain: 'hour' as const }, 200],
    ['hours of more', { from: '2026-02-23', to: '2026-03-02', grain: 'hour' as const }, 400],
    ['days of six months', { from: '2025-08-31', to: '2026-03-02', grain: 'day' as const }, 200],
  ])('%s', async (_, query, status) => expect((await ann.call(usage.getUsageSeries, query)).status).toBe(status))
})

describe('the table', () => {
  async function page(after: string | null, order: 'newest' | 'oldest' = 'newest') {
    return ann.must(usage.getUsageTasks, { ...RANGE, order, limit: 10, ...(after && { after }) })
  }

  test('pages have no gap and no repeat while new calls come in', async () => {
    const first = await page(null)
    const [late] = await bookCalls(app.ctx, [call(ids.ann, '2026-03-02T09:00Z')])
    const second = await page(first.next)
    const third = await page(second.next)
    const seen = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(seen).toEqual(mine.map(({ id }) => id).toReversed())
    expect(third.next).toBeNull()
    expect((await page(null)).rows[0]?.id).toBe(late?.id)
  })

  test('oldest first returns the same rows in reverse', async () => {
    const forth: TaskRow[] = []
    for (let next: string | null = ''; next !== null; ) {
      const part: { rows: TaskRow[]; next: string | null } = await page(next || null, 'oldest')
      forth.push(...part.rows)
      next = part.next
    }
    const { rows } = await ann.must(usage.getUsageTasks, { ...RANGE, limit: 500 })
    expect(forth).toEqual(rows.toReversed())
  })

  test('calls of the same millisecond have a stable order', async () => {
    const twins = await bookCalls(
      app.ctx,
      Array.from({ length: 9 }, () => call(ids.machine, '2026-02-01T00:00Z')),
    )
    const query = { from: '2026-02-01', to: '2026-02-01', login: '*', limit: 2 }
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const part: { rows: TaskRow[]; next: string | null } = await ann.must(usage.getUsageTasks, {
        ...query,
        ...(after && { after }),
      })
      seen.push(...part.rows.map(({ id }) => id))
      after = part.next
    }
    expect(seen).toEqual(
      twins
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
  })
})

describe('one call', () => {
  test('the detail of a call has its request, cost and refunded part of the hold', async () => {
    const detail = await ann.must(usage.getUsageTask, { id: mine[0]?.id ?? '' })
    expect(detail).toMatchObject({
      function: 'serp/google/organic',
      playground: 'serp',
      request: { keyword: 'sample', depth: 30 },
      cost_micros: 2000,
      request_calls: 1,
      message: null,
    })
    expect(detail.cost_lines.at(-1)).toEqual({ kind: 'charged', amount_micros: 2000 })
  })

  test('the detail of a failed call has its error and no charge', async () => {
    const [failed] = await bookCalls(app.ctx, [
      call(ids.ann, '2026-02-02T00:00Z', { status_code: CODE.invalidField, cost_micros: 0, results: 0 }),
    ])
    expect(await ann.must(usage.getUsageTask, { id: failed?.id ?? '' })).toMatchObject({
      status_class: 'validation',
      message: 'Test 40501.',
      cost_lines: [{ kind: 'charged', amount_micros: 0 }],
    })
  })
})

test('the overview compares this month with the last at the same time and names the top logins and functions', async () => {
  await bookCalls(app.ctx, [
    call(ids.ann, '2026-02-02T09:59Z', { cost_micros: 700, tag: 'nightly' }),
    call(ids.ann, '2026-02-02T10:01Z', { cost_micros: 900, tag: 'nightly' }),
  ])
  const seen = await ann.must(usage.getUsageOverview, { from: '2026-02-02', to: '2026-03-02', login: '*' })
  expect(seen.top_tags).toEqual([{ name: 'nightly', requests: 2, tasks: 2, cost_micros: 1600 }])
  expect(seen.top_logins.map(({ name }) => name)).toEqual([
    'ann@example.com',
    'ann@example.com@nightly',
    'ann@example.com@etl',
  ])
  const { totals } = await ann.must(usage.getUsageSummary, { from: '2026-02-02', to: '2026-03-02', login: '*' })
  // Requests and tasks of the cards, split by login.
  expect(seen.top_logins.reduce((sum, { requests }) => sum + requests, 0)).toBe(totals.requests)
  expect(seen.top_logins.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(totals.tasks)
  expect(seen.last_month.to).toBe('2026-02-02T10:01:00.000Z')
  // The calls of 1 February and those of 2 February until ten, and none of the next minute.
  expect(seen.last_month.cost_micros).toBe(9 * 2000 + 700)
})

test('in the overview two calls of one request are one request of tag and month, and cost decides before requests', async () => {
  const overview = () => ann.must(usage.getUsageOverview, { ...RANGE, login: '*' })
  const before = await overview()
  const batch = { tag: 'batch', cost_micros: 450_000 }
  await bookCalls(app.ctx, [
    call(ids.machine, '2026-03-01T12:00Z', batch),
    call(ids.machine, '2026-03-01T12:00Z', { ...batch, follows: true }),
  ])
  const seen = await overview()
  expect(seen.top_tags).toEqual([{ name: 'batch', requests: 1, tasks: 2, cost_micros: 900_000 }])
  expect(seen.this_month.requests).toBe(before.this_month.requests + 1)
  const [first, second] = seen.top_logins
  expect([first?.name, second?.name]).toEqual(['ann@example.com@etl', 'ann@example.com'])
  expect(first?.requests).toBeLessThan(second?.requests ?? 0)
})

test('an account without any call gets the first-call hint, and others do not', async () => {
  expect((await ann.must(usage.getUsageChoices, {})).is_new).toBe(false)
  await app.addUser({ email: 'new@example.com' })
  const newcomer = await app.signedIn('new@example.com')
  expect(await newcomer.must(usage.getUsageChoices, { section: 'serp' })).toMatchObject({ is_new: true, title: 'SERP' })
  const { totals, breakdown } = await newcomer.must(usage.getUsageSummary, RANGE)
  expect({ totals, breakdown }).toMatchObject({ totals: { calls: 0, cost_micros: 0, p50_ms: null }, breakdown: [] })
})
