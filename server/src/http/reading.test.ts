import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { get } from '@portico/contract/endpoint.ts'
import { errors } from '@portico/contract/errors.ts'
import { profile } from '@portico/contract/profile.ts'
import { usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls } from '#testing/usage/calls.ts'
import { modulesOfUser } from '#users/index.ts'
import { type Handlers, mount } from './mount.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const USERS = 20
const REQUESTS = 200
const RANGE = { from: '2026-03-01', to: '2026-03-02' }
const nothing = z.strictObject({})

/** Screens as a mistake could make them: they query everyone's rows. */
const careless = {
  readLogins: get('/api/careless/logins', {
    caller: 'user',
    input: nothing,
    output: z.object({ logins: z.array(z.string()) }),
  }),
  readCalls: get('/api/careless/calls', {
    caller: 'user',
    input: nothing,
    output: z.object({ tags: z.array(z.string()) }),
  }),
  writeLimit: get('/api/careless/limit', { caller: 'user', input: nothing, output: z.object({}) }),
}
const handlers: Handlers<typeof careless> = {
  readLogins: async ({ db }) => ({
    logins: (await db.selectFrom('api_logins').select('login').execute()).map(({ login }) => login),
  }),
  readCalls: async ({ db }) => ({
    tags: (await sql<{ tag: string }>`select distinct tag from usage_events`.execute(db)).rows.map(({ tag }) => tag),
  }),
  writeLimit: async ({ db }) => {
    await db.updateTable('api_logins').set({ per_minute: 1 }).execute()
    return {}
  },
}

const it = sharedApp({
  prepare: (app, ctx) => {
    const to = {
      modulesOf: (request_ctx: Parameters<Parameters<typeof mount>[2]['modulesOf']>[0]) =>
        modulesOfUser(request_ctx, request_ctx.session.user_id),
      roleOf: async () => 'viewer' as const,
      isClosing: async () => false,
      loginOf: async () => 'a@example.com',
      isOperator: () => false,
      tokenOf: async () => undefined,
      staffMember: async () => undefined,
      audit: async () => undefined,
    }
    mount(app, ctx, to, careless, handlers)
  },
})
const emails = Array.from({ length: USERS }, (_, n) => `user${n}@example.com`)
type Person = Awaited<ReturnType<typeof signIn>>
let browsers: Person[]

async function signIn(email: string) {
  const browser = await it.signedIn(email)
  return { email, browser }
}

beforeAll(async () => {
  const calls = []
  for (const email of emails) {
    const user = await it.addUser({ email })
    const { rows } = await it.database.pool.query<{ id: number; login: string }>(
      'select id, login from api_logins where owner_id = $1',
      [user.id],
    )
    for (const { id: login_id, login } of rows)
      for (const status_code of [CODE.ok, CODE.invalidField])
        calls.push({
          login_id,
          login,
          at: new Date('2026-03-02T09:00:00Z'),
          api: 'serp',
          function: 'google/organic',
          method: 'live' as const,
          priority: 1 as const,
          status_code,
          results: 1,
          cost_micros: status_code === CODE.ok ? 600 : 0,
          time_ms: 10,
          tag: email,
          has_task: true,
          follows: false,
          is_sandbox: false,
        })
  }
  await bookCalls(it.ctx, calls)
  browsers = []
  for (const email of emails) browsers.push(await signIn(email))
})

test("SEC-L13 Z4 a store that lost its condition shows its user no other account's rows", async () => {
  for (const { email, browser } of browsers.slice(0, 3)) {
    expect(await browser.must(careless.readLogins, {})).toEqual({ logins: [email] })
    expect(await browser.must(careless.readCalls, {})).toEqual({ tags: [email] })
  }
})

test('SEC-L13 a GET cannot change anything', async () => {
  const [first] = browsers
  expect((await first?.browser.call(careless.writeLimit, {}))?.status).toBe(500)
  const { rows } = await it.database.pool.query('select from api_logins where per_minute = 1')
  expect(rows).toEqual([])
})

test('SEC-L13 Z4 of two hundred concurrent requests of twenty users, on few connections, none sees a foreign row', async () => {
  const file = new URLSearchParams({ ...RANGE, section: 'unified-overview', format: 'csv' })
  const kinds = [
    ({ browser }: Person) => browser.call(careless.readLogins, {}),
    ({ browser }: Person) => browser.call(careless.readCalls, {}),
    ({ browser }: Person) => browser.call(access.getAccessInfo, {}),
    ({ browser }: Person) => browser.call(profile.getProfile, {}),
    ({ browser }: Person) => browser.call(usage.getUsageTasks, RANGE),
    ({ browser }: Person) => browser.call(errors.getErrorRows, RANGE),
    ({ browser }: Person) => browser.send<unknown>({ path: `${usageExport.path}?${file}` }),
    ({ browser }: Person) => browser.open('/api-dashboard'),
  ]
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const person = browsers[n % USERS]
      const ask = kinds[Math.floor(n / USERS) % kinds.length]
      if (!person || !ask) throw new Error('the request has no session')
      for (;;) {
        const { status, text } = await ask(person)
        // On a busy machine some of so many wait too long for a connection, and try again.
        if (status === 200) return { own: person.email, text }
        expect(status).toBeGreaterThanOrEqual(500)
      }
    }),
  )
  expect(answers.filter(({ own, text }) => !text.includes(own))).toEqual([])
  for (const { own, text } of answers)
    expect(
      emails.filter((email) => email !== own && text.includes(email)),
      text.slice(0, 300),
    ).toEqual([])
})
