import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveLoginLimits } from '#access/index.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { envelope, openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'

const OK = [200, CODE.ok, CODE.ok]
let site: TestApp
let second: Awaited<ReturnType<TestApp['sibling']>>
let customer: Customer

beforeAll(async () => {
  site = await openTestApp()
  second = await site.sibling()
})
afterAll(() => closeBalanced(site))
beforeEach(async () => {
  customer = await openCustomer(site)
})

/** Changed rules take effect within a second. */
async function change(columns: Record<string, unknown>, table = 'api_logins') {
  const id = table === 'users' ? customer.user_id : customer.login_id
  for (const [name, value] of Object.entries(columns))
    await site.database.pool.query(`update ${table} set ${name} = $1 where id = $2`, [value, id])
  site.clock.forward(1000)
}

const live = (keyword?: string) => customer.codes(LIVE, { body: search(keyword) })

describe('a limit refuses a call when it is hit and accepts it after it was raised', () => {
  test('40104 refuses a login whose e-mail is not confirmed', async () => {
    await change({ verified_at: null }, 'users')
    expect(await live()).toEqual([200, CODE.unverifiedAccount])
    await change({ verified_at: site.clock.now() }, 'users')
    expect(await live()).toEqual(OK)
  })

  test('40201 refuses a login on hold', async () => {
    await change({ status: 'on_hold' })
    expect(await live()).toEqual([200, CODE.onHold])
    await change({ status: 'active' })
    expect(await live()).toEqual(OK)
  })

  test('40207 refuses an address that is not on the IP list', async () => {
    await change({ ip_rules: JSON.stringify([{ cidr: '203.0.113.0/24', label: '' }]) })
    const { body } = await customer.call(LIVE, { body: search() })
    expect(body).toMatchObject({ status_code: CODE.addressRefused, tasks: null })
    expect(body?.status_message).toContain('198.51.100.77')
    expect(await customer.codes(LIVE, { body: search(), ip: '203.0.113.5' })).toEqual(OK)
    expect(await customer.codes(LIVE, { body: search(), ip: '::ffff:203.0.113.5' })).toEqual(OK)
    await change({ ip_rules: '[]' })
    expect(await live()).toEqual(OK)
  })

  test('40202 limits calls per minute over two processes', async () => {
    await change({ per_minute: 5 })
    const apps = [site.app, second.app]
    for (let at = 0; at < 5; at += 1) {
      const { body, headers } = await customer.call(LIVE, { body: search(), app: apps[at % 2] ?? site.app })
      expect(body?.status_code).toBe(CODE.ok)
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': String(4 - at) })
    }
    for (const app of apps) {
      const { http, body, headers } = await customer.call(LIVE, { body: search(), app })
      expect([http, body?.status_code, body?.tasks]).toEqual([200, CODE.rateLimit, null])
      expect(headers['x-ratelimit-remaining']).toBe('0')
    }
    await change({ per_minute: 6 })
    expect(await live()).toEqual(OK)
    expect(await live()).toEqual([200, CODE.rateLimit])
    site.clock.forward(60_000)
    expect(await live(), 'the next minute').toEqual(OK)
  })

  test('40202 admits exactly the allowed number of many simultaneous calls over two processes', async () => {
    await change({ per_minute: 20, simultaneous: 1000 })
    const calls = Array.from({ length: 60 }, (_, at) =>
      customer.codes(LIVE, { body: search(), app: at % 2 ? site.app : second.app }),
    )
    const codes = (await Promise.all(calls)).map(([, code]) => code)
    expect(codes.filter((code) => code === CODE.ok)).toHaveLength(20)
    expect(codes.filter((code) => code === CODE.rateLimit)).toHaveLength(40)
  })

  test('polling continues after the call limit is reached, up to its own limit', async () => {
    await change({ per_minute: 2 })
    const poll = () => customer.codes('/v3/serp/google/organic/task_get/advanced/03021000-0000-0066-0000-5f2a1c9be001')
    const codes = await Promise.all(Array.from({ length: 25 }, poll))
    expect(codes.filter(([, code]) => code === CODE.ok)).toHaveLength(20)
    expect(codes.filter(([, code]) => code === CODE.rateLimit)).toHaveLength(5)
    expect(await live()).toEqual(OK)
  })

  test('40000 and 40006 limit the tasks in one request', async () => {
    const [task] = search()
    expect(await customer.codes(LIVE, { body: [task, task] })).toEqual([200, CODE.oneTaskOnly])
    expect(await customer.codes(POST, { body: Array(101).fill(task) })).toEqual([200, CODE.tooManyTasks])
    expect(await customer.codes(POST, { body: Array(100).fill(task) })).toEqual([
      200,
      CODE.ok,
      ...Array(100).fill(CODE.taskCreated),
    ])
  })

  test('40204 refuses a function whose subscription is missing', async () => {
    const summary = () => customer.codes('/v3/backlinks/summary/live', { body: [{ target: 'example.com' }] })
    expect(await summary()).toEqual([200, CODE.subscriptionNeeded])
    await change({ subscriptions: ['backlinks'] })
    expect(await summary()).toEqual(OK)
    expect(await customer.codes('/v3/backlinks/available_filters'), 'look-ups need none').toEqual(OK)
  })

  test.each([
    ['40205', { duplicates_hour: 10, duplicates_day: 50 }, CODE.duplicatesPerHour, 60 * 60 * 1000],
    ['40206', { duplicates_hour: null, duplicates_day: 10 }, CODE.duplicatesPerDay, 24 * 60 * 60 * 1000],
  ])('%s limits identical tasks', async (_, setting, code, span_ms) => {
    await saveLoginLimits(site.ctx, customer.login_id, setting)
    site.clock.forward(1000)
    const [task] = search()
    // How a task is delivered makes it no other task.
    const tags = Array.from({ length: 11 }, (_, at) => ({
      ...task,
      tag: `${at}`,
      priority: 1 + (at % 2),
      pingback_url: `https://example.com/${at}`,
      postback_url: `https://example.com/${at}`,
      postback_data: at % 2 === 0 ? 'advanced' : 'regular',
    }))
    const { body } = await customer.call(POST, { body: tags })
    const codes = body?.tasks?.map((one) => one.status_code) ?? []
    expect(codes.filter((one) => one === CODE.taskCreated)).toHaveLength(10)
    expect(codes.filter((one) => one === code)).toHaveLength(1)
    expect(await customer.codes(POST, { body: search('another') })).toEqual([200, CODE.ok, CODE.taskCreated])
    for (let at = 0; at < 3; at += 1) expect(await customer.codes(POST, { body: [task] })).toEqual([200, CODE.ok, code])
    const higher = Object.fromEntries(Object.entries(setting).map(([name, limit]) => [name, limit && limit + 10]))
    await saveLoginLimits(site.ctx, customer.login_id, higher)
    site.clock.forward(1000)
    const more = await customer.call(POST, { body: tags })
    expect(more.body?.tasks_error, 'raised by ten, ten more pass: refused ones did not count').toBe(1)
    site.clock.forward(span_ms)
    expect(await customer.codes(POST, { body: [task] })).toEqual([200, CODE.ok, CODE.taskCreated])
    await saveLoginLimits(site.ctx, customer.login_id, { duplicates_hour: null, duplicates_day: null })
    site.clock.forward(1000)
    expect((await customer.call(POST, { body: tags })).body?.tasks_error).toBe(0)
  })

  test('a task that could not be paid does not count as an identical task', async () => {
    const poor = await openCustomer(site, { usd: 0 })
    await saveLoginLimits(site.ctx, poor.login_id, { duplicates_hour: 11, duplicates_day: 10 })
    await poor.give(1)
    for (let at = 0; at < 11; at += 1)
      expect(await poor.codes(LIVE, { body: search() })).toEqual([200, CODE.ok, CODE.balanceTooLow])
    await poor.give(LIVE_MICROS)
    expect(await poor.codes(LIVE, { body: search() })).toEqual(OK)
  })

  test.each([[''], ['serp'], ['serp/google/organic']])('40203 enforces the daily limit of "%s"', async (scope) => {
    const limit = (limit_micros: number | null) =>
      setSpendLimit(site.ctx, { login_id: customer.login_id, scope, kind: 'daily_limit', limit_micros })
    await limit(3 * LIVE_MICROS)
    for (let at = 0; at < 3; at += 1) expect(await live()).toEqual(OK)
    const { body } = await customer.call(LIVE, { body: search() })
    expect(body?.tasks?.[0]).toMatchObject({ status_code: CODE.costLimit, cost: 0, result: null })
    expect(body?.tasks?.[0]?.status_message).toContain('$0.006000')
    const news = await customer.codes('/v3/serp/google/news/live/advanced', { body: search() })
    expect(news).toEqual(scope === 'serp/google/organic' ? OK : [200, CODE.ok, CODE.costLimit])
    await limit(4 * LIVE_MICROS)
    expect(await live()).toEqual(OK)
    expect(await live()).toEqual([200, CODE.ok, CODE.costLimit])
    await limit(null)
    expect(await live()).toEqual(OK)
    await limit(0)
    site.clock.forward(24 * 60 * 60 * 1000)
    expect(await live(), 'a limit of nothing stops the next day, too').toEqual([200, CODE.ok, CODE.costLimit])
  })

  test('40210 means a balance too low for this call, 40200 an empty one, and free calls still work', async () => {
    const poor = await openCustomer(site, { usd: 0 })
    const buy = (path = LIVE) => poor.codes(path, { body: search() })
    expect(await buy()).toEqual([402, CODE.balanceEmpty])
    await poor.give(LIVE_MICROS - 1)
    expect(await buy()).toEqual([200, CODE.ok, CODE.balanceTooLow])
    expect(await buy(POST), 'what is cheaper still works').toEqual([200, CODE.ok, CODE.taskCreated])
    await poor.give(LIVE_MICROS)
    expect(await buy()).toEqual(OK)
    expect(await poor.codes('/v3/appendix/user_data')).toEqual(OK)
    const { headers } = await poor.call('/v3/appendix/errors')
    expect(headers['x-balance']).toBe('0.001399')
  })

  test('a POST runs as many of its tasks as the balance covers, from the first on', async () => {
    const poor = await openCustomer(site, { usd: 0 })
    await poor.give(1_800)
    expect(await poor.codes(POST, { body: Array(5).fill(search()[0]) })).toEqual([
      200,
      CODE.ok,
      CODE.taskCreated,
      CODE.taskCreated,
      CODE.taskCreated,
      CODE.balanceTooLow,
      CODE.balanceTooLow,
    ])
    expect(await poor.codes(POST, { body: search() })).toEqual([402, CODE.balanceEmpty])
  })

  test('X-Max-Cost refuses a request that could cost more, before anything is run', async () => {
    const ask = (max: string, body: unknown = search()) =>
      customer.codes(LIVE, { body, headers: { 'x-max-cost': max } })
    expect(await ask('0.001999')).toEqual([200, CODE.costLimit])
    expect(await ask('0.002')).toEqual(OK)
    expect(await ask('0.002', [{ ...search()[0], depth: 20 }])).toEqual([200, CODE.costLimit])
    expect(await ask('cheap')).toEqual([200, CODE.invalidBody])
    expect(await ask('-1')).toEqual([200, CODE.invalidBody])
    expect(
      await customer.codes(POST, { body: Array(3).fill(search()[0]), headers: { 'x-max-cost': '0.0017' } }),
      'all tasks together',
    ).toEqual([200, CODE.costLimit])
  })

  test('G4 after twenty failures in a minute unknown callers are not tried, and known callers continue', async () => {
    const wrong = { authorization: `Basic ${Buffer.from(`${customer.login}:wrong`).toString('base64')}` }
    expect(await customer.codes('/v3/appendix/errors', { ip: '192.0.2.10' })).toEqual(OK)
    for (let at = 0; at < 25; at += 1)
      expect(await customer.codes('/v3/appendix/errors', { ip: `2001:db8:7:7::${at}`, headers: wrong })).toEqual([
        401,
        CODE.unauthorized,
      ])
    expect(await customer.codes('/v3/appendix/errors', { ip: '192.0.2.11' }), 'a new address at this login').toEqual([
      401,
      CODE.unauthorized,
    ])
    expect(await customer.codes('/v3/appendix/errors', { ip: '192.0.2.11', app: second.app })).toEqual([
      401,
      CODE.unauthorized,
    ])
    expect(await customer.codes('/v3/appendix/errors', { ip: '192.0.2.10' }), 'an address that called before').toEqual(
      OK,
    )
    const other = await openCustomer(site)
    expect(await other.codes('/v3/appendix/errors', { ip: '2001:db8:7:7::ffff' }), 'the same /64').toEqual([
      401,
      CODE.unauthorized,
    ])
    expect(await other.codes('/v3/appendix/errors', { ip: '2001:db8:7:8::1' })).toEqual(OK)
    site.clock.forward(60_000)
    expect(await customer.codes('/v3/appendix/errors', { ip: '192.0.2.11' })).toEqual(OK)
  })

  test('G4 a new password is valid on every process within a second', async () => {
    const owner = site.browser({ ip: '198.51.100.201' })
    await owner.signIn(customer.login)
    expect(await customer.codes(LIVE, { body: search(), app: second.app })).toEqual(OK)
    await owner.must(access.regeneratePassword, { overlap_min: 0 })
    site.clock.forward(1000)
    expect(await customer.codes(LIVE, { body: search(), app: second.app })).toEqual([401, CODE.unauthorized])
  })
})

describe('40209 simultaneous calls', () => {
  let upstream: TestServer
  let sites: TestApp['app'][]
  let waiting: (() => void)[] = []
  beforeAll(async () => {
    upstream = await openTestServer((_, response) => waiting.push(() => send(response, envelope({ result: [{}] }))))
    const settings = { UPSTREAM_URL: upstream.url }
    sites = [(await site.sibling({ settings })).app, (await site.sibling({ settings })).app]
  })
  afterAll(() => upstream.close())

  test('a login runs its allowed number over two processes, and the next one when one has ended', async () => {
    await change({ simultaneous: 3 })
    const call = (at: number) => customer.codes(LIVE, { body: search(), app: sites[at % 2] ?? site.app })
    const running = [call(0), call(1), call(0)]
    await expect.poll(() => waiting.length).toBe(3)
    expect(await call(0)).toEqual([200, CODE.tooManyAtOnce])
    expect(await call(1)).toEqual([200, CODE.tooManyAtOnce])
    waiting.shift()?.()
    await Promise.race(running)
    const counted = `select sum(running)::int as n from gateway_running where login_id = $1`
    await expect.poll(async () => (await site.database.pool.query(counted, [customer.login_id])).rows[0].n).toBe(2)
    running.push(call(1))
    await expect.poll(() => waiting.length).toBe(3)
    for (const go of waiting) go()
    waiting = []
    for (const codes of await Promise.all(running)) expect(codes).toEqual(OK)
  })

  test('a call refused for too many simultaneous ones does not count against the minute', async () => {
    await change({ simultaneous: 1, per_minute: 3 })
    const call = () => customer.codes(LIVE, { body: search(), app: sites[0] ?? site.app })
    const running = call()
    await expect.poll(() => waiting.length).toBe(1)
    for (let at = 0; at < 5; at += 1) expect(await call()).toEqual([200, CODE.tooManyAtOnce])
    for (const left of [1, 0]) {
      for (const go of waiting.splice(0)) go()
      if (left) expect(await running).toEqual(OK)
      const counted = `select coalesce(sum(running), 0)::int as n from gateway_running where login_id = $1`
      await expect.poll(async () => (await site.database.pool.query(counted, [customer.login_id])).rows[0].n).toBe(0)
      const next = call()
      await expect.poll(() => waiting.length).toBe(1)
      for (const go of waiting.splice(0)) go()
      expect(await next, `${left} left`).toEqual(OK)
    }
    await expect.poll(call).toEqual([200, CODE.rateLimit])
  })

  test('calls in progress in a killed process count for ten seconds at most', async () => {
    await change({ simultaneous: 1 })
    const dead = '00000000-0000-4000-8000-000000000001'
    const { pool } = site.database
    await pool.query(`insert into gateway_instances values ($1, now())`, [dead])
    await pool.query(`insert into gateway_running values ($1, $2, 1)`, [customer.login_id, dead])
    expect(await live()).toEqual([200, CODE.tooManyAtOnce])
    await pool.query(`update gateway_instances set seen_at = now() - interval '11 seconds' where id = $1`, [dead])
    expect(await live()).toEqual(OK)
    await site.gateway.sweep()
    expect((await pool.query('select 1 from gateway_running where instance = $1', [dead])).rowCount).toBe(0)
  })
})

test('floods of refusals are stored once a second, and every one of them is counted', async () => {
  await change({ per_minute: 1 })
  await live()
  for (let at = 0; at < 10; at += 1) await live()
  await customer.codes(LIVE, { body: '[{]' })
  await site.gateway.gate.repeats.close()
  const { rows } = await site.database.pool.query(
    'select code, class, count(*)::int as n, sum(1 + repeats)::int as calls from error_events where login_id = $1 group by 1, 2',
    [customer.login_id],
  )
  expect(rows).toEqual([{ code: CODE.rateLimit, class: 'billing', n: expect.any(Number), calls: 11 }])
  expect(rows[0].n).toBeLessThan(10)
})
