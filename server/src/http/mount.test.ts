import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import { type Endpoint, get, post } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { users } from '@portico/contract/users.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { TEST_PASSWORD } from '#testing/browser.ts'
import { allEndpoints } from '#testing/http/endpoints.ts'
import { routesOf } from '#testing/http/routes.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { grantFeature, modulesOfUser } from '#users/index.ts'
import { type Handlers, mount } from './mount.ts'

const EMAIL = 'ann@example.com'

/** An area of the tests' own: one endpoint behind a module, one that returns more than it declares. */
const sample = {
  develop: get('/api/sample/develop', {
    caller: { module: '/development' },
    input: z.strictObject({}),
    output: z.object({ ok: z.boolean() }),
  }),
  echo: post('/api/sample/echo', {
    caller: 'user',
    input: z.strictObject({ name: z.string() }),
    output: z.object({ name: z.string() }),
  }),
  renew: post('/api/sample/renew', { caller: 'user', input: z.strictObject({}), output: z.object({}) }),
}
const handlers: Handlers<typeof sample> = {
  develop: async () => ({ ok: true }),
  echo: async (ctx, { name }) => Object.assign({ name }, { password_hash: '$argon2id$', session: ctx.session }),
  renew: async (ctx) => {
    await ctx.renewSession({ reauth_at: ctx.clock.now() }, ctx.db)
    return {}
  },
}

const it = sharedApp({
  prepare: (app, ctx) =>
    mount(
      app,
      ctx,
      {
        modulesOf: (request_ctx) => modulesOfUser(request_ctx, request_ctx.session.user_id),
        roleOf: async () => 'viewer' as const,
        isClosing: async () => false,
        loginOf: async () => 'a@example.com',
        isOperator: () => false,
        tokenOf: async () => undefined,
        staffMember: async () => undefined,
        audit: async () => undefined,
      },
      sample,
      handlers,
    ),
})
/** Signed in once for all tests: none of them ends the session. */
let user: ReturnType<typeof it.browser>
beforeAll(async () => {
  await it.addUser({ email: EMAIL })
  user = await it.signedIn(EMAIL)
})

async function userRow() {
  const { rows } = await it.database.pool.query('select * from users where email = $1', [EMAIL])
  return rows[0]
}

test('RT-02 an endpoint of a module is closed to visitors and to users without the module, and open to the others', async () => {
  expect((await it.browser().call(sample.develop, {})).status).toBe(401)
  const browser = user
  expect(await browser.call(sample.develop, {})).toMatchObject({ status: 404, body: { code: 'not_allowed' } })
  await grantFeature(it.ctx, (await userRow()).id, 'development')
  expect(await browser.must(sample.develop, {})).toEqual({ ok: true })
  await it.database.pool.query('delete from feature_grants')
  expect((await browser.call(sample.develop, {})).status).toBe(404)
})

test('only an endpoint that declares it renews the session: the page waits for its reply', async () => {
  const browser = user
  expect(await browser.call(sample.renew, {})).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect((await browser.call(users.getUserData, {})).status).toBe(200)
})

const all = await allEndpoints()
/** Files and streams declare no fields. */
const endpoints = all.filter((one): one is Endpoint => 'output' in one)

test('Z1 every route below /api is in the contract with its caller, and every endpoint is mounted', async () => {
  const known = [...all, ...Object.values(sample)].map(({ path }) => path).filter((path) => path.startsWith('/api/'))
  const files = ['/api/scripts/frame/:name', '/api/databases/files/:purchase/:name']
  const mounted = routesOf(it.app).filter((path) => path.startsWith('/api/') && !files.includes(path))
  expect(new Set(mounted)).toEqual(new Set(known))
})

test.each(endpoints.filter(({ caller }) => caller === 'user').map((one) => [one.path, one] as const))(
  'Z1 a visitor gets sign_in_needed at %s',
  async (_path, one) => {
    const browser = it.browser()
    await browser.open()
    const answer = await browser.call(one, {})
    expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_needed' } })
  },
)

test.each(endpoints.filter(({ caller }) => caller === 'operator').map((one) => [one.path, one] as const))(
  'Z1 a signed-in user, even of the staff, is refused at %s',
  async (_path, one) => {
    const browser = user
    await it.database.pool.query('update users set is_staff = true')
    expect(await browser.call(one, {})).toMatchObject({ status: 404, body: { code: 'not_allowed' } })
    await it.database.pool.query('update users set is_staff = false')
  },
)

test('Z12 fields a handler returns that its contract does not declare are not sent', async () => {
  const browser = user
  const { text, body } = await browser.call(sample.echo, { name: 'x' })
  expect(body).toEqual({ name: 'x' })
  expect(text).not.toMatch(/argon2|session/)
})

test('Z12 a call with one key too many is refused and changes nothing', async () => {
  const browser = user
  const before = await userRow()
  const extra = fc.oneof(
    fc.constantFrom(
      'id',
      'parent_id',
      'balance',
      'is_staff',
      'email',
      'status',
      'constructor',
      'toString',
      'language ',
    ),
    fc.string({ minLength: 1 }).filter((key) => !['theme_view', '__proto__', 'constructor'].includes(key)),
  )
  await fc.assert(
    fc.asyncProperty(extra, fc.jsonValue(), async (key, value) => {
      const body = { theme_view: 'dark', [key]: value }
      const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') }
      const answer = await browser.send({ method: 'POST', path: users.setTheme.path, body, headers })
      expect(answer.status).toBe(400)
    }),
    { numRuns: 60 },
  )
  expect(await userRow()).toEqual(before)
})

test.each(
  endpoints.filter(({ caller }) => caller === 'user' || caller === 'public').map((one) => [one.path, one] as const),
)('Z12 %s accepts no unknown key', async (_path, one) => {
  if (one.path === booting.boot.path) return
  const browser = user
  const input = one.path === auth.authenticate.path ? { email: EMAIL, password: TEST_PASSWORD, captcha: '' } : {}
  const answer = await browser.call(one, { ...input, is_staff: 'true' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test.each([null, [], 'text', 1, true, [{ theme_view: 'dark' }]])(
  'a body that is %j and no object is refused',
  async (body) => {
    const browser = user
    const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') }
    const answer = await browser.send({
      method: 'POST',
      path: users.setTheme.path,
      body: JSON.stringify(body),
      headers,
    })
    expect(answer.status).toBe(400)
  },
)

test('VA-09 the server checks again what the form checked, and answers with the same message keys', async () => {
  const browser = it.browser()
  await browser.open()
  const messages = async (email: string, password: string) => {
    const { status, body } = await browser.call(auth.authenticate, { email, password, captcha: '' })
    return { status, ...('fields' in body && { fields: body.fields }) }
  }
  expect(await messages('', '')).toEqual({
    status: 400,
    fields: { email: 'Email is invalid', password: 'Password is too short' },
  })
  expect(await messages('nobody', '12345')).toEqual({
    status: 400,
    fields: { email: 'Email is invalid', password: 'Password is too short' },
  })
  expect(await messages('a@b.co', 'x'.repeat(129))).toEqual({
    status: 400,
    fields: { password: 'Password is too long' },
  })
})

test('a query key given twice is refused, not guessed at', async () => {
  const { status } = await it.browser().send({
    path: `${operator.showUser.path}?who=a@b.co&who=c@d.ee`,
    headers: { authorization: `Bearer ${it.operator_token}` },
    ip: '127.0.0.1',
  })
  expect(status).toBe(400)
})

test('an endpoint without a handler stops the start', async () => {
  const nothing = {
    modulesOf: async () => ({ main: [], nav_bar: [], nav_bar_info: [] }),
    roleOf: async () => 'viewer' as const,
    isClosing: async () => false,
    loginOf: async () => 'a@example.com',
    isOperator: () => false,
    tokenOf: async () => undefined,
    staffMember: async () => undefined,
    audit: async () => undefined,
  }
  expect(() => mount(it.app, it.ctx, nothing, sample, {} as Handlers<typeof sample>)).toThrow(
    'endpoint develop has no handler',
  )
})
