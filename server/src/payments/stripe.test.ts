import { randomBytes, randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS, MINUTE_MS } from '@portico/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Buyer, openBuyer } from '#testing/payments/buyer.ts'
import { openTestStripe, signed, TEST_SECRETS, type TestStripe } from '#testing/payments/stripe.ts'
import { askAboutOrders, chargeOrder, createOrder, defaultMethod, handleEvents, reconcile } from './index.ts'

let app: TestApp
let stripe: TestStripe

beforeAll(async () => {
  stripe = await openTestStripe()
  app = await openTestApp({ settings: stripe.settings })
  stripe.follow(app.clock)
})
afterAll(async () => {
  await closeBalanced(app)
  await stripe.close()
})

const request = (more: object = {}) => ({
  id: randomUUID(),
  amount_micros: 50_000_000,
  tax_micros: 0,
  how: 'checkout' as const,
  ...more,
})

/** Delivers the pending events of Stripe, and waits until they are handled. */
async function deliver(events = stripe.events.splice(0)) {
  for (const event of events) {
    const { payload, headers } = signed(event, app.clock.now())
    const reply = await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })
    expect([reply.statusCode, reply.body]).toEqual([200, '{"received":true}'])
  }
  await handleEvents(app.ctx)
  const waiting = () =>
    app.database.pool.query('select 1 from payment_events where handled_at is null').then(({ rowCount }) => rowCount)
  await expect.poll(waiting).toBe(0)
}

async function checkout({ browser }: Buyer, more: object = {}) {
  const order = await browser.must(payments.createOrder, request(more))
  const [session] = [...stripe.sessions.values()].filter((one) => one.client_reference_id === order.id)
  return { ...order, session_id: session?.id ?? '', now: () => browser.must(payments.getOrder, { id: order.id }) }
}

async function paidOrder(one: Buyer, more: object = {}) {
  const order = await checkout(one, more)
  stripe.pay(order.session_id)
  await deliver()
  return { ...order, intent_id: stripe.paymentsOf(order.id)[0]?.id ?? '' }
}

test('B1 an order is paid on a page of Stripe, and credited when Stripe confirms it', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await checkout(one)
  expect(order).toMatchObject({ status: 'open', processor: 'stripe' })
  expect(order.pay_url).toMatch(/^https:\/\/checkout\.stripe\.test\//)
  stripe.decline(order.session_id)
  await deliver()
  expect(await order.now(), 'another card may still pay it').toMatchObject({ status: 'open' })
  stripe.pay(order.session_id)
  expect(await one.balance()).toBe(before)
  await deliver()
  expect(await order.now()).toMatchObject({ status: 'paid', method_label: 'Visa •••• 4242', pay_url: null })
  expect(await one.balance()).toBe(before + 50_000_000)
})

test.for([
  ['a wrong signature', (body: string) => signed(body, app.clock.now(), 'whsec_of_somebody_else')],
  ['an old signature', (body: string) => signed(body, new Date(app.clock.now().getTime() - 301_000))],
  ['a signature of five minutes ahead', (body: string) => signed(body, new Date(app.clock.now().getTime() + 302_000))],
  ['a signature of an hour ahead', (body: string) => signed(body, new Date(app.clock.now().getTime() + 3_600_000))],
  [
    'two times of its signature',
    (body: string) => {
      const { payload, headers } = signed(body, app.clock.now())
      return { payload, headers: { ...headers, 'stripe-signature': `t=1,${headers['stripe-signature']}` } }
    },
  ],
  [
    'a changed byte',
    (body: string) => {
      const { headers } = signed(body, app.clock.now())
      return { payload: body.replace('payment_intent', 'payment_intenT'), headers }
    },
  ],
  ['no signature', (payload: string) => ({ payload, headers: { 'content-type': 'application/json' } })],
  ['nonsense', () => ({ payload: '{', headers: { 'stripe-signature': 't=1,v1=00' } })],
  ['an empty body', () => signed('', app.clock.now())],
  ['no event', () => signed('{"hello":"there"}', app.clock.now())],
] as const)('SEC2-N6 B6 a message with %s is refused, and nothing of it is stored', async ([, make]) => {
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'payment_intent.succeeded', data: { object: {} } }
  const { payload, headers } = make(JSON.stringify(event))
  const stored = () => app.database.pool.query('select 1 from payment_events').then(({ rowCount }) => rowCount)
  const before = await stored()
  const reply = await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })
  expect(reply.statusCode).toBe(400)
  expect(await stored()).toBe(before)
})

test('SEC2-N6 B6 a message signed just ahead of our clock counts', async () => {
  const event = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type: 'ping', data: { object: {} } })
  const { payload, headers } = signed(event, new Date(app.clock.now().getTime() + 299_000))
  expect((await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode).toBe(200)
})

test.for([
  ['NUL', '\\u0000'],
  ['half a character', '\\ud83d'],
  ['the other half', '\\udc00x'],
] as const)(
  'SEC2-N5 B6 a signed message with %s anywhere is stored, and still leads to the order',
  async ([, text]) => {
    const one = await openBuyer(app)
    const before = await one.balance()
    const order = await checkout(one)
    stripe.pay(order.session_id)
    const [event] = stripe.events.splice(0).filter(({ type }) => type === 'checkout.session.completed')
    const body = JSON.stringify(event).replace('"object":{', `"object":{"note${text}":["a${text}b"],`)
    const sent = body.replace(/"id":"(evt_[^"]+)"/, `"id":"$1${text}"`)
    expect(sent.split(text).length).toBe(4)
    const { payload, headers } = signed(sent, app.clock.now())
    for (const _ of [1, 2]) {
      const reply = await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })
      expect([reply.statusCode, reply.body]).toEqual([200, '{"received":true}'])
    }
    await deliver([])
    expect(await order.now()).toMatchObject({ status: 'paid' })
    expect(await one.balance()).toBe(before + 50_000_000)
  },
)

test('SEC2-N5 B6 a signed message with an endless id or type is stored', async () => {
  const long = randomBytes(10_000).toString('hex')
  const { payload, headers } = signed(JSON.stringify({ id: `evt_${long}`, type: long, data: {} }), app.clock.now())
  expect((await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode).toBe(200)
  await deliver([])
})

test('B6 messages with the old and the new secret count while it is replaced; those above 256 KiB are refused', async () => {
  for (const secret of TEST_SECRETS) {
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event' as const,
      type: 'ping',
      livemode: false,
      data: { object: {} },
    }
    const { payload, headers } = signed(event, new Date(app.clock.now().getTime() - 299_000), secret)
    expect((await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode).toBe(200)
  }
  const { payload, headers } = signed(JSON.stringify({ id: 'evt_large', pad: 'x'.repeat(256 * 1024) }), app.clock.now())
  expect((await app.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode).toBe(400)
  await deliver([])
})

test.for([
  ['amount', { amount: 100_000, amount_received: 100_000 }, /amount/],
  ['currency', { currency: 'eur' }, /currency/],
  ['customer', { customer: 'cus_of_somebody_else' }, /customer/],
  ['mode', { livemode: true }, /live/],
] as const)(
  'B11 a payment with another %s than its order is credited to no account and held back',
  async ([, change, why]) => {
    const one = await openBuyer(app)
    const before = await one.balance()
    const order = await checkout(one)
    stripe.pay(order.session_id)
    Object.assign(stripe.paymentsOf(order.id)[0] ?? {}, change)
    await deliver()
    expect(await order.now()).toMatchObject({ status: 'open' })
    expect(await one.balance()).toBe(before)
    const { body } = await app.operator(operator.showPayment, { reference: order.reference })
    expect(body).toMatchObject({ quarantine: expect.stringMatching(why) })
    const unexplained = await reconcile(app.ctx)
    expect(unexplained.length).toBeGreaterThan(0)
    for (const intent of stripe.paymentsOf(order.id)) stripe.intents.delete(intent.id)
  },
)

test('a delayed payment is processing, then paid or failed', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const good = await checkout(one)
  const bad = await checkout(one)
  for (const { session_id } of [good, bad]) stripe.payLater(session_id)
  await deliver()
  expect([(await good.now()).status, (await bad.now()).status]).toEqual(['processing', 'processing'])
  stripe.endLater(good.session_id, true)
  stripe.endLater(bad.session_id, false)
  await deliver()
  expect([await good.now(), await bad.now()]).toMatchObject([
    { status: 'paid' },
    { status: 'failed', failure: 'declined' },
  ])
  expect(await one.balance()).toBe(before + 50_000_000)
})

test('a page that expires ends its order, and so does its customer by canceling', async () => {
  const one = await openBuyer(app)
  const expired = await checkout(one)
  stripe.expire(expired.session_id)
  await deliver()
  expect(await expired.now()).toMatchObject({ status: 'failed', failure: 'expired' })
  const canceled = await checkout(one)
  await one.browser.must(payments.cancelOrder, { id: canceled.id })
  expect(stripe.sessions.get(canceled.session_id)?.status).toBe('expired')
  await deliver()
  expect(await canceled.now()).toMatchObject({ status: 'canceled' })
  const unanswered = await checkout(one)
  stripe.state.lose = () => 'request'
  expect(await one.browser.call(payments.cancelOrder, { id: unanswered.id })).toMatchObject({
    status: 503,
    body: { code: 'cancel_unanswered' },
  })
  stripe.state.lose = () => undefined
  expect(await unanswered.now(), 'it can still be paid, or canceled again').toMatchObject({ status: 'open' })
  await one.browser.must(payments.cancelOrder, { id: unanswered.id })
  const paid = await checkout(one)
  stripe.pay(paid.session_id)
  expect(await one.browser.must(payments.cancelOrder, { id: paid.id }), 'the payment was faster').toMatchObject({
    status: 'paid',
  })
  await deliver()
})

test('a saved card is listed, charged without its owner, made default and removed at Stripe', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await checkout(one, { save_method: true })
  stripe.pay(order.session_id, { saves: true })
  await deliver()
  const method = await defaultMethod(app.ctx, one.owner_id)
  expect(method).toMatchObject({ brand: 'Visa', last4: '4242', exp_year: 2031 })
  const charge = async (method_id: string | undefined) => {
    const id = randomUUID()
    const { owner_id, login_id } = one
    const order = { id, owner_id, login_id, created_by: null, purpose: 'auto_recharge' as const, product: null }
    await createOrder(app.ctx, { ...order, amount_micros: 60_000_000, how: 'method', method_id })
    await chargeOrder(app.ctx, id)
    return one.browser.must(payments.getOrder, { id })
  }
  expect(await charge(method?.id)).toMatchObject({ status: 'paid' })
  expect(await one.balance()).toBe(before + 110_000_000)
  const failures: Record<string, string> = {
    '0002': 'declined',
    '9995': 'insufficient_funds',
    '0069': 'expired_card',
    '3155': 'authentication_needed',
  }
  for (const [last4, failure] of Object.entries(failures)) {
    stripe.addMethod(method ? (stripe.methods.get(method.method_ref)?.customer ?? '') : '', last4)
    await deliver()
    const { methods } = await one.browser.must(payments.getMethods, {})
    const id = methods.find((card) => card.last4 === last4)?.id
    expect(await charge(id), last4).toMatchObject({ status: 'failed', failure })
  }
  const challenged = await one.browser.must(payments.createOrder, {
    ...request({ how: 'method' }),
    method_id: (await one.browser.must(payments.getMethods, {})).methods.find(({ last4 }) => last4 === '3155')?.id,
  })
  expect(challenged.pay_url, 'a customer who is present confirms at their bank').toMatch(
    /^https:\/\/hooks\.stripe\.test/,
  )
  await one.browser.must(payments.removeMethod, { id: method?.id ?? '' })
  expect(stripe.methods.get(method?.method_ref ?? '')?.customer).toBeNull()
  const { url } = await one.browser.must(payments.addMethod, {})
  expect(url).toMatch(/^https:\/\/checkout\.stripe\.test/)
  await deliver()
})

test('B12 refunds and disputes are entries of their own; a dispute may take a balance below zero, and a won one is given back', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await paidOrder(one, { amount_micros: 100_000_000 })
  const { body } = await app.operator(operator.refundPayment, {
    reference: order.reference,
    amount_micros: 30_000_000,
    reason: 'requested',
    by: 'test',
  })
  expect(body).toMatchObject({ amount_micros: 30_000_000, state: 'done' })
  await deliver()
  expect(await order.now()).toMatchObject({ status: 'partly_refunded', refunded_micros: 30_000_000 })
  expect(await one.balance()).toBe(before + 70_000_000)
  stripe.refund(order.intent_id, 1_000)
  await deliver()
  expect(await order.now(), 'one made at Stripe').toMatchObject({ refunded_micros: 40_000_000 })
  await app.operator(operator.credit, {
    login: one.email,
    amount_micros: -60_000_000,
    reason: 'spent',
    by: 'test',
    request_id: randomUUID(),
  })
  const dispute = stripe.dispute(order.intent_id, 6_000)
  await deliver()
  expect(await order.now()).toMatchObject({ status: 'disputed' })
  expect(await one.balance(), 'with the fee').toBe(before - 75_000_000)
  stripe.closeDispute(dispute.id, 'won')
  await deliver()
  expect(await order.now()).toMatchObject({ status: 'partly_refunded' })
  expect(await one.balance(), 'with the fee, too').toBe(before)
  const lost = await paidOrder(one)
  const second = stripe.dispute(lost.intent_id, 5_000)
  stripe.closeDispute(second.id, 'lost')
  await deliver()
  expect(await lost.now()).toMatchObject({ status: 'dispute_lost' })
  expect(await one.balance()).toBe(before - 15_000_000)
})

test('two operators who refund at once make one refund, of the whole or of a part', async () => {
  const one = await openBuyer(app)
  for (const part of [{}, { amount_micros: 20_000_000 }]) {
    const order = await paidOrder(one)
    const before = await one.balance()
    const refund = (by: string) =>
      app.operator(operator.refundPayment, { reference: order.reference, ...part, reason: 'requested', by })
    const answers = await Promise.all([refund('ann'), refund('bob'), refund('cid')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const made = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === order.intent_id)
    expect(made).toHaveLength(1)
    expect(before - (await one.balance())).toBe((made[0]?.amount ?? 0) * 10_000)
    await deliver()
    expect(before - (await one.balance())).toBe((made[0]?.amount ?? 0) * 10_000)
  }
})

test('a refund takes no more than the balance holds, unless the operator forces it, and a failed one is given back', async () => {
  const one = await openBuyer(app)
  const order = await paidOrder(one)
  const spent = { amount_micros: -(await one.balance()), reason: 'spent', by: 'test', request_id: randomUUID() }
  await app.operator(operator.credit, { login: one.email, ...spent })
  const refund = (more: object) =>
    app.operator(operator.refundPayment, { reference: order.reference, reason: 'requested', by: 'test', ...more })
  expect((await refund({})).body).toMatchObject({ fields: { amount_micros: expect.stringMatching(/balance/) } })
  expect((await refund({ amount_micros: 51_000_000 })).status).toBe(400)
  expect((await refund({ allow_negative: true })).status).toBe(200)
  expect(await one.balance()).toBe(-50_000_000)
  const [made] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === order.intent_id)
  stripe.failRefund(made?.id ?? '')
  await deliver()
  expect(await one.balance()).toBe(0)
  expect(await order.now()).toMatchObject({ status: 'paid', refunded_micros: 0 })
})

test('B10 payments whose messages never came are found by reading, and the processor’s own list explains every one', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const orders = [await checkout(one), await checkout(one)]
  for (const { session_id } of orders) stripe.pay(session_id)
  stripe.events.splice(0)
  await askAboutOrders(app.ctx)
  expect(await one.balance(), 'too early').toBe(before)
  app.clock.forward(6 * MINUTE_MS)
  await askAboutOrders(app.ctx)
  expect(await one.balance()).toBe(before + 100_000_000)
  const unseen = await checkout(one)
  stripe.pay(unseen.session_id)
  stripe.events.splice(0)
  expect(await reconcile(app.ctx)).toEqual([])
  expect(await unseen.now()).toMatchObject({ status: 'paid' })
})

test('B4 an abandoned order is closed after a day, and never requested again with a forgotten key', async () => {
  const one = await openBuyer(app)
  const left = await checkout(one)
  const unconfirmed = request()
  stripe.state.lose = () => 'request'
  expect((await one.browser.call(payments.createOrder, unconfirmed)).body).toMatchObject({
    code: 'payment_service_down',
  })
  const lost = request()
  stripe.state.lose = () => 'reply'
  expect((await one.browser.call(payments.createOrder, lost)).status).toBe(503)
  stripe.state.lose = () => undefined
  const sessions = stripe.sessions.size
  app.clock.forward(DAY_MS)
  await askAboutOrders(app.ctx)
  const again = await app.signedIn(one.email)
  const statusOf = async (id: string) => (await again.must(payments.getOrder, { id })).status
  expect([await statusOf(left.id), await statusOf(unconfirmed.id), await statusOf(lost.id)]).toEqual(
    Array(3).fill('failed'),
  )
  const page = [...stripe.sessions.values()].find((one) => one.client_reference_id === lost.id)
  expect(page?.status, 'the page whose reply was lost is found and closed').toBe('expired')
  expect(stripe.sessions.size).toBe(sessions)
  await deliver()
})

test('the books name the login whose payments differ between orders and ledger', async () => {
  const one = await openBuyer(app)
  const order = await paidOrder(one)
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
  const change = (micros: number) =>
    app.database.owner.query('update payment_orders set amount_micros = $1 where id = $2', [micros, order.id])
  await change(60_000_000)
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([
    `login ${one.login_id}: orders have 60000000 paid, fees 0; the ledger has 50000000, fees 0`,
  ])
  await change(50_000_000)
})

test('an unverified payment is never credited: a return, a foreign order id, an event of another account', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const order = await checkout(one)
  const object = { object: 'payment_intent', id: 'pi_made_up', status: 'succeeded', metadata: { order_id: order.id } }
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event' as const,
    type: 'payment_intent.succeeded',
    livemode: false,
  }
  await deliver([{ ...event, data: { object } }])
  await deliver([{ ...event, id: 'evt_2', data: { object: { ...object, metadata: { order_id: 'x; drop table' } } } }])
  expect(await order.now()).toMatchObject({ status: 'open' })
  expect(await one.balance()).toBe(before)
})
