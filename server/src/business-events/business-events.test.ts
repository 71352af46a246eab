import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@portico/contract/auth.ts'
import { budgets } from '@portico/contract/budgets.ts'
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
  eventBody,
  type SentEventType,
} from '@portico/contract/business-events.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runBudgets } from '#budgets/index.ts'
import { watchCustomers } from '#business-watch/index.ts'
import { runClosings } from '#closing/index.ts'
import { inTx } from '#db/tx.ts'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { renewSubscriptions } from '#subscriptions/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { openPayer } from '#testing/payer.ts'
import { deleteOldEvents, firstCallListener, openEventSender, recordEvent } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const BY = { reason: 'for the tests', by: 'test' }
const USD = 1_000_000

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** A server of the provider: what it received, and what it answers next. */
const received: Received[] = []
let answers: number[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  received.push({ headers: request.headers, body })
  response.writeHead(answers.shift() ?? 200).end('taken\0 by the receiver')
})

let app: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>>
let sender: ReturnType<typeof openEventSender>
let url = ''
beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?token=secret`
  const price_timing = { refresh_ms: 40, fresh_ms: 60_000, lead_ms: 400 }
  app = await openTestApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'on' }, price_timing })
  other = await app.sibling()
  sender = openEventSender(app.ctx)
})
afterAll(async () => {
  await sender.close()
  await app.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  await app.database.owner.query('delete from business_events; delete from operator_webhooks')
  received.length = 0
  answers = []
})

let number = 0
async function addWebhook(events: BusinessEventType[] = BUSINESS_EVENT_TYPES, more: { url?: string } = {}) {
  number += 1
  const name = `crm-${number}`
  const { body } = await app.operator(operator.addWebhook, { name, url, events, ...more, ...BY })
  if (!('secret' in body)) throw new Error(JSON.stringify(body))
  return { name, secret: body.secret }
}
async function deliveries(name: string, more: object = {}) {
  const { body } = await app.operator(operator.listDeliveries, { name, ...more })
  if (!('deliveries' in body)) throw new Error(JSON.stringify(body))
  return body.deliveries
}
/** Types of the events about an account, in their order. */
const typesOf = async (owner_id: number) =>
  (
    await app.database.owner.query(
      'select type from business_events where owner_id = $1 order by created_at, type desc',
      [owner_id],
    )
  ).rows.map(({ type }) => String(type))
const countOf = async (type: BusinessEventType) =>
  Number((await app.database.owner.query('select count(*) from business_events where type = $1', [type])).rows[0].count)
/** On two processes, twice each, at the same moment. */
const raced = (run: (ctx: TestApp['ctx']) => Promise<unknown>) =>
  Promise.all([app.ctx, other.ctx, app.ctx, other.ctx].map(run))

/** Verifies as the Standard Webhooks specification describes. */
function verifies({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const mac = createHmac('sha256', key).update(text).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${mac}`)
}

describe('each happening is one event, raced by several processes', () => {
  test('a sign-up, its confirmation and its first call', async () => {
    const browser = app.browser()
    await browser.open('/sign-up')
    const email = 'new-customer@example.com'
    const given = { email, password: 'correct horse battery', name: 'N', privacy: true as const, captcha: '' }
    await browser.must(auth.register, given)
    const { id } = await app.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(await typesOf(id)).toEqual(['customer.created'])
    await Promise.all([1, 2, 3].map(() => app.operator(operator.confirmUser, { email, ...BY })))
    expect(await typesOf(id)).toEqual(['customer.created', 'customer.confirmed'])

    const customer = await openCustomer(app)
    for (const _ of [1, 2]) {
      await customer.call(LIVE, { body: search() })
      await raced((ctx) => deriveRollups(ctx, firstCallListener(ctx)))
    }
    const first = (await typesOf(customer.user_id)).filter((type) => type === 'customer.first_call')
    expect(first).toHaveLength(1)
  })

  test('calls of the sandbox alone are no first call', async () => {
    const customer = await openCustomer(app)
    await app.database.owner.query(
      `insert into usage_minutes (login_id, minute, api, function, method, priority, status_class, is_sandbox,
          requests, tasks, results, cost_micros, errors, time_ms_sum, times)
        values ($1, date_trunc('minute', $2::timestamptz), 'serp', 'google', 'live', 0, 2, true, 1, 1, 1, 0, 0, 5, '{}')`,
      [customer.login_id, app.clock.now()],
    )
    await app.database.owner.query("insert into usage_stale values ($1, date_trunc('hour', $2::timestamptz))", [
      customer.login_id,
      app.clock.now(),
    ])
    await deriveRollups(app.ctx, firstCallListener(app.ctx))
    expect(await typesOf(customer.user_id)).not.toContain('customer.first_call')
  })

  test('a payment, its refund, and a dispute that is opened and won', async () => {
    const payer = await openPayer(app)
    await payer.subscribe()
    const { orders } = await payer.browser.must(payments.listOrders, {})
    const reference = orders[0]?.reference ?? ''
    expect(await countOf('payment.succeeded')).toBe(1)
    const part = { reference, amount_micros: 10 * USD, allow_negative: true, ...BY }
    await app.operator(operator.refundPayment, part)
    app.clock.forward(2 * 60_000)
    await app.operator(operator.refundPayment, { ...part, amount_micros: 5 * USD })
    expect(await countOf('payment.refunded')).toBe(2)
    const unhappy = await openPayer(app)
    await unhappy.subscribe()
    const [disputed] = (await unhappy.browser.must(payments.listOrders, {})).orders
    const about = { reference: disputed?.reference ?? '', by: 'test' }
    for (const outcome of ['open', 'won'] as const)
      for (const _ of [1, 2]) await app.operator(operator.disputeTestPayment, { ...about, outcome })
    const { rows } = await app.database.owner.query(
      "select body::json->'data'->>'state' as state from business_events where type = 'payment.disputed' order by created_at, state",
    )
    expect(rows.map(({ state }) => state)).toEqual(['opened', 'won'])
  })

  test('a balance that falls, recovers and falls again: one event for each fall, none for the first look', async () => {
    const customer = await openCustomer(app, { usd: 20 })
    const run = () => raced((ctx) => watchCustomers(ctx))
    const falls = async () => (await typesOf(customer.user_id)).filter((type) => type.startsWith('balance.'))
    await run()
    await customer.give(-15 * USD)
    await run()
    await run()
    expect(await falls()).toEqual(['balance.low'])
    app.clock.forward(1000)
    await customer.give(-5 * USD)
    await run()
    expect(await falls()).toEqual(['balance.low', 'balance.empty'])
    await customer.give(30 * USD)
    await run()
    app.clock.forward(1000)
    await customer.give(-25 * USD)
    await run()
    expect(await falls()).toEqual(['balance.low', 'balance.empty', 'balance.low'])
    const poor = await openCustomer(app, { usd: 0 })
    await run()
    expect((await typesOf(poor.user_id)).filter((type) => type.startsWith('balance.'))).toEqual([])
  })

  test('a daily limit once a day, also where a call that would pass it was refused, and the hard line of a budget', async () => {
    const customer = await openCustomer(app)
    const limit = { login_id: customer.login_id, kind: 'daily_limit' as const, scope: '' }
    await setSpendLimit(app.ctx, { ...limit, limit_micros: 3_000 })
    await customer.call(LIVE, { body: search() })
    await raced((ctx) => watchCustomers(ctx))
    expect(await countOf('limit.reached')).toBe(0)
    await customer.call(LIVE, { body: search('refused') })
    await raced((ctx) => watchCustomers(ctx))
    await raced((ctx) => watchCustomers(ctx))
    expect(await countOf('limit.reached')).toBe(1)
    await setSpendLimit(app.ctx, { ...limit, limit_micros: null })

    const browser = await app.signedIn(customer.login)
    const lines = { login: null, tag: null, soft_micros: 1_000, hard_micros: 2_000 }
    await browser.must(budgets.saveBudget, lines)
    await raced((ctx) => runBudgets(ctx))
    await raced((ctx) => runBudgets(ctx))
    expect(await countOf('limit.reached')).toBe(2)
  })

  test('a subscription that is renewed and ends; its first period is no renewal', async () => {
    const payer = await openPayer(app)
    await payer.subscribe('approve', { save_method: true, card: '4242' })
    const mine = async () => (await typesOf(payer.user_id)).filter((type) => type.startsWith('subscription.'))
    expect(await mine()).toEqual([])
    app.clock.forward(31 * DAY_MS)
    await raced((ctx) => renewSubscriptions(ctx))
    expect(await mine()).toEqual(['subscription.renewed'])
    await payer.signInAgain()
    const { period_start, period_end } = await payer.shown()
    const { rows } = await app.database.owner.query(
      `select body::jsonb -> 'data' as data from business_events where owner_id = $1 and type = 'subscription.renewed'`,
      [payer.user_id],
    )
    expect(rows[0]?.data, 'the new period').toMatchObject({ period_start, period_end })
    await payer.storeCard('0002').catch(() => payer.signInAgain().then(() => payer.storeCard('0002')))
    for (let day = 0; day < 45; day += 1) {
      app.clock.forward(DAY_MS)
      await raced((ctx) => renewSubscriptions(ctx))
    }
    expect(await mine()).toEqual(['subscription.renewed', 'subscription.ended'])
  })

  test('prices of one account that are applied and withdrawn', async () => {
    const customer = await openCustomer(app)
    const book =
      "version: 'for them'\nvalid_from: 2026-01-01\nfunctions:\n  content_generation/check_grammar:\n    live: { per_request: 0.00007 }"
    const at = new Date(Date.now() + DAY_MS).toISOString()
    await app.operator(operator.applyPrices, { email: customer.login, book, file: 'prices.yaml', at, by: 'test' })
    for (const _ of [1, 2])
      await app.operator(operator.withdrawPrices, { email: customer.login, version: 'for them', by: 'test' })
    expect((await typesOf(customer.user_id)).filter((type) => type === 'price.changed')).toHaveLength(2)
  })

  test('a closed account: the event names its number alone and outlives the erasure of all others', async () => {
    const { name } = await addWebhook()
    const customer = await openCustomer(app)
    expect((await typesOf(customer.user_id)).length).toBeGreaterThan(0)
    await app.operator(operator.closeUser, { email: customer.login, confirmed: true, ...BY })
    expect(await countOf('account.closed')).toBe(0)
    app.clock.forward(15 * DAY_MS)
    await raced((ctx) => runClosings(ctx))
    await app.database.owner.query('update outbox set sent_at = now() where sent_at is null')
    await runClosings(app.ctx)
    expect(await typesOf(customer.user_id)).toEqual([])
    const left = await deliveries(name)
    expect(left.map(({ type }) => type)).toEqual(['account.closed'])
    expect(JSON.parse(left[0]?.body ?? '').data).toEqual({ customer: { id: customer.user_id } })
  })
})

test('a transaction that is rolled back leaves no event and no message, and its event can happen later', async () => {
  const { name } = await addWebhook()
  const customer = await openCustomer(app)
  const event = {
    type: 'customer.first_call' as const,
    key: 'undone',
    owner_id: customer.user_id,
    data: { login: 'x' },
  }
  const before = (await deliveries(name)).length
  await expect(
    inTx(app.ctx.db, async (db) => {
      await recordEvent({ ...app.ctx, db }, event)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await countOf('customer.first_call')).toBe(0)
  await raced((ctx) => inTx(ctx.db, (db) => recordEvent({ ...ctx, db }, event)))
  expect(await countOf('customer.first_call')).toBe(1)
  expect(await deliveries(name)).toHaveLength(before + 1)
})

test('members of staff are no customers', async () => {
  expect((await app.operator(operator.addStaff, { email: 'sam@staff.example', by: 'test' })).status).toBe(200)
  expect(await countOf('customer.created')).toBe(0)
})

describe('a message', () => {
  test('is signed, has the id of its event and a body by the contract, and goes to those who chose its type', async () => {
    const all = await addWebhook()
    const few = await addWebhook(['payment.succeeded'])
    const paused = await addWebhook()
    await app.operator(operator.setWebhook, { name: paused.name, is_paused: true, ...BY })
    const payer = await openPayer(app)
    await payer.subscribe()
    await sender.runDue()
    expect(received.map(({ body }) => JSON.parse(body).type).toSorted()).toEqual([
      'customer.confirmed',
      'customer.created',
      'payment.succeeded',
      'payment.succeeded',
    ])
    for (const { headers, body } of received) {
      const { id, type } = JSON.parse(body) as { id: string; type: SentEventType }
      expect(headers['webhook-id']).toBe(id)
      expect(eventBody(type).parse(JSON.parse(body))).toEqual(JSON.parse(body))
      expect(body).toContain(payer.email)
    }
    const signed = received.filter((one) => verifies(one, all.secret))
    expect(signed).toHaveLength(3)
    expect(received.filter((one) => verifies(one, few.secret))).toHaveLength(1)
    expect(await deliveries(paused.name)).toEqual([])
    expect(await deliveries(few.name)).toMatchObject([
      { state: 'sent', http_status: 200, answer: 'taken by the receiver', tries: 1, customer_id: payer.user_id },
    ])
    await sender.runDue()
    expect(received).toHaveLength(4)
  })

  test('is retried at growing intervals under the same id until it is given up, and is sent again by hand', async () => {
    const { name, secret } = await addWebhook(['customer.created'])
    answers = [500, 302, 429, 503, 404, 410]
    await openCustomer(app)
    for (let hour = 0; hour < 8; hour += 1) {
      await sender.runDue()
      app.clock.forward(HOUR_MS)
    }
    expect(received).toHaveLength(6)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    const [given_up] = await deliveries(name, { state: 'failed' })
    expect(given_up).toMatchObject({ state: 'failed', tries: 6, http_status: 410, failure: 'refused' })
    await app.operator(operator.replayDelivery, { id: given_up?.id ?? 0, ...BY })
    await sender.runDue()
    const last = received.at(-1)
    expect(last?.headers['webhook-id']).toBe(given_up?.event_id)
    expect(last && verifies(last, secret)).toBe(true)
    expect(await deliveries(name)).toMatchObject([{ state: 'sent', is_replay: true }, { state: 'failed' }])
    const [first] = await deliveries(name, { limit: '1' })
    expect(await deliveries(name, { before: String(first?.id) })).toMatchObject([{ id: given_up?.id }])
  })

  test('is signed with both secrets for a day after a new one, then with the new one alone', async () => {
    const { name, secret: old } = await addWebhook()
    const { body } = await app.operator(operator.rotateWebhookSecret, { name, ...BY })
    const fresh = 'secret' in body ? body.secret : ''
    const test_message = async () => {
      await app.operator(operator.testWebhook, { name, ...BY })
      await sender.runDue()
      const last = received.at(-1)
      if (!last) throw new Error('nothing came')
      expect(eventBody('webhook.test').parse(JSON.parse(last.body))).toBeTruthy()
      return [old, fresh].map((secret) => verifies(last, secret))
    }
    expect(await test_message()).toEqual([true, true])
    app.clock.forward(DAY_MS + 1000)
    expect(await test_message()).toEqual([false, true])
  })

  test('stops with its webhook, and old ones are deleted with their events', async () => {
    const { name } = await addWebhook()
    await openCustomer(app)
    await sender.runDue()
    app.clock.forward(10 * DAY_MS)
    await openCustomer(app)
    await deleteOldEvents(app.ctx, new Date(app.clock.now().getTime() - DAY_MS))
    expect(await deliveries(name)).toHaveLength(2)
    expect(await countOf('customer.created')).toBe(1)
    expect((await app.operator(operator.removeWebhook, { name, ...BY })).body).toEqual({ name, removed: true })
    received.length = 0
    await sender.runDue()
    expect(received).toEqual([])
    expect((await app.operator(operator.removeWebhook, { name, ...BY })).status).toBe(400)
  })
})

describe('what an admin sets', () => {
  test.each([
    ['no address', 'crm'],
    ['a user name', 'https://ann@crm.example/'],
    ['a file', 'file:///etc/passwd'],
    ['an address that is too long', `https://crm.example/${'a'.repeat(2000)}`],
  ])('%s is refused as address', async (_, address) => {
    const input = { name: 'wrong', url: address, events: ['customer.created' as const], ...BY }
    expect(await app.operator(operator.addWebhook, input)).toMatchObject({
      status: 400,
      body: { fields: { url: expect.any(String) } },
    })
  })

  test('private addresses and plain http are refused where the installation forbids them', async () => {
    const strict = await openTestApp()
    try {
      for (const address of ['http://crm.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://db.internal/']) {
        const input = { name: 'inside', url: address, events: ['customer.created' as const], ...BY }
        expect((await strict.operator(operator.addWebhook, input)).body, address).toMatchObject({
          fields: { url: expect.stringContaining('public https address') },
        })
      }
    } finally {
      await strict.close()
    }
  })

  test('unknown and missing types, a taken name and a missing reason are refused', async () => {
    const input = { name: `taken-${randomUUID().slice(0, 8)}`, url, ...BY }
    const add = (more: object) =>
      app.operator(operator.addWebhook, { ...input, events: ['customer.created'], ...more } as never)
    expect((await add({})).status).toBe(200)
    expect((await add({})).body).toMatchObject({ code: 'already_there', fields: { name: 'is taken' } })
    expect((await add({ events: [] })).body).toMatchObject({ fields: { events: 'must name one at least' } })
    expect((await add({ events: ['customer.gone'] })).body).toMatchObject({ code: 'invalid_input' })
    expect((await add({ name: 'other', reason: ' ' })).body).toMatchObject({ fields: { reason: expect.any(String) } })
  })

  test('lists show no query and no secret; the log has host, before and after, and neither', async () => {
    const { name, secret } = await addWebhook(['customer.created'])
    const changed = { name, events: ['payment.succeeded' as const], is_paused: true, ...BY }
    expect((await app.operator(operator.setWebhook, changed)).body).toEqual({ name, changed: true })
    expect((await app.operator(operator.setWebhook, changed)).body).toEqual({ name, changed: false })
    // What is not named stays as it is.
    for (const part of [{ url }, { events: changed.events }, { is_paused: true }])
      expect((await app.operator(operator.setWebhook, { name, ...part, ...BY })).body).toEqual({ name, changed: false })
    const { body } = await app.operator(operator.listWebhooks, {})
    expect(JSON.stringify(body)).toContain('/in"')
    const { rows } = await app.database.owner.query(
      "select action, detail from audit_log where detail->>'name' = $1 order by id",
      [name],
    )
    expect(rows.map(({ action }) => action)).toEqual(['operator_webhook_added', 'operator_webhook_changed'])
    expect(JSON.stringify(rows[1].detail)).toContain('customer.created')
    for (const text of [JSON.stringify(body), JSON.stringify(rows)]) {
      expect(text).not.toContain('token=secret')
      expect(text).not.toContain(secret)
    }
  })

  test('the document of the operator has every type as a webhook with the schema of its body', async () => {
    const { body } = await app.operator(operator.openApi, {})
    const document = body as { webhooks: Record<string, { post: { requestBody: unknown } }> }
    expect(Object.keys(document.webhooks)).toEqual([...BUSINESS_EVENT_TYPES, 'webhook.test'])
    expect(JSON.stringify(document.webhooks['payment.refunded']?.post.requestBody)).toContain('"refund_id"')
    const validator = new Validator()
    expect((await validator.validate(structuredClone(body as Record<string, unknown>))).errors).toBeUndefined()
  })
})
