import type { Endpoint } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { TOKEN_SCOPES, type TokenScope } from '@portico/contract/staff-permissions.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openTestApp } from '#testing/app.ts'
import { openCustomer } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ANY = z.unknown()
const BY = { reason: 'for the tests', by: 'test' }
const endpoints: [string, Endpoint][] = Object.entries(operator)
const settings = { PUBLIC_URL: 'https://dash.example', TRUST_PROXY: '10.0.0.1', CONFIRM_ABOVE: '100' }
const BRAND = new URL('https://brand.example')
const PERSONAL = ['use_console', 'act_as', 'make_links', 'manage_staff', 'approve']
/** A folder on the disk of the server is for the command line alone. */
const open = endpoints.filter(([name]) => name !== 'publishDatabase')
const app = sharedApp({ settings })

beforeAll(async () => {
  await app.operator(operator.setWhitelabel, { host: BRAND.host, brand: { title: 'Brightside' }, by: 'test' })
})

let number = 0
async function make(scopes: TokenScope[], more: { days?: number } = {}): Promise<{ name: string; token: string }> {
  number += 1
  const { body } = await app.operator(operator.addToken, { name: `program-${number}`, scopes, ...more, ...BY })
  if (!('token' in body)) throw new Error(JSON.stringify(body))
  return body
}

/** A program that comes by way of the proxy, over https. */
function call(
  token: string,
  endpoint: Endpoint,
  input: unknown = {},
  headers: Record<string, string | undefined> = {},
) {
  const any = { ...endpoint, input: ANY, output: ANY }
  const program = app.browser({ ip: '10.0.0.1' })
  const sent = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': '203.0.113.50',
    'x-forwarded-proto': 'https',
    origin: undefined,
    'sec-fetch-site': undefined,
    'x-xsrf-token': undefined,
    ...headers,
  }
  return program.call(any, input as never, { headers: sent as never })
}
const GONE = { status: 404, body: { code: 'not_allowed' } }

describe('a token with one scope reaches the endpoints of this scope and no other', () => {
  test.each(TOKEN_SCOPES)('%s', async (scope) => {
    const { token } = await make([scope])
    for (const [name, endpoint] of endpoints) {
      const answer = await call(token, endpoint)
      if (endpoint.staff === scope || endpoint.staff === 'use_console') expect(answer.status, name).not.toBe(404)
      else
        expect(answer, name).toMatchObject({ ...GONE, body: { fields: { scopes: `do not have ${endpoint.staff}` } } })
    }
  })

  test('every action of staff is a scope, but for what a person does and what would give the program more', () => {
    const actions = new Set(open.map(([, { staff }]) => staff))
    expect([...actions].filter((one) => !TOKEN_SCOPES.some((scope) => scope === one)).toSorted()).toEqual(
      PERSONAL.toSorted(),
    )
  })

  test.each(PERSONAL)('%s cannot be given to a token', async (scope) => {
    const { status, body } = await app.operator(operator.addToken, { name: 'x', scopes: [scope as never], ...BY })
    expect([status, 'fields' in body ? Object.keys(body.fields ?? {}) : []]).toEqual([400, ['scopes']])
  })
})

describe('a token works only where it should', () => {
  const status = operator.status
  test.each<[string, Record<string, string | undefined>, number]>([
    ['over https from any address', {}, 200],
    ['not in the clear', { 'x-forwarded-proto': 'http' }, 404],
    ['not in the clear without a proxy', { 'x-forwarded-proto': undefined, 'x-forwarded-for': undefined }, 404],
    ['not from a page', { origin: 'https://dash.example' }, 404],
    ['not on a white-label', { host: BRAND.host }, 404],
    ['not as a password', { authorization: 'Basic cG9ydGljbw==' }, 404],
    ['not cut', { authorization: 'Bearer portico_op_' }, 404],
    ['not another', { authorization: `Bearer portico_op_${'a'.repeat(43)}` }, 404],
  ])('%s', async (_, headers, expected) => {
    const { token } = await make(['see_service'])
    expect((await call(token, status, {}, headers)).status).toBe(expected)
  })

  test('on the host of staff alone, where there is one', async () => {
    const other = await openTestApp({ settings: { ...settings, STAFF_URL: 'https://staff.example' } })
    const made = await other.operator(operator.addToken, { name: 'a', scopes: ['see_service'], ...BY })
    const authorization = `Bearer ${'token' in made.body ? made.body.token : ''}`
    for (const [host, expected] of [
      ['staff.example', 200],
      ['dash.example', 404],
    ] as const) {
      const headers = { host, authorization, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' }
      const { status: got } = await other.browser({ ip: '10.0.0.1' }).send({ path: operator.status.path, headers })
      expect(got, host).toBe(expected)
    }
    await other.close()
  })

  test('never as a session: no page of the console opens with it', async () => {
    const { token } = await make([...TOKEN_SCOPES])
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-proto': 'https' }
    expect((await app.browser({ ip: '10.0.0.1' }).open('/operator', headers)).status).toBe(404)
  })

  test('until it expires or is revoked, and the last use is noted', async () => {
    const { token, name } = await make(['see_service'], { days: 2 })
    const listed = async () => {
      const { body } = await app.operator(operator.listTokens, {})
      return 'tokens' in body ? body.tokens.find((one) => one.name === name) : undefined
    }
    expect(await listed()).toMatchObject({ state: 'active', last_used_at: null, created_by: 'test' })
    expect((await call(token, status)).status).toBe(200)
    expect((await listed())?.last_used_at).toBe(app.ctx.clock.now().toISOString())
    app.clock.forward(2 * 24 * 60 * 60_000)
    expect((await call(token, status)).status).toBe(404)
    expect(await listed()).toMatchObject({ state: 'expired' })
    const other = await make(['see_service'])
    for (const revoked of [true, false])
      expect((await app.operator(operator.revokeToken, { name: other.name, ...BY })).body).toEqual({
        name: other.name,
        revoked,
      })
    expect((await call(other.token, status)).status).toBe(404)
    const again = await app.operator(operator.addToken, { name: other.name, scopes: ['see_service'], ...BY })
    expect(again.body).toMatchObject({ code: 'already_there' })
  })

  test('and is stored as a hash alone', async () => {
    const { token } = await make(['see_service'])
    const { rows } = await app.database.pool.query('select t::text as row from operator_tokens t')
    const secret = token.replace('portico_op_', '')
    expect(rows.some(({ row }: { row: string }) => row.includes(secret))).toBe(false)
    const hex = Buffer.from(secret, 'base64url').toString('hex')
    expect(rows.some(({ row }: { row: string }) => row.includes(hex))).toBe(false)
    expect(JSON.stringify(app.log_lines)).not.toContain(secret)
  })
})

describe('a change with a token', () => {
  const bookings = (login: string, amount_micros: number) => ({
    login,
    amount_micros,
    request_id: crypto.randomUUID(),
    reason: 'a gift of the program',
  })

  test('needs a reason and is in the log under the name of the token, whatever name it sends', async () => {
    const { login } = await openCustomer(app)
    const { token, name } = await make(['give_credit'])
    const { reason: _, ...without } = bookings(login, 1_000_000)
    expect((await call(token, operator.credit, without)).body).toMatchObject({ code: 'invalid_input' })
    const done = await call(token, operator.credit, { ...bookings(login, 1_000_000), by: 'the boss' })
    expect(done).toMatchObject({ status: 200, body: { booked: true } })
    const { body } = await app.operator(operator.listAudit, { limit: '1' } as never)
    const [row] = 'rows' in body ? body.rows : []
    expect(row).toMatchObject({
      actor: `operator:token:${name}`,
      ip: '203.0.113.50',
      detail: { reason: 'a gift of the program' },
    })
  })

  test('stays within CONFIRM_ABOVE, also when it is confirmed', async () => {
    const { login } = await openCustomer(app)
    const { token } = await make(['give_credit'])
    for (const confirmed of [undefined, true]) {
      const answer = await call(token, operator.credit, { ...bookings(login, 100_000_001), confirmed })
      expect(answer.body).toMatchObject({ code: 'invalid_input', fields: { amount_micros: expect.anything() } })
    }
    expect((await call(token, operator.credit, bookings(login, 100_000_000))).status).toBe(200)
  })

  test('only admins make and end tokens in the console, with a fresh code and under their name', async () => {
    const member = await app.addStaff({ email: 'admin@staff.example', role: 'admin' })
    const browser = await member.signedIn()
    const input = { name: 'by-console', scopes: ['see_money' as const], ...BY }
    expect((await browser.call(operator.addToken, input)).status).toBe(200)
    const { tokens } = await browser.must(operator.listTokens, {})
    expect(tokens[0]).toMatchObject({ name: 'by-console', created_by: 'admin@staff.example' })
    app.clock.forward(6 * 60_000)
    expect((await browser.call(operator.addToken, { ...input, name: 'late' })).body).toMatchObject({
      code: 'factor_needed',
    })
  })
})

describe('the document of the operator’s endpoints', () => {
  const read = async () => {
    const { token } = await make(['see_service'])
    const { status, body } = await call(token, operator.openApi)
    expect(status).toBe(200)
    return body as {
      paths: Record<string, Record<string, { operationId: string; 'x-scope': string; requestBody?: unknown }>>
    }
  }

  test('is valid OpenAPI 3.1 and has every endpoint with its scope', async () => {
    const document = await read()
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(valid, JSON.stringify(errors)).toBe(true)
    for (const [name, { path, method, staff }] of open)
      expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name, 'x-scope': staff })
    expect(Object.values(document.paths).flatMap((item) => Object.keys(item))).toHaveLength(open.length)
    for (const field of ['"is_flag"', '"$schema"']) expect(JSON.stringify(document)).not.toContain(`${field}:`)
  })

  test('needs a reason in every change, as the server does, and no name of the caller', async () => {
    const { paths } = await read()
    const changes = Object.values(paths).flatMap(({ post }) => post ?? [])
    expect(changes.length).toBeGreaterThan(20)
    for (const { requestBody, operationId } of changes) {
      expect(JSON.stringify(requestBody), operationId).toContain('"reason"')
      expect(JSON.stringify(requestBody), operationId).not.toContain('"by"')
    }
    // Revenue is grouped by a field of that name.
    expect(JSON.stringify(paths[operator.revenue.path])).toContain('"name":"by"')
  })

  test('is for staff and programs: visitors, customers and a wrong token get 404', async () => {
    await app.addUser({ email: 'curious@example.com' })
    const customer = await app.signedIn('curious@example.com')
    for (const browser of [app.browser(), customer])
      expect(await browser.call(operator.openApi, {})).toMatchObject(GONE)
  })
})
