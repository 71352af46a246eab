import { connect } from 'node:net'
import { auth } from '@portico/contract/auth.ts'
import { get } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { users } from '@portico/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isUnavailable } from '#db/unavailable.ts'
import type { Handlers } from '#http/mount.ts'
import { openTestApp } from '#testing/app.ts'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { mount } from './mount.ts'

const SECRET_DETAIL = 'password=hunter2 in /srv/portico/server/src/secret.ts'

const rest = { caller: 'public', input: z.strictObject({}), output: z.object({ ok: z.boolean() }) } as const
const failing = {
  bug: get('/api/failing/bug', rest),
  sql: get('/api/failing/sql', rest),
  shape: get('/api/failing/shape', rest),
  status: get('/api/failing/status', rest),
  busy: get('/api/failing/busy', rest),
  nothing: get('/api/failing/nothing', rest),
  query: get('/api/failing/query', rest),
}

const handlers: Handlers<typeof failing> = {
  bug: async () => {
    throw new TypeError(SECRET_DETAIL)
  },
  sql: async (ctx) => {
    await ctx.db.selectFrom('users').select('id').where('name', '=', '\u0000').execute()
    return { ok: true }
  },
  // The database once had a column of another type: a value that does not fit the contract is not sent.
  shape: async () => JSON.parse('{"ok":"hunter2"}'),
  status: async () => {
    throw Object.assign(new Error(SECRET_DETAIL), { statusCode: 418 })
  },
  busy: async () => {
    throw new Problem('busy')
  },
  query: async (ctx) => {
    await ctx.db.selectFrom('users').select('id').execute()
    return { ok: true }
  },
  nothing: async () => {
    throw undefined
  },
}

const it = sharedApp({
  has_own_waits: true,
  prepare: (app, ctx) =>
    mount(
      app,
      ctx,
      {
        modulesOf: async () => ({ main: [], nav_bar: [], nav_bar_info: [] }),
        roleOf: async () => 'viewer' as const,
        isClosing: async () => false,
        loginOf: async () => 'a@example.com',
        isOperator: () => false,
        tokenOf: async () => undefined,
        staffMember: async () => undefined,
        audit: async () => undefined,
      },
      failing,
      handlers,
    ),
})
beforeAll(async () => {
  await it.addUser({ email: 'ann@example.com' })
})

const UUID = /^[0-9a-f-]{36}$/

test.each(['bug', 'sql', 'shape', 'nothing'] as const)(
  'an unforeseen failure (%s) is answered with two words and logged in full',
  async (name) => {
    const { status, body, text, headers } = await it.browser().call(failing[name], {})
    expect(status).toBe(500)
    expect(body).toEqual({
      type: 'error',
      code: 'internal',
      msg: 'Some error.',
      errors: ['Some error.'],
      request_id: expect.stringMatching(UUID),
    })
    expect(text).not.toMatch(/hunter2|\.ts|select|node_modules|Error:/)
    expect(headers['cache-control']).toBe('no-store')
    const id = 'request_id' in body ? body.request_id : ''
    const line = it.log_lines.find((logged) => logged.includes(String(id)) && logged.includes('request failed'))
    expect(line).toContain(`/api/failing/${name}`)
  },
)

test('an error of a library with a status of its own is not passed on', async () => {
  const { status, body, text } = await it.browser().call(failing.status, {})
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(text).not.toContain('hunter2')
})

test('a temporary refusal has a Retry-After header', async () => {
  const busy = await it.browser().call(failing.busy, {})
  expect(busy).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '2' } })
})

test('SEC-L14 O6 while every connection to the database is taken, calls and pages get 503 with Retry-After', async () => {
  const max = it.database.pool.options.max
  const all = await Promise.all(Array.from({ length: max }, () => it.database.pool.connect()))
  const browser = it.browser()
  browser.cookies.set('sid', 'whoever')
  const answers = await Promise.all([
    browser.call(users.getUserData, {}),
    browser.call(failing.query, {}),
    browser.open('/signin'),
    browser.open('/api-dashboard'),
  ])
  for (const client of all) client.release()
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  for (const { body } of answers.slice(0, 2)) expect(body).toMatchObject({ code: 'busy' })
  // A page load gets a page that opens itself again, under a policy that lets only its own script run.
  for (const { text, headers } of answers.slice(2)) {
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    const [, nonce = 'none'] = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(text).toContain('We will be right back')
    expect(text).toContain(`<script nonce="${nonce}">`)
  }
  expect(it.log_lines.some((line) => line.includes('database unavailable'))).toBe(true)
})

test.each([
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['08006', true],
  ['53300', true],
  ['57P01', true],
  ['57P03', true],
  ['57014', true],
  ['55P03', true],
  ['22021', false],
  ['23505', false],
  ['42P01', false],
])('SEC-L14 the database code %s means unavailable: %j', (code, is_unavailable) => {
  expect(isUnavailable(Object.assign(new Error('no'), { code }))).toBe(is_unavailable)
})

const unreadable: [string, string, Record<string, string>][] = [
  ['broken JSON', '{"email":', {}],
  ['no JSON at all', 'email=a', {}],
  ['an empty body', '', {}],
  ['F20 a __proto__ key', '{"__proto__":{"is_staff":true}}', {}],
  ['F20 a __proto__ key written with escapes', '{"\\u005f_proto__":{"is_staff":true}}', {}],
  ['F20 a constructor.prototype key', '{"constructor":{"prototype":{"is_staff":true}}}', {}],
  ['more than a megabyte', `{"email":"${'x'.repeat(1_100_000)}"}`, {}],
  ['a wrong length', '{}', { 'content-length': '1' }],
  ['XML', '<email/>', { 'content-type': 'application/xml' }],
]

test.each(unreadable)('a body with %s is refused without a reason', async (_name, body, headers) => {
  const browser = it.browser()
  await browser.open()
  const token = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') }
  const answer = await browser.send({
    method: 'POST',
    path: auth.authenticate.path,
    body,
    headers: { ...token, ...headers },
  })
  expect(answer).toMatchObject({ status: 400, body: { type: 'error', code: 'bad_request' } })
  expect(answer.text).not.toMatch(/FST_|JSON|proto|position/)
  expect(Object.hasOwn(Object.prototype, 'is_staff')).toBe(false)
})

test.each(['/api/%zz', '/api/%', '/assets/%c0%ae%c0%ae/secret', '/api/users/me/%E0%A4%A'])(
  'the malformed address %s is answered like every other failure',
  async (path) => {
    const { status, body, headers, text } = await it.browser().send({ path })
    expect(body).toEqual({
      type: 'error',
      code: 'bad_request',
      msg: 'The request could not be read.',
      errors: ['The request could not be read.'],
      request_id: expect.stringMatching(UUID),
    })
    expect(status).toBe(400)
    expect(text).not.toContain('FST_')
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  },
)

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  '%s of an address below /api that does not exist is 404 with a problem body',
  async (method) => {
    for (const path of ['/api/nothing', '/api/users/me/more', '/api/', '/api/../api/x', '/assets/nothing.js']) {
      const { status, body } = await it.browser().send({ method, path })
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'not_allowed' } })
    }
  },
)

test('an existing route answers no other method, and forbidden looks like absent', async () => {
  const browser = await it.signedIn('ann@example.com')
  const strip = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
  const absent = strip((await browser.send({ path: '/api/nothing' })).text)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answer = await browser.send({ method, path: users.getUserData.path })
    expect(answer.status).toBe(404)
    expect(strip(answer.text)).toBe(absent)
  }
  expect((await browser.send({ path: users.setTheme.path })).status).toBe(404)
  expect(strip((await browser.send({ path: '/api/operator/books' })).text)).toBe(absent)
})

/** What really goes over the wire, which inject cannot show. */
async function rawly(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${request}\r\n\r\n`)
  let message = ''
  for await (const chunk of socket) message += chunk
  return message
}

test('over a real socket HEAD has headers and no body, and an unknown method is refused', async () => {
  const other = await it.sibling()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const address = other.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const head = await rawly(port, 'HEAD /signin HTTP/1.1\r\nHost: localhost\r\nConnection: close')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(head.endsWith('\r\n\r\n')).toBe(true)
  const absent = await rawly(port, 'HEAD /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close')
  expect(absent).toMatch(/^HTTP\/1\.1 404 /)
  expect(absent.endsWith('\r\n\r\n')).toBe(true)
  const trace = await rawly(port, 'TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: sid=secret\r\nConnection: close')
  expect(trace).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(trace).not.toContain('sid=secret')
  expect(await rawly(port, 'BREW / HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await rawly(port, 'nonsense')).toMatch(/^HTTP\/1\.1 400 /)
})

test('a database that is gone is a failure like any other, and the page survives it', async () => {
  const broken = await openTestApp()
  const browser = broken.browser()
  await browser.open()
  await broken.database.owner.query('drop table rate_limits')
  const answer = await browser.call(auth.authenticate, {
    email: 'ann@example.com',
    password: TEST_PASSWORD,
    captcha: '',
  })
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal', msg: 'Some error.' } })
  expect(answer.text).not.toContain('rate_limits')
  expect((await browser.open('/signin')).status).toBe(200)
  await broken.close()
})
