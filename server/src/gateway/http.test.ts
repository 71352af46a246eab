import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { gateway } from '@portico/contract/gateway.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginNamed, readApiPassword } from '#access/index.ts'
import { fundsOf } from '#ledger/index.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'

const { version: released }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
)
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
})
afterAll(() => closeBalanced(site))

describe('the envelope', () => {
  test('a live call answers with all eight fields, is charged, and states the remaining balance', async () => {
    const customer = await openCustomer(site, { usd: 1 })
    const { http, headers, body } = await customer.call(LIVE, { body: search() })
    expect(http).toBe(200)
    expect(Object.keys(body ?? {})).toEqual([
      'version',
      'status_code',
      'status_message',
      'time',
      'cost',
      'tasks_count',
      'tasks_error',
      'tasks',
    ])
    expect(body).toMatchObject({
      version: released,
      status_code: CODE.ok,
      status_message: 'Ok.',
      cost: 0.002,
      tasks_count: 1,
      tasks_error: 0,
    })
    expect(body?.time).toMatch(/^\d+\.\d{4} sec\.$/)
    const [task] = body?.tasks ?? []
    expect(task?.id).toMatch(/^03021000-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    expect(task).toMatchObject({
      status_code: CODE.ok,
      cost: 0.002,
      result_count: 1,
      path: ['v3', 'serp', 'google', 'organic', 'live', 'advanced'],
      data: { api: 'serp', function: 'live', se: 'google', se_type: 'organic', keyword: 'standing desk' },
      result: [{ items: expect.any(Array) }],
    })
    expect(headers).toMatchObject({
      'x-cost': '0.002000',
      'x-balance': '0.998000',
      'x-ratelimit-limit': '2000',
      'x-ratelimit-remaining': '1999',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(await fundsOf(site.ctx, customer.login_id)).toMatchObject({
      balance_micros: 1_000_000 - LIVE_MICROS,
      held_micros: 0,
    })
    const { body: again } = await customer.call(LIVE, { body: search() })
    expect(again?.tasks?.[0]?.result, 'the same question has the same answer').toEqual(task?.result)
  })

  test('a call accepts doubled and trailing slashes, a bare object and a map from numbers', async () => {
    const customer = await openCustomer(site)
    const [task] = search()
    for (const path of [LIVE, `/${LIVE}`, `${LIVE}/`, LIVE.replaceAll('/', '//'), `//${LIVE}//`])
      expect(await customer.codes(path, { body: task }), path).toEqual([200, CODE.ok, CODE.ok])
    expect(await customer.codes(LIVE, { body: { 0: task } })).toEqual([200, CODE.ok, CODE.ok])
    expect(await customer.codes(POST, { body: { 0: task, 1: task } })).toEqual([
      200,
      CODE.ok,
      CODE.taskCreated,
      CODE.taskCreated,
    ])
  })

  test('.ai flattens every answer, also errors', async () => {
    const customer = await openCustomer(site)
    const flat = async (path: string, sent = {}) => (await customer.call(path, sent)).body
    expect(await flat(`${LIVE}.ai`, { body: search() })).toEqual({
      id: expect.stringMatching(/^03021000-/),
      status_code: CODE.ok,
      status_message: 'Ok.',
      items: expect.arrayContaining([expect.objectContaining({ type: 'organic' })]),
    })
    expect(await flat('/v3/serp/google/locations.ai')).toMatchObject({
      status_code: CODE.ok,
      items: expect.arrayContaining([expect.objectContaining({ location_code: 2840 })]),
    })
    expect(await flat(`${LIVE}.ai/`, { body: [{}] })).toMatchObject({ status_code: CODE.emptyBody, items: [] })
    expect(await flat('/v3/no/such.ai')).toMatchObject({ status_code: CODE.notFound, items: [] })
  })

  test('explicit nulls count as left out, unknown fields pass where the document allows them', async () => {
    const customer = await openCustomer(site)
    const [task] = search()
    const body = [{ ...task, tag: null, depth: null, location_name: null, something_new: 1 }]
    expect(await customer.codes(LIVE, { body })).toEqual([200, CODE.ok, CODE.ok])
    const closed = [{ id: '03021000-0000-0066-0000-5f2a1c9be001', more: 1 }]
    expect(await customer.codes('/v3/appendix/webhook_resend', { body: closed })).toEqual([
      200,
      CODE.ok,
      CODE.unknownFields,
    ])
  })

  test('an invalid task costs nothing and does not stop the others', async () => {
    const customer = await openCustomer(site, { usd: 1 })
    const [task] = search()
    const { body, headers } = await customer.call(POST, {
      body: [task, { ...task, keyword: true }, {}, 'no task', task, { ...task, pingback_url: 'ftp://example.com' }],
    })
    expect(body?.tasks?.map(({ status_code }) => status_code)).toEqual([
      CODE.taskCreated,
      CODE.invalidField,
      CODE.emptyBody,
      CODE.invalidBody,
      CODE.taskCreated,
      CODE.invalidField,
    ])
    expect(body?.tasks?.[1]?.status_message).toContain("Invalid Field: 'keyword'.")
    expect(body).toMatchObject({ tasks_count: 6, tasks_error: 4, cost: 0.0012 })
    expect(headers['x-balance']).toBe('0.998800')
  })

  test('the sandbox is free and works without money', async () => {
    const customer = await openCustomer(site, { usd: 0 })
    const { body, headers } = await customer.call(`/sandbox${LIVE}`, { body: search() })
    expect(body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok, cost: 0, result: [expect.anything()] })
    expect(headers).toMatchObject({ 'x-cost': '0.000000', 'x-balance': '0.000000' })
    expect(await customer.codes('/sandbox/v3/backlinks/summary/live', { body: [{ target: 'example.com' }] })).toEqual([
      200,
      CODE.ok,
      CODE.ok,
    ])
  })

  test('look-ups are free, by GET and by POST, with fields in the path', async () => {
    const customer = await openCustomer(site, { usd: 0 })
    const all = await customer.call('/v3/serp/google/locations')
    expect(all.body?.tasks?.[0]?.result_count).toBeGreaterThan(10)
    const one = await customer.call('/v3/serp/google/locations/de', { body: [{}] })
    expect(one.body?.tasks?.[0]?.result).toEqual([expect.objectContaining({ country_iso_code: 'DE' })])
    expect(await customer.codes('/v3/serp/google/languages', { method: 'POST' })).toEqual([200, CODE.ok, CODE.ok])
  })
})

describe('bodies', () => {
  test.each([
    ['nothing', undefined, CODE.emptyBody],
    ['blanks', '  ', CODE.emptyBody],
    ['an empty list', '[]', CODE.emptyBody],
    ['null', 'null', CODE.emptyBody],
    ['no JSON', '[{]', CODE.invalidBody],
    ['a text', '"keyword"', CODE.invalidBody],
    ['a number', '17', CODE.invalidBody],
    ['__proto__', '[{"__proto__":{"cost":0},"keyword":"x"}]', CODE.invalidBody],
    ['an escaped __proto__', '[{"\\u005f_proto__":1}]', CODE.invalidBody],
    ['a NUL', '[{"keyword":"a\\u0000b"}]', CODE.invalidBody],
    ['half a character', '[{"keyword":"\\ud83d"}]', CODE.invalidBody],
    ['endless brackets', '['.repeat(200_000), CODE.invalidBody],
  ])('%s is refused', async (_, body, code) => {
    const customer = await openCustomer(site, { usd: 0 })
    const { http, body: envelope } = await customer.call(LIVE, { method: 'POST', ...(body !== undefined && { body }) })
    expect([http, envelope?.status_code, envelope?.tasks]).toEqual([200, code, null])
  })

  test('gzip works in both directions, and a bomb and a broken body are refused', async () => {
    const customer = await openCustomer(site)
    const packed = (body: Buffer) => ({ body, headers: { 'content-encoding': 'gzip', 'accept-encoding': 'gzip' } })
    const reply = await customer.call(LIVE, packed(gzipSync(JSON.stringify(search()))))
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(reply.raw).toString())).toMatchObject({ status_code: CODE.ok, tasks_error: 0 })
    expect(await customer.codes(LIVE, packed(gzipSync(Buffer.alloc(50_000_000, ' '))))).toEqual([200, CODE.invalidBody])
    expect(await customer.codes(LIVE, packed(Buffer.from('not packed')))).toEqual([200, CODE.invalidBody])
    expect(await customer.codes(LIVE, { body: Buffer.alloc(11_000_000, ' ') })).toEqual([200, CODE.invalidBody])
    const plain = await customer.call(LIVE, { body: search(), headers: { 'accept-encoding': 'gzip;q=0, br' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('a body is read as JSON whatever its Content-Type is', async () => {
    const customer = await openCustomer(site)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', 'x'])
      expect(
        await customer.codes(LIVE, { body: JSON.stringify(search()), headers: { 'content-type': type } }),
        type,
      ).toContain(CODE.ok)
  })
})

describe('authentication', () => {
  test('G3 an unknown login, a wrong password, a login that is off and no header get the same 401', async () => {
    const customer = await openCustomer(site)
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const owner = site.browser({ ip: '198.51.100.120' })
    await owner.signIn(customer.login)
    const { login: machine } = await owner.must(access.addMachineLogin, { name: 'etl' })
    const machine_password = await readApiPassword(site.ctx, {
      login_id: (await loginNamed(site.ctx, machine)).id,
      member_id: null,
    })
    await owner.must(access.setLoginOff, { login: machine, off: true })
    const headers = [
      { authorization: basic(`nobody@example.com:${customer.password}`) },
      { authorization: basic(`${customer.login}:wrong`) },
      { authorization: basic(`${machine}:${machine_password}`) },
      { authorization: basic(`${customer.login}\0:${customer.password}`) },
      { authorization: 'Bearer x' },
      { authorization: 'Basic ' },
      { authorization: '' },
    ]
    const replies = await Promise.all(headers.map((one) => customer.call(LIVE, { headers: one, body: search() })))
    for (const { http, body, headers: sent } of replies) {
      expect(http).toBe(401)
      expect({ ...body, time: '' }).toEqual({ ...replies[0]?.body, time: '' })
      expect(body).toMatchObject({ status_code: CODE.unauthorized, tasks: null })
      expect(sent['www-authenticate']).toContain('Basic')
      expect(sent['x-balance']).toBeUndefined()
    }
  })

  test('S9 any origin may call, and never with cookies', async () => {
    const customer = await openCustomer(site)
    const preflight = await customer.call(LIVE, {
      method: 'OPTIONS',
      headers: { authorization: '', origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.http, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(preflight.headers['access-control-allow-headers']).toMatch(/Authorization.*Idempotency-Key.*X-Max-Cost/)
    const reply = await customer.call(LIVE, { body: search(), headers: { origin: 'https://app.example' } })
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['access-control-expose-headers']).toContain('X-Balance')
  })

  test('G5 unencrypted credentials are refused when our address is https', async () => {
    const customer = await openCustomer(site)
    const secure = await site.sibling({
      settings: { PUBLIC_URL: 'https://api.example.com', TRUST_PROXY: '10.0.0.0/8' },
    })
    const ask = async (ip: string, headers = {}) =>
      customer.codes('/v3/appendix/errors', { app: secure.app, ip, headers })
    expect(await ask('203.0.113.9')).toEqual([401, CODE.unauthorized])
    expect(await ask('203.0.113.9', { 'x-forwarded-proto': 'https' })).toEqual([401, CODE.unauthorized])
    expect(await ask('10.1.2.3', { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' })).toEqual([
      200,
      CODE.ok,
      CODE.ok,
    ])
    expect(await ask('127.0.0.1')).toEqual([200, CODE.ok, CODE.ok])
  })

  const HTTPS = { 'x-forwarded-proto': 'https' }
  const NOT_SURELY: Record<string, string>[] = [
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'http, https' },
    { 'x-forwarded-proto': 'https, http' },
    { 'x-forwarded-proto': 'https,https,http' },
    { 'x-forwarded-proto': '' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'api.example.com' },
    { forwarded: 'for=203.0.113.9;proto=https' },
    { 'x-real-ip': '203.0.113.9' },
  ]
  test.each([
    ['a trusted proxy elsewhere', '10.1.2.3', '10.0.0.0/8', { none: false, https: true }],
    ['a trusted proxy on this machine', '127.0.0.1', '127.0.0.1', { none: true, https: true }],
    ['a trusted proxy on this machine, IPv6', '::1', 'loopback', { none: true, https: true }],
    ['a proxy on this machine nobody trusts', '127.0.0.1', '10.0.0.0/8', { none: true, https: false }],
    ['a proxy on this machine where none is trusted', '::ffff:127.0.0.1', '', { none: true, https: false }],
    ['a stranger', '203.0.113.9', '10.0.0.0/8', { none: false, https: false }],
  ])(
    'SEC-M2 G5 %s is trusted only as configured, and is never taken for a caller on this machine',
    async (_, ip, trusted, is_good) => {
      const customer = await openCustomer(site)
      const settings = { PUBLIC_URL: 'https://api.example.com', TRUST_PROXY: trusted }
      const secure = await site.sibling({ settings })
      const ask = async (headers: Record<string, string>) => {
        const [http] = await customer.codes('/v3/appendix/errors', { app: secure.app, ip, headers })
        return http === 200
      }
      expect({ none: await ask({}), https: await ask(HTTPS) }).toEqual(is_good)
      for (const headers of NOT_SURELY) expect([headers, await ask(headers)]).toEqual([headers, false])
      expect(await ask({ ...HTTPS, 'x-forwarded-for': '203.0.113.9' })).toBe(is_good.https)
    },
  )

  test('an unknown path is 404, a wrong method is refused with the right one, and every method gets an envelope', async () => {
    const customer = await openCustomer(site)
    expect(await customer.codes('/v3/serp/google/nothing/live')).toEqual([404, CODE.notFound])
    expect(await customer.codes('/v3')).toEqual([404, CODE.notFound])
    expect(await customer.codes('/v3/%zz')).toEqual([404, CODE.notFound])
    expect(await customer.codes('/v3/%00')).toEqual([404, CODE.notFound])
    expect(await customer.codes(`/v3/${'a/'.repeat(5000)}`)).toEqual([404, CODE.notFound])
    expect(await customer.codes(LIVE)).toEqual([200, CODE.invalidPath])
    expect(await customer.codes(LIVE, { method: 'PUT', body: search() })).toEqual([200, CODE.invalidPath])
    expect(await customer.codes('/v3/appendix/user_data', { body: [{}] })).toEqual([200, CODE.invalidPath])
  })
})

test('G17 a call that cannot be booked gets a free 503 envelope without internals', async () => {
  const broken = await openTestApp()
  const customer = await openCustomer(broken)
  await broken.meter.close()
  const { http, headers, body } = await customer.call(LIVE, { body: search() })
  expect([http, headers['retry-after']]).toEqual([503, '1'])
  expect(body).toMatchObject({
    status_code: CODE.unavailable,
    status_message: expect.stringMatching(/^The service is temporarily/),
    cost: 0,
    tasks: null,
  })
  await broken.database.owner.query('drop function admit_calls')
  const worse = await customer.call(LIVE, { body: search() })
  expect([worse.http, worse.body?.status_message]).toEqual([500, 'Internal Error.'])
  expect(JSON.stringify([worse.body, worse.headers])).not.toMatch(/admit_calls|function|sql/i)
  expect(await fundsOf(broken.ctx, customer.login_id)).toMatchObject({ balance_micros: 10_000_000, held_micros: 0 })
  await broken.close()
})

describe('account functions', () => {
  test('user_data returns limits, usage, money and prices', async () => {
    const customer = await openCustomer(site, { usd: 5 })
    // A minute ago: they count for the day alone.
    await customer.call(POST, { body: [search()[0], search('lamp')[0]] })
    await customer.call(LIVE, { body: search('lamp') })
    site.clock.forward(60_000)
    await customer.call(LIVE, { body: search() })
    await deriveRollups(site.ctx)
    const [data] = (await customer.call('/v3/appendix/user_data')).body?.tasks?.[0]?.result ?? []
    site.clock.forward(-60_000)
    expect(data).toMatchObject({
      login: customer.login,
      timezone: 'UTC',
      rates: {
        limits: {
          day: { serp: { google: { organic: { live: { advanced: 0 } } } } },
          minute: { serp: { google: { organic: { live: { advanced: 2000, html: 2000 } } } } },
        },
        statistics: {
          day: { serp: { google: { organic: { live: 2, task_post: 1 } } }, value: '2026-03-02' },
          minute: { serp: { google: { organic: { live: 1 } } }, value: '2026-03-02 10:01' },
        },
      },
      money: {
        total: 5,
        balance: 4.9948,
        limits: { day: { total: 0 }, minute: { total: 0 } },
        statistics: {
          day: {
            total: 0.0052,
            total_serp: 0.0052,
            serp: { google: { organic: { total: 0.0052 } } },
            value: '2026-03-02',
          },
          minute: { total: 0.002, value: '2026-03-02 10:01' },
        },
      },
      price: {
        serp: {
          google: {
            organic: {
              live: {
                priority_normal: [
                  { cost_type: 'per_request', cost: 0.002 },
                  { cost_type: 'per_page', cost: 0.0015 },
                ],
              },
              task_post: { priority_high: [{ cost_type: 'per_request', cost: 0.0012 }, expect.anything()] },
            },
          },
        },
      },
    })
  })

  test('the list of codes and the service status can be read', async () => {
    const customer = await openCustomer(site)
    const codes = (await customer.call('/v3/appendix/errors')).body?.tasks?.[0]?.result
    expect(codes).toContainEqual({ code: CODE.rateLimit, message: 'The rate-limit per minute has been exceeded.' })
    const status = (await customer.call('/v3/appendix/status')).body?.tasks?.[0]?.result
    expect(status).toContainEqual(expect.objectContaining({ api: 'serp', status: 'ok' }))
  })

  test('id_list and errors list only the calls of this login', async () => {
    const [customer, other] = [await openCustomer(site), await openCustomer(site)]
    const live = await customer.call(LIVE, { body: [{ ...search()[0], tag: 'mine', api_key: 'hunter2' }] })
    await customer.call(POST, { body: [{ keyword: 1 }] })
    const ids = await customer.call('/v3/serp/id_list', {
      body: [{ datetime_from: '2026-03-02 00:00:00', include_metadata: true }],
    })
    const rows = ids.body?.tasks?.[0]?.result ?? []
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(
      expect.objectContaining({
        id: live.body?.tasks?.[0]?.id,
        cost: 0.002,
        metadata: expect.objectContaining({ tag: 'mine', api_key: '•••' }),
      }),
    )
    const errors = await customer.call('/v3/serp/errors', { body: [{ limit: 10 }] })
    expect(errors.body?.tasks?.[0]?.result).toEqual([
      expect.objectContaining({ error_code: CODE.invalidField, function: 'serp/google/organic', http_url: POST }),
    ])
    expect(
      (await other.call('/v3/serp/id_list', { body: [{ datetime_from: '2026-03-01' }] })).body?.tasks?.[0],
    ).toMatchObject({ status_code: CODE.ok, result: [] })
    const until = async (ms: number, offset: string) => {
      const at = new Date(site.clock.now().getTime() + ms).toISOString().slice(0, 19).replace('T', ' ')
      const body = [{ datetime_from: '2026-03-02 00:00:00 +02:00', datetime_to: `${at} ${offset}` }]
      return (await customer.call('/v3/serp/id_list', { body })).body?.tasks?.[0]?.result?.length
    }
    expect([await until(3_600_000, '+02:00'), await until(-3_600_000, '-02:00')], 'with its offset').toEqual([0, 2])
    expect(await customer.codes('/v3/serp/id_list', { body: [{ datetime_from: 'yesterday' }] })).toEqual([
      200,
      CODE.ok,
      CODE.invalidField,
    ])
  })

  test('id_list is oldest first, and newest first on request', async () => {
    const customer = await openCustomer(site)
    for (const keyword of ['desk', 'chair']) {
      await customer.call(LIVE, { body: search(keyword) })
      site.clock.forward(1000)
    }
    const ids = async (more: object) => {
      const { body } = await customer.call('/v3/serp/id_list', { body: [{ datetime_from: '2026-03-02', ...more }] })
      return (body?.tasks?.[0]?.result ?? []).map((row) => (row as { id: string }).id)
    }
    const oldest_first = await ids({})
    expect(new Set(oldest_first).size).toBe(2)
    expect(await ids({ sort: 'asc' })).toEqual(oldest_first)
    expect(await ids({ sort: 'desc' })).toEqual(oldest_first.toReversed())
  })

  test('an endpoint that another process cannot reach is down with its API, and the others of the API are not', async () => {
    const customer = await openCustomer(site)
    const id = '00000000-0000-4000-8000-00000000dead'
    const facts = JSON.stringify({ breakers: [LIVE] })
    await site.database.pool.query('insert into gateway_instances (id, seen_at, facts) values ($1, now(), $2)', [
      id,
      facts,
    ])
    const { body } = await customer.call('/v3/appendix/status')
    await site.database.pool.query('delete from gateway_instances where id = $1', [id])
    const apis = (body?.tasks?.[0]?.result ?? []) as {
      api: string
      status: string
      endpoints: { endpoint: string; status: string }[]
    }[]
    const serp = apis.find(({ api }) => api === 'serp')
    expect(serp?.status).toBe('down')
    expect(serp?.endpoints.filter(({ status }) => status === 'down').map(({ endpoint }) => endpoint)).toEqual([
      'serp/google/organic',
    ])
  })

  test('Test connection calls from the address of the tester and shows what came back', async () => {
    const customer = await openCustomer(site, { usd: 3 })
    const owner = site.browser({ ip: '198.51.100.140' })
    await owner.signIn(customer.login)
    expect(await owner.must(gateway.testConnection, {})).toEqual({
      status_code: CODE.ok,
      status_message: 'Ok.',
      login: customer.login,
      balance_micros: 3_000_000,
      ip: '198.51.100.140',
      time_ms: expect.any(Number),
    })
    await owner.must(access.saveIpAccess, { rules: [{ cidr: '203.0.113.0/24', label: '' }], check: false })
    site.clock.forward(1000)
    expect(await owner.must(gateway.testConnection, {})).toMatchObject({
      status_code: CODE.addressRefused,
      login: null,
    })
  })
})
