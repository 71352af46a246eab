import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'

const API_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox"
const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'strict-transport-security': 'max-age=63072000',
}

const OWN = { PUBLIC_URL: 'https://dash.example' }
const it = sharedApp({ settings: OWN })
beforeAll(async () => {
  await it.addUser({ email: 'ann@example.com' })
})

const classes: [string, string, number, Record<string, unknown>][] = [
  ['a document', '/signin', 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }],
  ['a page that does not exist', '/no/such/page', 404, { 'content-type': 'text/html; charset=utf-8' }],
  [
    'an API answer',
    '/api/boot',
    200,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  ],
  ['a refused API call', '/api/users/me', 401, { 'content-security-policy': API_CSP, 'cache-control': 'no-store' }],
  ['an unknown API path', '/api/nothing', 404, { 'content-security-policy': API_CSP, 'cache-control': 'no-store' }],
  [
    'a malformed page address',
    '/%zz',
    404,
    { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  ],
  ['a malformed API address', '/api/%zz', 400, { 'content-security-policy': API_CSP, 'cache-control': 'no-store' }],
  ['a hashed file', '/assets/app-0a1b2c3d.js', 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
  ['a translation', '/assets/i18n/en.json?11111111', 200, { 'cache-control': 'public, max-age=31536000, immutable' }],
  [
    'a file without a hash',
    '/assets/favicon.svg',
    200,
    { 'cache-control': 'no-cache', 'content-security-policy': API_CSP },
  ],
  ['a file that is not there', '/assets/gone-0a1b2c3d.js', 404, { 'cache-control': 'no-store' }],
  ['a health check', '/healthz', 200, { 'content-security-policy': API_CSP }],
]

test.each(classes)('F9 every security header is set on %s', async (_name, path, expected, more) => {
  const { status, headers } = await it.browser().send({ path })
  expect(status).toBe(expected)
  expect(headers).toMatchObject({ ...common, ...more })
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('F8 a page may run only scripts with its nonce, and nothing it was not given', async () => {
  const { headers, body } = await it.browser().open('/signin')
  const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(body)?.[1] ?? ''
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    'media-src data:',
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types portico-worker',
  ])
})

const checks: [string, Record<string, string>, string | undefined, string][] = [
  ['proof-of-work', {}, undefined, 'trusted-types portico-worker'],
  ['off', {}, undefined, 'trusted-types portico-worker'],
  [
    'turnstile',
    { BOT_CHECK_SITE_KEY: 'site', BOT_CHECK_SECRET: 'secret' },
    'frame-src https://challenges.cloudflare.com',
    'trusted-types portico-worker bot-check',
  ],
  [
    'recaptcha',
    { BOT_CHECK_SITE_KEY: 'site', BOT_CHECK_SECRET: 'secret' },
    'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'trusted-types portico-worker bot-check recaptcha goog#html',
  ],
]
test.each(checks)(
  'F8 CA-04 a page allows the sources the check %s needs, and nothing else',
  async (kind, keys, frame, types) => {
    const other = await it.sibling({ settings: { BOT_CHECK: kind, ...keys } })
    const policyOf = async (app: Pick<TestApp, 'browser'>, path: string) => {
      const policy = String((await app.browser().open(path)).headers['content-security-policy'])
      return policy.replace(/'nonce-[^']+'/g, 'nonce').split('; ')
    }
    const without = (await policyOf(it, '/signin')).filter((line) => !/^(frame-src|trusted-types) /.test(line))
    for (const path of ['/signin', '/api-dashboard', '/offline-shell']) {
      const policy = await policyOf(other, path)
      expect(policy.filter((line) => line.startsWith('frame-src'))).toEqual(frame ? [frame] : [])
      expect(policy.filter((line) => line.startsWith('trusted-types'))).toEqual([types])
      expect(policy.filter((line) => !/^(frame-src|trusted-types) /.test(line))).toEqual(without)
    }
  },
)

test('F8 no two answers share a nonce', async () => {
  const browser = it.browser()
  const seen = new Set<unknown>()
  for (let at = 0; at < 20; at++) seen.add((await browser.open('/signin')).headers['content-security-policy'])
  expect(seen.size).toBe(20)
})

test('HSTS covers all subdomains only where the operator enables it, and never those of a white-label', async () => {
  const promised = async (app: Pick<TestApp, 'browser'>, host: string) =>
    (await app.browser().send({ path: '/signin', headers: { host } })).headers['strict-transport-security']
  const bound = await it.sibling({ settings: { ...OWN, HSTS_SUBDOMAINS: 'on', STAFF_URL: 'https://staff.example' } })
  expect(await promised(it, 'dash.example')).toBe('max-age=63072000')
  expect(await promised(bound, 'dash.example')).toBe('max-age=63072000; includeSubDomains')
  expect(await promised(bound, 'staff.example')).toBe('max-age=63072000; includeSubDomains')
  expect(await promised(bound, 'brand.example')).toBe('max-age=63072000')
})

test('plain http has no HSTS header', async () => {
  const laptop = await it.sibling({ settings: { PUBLIC_URL: 'http://localhost:8080' } })
  expect((await laptop.browser().open()).headers).not.toHaveProperty('strict-transport-security')
})

test('S10 the answer of an API call is never cached and varies by cookie', async () => {
  const browser = await it.signedIn('ann@example.com')
  for (const answer of [
    await browser.call(users.getUserData, {}),
    await browser.call(users.setTheme, { theme_view: 'dark' }),
    await browser.call(access.getAccessInfo, {}),
    await browser.call(access.getApiUserCredits, {}),
    await browser.call(booting.boot, {}),
    await browser.call(auth.signout, {}),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ ...common, 'content-security-policy': API_CSP, 'cache-control': 'no-store' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(String(answer.headers.vary)).toContain('Cookie')
  }
})

test('S10 compressing an answer keeps its Vary header', async () => {
  const { headers } = await it.browser().open('/signin', { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(String(headers.vary).toLowerCase()).toMatch(/cookie.*accept-language.*host.*accept-encoding/)
})

test.each([
  '/assets/../secret',
  '/assets/..%2fsecret',
  '/assets/%2e%2e%2fsecret',
  '/assets/..\\secret',
  '/assets//etc/passwd',
  '/assets/i18n/',
  '/assets/.vite/manifest.json',
])('no file outside the built ones is served: %s', async (path) => {
  const { status, headers, text } = await it.browser().send({ path })
  expect(status >= 400 || String(headers['content-type']).startsWith('text/html')).toBe(true)
  expect(text).not.toMatch(/root:|^\{\}$/)
})
