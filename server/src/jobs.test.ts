import { auth } from '@portico/contract/auth.ts'
import { users } from '@portico/contract/users.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestApp } from '#testing/app.ts'
import { LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { startJobs } from './jobs.ts'

const HOUR_MS = 60 * 60 * 1000

afterEach(() => vi.useRealTimers())

test('every hour ended sessions and old counters are deleted, live ones stay', async () => {
  const { close, browser, addUser, clock, ctx, database } = await openTestApp()
  /** A wrong password stays counted, a right one does not. */
  const guess = async (email: string) => {
    const stranger = browser()
    await stranger.open('/signin')
    await stranger.call(auth.authenticate, { email, password: 'not the password', captcha: '' })
  }
  await addUser({ email: 'old@example.com' })
  await browser().signIn('old@example.com')
  await guess('old@example.com')
  clock.forward(25 * HOUR_MS)
  await addUser({ email: 'new@example.com' })
  const live = browser()
  await live.signIn('new@example.com')
  await guess('new@example.com')
  const counts = async () => {
    const { rows } = await database.pool.query<{ sessions: number; limits: number }>(
      'select (select count(*) from sessions) as sessions, (select count(*) from rate_limits) as limits',
    )
    return rows[0]
  }
  // The address is the same for both, the account is not.
  expect(await counts()).toEqual({ sessions: 2, limits: 3 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startJobs(ctx)
  vi.advanceTimersByTime(HOUR_MS)
  await vi.waitFor(async () => expect(await counts()).toEqual({ sessions: 1, limits: 2 }), { timeout: 15_000 })
  expect((await live.call(users.getUserData, {})).status).toBe(200)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  await close()
})

test('the first live call of an account is a business event', async () => {
  const app = await openTestApp()
  const customer = await openCustomer(app)
  await customer.call(LIVE, { body: search() })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startJobs(app.ctx)
  vi.advanceTimersByTime(3000)
  const types = async () => (await app.database.owner.query('select type from business_events')).rows
  await vi.waitFor(async () => expect(await types()).toContainEqual({ type: 'customer.first_call' }), {
    timeout: 15_000,
  })
  await stop()
  await app.close()
})

test('job names are labels without blanks', async () => {
  const { close, ctx } = await openTestApp()
  const names = new Set<string>()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startJobs(ctx, { sweep: async () => undefined }, (job) => names.add(job))
  vi.advanceTimersByTime(HOUR_MS)
  await vi.waitFor(() => expect([...names]).toEqual(expect.arrayContaining(['rollup', 'void_stale_holds'])))
  await stop()
  expect([...names].filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  await close()
})

test('a sweep that fails is logged, and the server continues', async () => {
  const { close, ctx, database, log_lines } = await openTestApp()
  await database.owner.query('drop table rate_limits')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startJobs(ctx)
  vi.advanceTimersByTime(HOUR_MS)
  await vi.waitFor(() => expect(log_lines.join('')).toContain('"job":"sweep"'), { timeout: 15_000 })
  stop()
  await close()
})
