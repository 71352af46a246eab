import { randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { afterEach, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import type { NetworkFault } from '#testing/payments/stripe-faults.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'
import { askAboutOrders, chargeOrder, createOrder, reconcile } from './index.ts'

const it = sharedStripeApp()
afterEach(async () => {
  it.stripe.state.fault = () => undefined
  expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([])
})

const request = (more: object = {}) => ({
  id: randomUUID(),
  amount_micros: 50_000_000,
  tax_micros: 0,
  how: 'checkout' as const,
  ...more,
})
const fail = (operation: string, fault: NetworkFault) => {
  it.stripe.state.fault = (sent) => (sent === operation ? fault : undefined)
}
const mend = () => {
  it.stripe.state.fault = () => undefined
}
const taken = (id: string) => it.stripe.paymentsOf(id).filter(({ status }) => status === 'succeeded').length
const attemptOf = async (id: string) =>
  it.app.ctx.db
    .selectFrom('payment_orders')
    .select(['state', 'attempt', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function withCard(last4 = '4242') {
  const payer = await openPayer(it.app)
  const first = await payer.browser.must(payments.createOrder, request({ save_method: true }))
  it.pay(first.id, { saves: true, last4 })
  await it.deliverEvents()
  const { methods } = await payer.browser.must(payments.getMethods, {})
  return { payer, method_id: methods.find((one) => one.last4 === last4)?.id ?? '' }
}
async function automatic({ user_id, login_id }: Payer, method_id: string) {
  const ids = { owner_id: user_id, login_id, created_by: null, product: null }
  const order = { ...ids, id: randomUUID(), purpose: 'auto_recharge' as const, amount_micros: 50_000_000 }
  await createOrder(it.app.ctx, { ...order, how: 'method', method_id })
  await chargeOrder(it.app.ctx, order.id)
  return order.id
}

test('a page opens when the customer presses again after Stripe has answered with errors that it repeats', async () => {
  const payer = await openPayer(it.app)
  const order = request()
  fail('POST checkout/sessions', '500')
  for (let press = 0; press < 3; press += 1)
    expect((await payer.browser.call(payments.createOrder, order)).body).toMatchObject({ code: 'payment_service_down' })
  mend()
  const open = await payer.browser.must(payments.createOrder, order)
  expect(open).toMatchObject({ id: order.id, status: 'open', pay_url: expect.stringMatching(/^https:/) })
  expect((await payer.browser.must(payments.createOrder, order)).pay_url, 'the same page').toBe(open.pay_url)
  it.pay(order.id)
  await it.deliverEvents()
  expect([await attemptOf(order.id), taken(order.id)]).toMatchObject([{ state: 'paid' }, 1])
})

test('a page that was created in spite of the error is found and not created again', async () => {
  const payer = await openPayer(it.app)
  const order = request()
  fail('POST checkout/sessions', '500_after')
  expect(await payer.browser.must(payments.createOrder, order)).toMatchObject({ status: 'open' })
  const pages = [...it.stripe.sessions.values()].filter((one) => one.client_reference_id === order.id)
  expect([pages.length, (await attemptOf(order.id)).attempt]).toEqual([1, 0])
})

test('a new attempt waits until Stripe lists the result of the last one', async () => {
  const payer = await openPayer(it.app)
  const order = request()
  it.stripe.state.fault = (sent) =>
    sent === 'POST checkout/sessions' ? '500_after' : sent === 'GET checkout/sessions' ? '502_after' : undefined
  expect((await payer.browser.call(payments.createOrder, order)).status).toBe(503)
  expect(await attemptOf(order.id)).toMatchObject({ state: 'created', attempt: 0 })
  mend()
  expect(await payer.browser.must(payments.createOrder, order)).toMatchObject({ status: 'open' })
  expect([...it.stripe.sessions.values()].filter((one) => one.client_reference_id === order.id)).toHaveLength(1)
})

test.each([
  ['POST payment_intents', '500'],
  ['POST payment_intents', '500_after'],
  ['POST payment_intents/:id/confirm', '500'],
  ['POST payment_intents/:id/confirm', '500_after'],
] as const)('a stored card is charged once after %s has failed with %s', async (operation, fault) => {
  const { payer, method_id } = await withCard()
  fail(operation, fault)
  const order = await payer.browser.must(payments.createOrder, request({ how: 'method', method_id }))
  mend()
  if (order.status !== 'paid') expect(await reconcile(it.app.ctx)).toEqual([])
  expect(await attemptOf(order.id)).toMatchObject({ state: 'paid' })
  expect(taken(order.id)).toBe(1)
})

test('an automatic charge succeeds without its customer, and after errors without waiting a day', async () => {
  const { payer, method_id } = await withCard()
  expect(await attemptOf(await automatic(payer, method_id))).toMatchObject({ state: 'paid', attempt: 0 })
  fail('POST payment_intents/:id/confirm', '500')
  const id = await automatic(payer, method_id)
  expect(await attemptOf(id)).toMatchObject({ state: 'created', attempt: 2 })
  await chargeOrder(it.app.ctx, id)
  mend()
  it.app.clock.forward(6 * MINUTE_MS)
  await askAboutOrders(it.app.ctx)
  expect([await attemptOf(id), taken(id)]).toMatchObject([{ state: 'paid' }, 1])
})

test.each(['500', '500_after'] as const)('a refund that fails with %s is made once', async (fault) => {
  const { payer, method_id } = await withCard()
  const before = await payer.balance()
  const order = await payer.browser.must(payments.createOrder, request({ how: 'method', method_id }))
  fail('POST refunds', fault)
  const refund = () =>
    it.app.operator(operator.refundPayment, {
      reference: order.reference,
      amount_micros: 20_000_000,
      reason: 'requested',
      by: 'test',
    })
  expect((await refund()).body).toMatchObject({ state: 'created' })
  mend()
  const made = () => it.stripe.left(it.intentOf(order.id))
  it.app.clock.forward(2 * MINUTE_MS)
  await askAboutOrders(it.app.ctx)
  expect(made(), 'what is not listed yet is waited for').toBe(fault === '500' ? 5_000 : 3_000)
  it.app.clock.forward(10 * MINUTE_MS)
  await askAboutOrders(it.app.ctx)
  await askAboutOrders(it.app.ctx)
  expect(made()).toBe(3_000)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before + 30_000_000)
})

test.each([
  ['0127', 'check_card'],
  ['0119', 'check_card'],
])('a stored card %s that its bank cannot use is shown as a card to check', async (last4, failure) => {
  const { payer, method_id } = await withCard(last4)
  const order = await payer.browser.must(payments.createOrder, request({ how: 'method', method_id }))
  expect(order).toMatchObject({ status: 'failed', failure })
})
