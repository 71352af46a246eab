import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { type AccountState, dashboard } from '@portico/contract/dashboard.ts'
import { settings } from '@portico/contract/settings.ts'
import { ALL_LOGINS, usage } from '@portico/contract/usage.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import type { TestApp } from '#testing/app.ts'
import { LIVE, LIVE_MICROS, openCustomer, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls, type TestCall } from '#testing/usage/calls.ts'
import { grantFeature } from '#users/index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOW = Date.parse('2026-03-02T10:00:00Z')
const HOUR_MS = 3_600_000
const RANGE = { from: '2025-12-03', to: '2026-03-02' }

const app = sharedApp()
let ann: ReturnType<TestApp['browser']>

function callOf(index: number, login_id: number, login: string): TestCall {
  const [api, name] = [
    ['serp', 'google/organic'],
    ['backlinks', 'summary'],
    ['merchant', 'google/products'],
  ][index % 3] ?? ['', '']
  const status_code = index % 9 === 4 ? CODE.sourceUnavailable : CODE.ok
  return {
    login_id,
    login,
    at: new Date(NOW - ((index * 17_917) % 2100) * HOUR_MS),
    api: api ?? '',
    function: name ?? '',
    method: 'live',
    priority: 1,
    status_code,
    results: 1,
    cost_micros: status_code === CODE.ok ? 1000 * (1 + (index % 4)) : 0,
    time_ms: 20,
    tag: null,
    has_task: true,
    follows: index % 6 === 5,
    is_sandbox: index % 10 === 0,
  }
}

beforeAll(async () => {
  const user = await app.addUser({ email: 'ann@example.com' })
  await grantFeature(app.ctx, user.id, 'h2h')
  await app.addUser({ email: 'bob@example.com' })
  ann = await app.signedIn('ann@example.com')
  await ann.must(access.addMachineLogin, { name: 'etl' })
  const { rows } = await app.database.pool.query<{ id: number; login: string }>('select id, login from api_logins')
  const made = rows.flatMap(({ id, login }) => Array.from({ length: 200 }, (_, index) => callOf(index, id, login)))
  await bookCalls(app.ctx, made)
  await deriveRollups(app.ctx)
  // Hours that changed since their day was rolled up.
  const late = Array.from({ length: 30 }, (_, index) => {
    const [first = { id: 0, login: '' }] = rows
    return { ...callOf(index, first.id, first.login), at: new Date(NOW - index * HOUR_MS) }
  })
  await bookCalls(app.ctx, late)
})

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('numbers agree everywhere', () => {
  test.each([{}, { login: '*' }, { login: 'ann@example.com@etl' }, { scope: 'h2h' as const }])(
    'the daily chart adds up to the total of Usage %j',
    async (filter) => {
      const { totals } = await ann.must(usage.getUsageSummary, { ...RANGE, ...filter })
      const { apis, xs } = await ann.must(dashboard.getSpendByDay, { ...RANGE, ...filter })
      expect(xs.length).toBe(90)
      expect(sum(apis.flatMap(({ cost_micros }) => cost_micros))).toBe(totals.cost_micros)
      expect(sum(apis.flatMap(({ requests }) => requests))).toBe(totals.requests)
      const top = await ann.must(dashboard.getTopFunctions, { ...RANGE, ...filter })
      expect(top.cost_micros).toBe(totals.cost_micros)
      expect(sum(top.functions.map(({ cost_micros }) => cost_micros))).toBe(totals.cost_micros)
    },
  )

  test('every day of the chart equals that day in Usage', async () => {
    const { apis, xs } = await ann.must(dashboard.getSpendByDay, RANGE)
    const { cost } = await ann.must(usage.getUsageSeries, { ...RANGE, grain: 'day' })
    const days = (layers: number[][]) => xs.map((_, at) => sum(layers.map((values) => values[at] ?? 0)))
    expect(days(apis.map(({ cost_micros }) => cost_micros))).toEqual(days(cost.map(({ values }) => values)))
  })

  test('today’s card equals today in Usage, and the month card its last thirty days', async () => {
    const today = await ann.must(dashboard.getToday, {})
    const shown = await ann.must(usage.getUsageSummary, { from: '2026-03-02', to: '2026-03-02' })
    expect(today).toMatchObject({
      day: '2026-03-02',
      resets_at: '2026-03-03T00:00:00.000Z',
      spent_micros: shown.totals.cost_micros,
      requests: shown.totals.requests,
      calls: shown.totals.calls,
      errors: shown.totals.errors,
      limit_micros: null,
    })
    const month = await ann.must(dashboard.getMonth, {})
    const thirty = await ann.must(usage.getUsageSummary, { from: '2026-02-01', to: '2026-03-02' })
    const before = await ann.must(usage.getUsageSummary, { from: '2026-01-02', to: '2026-01-31T10:00' })
    expect(month).toMatchObject({ from: '2026-02-01', to: '2026-03-02', cost_micros: thirty.totals.cost_micros })
    expect(month.before_micros).toBe(before.totals.cost_micros)
  })

  test('the balance equals that of the header, and the runway follows from the last seven days', async () => {
    const { balance_micros, days_left, pace_micros, is_young } = await ann.must(dashboard.getBalance, {})
    expect(is_young).toBe(false)
    expect(balance_micros).toBe((await ann.must(access.getApiUserCredits, {})).balance_micros)
    const { totals } = await ann.must(usage.getUsageSummary, { from: '2026-02-23T10:00', to: '2026-03-02T10:01' })
    expect(pace_micros).toBe(Math.round(totals.cost_micros / 7))
    expect(days_left).toBe(Math.floor(balance_micros / pace_micros))
  })
})

test('the cards cover the logins of the chart', async () => {
  for (const whose of [{}, { login: ALL_LOGINS }, { login: 'ann@example.com@etl' }]) {
    const month = await ann.must(dashboard.getMonth, whose)
    const today = await ann.must(dashboard.getToday, whose)
    const { apis, xs } = await ann.must(dashboard.getSpendByDay, { from: month.from, to: month.to, ...whose })
    expect(month.cost_micros).toBe(sum(apis.flatMap(({ cost_micros }) => cost_micros)))
    expect(today.requests).toBe(sum(apis.map(({ requests }) => requests[xs.length - 1] ?? 0)))
  }
  const [all, ...each] = await Promise.all(
    [ALL_LOGINS, 'ann@example.com', 'ann@example.com@etl'].map((login) => ann.must(dashboard.getBalance, { login })),
  )
  expect(all?.balance_micros).toBe(sum(each.map(({ balance_micros }) => balance_micros)))
})

test('RT-07 host-to-host shows machine logins only, to users whose menu lists it', async () => {
  const bob = await app.signedIn('bob@example.com')
  expect((await bob.call(dashboard.getToday, { scope: 'h2h' })).body).toMatchObject({ code: 'not_allowed' })
  expect((await bob.call(dashboard.getSpendByDay, { ...RANGE, login: 'ann@example.com' })).status).toBe(404)
  const { logins } = await ann.must(dashboard.getSpendByDay, { ...RANGE, scope: 'h2h' })
  expect(logins).toEqual(['ann@example.com@etl'])
})

test('a banner about another login has no button until that login is active', async () => {
  const machine = 'ann@example.com@etl'
  const buttons = async () =>
    (await ann.must(dashboard.getStates, { scope: 'h2h' })).states
      .filter(({ state }) => state.kind === 'runway')
      .map(({ login, can_fix }) => [login, can_fix])
  expect(await buttons()).toEqual([[machine, false]])
  await ann.must(users.setActiveApiUser, { login: machine })
  expect(await buttons()).toEqual([[machine, true]])
  await ann.must(users.setActiveApiUser, { login: 'ann@example.com' })
})

test('a visitor who is not signed in gets no dashboard data', async () => {
  const visitor = app.browser()
  await visitor.open('/')
  expect((await visitor.call(dashboard.getBalance, {})).status).toBe(401)
})

test('an API is up when its calls succeed and failing when they fail', async () => {
  const { apis } = await ann.must(dashboard.getServiceStatus, {})
  expect(apis.map(({ api }) => api)).not.toContain('appendix')
  expect(apis.find(({ api }) => api === 'serp')).toMatchObject({ title: 'SERP', status: 'ok' })
})

describe('a block is shown with its cause, and disappears when the cause is gone', () => {
  const kinds = (states: { state: AccountState }[]) => states.map(({ state }) => state.kind)

  async function openBlocked(usd = 10) {
    const customer = await openCustomer(app, { usd })
    const browser = await app.signedIn(customer.login)
    const states = async () => (await browser.must(dashboard.getStates, {})).states
    return { ...customer, browser, states }
  }

  test('a daily limit that is set, hit and raised is the same in dashboard and settings', async () => {
    const { browser, states, codes } = await openBlocked()
    const isReached = async () => (await browser.must(settings.getSettings, {})).limits[0]?.is_reached
    await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: LIVE_MICROS - 1 })
    expect(kinds(await states())).toEqual([])
    expect(await isReached()).toBe(false)
    expect(await codes(LIVE, { body: search() })).toContain(CODE.costLimit)
    expect(await states()).toEqual([
      {
        login: null,
        can_fix: true,
        state: {
          kind: 'daily_limit',
          title: '',
          limit_micros: LIVE_MICROS - 1,
          resets_at: '2026-03-03T00:00:00.000Z',
        },
      },
    ])
    expect(await isReached()).toBe(true)
    await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 10 * LIVE_MICROS })
    expect(kinds(await states())).toEqual([])
    expect(await isReached()).toBe(false)
    expect(await codes(LIVE, { body: search() })).not.toContain(CODE.costLimit)
  })

  test('a daily limit counts as reached while running calls hold the rest of it', async () => {
    const { login_id, browser, states } = await openBlocked()
    await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 10 * LIVE_MICROS })
    const id = newCallId(app.clock.now())
    const call = { id, login_id, api: 'serp', function: 'google/organic' }
    await app.meter.hold({ ...call, amount_micros: 10 * LIVE_MICROS - 1 })
    expect(await states()).toEqual([])
    const more = newCallId(app.clock.now())
    await app.meter.hold({ ...call, id: more, amount_micros: 1 })
    expect((await states()).map(({ state }) => state.kind)).toEqual(['daily_limit'])
    expect((await browser.must(settings.getSettings, {})).limits[0]?.is_reached).toBe(true)
    for (const one of [id, more]) await app.meter.void(one)
    expect(await states()).toEqual([])
  })

  test('two limits that refuse at once are both shown, by dashboard, settings and errors', async () => {
    const { browser, states, codes, login_id } = await openBlocked()
    await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: LIVE_MICROS - 1 })
    expect(await codes(LIVE, { body: search() })).toContain(CODE.costLimit)
    await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: LIVE_MICROS - 2 })
    app.clock.forward(10)
    expect(await codes(LIVE, { body: search() }), 'by the limit for everything').toContain(CODE.costLimit)
    app.clock.forward(10)
    expect(await codes(LIVE, { body: search(), headers: { 'x-max-cost': '0.000001' } })).toContain(CODE.costLimit)
    const limits = (await states()).map(({ state }) => (state.kind === 'daily_limit' ? state.limit_micros : state.kind))
    expect(limits).toEqual([LIVE_MICROS - 2, LIVE_MICROS - 1])
    const { limits: shown } = await browser.must(settings.getSettings, {})
    expect(shown.map(({ scope, is_reached }) => [scope, is_reached])).toEqual([
      ['', true],
      ['serp', true],
    ])
    const { rows } = await app.database.pool.query(
      'select reason, scope, limit_micros::int from error_events where login_id = $1 order by at',
      [login_id],
    )
    expect(rows).toEqual([
      { reason: 'daily_limit', scope: 'serp', limit_micros: LIVE_MICROS - 1 },
      { reason: 'daily_limit', scope: '', limit_micros: LIVE_MICROS - 2 },
      { reason: 'max_cost', scope: '', limit_micros: 1 },
    ])
    await browser.must(settings.saveSpendLimit, { scope: 'serp', limit_micros: 10 * LIVE_MICROS })
    expect((await states()).map(({ state }) => state)).toMatchObject([{ limit_micros: LIVE_MICROS - 2 }])
  })

  test('a refused address is shown until it is allowed', async () => {
    const { browser, states, codes } = await openBlocked()
    await browser.must(access.saveIpAccess, { rules: [{ cidr: '192.0.2.1', label: '' }], check: false })
    app.clock.forward(2000)
    expect(await codes(LIVE, { body: search(), ip: '198.51.100.77' })).toContain(CODE.addressRefused)
    expect((await states()).map(({ state }) => state)).toEqual([{ kind: 'ip', ip: '198.51.100.77' }])
    await browser.must(access.saveIpAccess, { rules: [{ cidr: '198.51.100.0/24', label: '' }], check: false })
    expect(kinds(await states())).toEqual([])
  })

  test('a missing subscription is shown', async () => {
    const { states, codes } = await openBlocked()
    expect(await codes('/v3/backlinks/summary/live', { body: [{ target: 'example.com' }] })).toContain(
      CODE.subscriptionNeeded,
    )
    expect((await states()).map(({ state }) => state)).toEqual([
      { kind: 'subscription', title: 'Backlinks', product: 'backlinks' },
    ])
  })

  test('the runway after two days of spending is measured over two days, not seven', async () => {
    const { login_id, login, browser, give } = await openBlocked()
    const call = { ...callOf(1, login_id, login), cost_micros: 3_000_000, status_code: CODE.ok, is_sandbox: false }
    await bookCalls(app.ctx, [
      { ...call, at: new Date('2026-03-01T12:00:00Z') },
      { ...call, at: new Date('2026-03-02T09:00:00Z') },
    ])
    await give(1_000_000)
    const { pace_micros } = await browser.must(dashboard.getBalance, {})
    const days = (app.clock.now().getTime() - Date.parse('2026-03-01')) / (24 * HOUR_MS)
    expect(pace_micros).toBe(Math.round(6_000_000 / days))
  })

  test('an empty balance is shown', async () => {
    const { states, give } = await openBlocked(0)
    expect(kinds(await states())).toEqual(['no_funds'])
    await give(5_000_000)
    expect(kinds(await states())).toEqual([])
  })

  test('what may not be spent is no money for calls', async () => {
    const { states, login_id } = await openBlocked()
    await app.database.owner.query('update ledger_accounts set floor_micros = balance_micros where api_login_id = $1', [
      login_id,
    ])
    expect(kinds(await states())).toEqual(['no_funds'])
  })
})

test('the first steps are ticked automatically, and stay dismissed in every browser', async () => {
  const customer = await openCustomer(app, { usd: 0 })
  const browser = await app.signedIn(customer.login)
  const done = async () => {
    const { steps, is_shown } = await browser.must(dashboard.getStart, {})
    return [is_shown, ...steps.filter(({ is_done }) => is_done).map(({ id }) => id)]
  }
  expect(await done()).toEqual([true, 'confirm'])
  await browser.must(access.showPassword, {})
  expect(await done()).toEqual([true, 'confirm', 'credentials'])
  await customer.call(`/sandbox${LIVE}`, { body: search() })
  expect(await done()).toEqual([true, 'confirm', 'credentials', 'call'])
  await browser.must(dashboard.dismissStart, {})
  expect(await done()).toEqual([false, 'confirm', 'credentials', 'call'])
  const again = await app.signedIn(customer.login)
  expect((await again.must(dashboard.getStart, {})).is_shown).toBe(false)
  await customer.give(1_000_000)
  expect(await done(), 'the trial credit is no payment').toEqual([false, 'confirm', 'credentials', 'call'])
  await customer.give(49_000_000)
  await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 1_000_000 })
  expect(await done()).toEqual([false, 'confirm', 'credentials', 'call', 'funds', 'limit'])
})
