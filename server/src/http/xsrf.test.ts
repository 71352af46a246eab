import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { openKeys, randomToken } from '#crypto/keys.ts'
import { openTestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'

const SITE = 'https://dash.example'
const EMAIL = 'ann@example.com'

const it = sharedApp({ settings: { PUBLIC_URL: SITE } })
beforeAll(async () => {
  await it.addUser({ email: EMAIL })
  await it.addUser({ email: 'eve@example.com' })
})

/** Everything a refused call could have changed. */
async function contents() {
  const tables = ['users', 'sessions', 'rate_limits', 'audit_log', 'feature_grants']
  const { rows } = await it.database.pool.query<{ sum: string }>(
    tables
      .map((name) => `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`)
      .join(' union all '),
  )
  return rows
}

type Someone = Awaited<ReturnType<typeof it.signedIn>>
const tokenOf = (browser: Someone) => browser.cookies.get('XSRF-TOKEN') ?? ''

/** Replaces both copies, as an attacker does who can write cookies but does not know our key. */
const plant = (token: string) => (browser: Someone) => {
  browser.cookies.set('XSRF-TOKEN', token)
  return {}
}

const forgeries: [
  string,
  (browser: Someone) => Record<string, string | undefined> | Promise<Record<string, string>>,
][] = [
  ['no header', () => ({ 'x-xsrf-token': undefined })],
  ['an empty header', () => ({ 'x-xsrf-token': '' })],
  ['a header that is not the cookie', (browser) => ({ 'x-xsrf-token': `${tokenOf(browser)}x` })],
  [
    'the right header without the cookie',
    (browser) => {
      const header = tokenOf(browser)
      browser.cookies.delete('XSRF-TOKEN')
      return { 'x-xsrf-token': header }
    },
  ],
  [
    'the genuine token of another session',
    async (browser) => plant(tokenOf(await it.signedIn('eve@example.com')))(browser),
  ],
  [
    'the genuine token of a visitor',
    async (browser) => {
      const visitor = it.browser()
      await visitor.open()
      return plant(visitor.cookies.get('XSRF-TOKEN') ?? '')(browser)
    },
  ],
  [
    'a token signed with another secret',
    (browser) => {
      const random = randomToken(16)
      const other = openKeys(it.data_dir, 'another secret, also long enough!')
      return plant(`${random}.${other.mac('xsrf', `.${random}`)}`)(browser)
    },
  ],
  [
    'the signature of another random part',
    (browser) => plant(`${randomToken(16)}.${tokenOf(browser).split('.')[1]}`)(browser),
  ],
  ['a random part without a signature', (browser) => plant(tokenOf(browser).split('.')[0] ?? '')(browser)],
  ['a random part with an empty signature', plant(`${randomToken(16)}.`)],
  ['equal nonsense on both sides', plant('a'.repeat(22))],
  ['a lone dot', plant('.')],
  [
    'a second cookie before the right one',
    (browser) => ({
      cookie: `XSRF-TOKEN=planted; ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
    }),
  ],
  [
    'a second cookie behind the right one',
    (browser) => ({
      cookie: `${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}; XSRF-TOKEN=planted`,
    }),
  ],
  [
    'the right cookie twice',
    (browser) => ({
      cookie: `${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}; XSRF-TOKEN=${tokenOf(browser)}`,
    }),
  ],
]

test.each(forgeries)('CA-01 S6 a call with %s is refused and changes nothing', async (_name, forge) => {
  const browser = await it.signedIn(EMAIL)
  const headers = await forge(browser)
  const before = await contents()
  for (const answer of [
    await browser.call(users.setLanguage, { language: 'de' }, { headers }),
    await browser.call(users.setTheme, { theme_view: 'dark' }, { headers }),
    await browser.call(auth.signout, {}, { headers }),
    await browser.call(auth.authenticate, { email: EMAIL, password: TEST_PASSWORD, captcha: '' }, { headers }),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'forged' }, cookies: [] })
  expect(await contents()).toEqual(before)
})

test.each([
  ['a visitor who never saw a page', async () => it.browser()],
  [
    'a visitor with the token of another visitor',
    async () => {
      const [one, other] = [it.browser(), it.browser()]
      await one.open()
      await other.open()
      one.cookies.set('XSRF-TOKEN', other.cookies.get('XSRF-TOKEN') ?? '')
      return one
    },
  ],
  [
    'a visitor without the cookie the token is bound to',
    async () => {
      const one = it.browser()
      await one.open()
      one.cookies.delete('__Host-pre')
      return one
    },
  ],
])('CA-01 S6 sign-in itself is refused to %s', async (_name, open) => {
  const browser = await open()
  const before = await contents()
  const answer = await browser.call(auth.authenticate, { email: EMAIL, password: TEST_PASSWORD, captcha: '' })
  expect(answer).toMatchObject({ status: 403, body: { code: 'forged' }, cookies: [] })
  expect(await contents()).toEqual(before)
})

test('CA-01 a call from our own page is accepted, before and after sign-in', async () => {
  const browser = it.browser()
  await browser.open('/signin')
  await browser.must(auth.authenticate, { email: EMAIL, password: TEST_PASSWORD, captcha: '' })
  expect((await browser.must(users.setLanguage, { language: 'fr' })).user.language).toBe('french')
  await browser.must(auth.signout, {})
})

test('CA-01 reading needs no token', async () => {
  const browser = await it.signedIn(EMAIL)
  const headers = { 'x-xsrf-token': undefined }
  expect((await browser.call(users.getUserData, {}, { headers })).status).toBe(200)
})

test('CA-01 S6 the token is new after sign-in and after sign-out, and the old ones stop working', async () => {
  const browser = it.browser()
  await browser.open('/signin')
  const visitor = browser.cookies.get('XSRF-TOKEN') ?? ''
  await browser.signIn(EMAIL)
  const member = browser.cookies.get('XSRF-TOKEN') ?? ''
  expect(member).not.toBe(visitor)
  await browser.must(auth.signout, {})
  const gone = browser.cookies.get('XSRF-TOKEN') ?? ''
  expect(gone).not.toBe(member)
  browser.cookies.set('XSRF-TOKEN', member)
  const again = await browser.call(auth.authenticate, { email: EMAIL, password: TEST_PASSWORD, captcha: '' })
  expect(again.status).toBe(403)
})

test('CA-01 a page that lost its token gets one from boot and continues', async () => {
  const browser = await it.signedIn(EMAIL)
  browser.cookies.delete('XSRF-TOKEN')
  expect((await browser.call(users.setTheme, { theme_view: 'dark' })).status).toBe(403)
  await browser.must(booting.boot, {})
  expect((await browser.must(users.setTheme, { theme_view: 'dark' })).user.theme_view).toBe('dark')
})

test('a good token is left unchanged, so that two tabs do not take it from each other', async () => {
  const browser = await it.signedIn(EMAIL)
  const before = tokenOf(browser)
  expect((await browser.open()).cookies).toEqual([])
  await browser.must(booting.boot, {})
  expect(tokenOf(browser)).toBe(before)
})

const sites: [string, Record<string, string | undefined>, boolean][] = [
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: SITE }, true],
  ['an address typed by hand', { 'sec-fetch-site': 'none', origin: undefined }, true],
  ['an old browser', { 'sec-fetch-site': undefined, origin: undefined }, true],
  ['an old browser that sends Origin', { 'sec-fetch-site': undefined, origin: SITE }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: undefined }, false],
  ['another site that sends our Origin', { 'sec-fetch-site': 'cross-site', origin: SITE }, false],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site', origin: undefined }, false],
  ['a foreign Origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }, false],
  [
    'a foreign Origin that claims same-origin',
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    false,
  ],
  ['a host that begins like ours', { 'sec-fetch-site': undefined, origin: `${SITE}.evil.example` }, false],
  ['a host that ends like ours', { 'sec-fetch-site': undefined, origin: 'https://evil-dash.example' }, false],
  ['another port', { 'sec-fetch-site': undefined, origin: `${SITE}:8443` }, false],
  ['our port written out', { 'sec-fetch-site': undefined, origin: `${SITE}:443` }, true],
  ['SEC-L7 our host without https', { 'sec-fetch-site': undefined, origin: 'http://dash.example' }, false],
  ['SEC-L7 our host by another scheme', { 'sec-fetch-site': undefined, origin: 'ftp://dash.example' }, false],
  ['a sandboxed frame', { 'sec-fetch-site': undefined, origin: 'null' }, false],
  ['nonsense', { 'sec-fetch-site': undefined, origin: 'dash.example' }, false],
]

test.each(sites)('S7 the origin of a call with the right token decides: %s', async (_name, headers, is_ours) => {
  const browser = await it.signedIn(EMAIL)
  const before = await contents()
  const answers = [
    await browser.call(users.getUserData, {}, { headers }),
    await browser.call(access.getApiUserCredits, {}, { headers }),
    await browser.call(booting.boot, {}, { headers }),
    await browser.call(users.setTheme, { theme_view: 'light' }, { headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(is_ours ? 200 : 403))
  for (const { headers: sent } of answers) expect(sent).not.toHaveProperty('access-control-allow-origin')
  if (!is_ours) expect(await contents()).toEqual(before)
})

test('SEC-L7 S7 X-Forwarded-Proto of a trusted proxy is accepted, and that of a stranger is not', async () => {
  const plain = await openTestApp({ settings: { PUBLIC_URL: 'http://dash.example', TRUST_PROXY: '10.0.0.0/8' } })
  await plain.addUser({ email: EMAIL })
  const browser = await plain.signedIn(EMAIL)
  const from = async (ip: string, proto: string | undefined, origin: string) => {
    const headers = { origin, 'x-forwarded-proto': proto }
    return (await browser.call(users.setTheme, { theme_view: 'light' }, { ip, headers })).status
  }
  expect(await from('10.1.2.3', 'https', 'https://dash.example')).toBe(200)
  expect(await from('10.1.2.3', 'https', 'http://dash.example')).toBe(403)
  expect(await from('10.1.2.3', undefined, 'http://dash.example')).toBe(200)
  expect(await from('10.1.2.3', undefined, 'https://dash.example')).toBe(403)
  expect(await from('192.0.2.1', 'https', 'https://dash.example')).toBe(403)
  expect(await from('192.0.2.1', 'https', 'http://dash.example')).toBe(200)
  await plain.close()
})

test('S7 X-Forwarded-Host of a stranger does not make a foreign Origin ours', async () => {
  const browser = await it.signedIn(EMAIL)
  const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
  expect((await browser.call(users.setTheme, { theme_view: 'light' }, { headers })).status).toBe(403)
})

test.each([
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'text/json',
  undefined,
])('S7 a body of type %s is not read as JSON', async (type) => {
  const browser = await it.signedIn(EMAIL)
  const before = await contents()
  const headers = { 'content-type': type }
  expect((await browser.call(users.setTheme, { theme_view: 'dark' }, { headers })).status).toBe(400)
  expect(await contents()).toEqual(before)
})

test('S9 a preflight of another site gets no permission', async () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-xsrf-token' }
  const { status, headers } = await it.browser().send({
    method: 'OPTIONS',
    path: users.setTheme.path,
    headers: { origin: 'https://evil.example', ...preflight },
  })
  expect(status).toBe(404)
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
