import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import { CODE } from '@portico/contract/codes.ts'
import { live } from '@portico/contract/live.ts'
import { STAFF_LIVE_PATH } from '@portico/contract/live-address.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { users } from '@portico/contract/users.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openPage } from '#testing/live/stream.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { bookCalls } from '#testing/usage/calls.ts'
import { grantFeature } from '#users/index.ts'

const WITHIN = { timeout: 5_000, interval: 20 }
const site = sharedApp({ live: { beat_ms: 100 } })
let other: Awaited<ReturnType<TestApp['sibling']>>
let ann: Customer
let bob: Customer
const pages: Awaited<ReturnType<typeof openPage>>[] = []

async function signIn(customer: Customer, at: Pick<TestApp, 'signedIn'> = site) {
  return at.signedIn(customer.login)
}

async function listen(...given: Parameters<typeof openPage>) {
  const page = await openPage(...given)
  pages.push(page)
  return page
}

beforeAll(async () => {
  other = await site.sibling()
  ann = await openCustomer(site)
  bob = await openCustomer(site)
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.leave()
})

test('HD-02 a call made in one process appears on the stream of another within a second, with the new balance', async () => {
  const page = await listen(site.app, await signIn(ann))
  await expect.poll(page.balance, WITHIN).toBe(10_000_000)
  expect(page.reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(page.reply.headers['content-encoding']).toBeUndefined()
  const called = await ann.call(LIVE, { body: search(), app: other.app })
  expect(called.http).toBe(200)
  const since = performance.now()
  await expect.poll(page.balance, WITHIN).toBe(10_000_000 - LIVE_MICROS)
  expect(performance.now() - since).toBeLessThan(1_000)
  expect(page.rows()).toMatchObject([
    {
      function: 'serp/google/organic',
      path: LIVE,
      status_code: CODE.ok,
      cost_micros: LIVE_MICROS,
      is_sandbox: false,
      playground: 'serp',
    },
  ])
  await ann.call(`/sandbox${LIVE}`, { body: search('again') })
  await expect.poll(() => page.rows().length, WITHIN).toBe(2)
  expect(page.rows()[1]).toMatchObject({ cost_micros: 0, is_sandbox: true })
})

test('credit given by the operator appears on the stream', async () => {
  const page = await listen(site.app, await signIn(bob), { query: '' })
  await expect.poll(page.balance, WITHIN).toBe(10_000_000)
  await bob.give(5_000_000)
  await expect.poll(page.balance, WITHIN).toBe(15_000_000)
})

test('a page that shows an order receives every change of it, from any process', async () => {
  const browser = await signIn(bob)
  const page = await listen(site.app, browser, { query: '' })
  const hears = async (act: () => Promise<unknown>) => {
    const before = page.changes().length
    await act()
    await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(before)
  }
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  const order = async () => {
    const input = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const }
    return browser.must(payments.createOrder, input)
  }
  const decide = async (url: string | null, outcome: 'approve' | 'decline' | 'delay') => {
    const checkout = new URL(url ?? '').pathname.split('/').at(-1) ?? ''
    await (await signIn(bob, other)).must(testProcessor.decide, { checkout, outcome })
  }
  const made: Awaited<ReturnType<typeof order>>[] = []
  for (const _ of Array(4)) await hears(async () => made.push(await order()))
  const [paid, declined, delayed, canceled] = made
  await hears(() => decide(declined?.pay_url ?? null, 'decline'))
  await hears(() => decide(delayed?.pay_url ?? null, 'delay'))
  await hears(() => browser.must(payments.cancelOrder, { id: canceled?.id ?? '' }))
  await hears(() => decide(paid?.pay_url ?? null, 'approve'))
  const reference = paid?.reference ?? ''
  await hears(() => site.operator(operator.refundPayment, { reference, reason: 'asked for', by: 'test' }))
  const now = await Promise.all(made.map(({ id }) => browser.must(payments.getOrder, { id })))
  expect(now.map(({ status }) => status)).toEqual(['refunded', 'failed', 'processing', 'canceled'])
})

test('a stream has no events of other customers, and no calls unless the tail is on', async () => {
  const page = await listen(site.app, await signIn(bob), { query: '' })
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  const witness = await listen(site.app, await signIn(ann))
  await expect.poll(() => page.beats(), WITHIN).toBeGreaterThan(1)
  const before = page.changes().length
  const seen = witness.changes().length
  await ann.call(LIVE, { body: search('alone') })
  await expect.poll(() => witness.changes().length, WITHIN).toBeGreaterThan(seen)
  await new Promise((later) => setTimeout(later, 700))
  expect(page.changes()).toHaveLength(before)
  await bob.call(LIVE, { body: search('mine') })
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(before)
  expect(page.rows()).toEqual([])
  expect(page.text).not.toContain('alone')
})

test('many calls are sent in few events, each call once, newest first', async () => {
  const page = await listen(site.app, await signIn(ann))
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  const known = new Set(page.rows().map(({ id }) => id))
  const since = performance.now()
  for (let i = 0; i < 12; i += 1)
    await ann.call(LIVE, { body: search(`burst ${i}`), app: i % 2 ? site.app : other.app })
  const fresh = () => page.rows().filter(({ id }) => !known.has(id))
  await expect.poll(() => fresh().length, WITHIN).toBe(12)
  expect(new Set(fresh().map(({ id }) => id)).size).toBe(12)
  const seconds = (performance.now() - since) / 1000
  expect(page.changes().length).toBeLessThanOrEqual(Math.ceil(seconds * 2) + 3)
})

test('a queued task is sent again when it ends, however long it took and however many end at once', async () => {
  const page = await listen(site.app, await signIn(ann))
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  const { body } = await ann.call(POST, { body: Array(60).fill(search('queued')[0]) })
  expect(body?.tasks_error).toBe(0)
  const tasks = () => page.rows().filter(({ path }) => path === POST)
  await expect.poll(() => tasks().length, WITHIN).toBe(50)
  expect(new Set(tasks().map(({ status_class }) => status_class))).toEqual(new Set(['queued']))
  site.clock.forward(60 * 60_000)
  expect(await other.gateway.runDueTasks()).toBe(60)
  const ended = () => tasks().filter(({ status_class }) => status_class === 'ok')
  await expect.poll(() => new Set(ended().map(({ id }) => id)).size, WITHIN).toBe(60)
  expect(ended().every(({ status_code }) => status_code === CODE.ok)).toBe(true)
  await ann.call(LIVE, { body: search('after') })
  await expect.poll(() => page.rows().at(-1)?.path, WITHIN).toBe(LIVE)
  expect(tasks(), 'and not once more').toHaveLength(50 + 60)
})

test('streams end with their session, and do not keep it alive', async () => {
  const browser = await signIn(ann)
  const page = await listen(site.app, browser)
  await expect.poll(page.beats, WITHIN).toBeGreaterThan(1)
  const seen = await lastSeen(ann)
  site.clock.forward(5 * 60_000)
  const again = await listen(site.app, browser)
  await expect.poll(again.beats, WITHIN).toBeGreaterThan(1)
  expect(await lastSeen(ann)).toEqual(seen)
  await browser.must(auth.signout, {})
  await expect.poll(() => [page.isOver, again.isOver], WITHIN).toEqual([true, true])
  expect((await listen(site.app, browser)).status).toBe(401)
})

test('the stream is only for our own pages of signed-in users', async () => {
  expect((await listen(site.app, site.browser())).status).toBe(401)
  const browser = await signIn(ann)
  expect((await listen(site.app, browser, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await listen(site.app, browser, { query: '?login=2' })).status).toBe(400)
})

test('a session has at most three streams and a user six, and a closed page frees its slot', async () => {
  const first = await signIn(ann)
  const open = await Promise.all([1, 2, 3].map(() => listen(site.app, first)))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await listen(site.app, first)).status).toBe(204)
  const second = await signIn(ann)
  for (let i = 0; i < 3; i += 1) expect((await listen(site.app, second)).status).toBe(200)
  expect((await listen(site.app, await signIn(ann))).status).toBe(204)
  open[0]?.leave()
  await expect.poll(async () => (await listen(site.app, first)).status, WITHIN).toBe(200)
})

test('streams continue to receive events after the database connection broke', async () => {
  const page = await listen(site.app, await signIn(ann), { query: '' })
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  await site.database.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portico listener' and datname = current_database()`)
  const before = page.balance() ?? 0
  await ann.give(1_000_000)
  await expect.poll(page.balance, WITHIN).toBe(before + 1_000_000)
  expect(page.isOver).toBe(false)
})

test('polling without a stream returns the same changes and does not extend the session', async () => {
  const browser = await signIn(ann)
  const { rows, balance_micros } = await browser.must(live.getLive, { tail: 'api' })
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .sort()
      .reverse(),
  )
  expect((await browser.must(live.getLive, {})).rows).toEqual([])
  expect(balance_micros).toBeLessThan(20_000_000)
  expect(live.getLive.background).toBe(true)
})

test('RT-07 the tail of the host-to-host screen has calls of machine logins only, for users whose menu lists it', async () => {
  const browser = await signIn(ann)
  expect((await browser.call(live.getLive, { tail: 'h2h' })).body).toMatchObject({ code: 'not_allowed' })
  expect((await listen(site.app, browser, { query: '?tail=h2h' })).status).toBe(404)
  await grantFeature(site.ctx, ann.user_id, 'h2h')
  expect((await browser.must(live.getLive, { tail: 'h2h' })).rows, 'no machine yet').toEqual([])
  await browser.must(access.addMachineLogin, { name: 'etl' })
  await browser.must(access.addMachineLogin, { name: 'crawler' })
  const { rows: machines } = await sql<{ id: number; login: string }>`
    select id, login from api_logins where owner_id = ${ann.user_id} and kind = 'machine' order by id`.execute(
    site.ctx.db,
  )
  const page = await listen(site.app, browser, { query: '?tail=h2h' })
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  await ann.call(LIVE, { body: search('by hand') })
  const at = site.ctx.clock.now()
  const shape = { api: 'serp', function: 'google/organic', method: 'live', priority: 1, status_code: CODE.ok } as const
  const rest = { results: 1, cost_micros: 0, time_ms: 5, tag: null, has_task: true, follows: false, is_sandbox: false }
  await bookCalls(
    site.ctx,
    machines.map(({ id, login }, index) => ({
      login_id: id,
      login,
      at: new Date(at.getTime() + index),
      ...shape,
      ...rest,
    })),
  )
  await expect.poll(() => page.rows().length, WITHIN).toBe(2)
  const { rows } = await browser.must(live.getLive, { tail: 'h2h' })
  expect(rows.map(({ login }) => login)).toEqual(machines.map(({ login }) => login).toReversed())
  expect((await browser.must(live.getLive, { tail: 'api' })).rows.map(({ login }) => login)).not.toContain(
    machines[0]?.login,
  )
})

test('a stream belongs to the active login and ends when another is chosen', async () => {
  const browser = await signIn(ann)
  const page = await listen(site.app, browser, { query: '' })
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  await browser.must(users.setActiveApiUser, { login: ann.login })
  await expect.poll(() => page.isOver, WITHIN).toBe(true)
})

test('a page of the console receives news of every booking in any process, without a word about it, while its reader is staff', async () => {
  const staff = await (await site.addStaff({ email: 'live@staff.example', role: 'read_only' })).signedIn()
  const ofConsole = { path: STAFF_LIVE_PATH, query: '' }
  const page = await listen(site.app, staff, ofConsole)
  await expect.poll(page.news, WITHIN).toBe(1)
  await ann.call(LIVE, { body: search('for all to see'), app: other.app })
  await expect.poll(page.news, WITHIN).toBe(2)
  expect([...page.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data).filter((data) => data !== '1')).toEqual([
    '{}',
    '{}',
  ])
  const [customer, visitor] = [await signIn(ann), site.browser()]
  const others = [
    await listen(site.app, customer, ofConsole),
    await listen(site.app, visitor, ofConsole),
    await listen(site.app, visitor, { ...ofConsole, headers: { authorization: `Bearer ${site.operator_token}` } }),
  ]
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404])
  await site.database.owner.query(`update users set staff_role = null where email = 'live@staff.example'`)
  await expect.poll(() => page.isOver, WITHIN).toBe(true)
})

test('O4 a stopping server ends the streams at once', async () => {
  const third = await site.sibling()
  const page = await listen(third.app, await signIn(ann))
  await expect.poll(() => page.changes().length, WITHIN).toBeGreaterThan(0)
  const since = performance.now()
  await third.app.close()
  await expect.poll(() => page.isOver, WITHIN).toBe(true)
  expect(performance.now() - since).toBeLessThan(2_000)
})

async function lastSeen({ user_id }: Customer) {
  const { rows } = await sql<{ at: Date }>`
    select max(last_seen_at) as at from sessions where user_id = ${user_id}`.execute(site.ctx.db)
  return rows[0]?.at
}
