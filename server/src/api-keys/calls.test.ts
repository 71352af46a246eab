import { apiKeys } from '@portico/contract/api-keys.ts'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { dropProviders, writeWholeProvider } from '#testing/catalogue/provider.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { NEW_KEY } from '#testing/gateway/api-key.ts'
import { LIVE, openCustomer, POST, type Sent, search } from '#testing/gateway/customer.ts'
import { openTestServer, send, type TestServer } from '#testing/gateway/upstream.ts'
import { WEATHER, WEATHER_PRICES } from '#testing/gateway/weather.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

async function openOwner(site: TestApp, usd = 10) {
  const customer = await openCustomer(site, { usd })
  const browser = await site.signedIn(customer.login, { ip: '198.51.100.7' })
  const add = (more: Partial<typeof NEW_KEY> = {}) => browser.must(apiKeys.addKey, { ...NEW_KEY, ...more })
  return { ...customer, browser, add }
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
/** The three ways to send a key. */
const WAYS = [
  (_login: string, secret: string) => `Bearer ${secret}`,
  (login: string, secret: string) => basic(`${login}:${secret}`),
  (_login: string, secret: string) => basic(`${secret}:`),
]

describe('calls with a key', () => {
  let site: TestApp
  let owner: Awaited<ReturnType<typeof openOwner>>
  beforeAll(async () => {
    site = await openTestApp({ settings: { TASK_DELAY_MS: '0' } })
    owner = await openOwner(site)
  })
  afterAll(() => closeBalanced(site))

  const MINE = '203.0.113.9'
  const task = { body: search() }
  const CALLS: Record<string, [path: string, sent: Sent]> = {
    live: [LIVE, task],
    queued: [POST, task],
    ready: ['/v3/serp/google/organic/tasks_ready', {}],
    sandbox: [`/sandbox${LIVE}`, task],
    sandboxQueued: [`/sandbox${POST}`, task],
    account: ['/v3/appendix/user_data', {}],
    usage: ['/v3/appendix/usage', {}],
    sameApi: ['/v3/serp/bing/organic/live/advanced', task],
    otherApi: ['/v3/merchant/amazon/products/task_post', { body: [{ ...search()[0], language_code: 'en_US' }] }],
    otherApiReads: ['/v3/merchant/amazon/products/tasks_ready', {}],
    resend: ['/v3/appendix/webhook_resend', { body: [{ id: '03021000-0000-0066-0000-5f2a1c9be001' }] }],
  }
  const all = Object.keys(CALLS)
  const NONE: string[] = []
  /** What each restriction lets through, written by hand; several together let through what each of them does. */
  const RESTRICTIONS: Record<string, { bounds?: Partial<typeof NEW_KEY>; passes: string[]; otherwise?: number }> = {
    none: { passes: all },
    sandboxOnly: { bounds: { is_live: false }, passes: ['sandbox', 'sandboxQueued'] },
    readOnly: {
      bounds: { is_read_only: true },
      passes: ['live', 'ready', 'sandbox', 'account', 'usage', 'sameApi', 'otherApiReads'],
    },
    oneApi: {
      bounds: { functions: ['serp'] },
      passes: ['live', 'queued', 'ready', 'sandbox', 'sandboxQueued', 'sameApi'],
    },
    oneFunction: {
      bounds: { functions: ['serp/google/organic'] },
      passes: ['live', 'queued', 'ready', 'sandbox', 'sandboxQueued'],
    },
    myAddress: { bounds: { addresses: [`${MINE}/29`, '2001:db8::/32'] }, passes: all },
    otherAddress: { bounds: { addresses: ['192.0.2.0/24'] }, passes: NONE, otherwise: CODE.addressRefused },
    expiry: { bounds: { days: 30 }, passes: all },
    noMoney: {
      bounds: { day_micros: 0 },
      passes: all,
    },
  }
  /** Charged calls that a limit of nothing refuses, after they were admitted. */
  const CHARGED = ['live', 'queued', 'sameApi', 'otherApi']

  /** The code of the task where it is another than that of success. */
  const OF_TASK: Record<string, number> = {
    queued: CODE.taskCreated,
    sandboxQueued: CODE.taskCreated,
    otherApi: CODE.taskCreated,
    // There is no such task: the call itself was let through.
    resend: CODE.taskNotFound,
  }

  const names = Object.keys(RESTRICTIONS)
  const pairs = names.flatMap((a, n) => names.slice(n).map((b) => [a, b] as const))

  test('every pair of restrictions lets through exactly the calls that both let through, in all three ways of sending', async () => {
    for (const [n, [a, b]] of pairs.entries()) {
      const [one, two] = [RESTRICTIONS[a], RESTRICTIONS[b]]
      if (n % 30 === 0) owner = await openOwner(site)
      const { secret } = await owner.add({ ...one?.bounds, ...two?.bounds })
      for (const [m, name] of all.entries()) {
        const [path, sent] = CALLS[name] ?? ['', {}]
        const authorization = WAYS[(n + m) % WAYS.length]?.(owner.login, secret) ?? ''
        const { body } = await owner.call(path, { ...sent, ip: MINE, headers: { authorization } })
        const passes = Boolean(one?.passes.includes(name) && two?.passes.includes(name))
        const expected = passes ? CODE.ok : (one?.otherwise ?? two?.otherwise ?? CODE.notAllowed)
        const label = `${a} and ${b}: ${name} says ${body?.status_message}`
        expect(body?.status_code, label).toBe(expected)
        const is_poor = [a, b].includes('noMoney') && CHARGED.includes(name)
        if (passes)
          expect(body?.tasks?.[0]?.status_code, label).toBe(is_poor ? CODE.costLimit : (OF_TASK[name] ?? CODE.ok))
      }
    }
  })

  test('a key with a rate is refused above it, by name, while the login and its other keys call on, and again in the next minute', async () => {
    const mine = await openOwner(site)
    const { secret } = await mine.add({ name: 'Crawler', per_minute: 2 })
    const { secret: free } = await mine.add()
    const http = async (authorization: string, path = '/v3/appendix/user_data') =>
      mine.call(path, { headers: { authorization } })
    site.clock.forward(60_000 - (site.clock.now().getTime() % 60_000))
    const first = await http(`Bearer ${secret}`)
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    expect(JSON.stringify(first.body?.tasks?.[0]?.result)).toContain('"user_data":2')
    const last = await http(basic(`${mine.login}:${secret}`))
    expect(last.body?.status_code, 'the rate itself is allowed').toBe(CODE.ok)
    expect(last.headers).toMatchObject({ 'x-ratelimit-remaining': '0' })
    const over = await http(`Bearer ${secret}`)
    expect(over.body).toMatchObject({
      status_code: CODE.rateLimit,
      status_message: expect.stringContaining('The API key "Crawler" allows 2 per minute.'),
    })
    expect(over.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0', 'retry-after': '60' })
    expect((await http(`Bearer ${free}`)).headers['x-ratelimit-limit']).toBe('2000')
    expect((await mine.call('/v3/appendix/user_data')).http).toBe(200)
    expect((await http(`Bearer ${secret}`, '/v3/serp/google/organic/tasks_ready')).http, 'polls are free').toBe(200)
    site.clock.forward(60_000)
    expect((await http(`Bearer ${secret}`)).http).toBe(200)
  })

  test('a wrong, foreign or cut key is refused like a wrong password, and after twenty failures so is a right one from there', async () => {
    const [one, two] = [await openOwner(site), await openOwner(site)]
    const { secret } = await one.add()
    const http = async (authorization: string, ip = '203.0.113.77') =>
      (await one.call('/v3/appendix/user_data', { headers: { authorization }, ip })).http
    expect(await http(`Bearer ${secret}`, '203.0.113.200')).toBe(200)
    const wrong = [
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer ${secret}0`,
      `Bearer ${secret.replace('live', 'test')}`,
      `Bearer ${one.password}`,
      `bearer ${secret} x`,
      basic(`${two.login}:${secret}`),
      basic(`nobody@example.com:${secret}`),
      basic(`${secret}:${secret}`),
      basic(`:${secret}`),
    ]
    for (const authorization of wrong) expect(await http(authorization), authorization).toBe(401)
    for (let n = wrong.length; n < 20; n += 1) await http('Bearer nothing')
    expect(await http(`Bearer ${secret}`)).toBe(401)
    // The address that succeeded before is not locked out by others.
    expect(await http(`Bearer ${secret}`, '203.0.113.200')).toBe(200)
    expect((await two.call('/v3/appendix/user_data')).http).toBe(200)
  })
})

describe('a read-only key of a plain document', () => {
  let site: TestApp
  let upstream: TestServer
  beforeAll(async () => {
    upstream = await openTestServer((_, response) => send(response, '{"temperature":21.5}'))
    const PROVIDER_DIR = writeWholeProvider({ 'weather.yaml': WEATHER, 'prices.yaml': WEATHER_PRICES })
    site = await openTestApp({ settings: { PROVIDER_DIR, UPSTREAM_URL: upstream.url } })
  })
  afterAll(async () => {
    await closeBalanced(site)
    await upstream.close()
    dropProviders()
  })

  test('passes what reads and refuses what creates, changes or deletes before the source sees it', async () => {
    const owner = await openOwner(site)
    const { secret } = await owner.add({ is_read_only: true })
    const http = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      (
        await site.app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${secret}` },
          ...(payload && { payload }),
        })
      ).statusCode
    expect(await http('GET', '/v1/current?lat=1&lon=2')).toBe(200)
    expect(await http('GET', '/v1/stations/ABCD123')).toBe(200)
    const seen = upstream.received.length
    expect(await http('POST', '/v1/stations', { name: 'roof' })).toBe(403)
    expect(await http('DELETE', '/v1/stations/ABCD123')).toBe(403)
    expect(upstream.received).toHaveLength(seen)
    const { secret: open } = await owner.add()
    const made = { url: '/v1/stations', headers: { authorization: `Bearer ${open}` }, payload: { name: 'roof' } }
    expect((await site.app.inject({ method: 'POST', ...made })).statusCode).toBe(200)
  })
})
