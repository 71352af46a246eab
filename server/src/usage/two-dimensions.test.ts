import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { usage } from '@portico/contract/usage.ts'
import type { Group } from '@portico/contract/usage-totals.ts'
import { beforeAll, expect, test } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { TEST_START, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls } from '#testing/usage/calls.ts'

const TODAY = { from: '2026-03-02', to: '2026-03-02' }
const CALL = {
  at: TEST_START,
  api: 'serp',
  function: 'google/organic',
  method: 'live',
  priority: 1,
  status_code: CODE.ok,
  time_ms: 5,
  has_task: true,
  follows: false,
  is_sandbox: false,
} as const
const LABS = '/v3/portico_labs/google/ranked_keywords/live'
const site = sharedApp({}, closeBalanced)
let customer: Customer
let browser: ReturnType<TestApp['browser']>
let machine: string

const SENT = [
  ['/v3/serp/google/organic/live/advanced', 'alpha', 3],
  ['/v3/serp/google/organic/live/advanced', undefined, 2],
  ['/v3/serp/bing/organic/live/advanced', 'alpha', 1],
  ['/v3/serp/google/organic/task_post', 'beta', 2],
] as const

beforeAll(async () => {
  customer = await openCustomer(site)
  browser = await site.signedIn(customer.login)
  machine = (await browser.must(access.addMachineLogin, { name: 'etl' })).login
  for (const [path, tag, times] of SENT)
    for (let n = 0; n < times; n += 1) await customer.call(path, { body: [{ ...search()[0], ...(tag && { tag }) }] })
  await customer.call(LABS, {
    body: [{ target: 'example.com', location_code: 2840, language_code: 'en', tag: 'alpha' }],
  })
  await customer.call('/v3/serp/google/organic/live/advanced', {
    body: [{ ...search()[0], tag: 'alpha', depth: 'no' }],
  })
})

const PAIRS: [Group, Group][] = [
  ['tag', 'api'],
  ['api', 'tag'],
  ['function', 'status'],
  ['login', 'priority'],
  ['status', 'function'],
  ['priority', 'login'],
]

test.each(PAIRS)('usage by %s and %s adds up to the totals, and to each of the two alone', async (group, split) => {
  for (const isDerived of [false, true]) {
    if (isDerived) await deriveRollups(site.ctx)
    const { totals, groups, breakdown } = await browser.must(usage.getUsageSummary, { ...TODAY, group, split })
    expect(breakdown).toEqual([])
    for (const name of ['requests', 'tasks', 'results', 'cost_micros', 'errors'] as const)
      expect(
        groups.reduce((sum, row) => sum + row[name], 0),
        name,
      ).toBe(totals[name])
    expect(costBy(groups, ({ key }) => key ?? '')).toEqual(await costOf(group))
    expect(costBy(groups, ({ split: second }) => second?.key ?? '')).toEqual(await costOf(split))
  }
})

type Row = Awaited<ReturnType<typeof browser.must<typeof usage.getUsageSummary>>>['groups'][number]

function costBy(rows: Row[], keyOf: (row: Row) => string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + row.cost_micros
  return sums
}

async function costOf(group: Group): Promise<Record<string, number>> {
  const { groups, breakdown } = await browser.must(usage.getUsageSummary, { ...TODAY, group })
  if (group !== 'function') return costBy(groups, ({ key }) => key ?? '')
  const sums: Record<string, number> = {}
  for (const row of breakdown) sums[row.function] = (sums[row.function] ?? 0) + row.cost_micros
  return sums
}

test('of 101 tags the cheapest is in the line of the rest, and the lines add up to the totals', async () => {
  const { login, login_id } = await openCustomer(site)
  await bookCalls(
    site.ctx,
    Array.from({ length: 101 }, (_, n) => ({
      ...CALL,
      login_id,
      login,
      tag: `tag ${n}`,
      results: 2 * n + 3,
      cost_micros: 600 * (n + 1),
    })),
  )
  const own = await site.signedIn(login)
  const { totals, groups } = await own.must(usage.getUsageSummary, { ...TODAY, group: 'tag' })
  expect(groups).toHaveLength(101)
  expect(groups.at(-1)).toMatchObject({ key: null, requests: 1, tasks: 1, results: 3, cost_micros: 600 })
  expect(groups.reduce((sum, { cost_micros }) => sum + cost_micros, 0)).toBe(totals.cost_micros)
})

const query = (sent: Record<string, string | number>) =>
  customer.call(
    `/v3/appendix/usage?${new URLSearchParams(Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]))}`,
  )

async function items(sent: Record<string, string | number>) {
  const { body } = await query(sent)
  const [result] = (body?.tasks?.[0]?.result ?? []) as { items: Record<string, unknown>[]; total_count: number }[]
  return result ?? { items: [], total_count: 0 }
}

test('the usage API returns the same pairs as the screen, the most expensive first', async () => {
  const { groups } = await browser.must(usage.getUsageSummary, { ...TODAY, group: 'tag', split: 'api' })
  const paid = (await items({ date_from: TODAY.from, date_to: TODAY.to, group_by: 'tag,api' })).items.filter(
    ({ cost }) => Number(cost) > 0,
  )
  expect(paid.map(({ tag, api, requests, tasks, cost }) => [tag ?? '', api, requests, tasks, cost])).toEqual(
    groups
      .filter(({ cost_micros }) => cost_micros > 0)
      .map(({ key, split, requests, tasks, cost_micros }) => [
        key,
        split?.key,
        requests,
        tasks,
        microsToUnits(cost_micros),
      ]),
  )
  const costs = paid.map(({ cost }) => Number(cost))
  expect(costs).toEqual(costs.toSorted((a, b) => b - a))
})

test('the usage API groups by day, pages through its lines and sees its own login only', async () => {
  const [day] = (await items({ group_by: 'day' })).items
  const { totals } = await browser.must(usage.getUsageSummary, { ...TODAY, group: 'api' })
  expect(day).toMatchObject({ day: '2026-03-02', cost: microsToUnits(totals.cost_micros) })
  const all = await items({ group_by: 'function,tag' })
  const second = await items({ group_by: 'function,tag', limit: 1, offset: 1 })
  expect(second).toMatchObject({ total_count: all.total_count, items: [all.items[1]] })
  const after = await items({ group_by: 'function,tag', offset: all.total_count })
  expect(after).toMatchObject({ total_count: all.total_count, items: [] })
  expect(JSON.stringify(all)).not.toContain(machine)
  const stranger = await openCustomer(site)
  const { body } = await stranger.call('/v3/appendix/usage')
  expect(body?.tasks?.[0]?.result?.[0]).toMatchObject({ login: stranger.login, items: [] })
})

test('the usage API shows the sandbox in the sandbox alone', async () => {
  const own = await openCustomer(site)
  const result = async (prefix: string) => {
    const { body } = await own.call(`${prefix}/v3/appendix/usage?group_by=api`)
    return (body?.tasks?.[0]?.result?.[0] as { items: unknown[] } | undefined)?.items
  }
  for (const prefix of ['', '', '/sandbox'])
    await own.call(`${prefix}/v3/serp/google/organic/live/advanced`, { body: search() })
  expect(await result('')).toMatchObject([{ api: 'serp', requests: 2 }])
  expect(await result('/sandbox')).toMatchObject([{ api: 'serp', requests: 1, cost: 0 }])
})

test.each([
  [{ group_by: 'tag,api,day' }, 'group_by'],
  [{ group_by: 'tag,tag' }, 'group_by'],
  [{ group_by: 'colour' }, 'group_by'],
  [{ date_from: '2026-13-40' }, 'date_from'],
  [{ date_to: '2026-13-40' }, 'date_to'],
  [{ date_from: '2020-01-01', date_to: '2026-03-02' }, 'at most'],
  [{ date_from: '2026-03-02', date_to: '2026-03-01' }, 'date_from'],
  [{ limit: 5000 }, 'limit'],
])('the usage API refuses %o with a message that names the field', async (sent, named) => {
  const { body } = await query(sent as Record<string, string | number>)
  expect(body?.tasks?.[0]).toMatchObject({ status_message: expect.stringContaining(named), result: null })
  expect(body?.tasks?.[0]?.status_code).toBeGreaterThanOrEqual(40_000)
})
