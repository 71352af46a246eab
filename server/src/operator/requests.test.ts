import { auth } from '@portico/contract/auth.ts'
import { billing } from '@portico/contract/billing.ts'
import { errors } from '@portico/contract/errors.ts'
import { operator } from '@portico/contract/operator.ts'
import type { ShownRequest } from '@portico/contract/operator-requests.ts'
import { securityLog } from '@portico/contract/security-log.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { checkBooksSince } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Browser = ReturnType<TestApp['browser']>
let app: TestApp
let ann: Customer
let bob: Customer
let support: Browser
let page: Browser

beforeAll(async () => {
  app = await openTestApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  ann = await openCustomer(app, { usd: 5 })
  bob = await openCustomer(app, { usd: 1 })
  support = await (await app.addStaff({ email: 'sue@staff.example', name: 'Sue Support', role: 'support' })).signedIn()
  page = await app.signedIn(ann.login)
})
afterAll(async () => {
  expect((await checkBooksSince(app.ctx, undefined)).discrepancies).toEqual([])
  await app.close()
})

const find = async (id: string): Promise<ShownRequest> => {
  const { request } = await support.must(operator.findRequest, { id })
  if (!request) throw new Error(`${id} was not found`)
  return request
}
const sumOf = ({ bookings }: ShownRequest) =>
  bookings.flatMap(({ entries }) => entries).reduce((sum, { amount_micros }) => sum + amount_micros, 0)
const ofLogin = ({ bookings }: ShownRequest) =>
  bookings
    .flatMap(({ entries }) => entries)
    .filter(({ account }) => account.startsWith('login:'))
    .map(({ amount_micros }) => amount_micros)

test('a call is found by its request id and its task id, with the numbers of the customer’s own drawer', async () => {
  // Another account calls at the same time, so that nothing can be taken from the wrong one.
  await bob.call(LIVE, { body: search('other') })
  const sent = await ann.call(LIVE, { body: [{ ...search('lamp')[0], tag: 'shop 7' }], ip: '203.0.113.50' })
  const request_id = String(sent.headers['x-request-id'])
  const task_id = sent.body?.tasks?.[0]?.id ?? ''
  const own = await page.must(usage.getUsageTask, { scope: 'api', id: request_id })
  for (const [id, found_by] of [
    [request_id, 'request'],
    [task_id, 'task'],
    [` ${request_id.toUpperCase()} `, 'request'],
  ] as const) {
    const found = await find(id)
    expect(found).toMatchObject({
      found_by,
      id: request_id,
      customer: { id: ann.user_id },
      login: { login: ann.login },
    })
    expect(found.call).toEqual(own)
  }
  const found = await find(request_id)
  expect(found.call).toMatchObject({ ip: '203.0.113.50', tag: 'shop 7', cost_micros: LIVE_MICROS })
  expect(JSON.stringify(found.call?.request)).toContain('lamp')
  expect(found.error).toBeNull()
  expect(found.bookings.map(({ kind }) => kind)).toEqual(['usage'])
  expect(ofLogin(found)).toEqual([-LIVE_MICROS])
  expect(sumOf(found)).toBe(0)
  expect(found.refund).toMatchObject({ left_micros: LIVE_MICROS, none: null, done: null })
  expect(JSON.stringify(found)).not.toContain(bob.login)
})

test('a request of several tasks shows its first call and leads to the others, and each is refunded by itself', async () => {
  const { headers, body } = await ann.call(POST, { body: [...search('one'), ...search('two'), ...search('three')] })
  const found = await find(String(headers['x-request-id']))
  expect(found.call?.request_calls).toBe(3)
  const shown = [found.call?.task_id, ...found.related.map(({ task_id }) => task_id)]
  expect(shown.toSorted()).toEqual(body?.tasks?.map(({ id }) => id).toSorted())
  expect(found.refund).toMatchObject({ call: found.call?.task_id, none: 'running', left_micros: 0 })
  app.clock.forward(60_000)
  await app.gateway.runDueTasks()
  const second = await find(found.related[0]?.id ?? '')
  expect(second).toMatchObject({ found_by: 'call', task: { state: 'done' }, refund: { none: null } })
  const before = second.refund.balance_micros
  const { left_micros, call } = second.refund
  const done = await support.must(operator.refundCall, { call, reason: 'the second was wrong', by: 'x' })
  expect(done).toMatchObject({ amount_micros: left_micros, balance_micros: before + left_micros })
  expect((await find(found.id)).refund).toMatchObject({ none: null, done: null })
})

test('a call is refunded by the id of its task also where that has the form of a call’s', async () => {
  const { headers } = await ann.call(LIVE, { body: search('old id') })
  const id = String(headers['x-request-id'])
  const task_id = `11181309${id.slice(8)}`
  await app.database.owner.query(
    `alter table usage_events disable trigger user; update usage_events set task_id = '${task_id}' where id = '${id}'; alter table usage_events enable trigger user`,
  )
  const { refund } = await find(task_id)
  expect(refund).toMatchObject({ call: task_id, none: null })
  expect(
    await support.must(operator.refundCall, { call: refund.call, reason: 'an empty page', by: 'x' }),
  ).toMatchObject({
    call_id: id,
    amount_micros: LIVE_MICROS,
  })
})

test('a failed webhook is found by its own id and shows the task, its deliveries and every failed try', async () => {
  const body = [{ ...search('hook')[0], pingback_url: 'http://127.0.0.1:9/hook?secret=1' }]
  const { body: posted } = await ann.call(POST, { body })
  const task_id = posted?.tasks?.[0]?.id ?? ''
  app.clock.forward(60_000)
  await app.gateway.runDueTasks()
  await app.gateway.runDueWebhooks()
  const found = await find(task_id)
  expect(found.webhooks).toMatchObject([{ kind: 'pingback', tries: 1, sent_at: null }])
  expect(found.webhook_errors).toHaveLength(1)
  expect(JSON.stringify(found.webhooks)).not.toContain('secret')
  const by_webhook = await find(found.webhook_errors[0]?.id ?? '')
  expect(by_webhook).toMatchObject({ found_by: 'webhook', id: found.id, webhook_errors: found.webhook_errors })
})

test('a refused call is found with the rule that refused it and what the customer reads about it', async () => {
  const poor = await openCustomer(app, { usd: 0 })
  await poor.give(LIVE_MICROS - 1)
  const { headers } = await poor.call(LIVE, { body: search('too dear') })
  const found = await find(String(headers['x-request-id']))
  expect(found.error).toMatchObject({ class: 'billing', refusal: { reason: 'balance' } })
  expect(found).toMatchObject({
    bookings: [],
    refund: { none: 'free', left_micros: 0, balance_micros: LIVE_MICROS - 1 },
  })
  const own = await app.signedIn(poor.login)
  expect(found.error).toEqual(await own.must(errors.getError, { id: found.id }))
})

test('a call that was refused for its password is found, although Usage has no such call', async () => {
  const authorization = `Basic ${Buffer.from(`${ann.login}:wrong`).toString('base64')}`
  const { headers } = await ann.call(LIVE, { body: search(), headers: { authorization } })
  // It is recorded after the answer, as nothing waits for a caller who is not known.
  const found = await vi.waitFor(() => find(String(headers['x-request-id'])), 5000)
  expect(found).toMatchObject({ call: null, customer: { id: ann.user_id }, error: { class: 'auth' }, bookings: [] })
})

test('a sandbox call is found, costs nothing and offers no refund', async () => {
  const { headers } = await ann.call(LIVE.replace('/v3/', '/sandbox/v3/'), { body: search('free') })
  const found = await find(String(headers['x-request-id']))
  expect(found).toMatchObject({ call: { is_sandbox: true, cost_micros: 0 }, refund: { none: 'free' } })
})

test('an unknown id is answered with how long calls are stored, and what is no id is refused with a reason', async () => {
  for (const id of [newCallId(app.clock.now()), '11182026-0800-0001-0000-abcdef012345'])
    expect(await support.must(operator.findRequest, { id })).toEqual({
      request: null,
      stored: { errors_days: 180, params_days: 30, answers_days: 30, tasks_days: 90 },
    })
  for (const id of ['', 'x', "' or 1=1 --", '019aa000-0000-7000-8000-00000000000g', '7'.repeat(80)])
    expect((await support.call(operator.findRequest, { id })).body, id).toMatchObject({
      code: 'invalid_input',
      fields: { id: expect.any(String) },
    })
})

test('support finds a call, sees why, refunds it and leaves a note; the customer sees the money and its reason, not the note', async () => {
  const { headers } = await ann.call(LIVE, { body: search('support') })
  const id = String(headers['x-request-id'])
  const { customers } = await support.must(operator.findCustomers, { q: id })
  expect(customers).toMatchObject([{ id: ann.user_id, found_by: 'call' }])
  const found = await find(id)
  const { call, balance_micros, left_micros } = found.refund
  const reason = 'the source answered with an empty page'
  const booked = await support.must(operator.refundCall, { call, reason, by: 'x' })
  expect(booked).toMatchObject({ amount_micros: left_micros, balance_micros: balance_micros + left_micros })
  await support.must(operator.addCustomerNote, { id: ann.user_id, reason: 'Third ticket this week.', by: 'x' })

  const after = await find(id)
  expect(after.refund).toMatchObject({ none: 'refunded', left_micros: 0, done: { amount_micros: left_micros, reason } })
  expect(after.bookings.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['usage', 'meter'],
    ['refund', 'operator:sue@staff.example'],
  ])
  expect(ofLogin(after)).toEqual([-left_micros, left_micros])
  expect((await support.call(operator.refundCall, { call, reason, by: 'x' })).body).toMatchObject({
    fields: { call: expect.stringContaining('refunded already') },
  })

  expect((await page.must(usage.getUsageTask, { scope: 'api', id })).cost_micros).toBe(0)
  const day = app.clock.now().toISOString().slice(0, 10)
  const { lines } = await page.must(billing.getHistory, { from: day, to: day })
  expect(lines.filter(({ kind }) => kind === 'call_refund').map(({ amount_micros }) => amount_micros)).toContain(
    left_micros,
  )
  const log = JSON.stringify(await page.must(securityLog.getSecurityLog, {}))
  expect(log).toContain(reason)
  expect(log).toContain('Sue Support')
  expect(log).not.toContain('Third ticket')
})

test('acting as the customer leads to the details of the call, and to nothing but a call', async () => {
  const { headers } = await ann.call(LIVE, { body: search('as the customer') })
  const member = await app.addStaff({ email: 'act@staff.example', role: 'support' })
  const browser = await member.signedIn()
  const to = `/api-detail/unified-overview?call=${headers['x-request-id']}`
  const about = { staff: member.email, user: ann.login, reason: 'to see the same page', by: 'x' }
  for (const wrong of ['https://evil.example', '//evil.example', '/users/profile', `${to}#x`, `${to}&x=1`])
    expect((await browser.call(operator.impersonate, { ...about, to: wrong })).body, wrong).toMatchObject({
      fields: { to: expect.any(String) },
    })
  const { url } = await browser.must(operator.impersonate, { ...about, to })
  await browser.open(new URL(url).pathname)
  expect((await browser.must(auth.loginOnetimeAdmin, {})).path).toBe(to)
})
