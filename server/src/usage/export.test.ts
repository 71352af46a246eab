import { access } from '@portico/contract/access.ts'
import { CODE } from '@portico/contract/codes.ts'
import { errorsExport } from '@portico/contract/errors.ts'
import { usage } from '@portico/contract/usage.ts'
import { usageExport } from '@portico/contract/usage-export.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountLogins } from '#access/index.ts'
import { TEST_START, type TestApp } from '#testing/app.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls } from '#testing/usage/calls.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const CALLS = 2_500
const TODAY = '2026-03-02'
const MINUTE_MS = 60_000
const app = sharedApp()
let browser: ReturnType<TestApp['browser']>
let calls: BookedCall[]
let machine: string
let user_id: number

beforeAll(async () => {
  user_id = (await app.addUser({ email: 'ann@example.com' })).id
  browser = await app.signedIn('ann@example.com')
  machine = (await browser.must(access.addMachineLogin, { name: 'etl' })).login
  const logins = await accountLogins(app.ctx, user_id)
  // Every call fails, so that Errors has as many; the last is an hour ago, the first in the night of the day before.
  const made = Array.from({ length: CALLS }, (_, at) => {
    const { id: login_id, login } = logins[at % 5 === 0 ? 1 : 0] ?? { id: 0, login: '' }
    return {
      login_id,
      login,
      at: new Date(TEST_START.getTime() - 60 * MINUTE_MS - at * 15_000),
      api: 'serp',
      function: 'google/organic',
      method: 'live' as const,
      priority: 1 as const,
      status_code: CODE.invalidField,
      results: 0,
      cost_micros: 0,
      time_ms: 5,
      tag: null,
      has_task: true,
      follows: false,
      is_sandbox: false,
    }
  })
  calls = await bookCalls(app.ctx, made)
})

const range = { from: '2026-03-01', to: TODAY }
async function exported(path: string, input: Record<string, string>): Promise<string[]> {
  const { status, text } = await browser.send<string>({
    path: `${path}?${new URLSearchParams({ ...range, ...input })}`,
  })
  expect(status).toBe(200)
  return text.split(/\r?\n/).filter(Boolean).slice(1)
}
const idsIn = (lines: string[]) => lines.map((line) => line.split(',').find((cell) => /^[0-9a-f-]{36}$/.test(cell)))
const idsOf = (login?: string) => calls.filter((one) => !login || one.login === login).map(({ id }) => id)

test.each([
  ['usage', usageExport.path, { format: 'csv' }],
  ['errors', errorsExport.path, {}],
])('the file of %s has all 2,500 rows once, and with a login only those of that login', async (_, path, input) => {
  const all = idsIn(await exported(path, { ...input, login: '*' }))
  expect(all).toHaveLength(CALLS)
  expect(new Set(all)).toEqual(new Set(idsOf()))
  const own = idsIn(await exported(path, { ...input, login: machine }))
  expect(own).toHaveLength(CALLS / 5)
  expect(new Set(own)).toEqual(new Set(idsOf(machine)))
})

test('today can be the end of a range, and its only day', async () => {
  const day = { from: TODAY, to: TODAY, login: '*' }
  const { totals } = await browser.must(usage.getUsageSummary, day)
  expect(totals.calls).toBe(calls.filter(({ at }) => at.toISOString().startsWith(TODAY)).length)
})

test('the steps of charts are UTC hours and days, whatever the time zone of the database', async () => {
  const input = { ...range, login: '*' }
  // A day later, so that the previous period has calls.
  app.clock.forward(24 * 60 * MINUTE_MS)
  browser = await app.signedIn('ann@example.com', { ip: '198.51.100.77' })
  const tomorrow = { from: '2026-03-03', to: '2026-03-03' }
  const charts = async () => [
    await browser.must(usage.getUsageSeries, { ...input, grain: 'day' }),
    await browser.must(usage.getUsageSeries, { ...input, grain: 'hour' }),
    await browser.must(usage.getUsageSeries, { ...input, ...tomorrow, grain: 'hour', compare: 'previous' }),
  ]
  const before = await charts()
  expect(before[0]?.xs).toEqual([Date.parse('2026-03-01'), Date.parse(TODAY)])
  expect(JSON.stringify(before[2]?.before)).toMatch(/[1-9]/)
  // A zone that is half an hour off UTC. Open connections have the old zone, so each role closes its own.
  const { owner, db, name } = app.database
  await owner.query(`alter database "${name}" set timezone to 'Asia/Kolkata'`)
  for (const role of [db, app.ctx.readAs({ user_id, sso_owner_id: null })]) {
    const close = sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = ${name}`
    // It may end itself before the others, so this is repeated until a new connection answers.
    const zone = async () => {
      const now = (await sql<{ TimeZone: string }>`show timezone`.execute(role)).rows[0]?.TimeZone
      if (now === 'UTC') await close.execute(role)
      return now
    }
    await expect.poll(() => zone().catch(() => undefined), { timeout: 20_000 }).toBe('Asia/Kolkata')
  }
  expect(await charts()).toEqual(before)
})
