import { createHash } from 'node:crypto'
import { auth } from '@portico/contract/auth.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { addressBlock, giveBack, type Limit, limitKey, spend } from './limits.ts'

const MINUTE_MS = 60_000
const AT_ONCE = 8
const THREE: Limit = { name: 'three', max: 3, window_ms: 10 * MINUTE_MS }

const it = sharedApp()
beforeEach(() => it.database.pool.query('delete from rate_limits'))

async function tryOnce(
  of = 'ann',
  limit = THREE,
  ctx: Pick<TestApp['ctx'], 'db' | 'clock' | 'keys'> = it.ctx,
): Promise<boolean> {
  try {
    await spend(ctx, [{ limit, of }])
    return true
  } catch (problem) {
    expect(problem).toMatchObject({ code: 'too_many_tries' })
    return false
  }
}

test('a limit allows its number of tries, then none until the window is over', async () => {
  expect([await tryOnce(), await tryOnce(), await tryOnce(), await tryOnce()]).toEqual([true, true, true, false])
  expect(await tryOnce('bob')).toBe(true)
  expect(await tryOnce('ann', { ...THREE, name: 'other' })).toBe(true)
  it.clock.forward(10 * MINUTE_MS - 1)
  expect(await tryOnce()).toBe(false)
  it.clock.forward(1)
  expect(await tryOnce()).toBe(true)
})

test('a wait of more than some minutes is reported with its length', async () => {
  const hourly = { limit: { name: 'hourly', max: 0, window_ms: 60 * MINUTE_MS }, of: 'ann' }
  const daily = { limit: { name: 'daily', max: 0, window_ms: 24 * 60 * MINUTE_MS }, of: 'ann' }
  const refusal = (use: typeof hourly) => spend(it.ctx, [use]).catch(({ code, values }) => ({ code, values }))
  const day_ms = daily.limit.window_ms
  it.clock.forward(day_ms - (it.clock.now().getTime() % day_ms))
  expect(await refusal(hourly)).toEqual({ code: 'wait_minutes', values: { minutes: 60 } })
  expect(await refusal(daily)).toEqual({ code: 'wait_hours', values: { hours: 24 } })
  it.clock.forward(58 * MINUTE_MS + 1)
  expect(await refusal(hourly)).toEqual({ code: 'wait_minutes', values: { minutes: 2 } })
  expect(await refusal(daily)).toEqual({ code: 'wait_hours', values: { hours: 24 } })
  it.clock.forward(22 * 60 * MINUTE_MS + 59 * MINUTE_MS)
  expect(await refusal(daily)).toEqual({ code: 'wait_minutes', values: { minutes: 3 } })
})

test('A3 parallel tries all count', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, () => tryOnce()))
  expect(results.filter(Boolean)).toHaveLength(3)
})

test('A3 the counters are in the database: a restart and a second process change nothing', async () => {
  await tryOnce()
  await tryOnce()
  const restarted = await it.sibling()
  expect(await tryOnce('ann', THREE, restarted.ctx)).toBe(true)
  expect(await tryOnce('ann', THREE, restarted.ctx)).toBe(false)
  expect(await tryOnce()).toBe(false)
})

test('a try given back can be made again, and no more than was spent is given back', async () => {
  const ours = [{ limit: THREE, of: 'ann' }]
  await tryOnce()
  for (let at = 0; at < 5; at++) await giveBack(it.ctx, ours)
  expect([await tryOnce(), await tryOnce(), await tryOnce(), await tryOnce()]).toEqual([true, true, true, false])
})

test('the first limit that is used up decides: the others are not spent', async () => {
  const many = [
    { limit: { ...THREE, name: 'outer', max: 1 }, of: 'x' },
    { limit: { ...THREE, name: 'inner', max: 5 }, of: 'x' },
  ]
  await spend(it.ctx, many)
  for (let at = 0; at < 3; at++) await expect(spend(it.ctx, many)).rejects.toMatchObject({ code: 'too_many_tries' })
  const { rows } = await it.database.pool.query(`select used from rate_limits where key like 'inner:%'`)
  expect(rows).toEqual([{ used: 1 }])
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // SEC-L17
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
  ['192.0.2.1:1234', '192.0.2.1'],
  ['[2001:db8:1:2::1]:1234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2002:c000:201:1::1', '2002:c000:201::/48'],
  ['2002:c000:201:ffff::1', '2002:c000:201::/48'],
  ['[::ffff:c000:201%eth0]:443', '192.0.2.1'],
  ['[2001:db8:1:2::1%25eth0]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:0:0:192.0.2.1', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['9:1234', '9:1234'],
])('A3 the household of %s is %s', (ip, block) => {
  expect(addressBlock(ip)).toBe(block)
})

test('A3 a whole /64 is one household, and the next /64 is another', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(half, half, half, (net, one, other) => {
      expect(addressBlock(`${net}:${one}`)).toBe(addressBlock(`${net}:${other}`))
      if (net !== one) expect(addressBlock(`${net}:${other}`)).not.toBe(addressBlock(`${one}:${other}`))
    }),
  )
})

/** The number of these sign-ins that were checked, before the address had used up its tries. */
async function accepted(
  app: Pick<TestApp, 'browser'>,
  count: number,
  from: (at: number) => { ip: string; headers?: Record<string, string> },
) {
  const browser = app.browser()
  await browser.open()
  const tryAs = async (at: number) => {
    const input = { email: `nobody${at}@example.com`, password: TEST_PASSWORD, captcha: '' }
    return (await browser.call(auth.authenticate, input, from(at))).status
  }
  // Several at once, because a refusal has a minimum delay; not so many that one waits in vain for a connection.
  const statuses: number[] = []
  for (let at = 0; at < count; at += AT_ONCE)
    statuses.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => tryAs(at + n)))),
    )
  const looked_at = statuses.filter((status) => status === 400).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(count - looked_at)
  return looked_at
}

test('A4 headers that claim another address are not trusted', async () => {
  const looked_at = await accepted(it, 34, (at) => ({
    ip: '198.51.100.9',
    headers: {
      'x-forwarded-for': `203.0.113.${at}`,
      'x-real-ip': `203.0.113.${at}`,
      forwarded: `for=203.0.113.${at}`,
      'x-forwarded-proto': 'https',
      'cf-connecting-ip': `203.0.113.${at}`,
    },
  }))
  expect(looked_at).toBe(30)
})

test('A4 a trusted proxy is trusted about its client, and not about anything a client put before it', async () => {
  const behind = await it.sibling({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
  const proxied = (list: string) => ({ ip: '10.1.2.3', headers: { 'x-forwarded-for': list } })
  expect(await accepted(behind, 33, (at) => proxied(`203.0.113.${at}, 198.51.100.77`))).toBe(30)
  expect(await accepted(behind, 5, (at) => proxied(`198.51.100.${at}`))).toBe(5)
})

test('SEC-L17 A4 a proxy that names ports gives no client another try, and is still distinguished from its client', async () => {
  const behind = await it.sibling({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
  const proxied = (list: string) => ({ ip: '10.1.2.3', headers: { 'x-forwarded-for': list } })
  expect(await accepted(behind, 33, (at) => proxied(`198.51.100.88:${1024 + at}`))).toBe(30)
  expect(await accepted(behind, 33, (at) => proxied(`[2001:db8:7:8::${at}]:${1024 + at}, 10.9.9.9:${at}`))).toBe(30)
  const key = limitKey(it.ctx, { name: 'sign-in-address' }, '198.51.100.88')
  const { rows } = await it.database.pool.query('select used from rate_limits where key = $1', [key])
  expect(rows).toHaveLength(1)
})

test('SEC-L17 A4 a list of a thousand entries, odd spellings and names before its last entry change nothing', async () => {
  const behind = await it.sibling({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
  const odd = [
    '127.0.0.1',
    '0300.0.2.1',
    '3221225985',
    '192.0.2.9.',
    'unknown',
    '_hidden',
    '"[::1]:9"',
    '',
    ' ',
    '::1%lo',
  ]
  const list = (at: number) => [...Array(1000).fill(`203.0.113.${at}`), ...odd.map((one) => `${one}`)].join(',')
  const proxied = (at: number) => ({
    ip: at % 2 ? '::ffff:10.1.2.3' : '10.1.2.3',
    headers: { 'x-forwarded-for': `${list(at)}, ${at % 3 ? '198.51.100.99' : '::ffff:198.51.100.99'}` },
  })
  expect(await accepted(behind, 33, proxied)).toBe(30)
})

test('A4 with a proxy configured, a client that bypasses it is still not trusted', async () => {
  const behind = await it.sibling({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
  const deps = (at: number) => ({ ip: '192.0.2.200', headers: { 'x-forwarded-for': `203.0.113.${at}` } })
  expect(await accepted(behind, 33, deps)).toBe(30)
})

test('A3 an IPv6 household and the aliases of an IPv4 address each count as one', async () => {
  expect(await accepted(it, 33, (at) => ({ ip: `2001:db8:5:6::${at.toString(16)}` }))).toBe(30)
  expect(await accepted(it, 33, (at) => ({ ip: at % 2 ? '192.0.2.55' : '::ffff:192.0.2.55' }))).toBe(30)
})

test('P3 counters hold neither an e-mail address nor an IP address, in clear or as a hash without a key', async () => {
  const email = 'counted-person@example.com'
  const browser = it.browser({ ip: '203.0.113.77' })
  await browser.open('/signin')
  const sign_up = { email, password: TEST_PASSWORD, name: '', privacy: true as const, captcha: '' }
  await browser.must(auth.register, sign_up)
  await browser.call(auth.authenticate, { email, password: 'wrong one', captcha: '' })
  await browser.call(auth.sendForgotPasswordEmail, { email, captcha: '' })
  const authorization = `Basic ${Buffer.from(`${email}:wrong`).toString('base64')}`
  await browser.send({ path: '/v3/appendix/errors', headers: { authorization } })
  const { rows } = await it.database.pool.query<{ key: string }>('select key from rate_limits')
  const names = new Set(rows.map(({ key }) => key.split(':')[0]))
  for (const name of ['sign-up-email', 'sign-up-address', 'sign-in-address', 'gateway-ip', 'gateway-login'])
    expect(names, name).toContain(name)
  const plain = createHash('sha256').update(email).digest()
  const forms = [email, 'counted-person', '203.0.113.77', plain.toString('hex'), plain.toString('base64url')]
  expect(rows.filter(({ key }) => forms.some((form) => key.includes(form)))).toEqual([])
  expect(rows.map(({ key }) => key)).toContain(limitKey(it.ctx, { name: 'sign-up-email' }, email))
})
