import { createHash } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { randomToken } from '#crypto/keys.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const EMAIL = 'ann@example.com'
const SID = '__Host-sid'

const it = sharedApp({ settings: { PUBLIC_URL: 'https://dash.example' } })
beforeAll(async () => {
  await it.addUser({ email: EMAIL })
  await it.addUser({ email: 'eve@example.com' })
})

type Browser = Awaited<ReturnType<typeof it.signedIn>>

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { status } = await browser.call(users.getUserData, {})
  expect([200, 401]).toContain(status)
  return status === 200
}

/** The browser of a thief who has nothing but this token. */
function holding(token: string | undefined) {
  const browser = it.browser()
  browser.cookies.set(SID, token ?? '')
  return browser
}

test('S1 on https the session cookie is host-bound, secure, hidden from scripts and not sent across sites', async () => {
  const browser = it.browser()
  await browser.open('/signin')
  const { cookies } = await browser.call(auth.authenticate, { email: EMAIL, password: TEST_PASSWORD, captcha: '' })
  const set = cookies.find(({ name }) => name === SID)
  expect(set).toEqual({
    name: SID,
    value: expect.stringMatching(/^[\w-]{43}$/),
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 30 * 24 * 60 * 60,
  })
})

test('S1 the anti-forgery cookies are secure too, and only the token itself is readable by the page', async () => {
  const { cookies } = await it.browser().open('/signin')
  const common = { path: '/', secure: true, sameSite: 'Lax' }
  expect(cookies).toHaveLength(2)
  expect(cookies).toContainEqual({ name: '__Host-pre', value: expect.any(String), httpOnly: true, ...common })
  expect(cookies).toContainEqual({ name: 'XSRF-TOKEN', value: expect.any(String), ...common })
})

test('S1 on plain http, where browsers refuse secure cookies, signing in works without them', async () => {
  const laptop = await it.sibling({ settings: { PUBLIC_URL: 'http://localhost:8080' } })
  const browser = await laptop.signedIn(EMAIL)
  expect([...browser.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', 'device', 'pre', 'sid'])
  expect((await browser.call(users.getUserData, {})).status).toBe(200)
})

test('S1 the database holds only the SHA-256 of the token', async () => {
  const browser = await it.signedIn(EMAIL)
  const token = browser.cookies.get(SID) ?? ''
  const { rows } = await it.database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { table_name } of rows) {
    const found = await it.database.pool.query(
      `select 1 from ${table_name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' or t::text like '%' || $3 || '%'`,
      [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')],
    )
    expect(found.rowCount, table_name).toBe(0)
  }
  const hash = createHash('sha256').update(token).digest()
  const stored = await it.database.pool.query('select 1 from sessions where token_hash = $1', [hash])
  expect(stored.rowCount).toBe(1)
})

test('S1 the token is in no answer and in no log line', async () => {
  const browser = await it.signedIn(EMAIL)
  const token = browser.cookies.get(SID) ?? 'none'
  const answers = [
    await browser.open('/api-dashboard'),
    await browser.call(users.getUserData, {}),
    await browser.call(booting.boot, {}),
    await browser.call(access.getAccessInfo, {}),
    await browser.call(auth.signout, {}),
  ]
  for (const { text, headers } of answers) expect(text + JSON.stringify(headers)).not.toContain(token)
  expect(it.log_lines.length).toBeGreaterThan(0)
  expect(it.log_lines.join('')).not.toContain(token)
})

test('S2 a planted session id is never adopted', async () => {
  const planted = randomToken()
  const browser = holding(planted)
  await browser.signIn(EMAIL)
  expect(browser.cookies.get(SID)).not.toBe(planted)
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(holding(planted))).toBe(false)
})

test('S2 signing in ends the session the browser came with, its own or a planted one', async () => {
  const attacker = await it.signedIn('eve@example.com')
  const planted = attacker.cookies.get(SID) ?? ''
  const victim = holding(planted)
  expect((await victim.signIn(EMAIL)).email).toBe(EMAIL)
  expect(victim.cookies.get(SID)).not.toBe(planted)
  expect(await isSignedIn(attacker)).toBe(false)
  const first = victim.cookies.get(SID)
  await victim.signIn(EMAIL)
  expect(victim.cookies.get(SID)).not.toBe(first)
  expect(await isSignedIn(holding(first))).toBe(false)
})

test('S2 a failed sign-in leaves the open session alone', async () => {
  const browser = await it.signedIn(EMAIL)
  const before = browser.cookies.get(SID)
  await browser.call(auth.authenticate, { email: EMAIL, password: 'not the password', captcha: '' })
  expect(browser.cookies.get(SID)).toBe(before)
  expect(await isSignedIn(browser)).toBe(true)
})

test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '%00', "' or 1=1 --"])(
  'S1 the session id %j opens nothing',
  async (token) => {
    expect(await isSignedIn(holding(token))).toBe(false)
  },
)

test('S3 a session ends after 12 idle hours, and use keeps it alive', async () => {
  const browser = await it.signedIn(EMAIL)
  for (let day = 0; day < 3; day++) {
    it.clock.forward(12 * HOUR_MS - MINUTE_MS)
    expect(await isSignedIn(browser)).toBe(true)
  }
  it.clock.forward(12 * HOUR_MS)
  expect(await isSignedIn(browser)).toBe(false)
})

test('S3 the operator sets the idle time', async () => {
  const strict = await it.sibling({ settings: { PUBLIC_URL: 'https://dash.example', SESSION_IDLE_HOURS: '1' } })
  const browser = await strict.signedIn(EMAIL)
  it.clock.forward(HOUR_MS - 1)
  expect(await isSignedIn(browser)).toBe(true)
  it.clock.forward(HOUR_MS)
  expect(await isSignedIn(browser)).toBe(false)
})

test('S3 a session ends after 30 days, however much it is used', async () => {
  const browser = await it.signedIn(EMAIL)
  for (let half_day = 1; half_day < 3 * 30; half_day++) {
    it.clock.forward(8 * HOUR_MS)
    expect(await isSignedIn(browser)).toBe(true)
  }
  it.clock.forward(8 * HOUR_MS)
  expect(await isSignedIn(browser)).toBe(false)
})

test('S3 background calls of the page do not keep an idle session alive', async () => {
  const browser = await it.signedIn(EMAIL)
  let answered = 0
  for (let minute = 1; minute <= 13 * 60; minute += 10) {
    it.clock.forward(10 * MINUTE_MS)
    if ((await browser.call(access.getApiUserCredits, {})).status === 200) answered += 1
    await browser.call(booting.boot, {})
  }
  expect(answered).toBe(12 * 6 - 1)
  expect(await isSignedIn(browser)).toBe(false)
})

test('S3 opening a page keeps a session alive', async () => {
  const browser = await it.signedIn(EMAIL)
  it.clock.forward(11 * HOUR_MS)
  await browser.open('/api-dashboard')
  it.clock.forward(11 * HOUR_MS)
  expect(await isSignedIn(browser)).toBe(true)
})

test('S4 signing out ends the session on the server, on every process, and clears the cookie', async () => {
  const other = await it.sibling()
  const browser = await it.signedIn(EMAIL)
  const token = browser.cookies.get(SID)
  const elsewhere = other.browser()
  elsewhere.cookies.set(SID, token ?? '')
  expect(await isSignedIn(elsewhere)).toBe(true)
  const { cookies } = await browser.call(auth.signout, {})
  expect(cookies.find(({ name }) => name === SID)).toMatchObject({ value: '', maxAge: 0, secure: true, path: '/' })
  expect(browser.cookies.has(SID)).toBe(false)
  expect(await isSignedIn(holding(token))).toBe(false)
  expect(await isSignedIn(elsewhere)).toBe(false)
})

test('SEC-L8 S11 signing out makes the browser drop cached answers of this site', async () => {
  const { headers } = await (await it.signedIn(EMAIL)).call(auth.signout, {})
  expect(headers['clear-site-data']).toBe('"cache"')
})

test('SEC-L8 S2 giving the password again renews the token, and the old one stops working', async () => {
  const browser = await it.signedIn(EMAIL)
  const before = browser.cookies.get(SID)
  await browser.must(auth.reauthenticate, { password: TEST_PASSWORD })
  expect(browser.cookies.get(SID)).not.toBe(before)
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(holding(before))).toBe(false)
})

test('S4 signing out here leaves the sessions of other devices open', async () => {
  const [here, there] = [await it.signedIn(EMAIL), await it.signedIn(EMAIL)]
  await here.must(auth.signout, {})
  expect(await isSignedIn(there)).toBe(true)
})

test('signing out without a session is no error', async () => {
  const browser = it.browser()
  await browser.open()
  expect(await browser.must(auth.signout, {})).toEqual({ type: 'success' })
})

test.each(['disabled', 'closed', 'pending'])('S4 the session of a user who becomes %s ends at once', async (status) => {
  await it.addUser({ email: `${status}@example.com` })
  const browser = await it.signedIn(`${status}@example.com`)
  const set = (to: string) =>
    it.database.pool.query('update users set status = $1 where email = $2', [to, `${status}@example.com`])
  await set(status)
  expect(await isSignedIn(browser)).toBe(false)
  expect((await browser.must(booting.boot, {})).user).toBeNull()
})

test('activity of a session is written once a minute at most', async () => {
  const browser = await it.signedIn(EMAIL)
  const seen = async () => {
    const { rows } = await it.database.pool.query<{ at: Date }>('select max(last_seen_at) as at from sessions')
    return rows[0]?.at.getTime()
  }
  const start = it.clock.now().getTime()
  it.clock.forward(MINUTE_MS)
  await isSignedIn(browser)
  expect(await seen()).toBe(start)
  it.clock.forward(1)
  await isSignedIn(browser)
  expect(await seen()).toBe(start + MINUTE_MS + 1)
  it.clock.forward(DAY_MS)
})
