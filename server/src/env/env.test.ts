import { join } from 'node:path'
import { PROVIDERS } from '@portico/contract/providers.ts'
import { expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { readEnv, settingsInForce } from './env.ts'
import { fallbackOf, SETTINGS } from './settings.ts'

const ROOT = '/srv/portico'

/** What the operator would read when these settings are wrong. */
function complaint(source: Record<string, string>): string {
  try {
    readEnv(source, ROOT)
  } catch (error) {
    if (isStartProblem(error)) return error.message
    throw error
  }
  return ''
}

test('without any setting the server is a local one for development', () => {
  expect(readEnv({}, ROOT)).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    public_url: new URL('http://localhost:8080'),
    data_dir: '/srv/portico/.data',
    database_url: undefined,
    smtp_url: undefined,
    provider_dir: '/srv/portico/provider',
    demo: true,
    production: false,
    trust_proxy: [],
    secret: undefined,
    log_level: 'warn',
    session_idle_hours: 12,
    currency: 'USD',
    password_min: 6,
    mail_from: 'no-reply@localhost',
    bot_check: { kind: 'proof-of-work' },
    oauth: PROVIDERS.map((provider) => ({ provider, id: undefined })),
  })
})

test('an empty or blank setting counts as not set', () => {
  const blank = Object.fromEntries(SETTINGS.map((name, at) => [name, at % 2 ? '' : '  ']))
  expect(readEnv(blank, ROOT)).toEqual(readEnv({}, ROOT))
})

test('production has no demo account and logs more', () => {
  expect(readEnv({ NODE_ENV: 'production' }, ROOT)).toMatchObject({ production: true, demo: false, log_level: 'info' })
  expect(readEnv({ NODE_ENV: 'production', DEMO: 'on', LOG_LEVEL: 'error' }, ROOT)).toMatchObject({
    demo: true,
    log_level: 'error',
  })
})

const good: [string, string, object][] = [
  ['PORT', '1', { port: 1 }],
  ['PORT', ' 65535 ', { port: 65_535, public_url: new URL('http://localhost:65535') }],
  ['HOST', '::', { host: '::' }],
  ['PUBLIC_URL', 'https://dash.example.com', { public_url: new URL('https://dash.example.com') }],
  ['PUBLIC_URL', 'http://10.0.0.1:8080/', { public_url: new URL('http://10.0.0.1:8080') }],
  ['STAFF_URL', 'http://staff.localhost:8080', { staff_url: new URL('http://staff.localhost:8080') }],
  ['DATA_DIR', 'elsewhere', { data_dir: join(ROOT, 'elsewhere') }],
  ['DATA_DIR', '/var/lib/portico', { data_dir: '/var/lib/portico' }],
  ['DATABASE_URL', 'postgres://u:p@db/x', { database_url: 'postgres://u:p@db/x' }],
  ['SMTP_URL', 'smtp://user:password@mail.example:587', { smtp_url: 'smtp://user:password@mail.example:587' }],
  ['SMTP_URL', 'smtps://mail.example', { smtp_url: 'smtps://mail.example' }],
  ['PROVIDER_DIR', 'my-provider', { provider_dir: join(ROOT, 'my-provider') }],
  ['DEMO', 'off', { demo: false }],
  ['DEMO', '0', { demo: false }],
  ['DEMO', 'false', { demo: false }],
  ['DEMO', 'true', { demo: true }],
  ['DEMO', '1', { demo: true }],
  ['NODE_ENV', 'test', { production: false }],
  ['TRUST_PROXY', '10.0.0.0/8, ::1 ,', { trust_proxy: ['10.0.0.0/8', '::1'] }],
  ['TRUST_PROXY', 'loopback,fd00::/8,192.0.2.1', { trust_proxy: ['loopback', 'fd00::/8', '192.0.2.1'] }],
  ['SECRET', 'x'.repeat(32), { secret: 'x'.repeat(32) }],
  ['METRICS_PORT', '9100', { metrics: { port: 9100, host: '127.0.0.1', token: undefined } }],
  ['METRICS_TOKEN', 'x'.repeat(32), { metrics: { port: undefined, token: 'x'.repeat(32) } }],
  ['LOG_LEVEL', 'trace', { log_level: 'trace' }],
  ['HSTS_SUBDOMAINS', 'on', { hsts_subdomains: true }],
  ['HSTS_SUBDOMAINS', '', { hsts_subdomains: false }],
  ['SESSION_IDLE_HOURS', '1', { session_idle_hours: 1 }],
  ['SESSION_IDLE_HOURS', '720', { session_idle_hours: 720 }],
  ['PASSWORD_MIN', '15', { password_min: 15 }],
  ['CURRENCY', 'EUR', { currency: 'EUR' }],
  ['MAIL_FROM', 'Portico <hello@portico.example>', { mail_from: 'Portico <hello@portico.example>' }],
  ['MAIL_FROM', 'hello@portico.example', { mail_from: 'hello@portico.example' }],
  ['BOT_CHECK', 'off', { bot_check: { kind: 'off' } }],
]

test.each(PROVIDERS)('A14 sign-in with %s is set up only by settings that begin with its name', (provider) => {
  const service = provider.toUpperCase()
  const find = (env: ReturnType<typeof readEnv>) => env.oauth.find((client) => client.provider === provider)
  const [id, secret, url, ...more] = SETTINGS.filter((name) => name.startsWith(`${service}_`))
  expect([id, secret]).toEqual([`${service}_CLIENT_ID`, `${service}_CLIENT_SECRET`])
  expect(more.length, 'an address of its own for the API, or none').toBeLessThanOrEqual(1)
  const api = more[0] ?? url
  expect(find(readEnv({}, ROOT))).toEqual({
    ...{ provider, id: undefined, secret: '' },
    ...{ url: new URL(url ? fallbackOf(url) : '').origin, api_url: new URL(api ? fallbackOf(api) : '').origin },
  })
  const given = { [`${service}_CLIENT_ID`]: 'our-id', [`${service}_CLIENT_SECRET`]: 'our-secret' }
  const there = {
    [url ?? '']: 'http://127.0.0.1:9000',
    ...(more[0] && { [more[0]]: 'http://127.0.0.1:9001' }),
  }
  const client = { id: 'our-id', secret: 'our-secret', url: 'http://127.0.0.1:9000' }
  const read = readEnv({ ...given, ...there }, ROOT)
  expect(find(read)).toEqual({ provider, ...client, api_url: `http://127.0.0.1:${more[0] ? 9001 : 9000}` })
  expect(read.oauth.filter((other) => other.id !== undefined)).toHaveLength(1)
})

test.each(good)('%s=%j is accepted', (name, value, expected) => {
  expect(readEnv({ [name]: value }, ROOT)).toMatchObject(expected)
})

const bad: [string, string][] = [
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '1e3'],
  ['PORT', '8080.5'],
  ['PUBLIC_URL', 'dash.example.com'],
  ['PUBLIC_URL', 'ftp://dash.example.com'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['PUBLIC_URL', 'https://dash.example.com/portal'],
  ['PUBLIC_URL', 'https://dash.example.com/?x=1'],
  ['PUBLIC_URL', 'https://dash.example.com/#x'],
  ['PUBLIC_URL', 'https://user@dash.example.com'],
  ['STAFF_URL', 'staff.example.com'],
  ['STAFF_URL', 'http://staff.localhost/desk'],
  ['STAFF_URL', 'https://staff.localhost'],
  ['STAFF_URL', 'http://localhost:9090'],
  ['SMTP_URL', 'mail.example:587'],
  ['SMTP_URL', 'http://mail.example'],
  ['DEMO', 'yes'],
  ['NODE_ENV', 'staging'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '*'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '10.0.0.1, 999.1.1.1'],
  ['TRUST_PROXY', '10.0.0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', 'fd00::/129'],
  ['TRUST_PROXY', 'fd00:::1'],
  ['SECRET', 'x'.repeat(31)],
  ['METRICS_PORT', '0'],
  ['METRICS_TOKEN', 'x'.repeat(31)],
  ['METRICS_TOKEN', `${'x'.repeat(31)} y`],
  ['LOG_LEVEL', 'verbose'],
  ['SESSION_IDLE_HOURS', '0'],
  ['SESSION_IDLE_HOURS', '721'],
  ['SESSION_IDLE_HOURS', 'never'],
  ['PASSWORD_MIN', '5'],
  ['PASSWORD_MIN', '65'],
  ['MAIL_FROM', 'Portico'],
  ['MAIL_FROM', 'a@b.co, c@d.ee'],
  ['MAIL_FROM', 'Portico <a@b.co>\r\nBcc: c@d.ee'],
  ['BOT_CHECK', 'none'],
  ['BOT_CHECK', 'turnstile'],
  ['GOOGLE_CLIENT_ID', 'id-without-a-secret'],
  ['GITHUB_CLIENT_ID', 'id-without-a-secret'],
  ['FACEBOOK_CLIENT_ID', 'id-without-a-secret'],
  ['GOOGLE_ISSUER', 'accounts.google.com'],
  ['GITHUB_URL', 'https://github.com/login'],
]

test.each(bad)('%s=%j stops the start with one line that names it', (name, value) => {
  const line = complaint({ [name]: value })
  expect(line).toMatch(new RegExp(`^${name}\\b[^\\n]+\\.$`))
  expect(line).toMatch(/ must | takes | needs /)
})

test('a store for files is set wholly or not at all, and its secret is in no error message', () => {
  const whole = {
    FILES_URL: 'https://s3.example.com/bucket',
    FILES_KEY: 'AKID',
    FILES_SECRET: 'hunter2',
    FILES_REGION: 'eu-central-1',
  }
  expect(readEnv(whole, ROOT).files).toEqual({
    url: new URL(whole.FILES_URL),
    key: 'AKID',
    secret: 'hunter2',
    region: 'eu-central-1',
  })
  const { FILES_REGION: _region, ...least } = whole
  expect(readEnv(least, ROOT).files?.region).toBe('us-east-1')
  expect(readEnv({}, ROOT).files).toBeUndefined()
  for (const [change, line] of [
    [{ FILES_URL: '' }, 'FILES_KEY goes with FILES_URL, which is not set.'],
    [{ FILES_URL: '', FILES_KEY: '' }, 'FILES_SECRET goes with FILES_URL, which is not set.'],
    [{ FILES_URL: '', FILES_KEY: '', FILES_SECRET: '' }, 'FILES_REGION goes with FILES_URL, which is not set.'],
    [{ FILES_KEY: '' }, 'FILES_URL needs FILES_KEY and FILES_SECRET.'],
    [{ FILES_SECRET: '' }, 'FILES_URL needs FILES_KEY and FILES_SECRET.'],
    [{ FILES_KEY: 'AK ID' }, 'FILES_KEY must be the id of an access key, without blanks.'],
    [{ FILES_REGION: 'Europe' }, "FILES_REGION is 'Europe', but must look like eu-central-1."],
    [{ FILES_URL: 'https://AKID:hunter2@s3.example.com/b' }, /^FILES_URL must not hold a key: /],
    [{ FILES_URL: 's3://bucket' }, /^FILES_URL is .* must be an address like /],
    [{ FILES_URL: 'https://s3.example.com/b?x=1' }, /^FILES_URL is .* must be an address like /],
    [{ FILES_URL: 'http://s3.example.com/b', PUBLIC_URL: 'https://dash.example' }, /must be https as PUBLIC_URL is/],
  ] as const) {
    const message = complaint({ ...whole, ...change })
    expect(message).toMatch(line)
    expect(message).not.toContain('hunter2')
  }
  expect(settingsInForce(whole)).toMatchObject({
    FILES_URL: 's3.example.com/bucket',
    FILES_KEY: 'set',
    FILES_SECRET: 'set',
  })
})

test('in production the check for robots cannot be switched off', () => {
  expect(complaint({ NODE_ENV: 'production', BOT_CHECK: 'off' })).toBe('BOT_CHECK cannot be off in production.')
})

test('the error about a secret does not repeat it', () => {
  expect(complaint({ SECRET: 'hunter2' })).not.toContain('hunter2')
  expect(complaint({ SMTP_URL: 'http://user:hunter2@mail.example' })).not.toContain('hunter2')
})

test('no setting is listed twice in the table', () => {
  expect(new Set(SETTINGS).size).toBe(SETTINGS.length)
})

test('SEC-M7 A27 in production the host for staff is https, and never the one of customers under another port', () => {
  const production = (STAFF_URL: string, PUBLIC_URL: string) => ({ NODE_ENV: 'production', PUBLIC_URL, STAFF_URL })
  expect(complaint(production('http://staff.example', 'http://dash.example'))).toContain('with https:// in production')
  expect(complaint(production('https://dash.example:8443', 'https://dash.example'))).toContain('another host name')
  expect(readEnv(production('https://staff.example', 'https://dash.example'), ROOT).staff_url?.href).toBe(
    'https://staff.example/',
  )
})
