import { randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS, HOUR_MS } from '@portico/contract/time.ts'
import { afterEach, expect, test } from 'vitest'
import { newCallId } from '#crypto/call-id.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'
import { askAboutOrders, chargeOrder, createOrder, defaultMethod, reconcile } from './index.ts'
import { ordersWithoutNews } from './order-store.ts'

const it = sharedStripeApp()
afterEach(async () => {
  it.stripe.state.lose = () => undefined
  it.stripe.refusing.refuses_pages = false
  expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([])
})

const request = () => ({ id: randomUUID(), amount_micros: 50_000_000, tax_micros: 0, how: 'checkout' as const })
async function paid(payer: Payer, how: { saves?: boolean } = {}) {
  const order = await payer.browser.must(payments.createOrder, request())
  it.pay(order.id, how)
  await it.deliverEvents()
  return { ...order, intent: it.intentOf(order.id) }
}
const stateOf = async (id: string) =>
  it.app.ctx.db
    .selectFrom('payment_orders')
    .select(['state', 'failure', 'refunded_micros', 'dispute', 'quarantine'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
/** The customer of an account at Stripe, which another person deletes there. */
function deleteCustomer(intent: string): string {
  const ref = it.stripe.intents.get(intent)?.customer ?? ''
  it.stripe.deleted.add(ref)
  for (const method of it.stripe.methods.values()) if (method.customer === ref) method.customer = null
  return ref
}

test('refunds and disputes without any message are found in Stripe’s own list, and their end weeks later', async () => {
  const payer = await openPayer(it.app)
  const before = await payer.balance()
  const [refunded, disputed] = [await paid(payer), await paid(payer)]
  it.stripe.refund(refunded.intent, 2_000)
  const dispute = it.stripe.dispute(disputed.intent, 5_000)
  const pending = it.stripe.refund(refunded.intent, 1_000)
  pending.status = 'pending'
  it.stripe.events.splice(0)
  await reconcile(it.app.ctx)
  expect(await stateOf(refunded.id)).toMatchObject({ refunded_micros: 30_000_000 })
  expect(await stateOf(disputed.id)).toMatchObject({ dispute: 'open' })
  expect(await payer.balance()).toBe(before + 5_000_000)
  it.stripe.failRefund(pending.id)
  it.stripe.closeDispute(dispute.id, 'won')
  it.stripe.events.splice(0)
  it.app.clock.forward(40 * DAY_MS)
  await reconcile(it.app.ctx)
  expect(await stateOf(refunded.id)).toMatchObject({ refunded_micros: 20_000_000 })
  expect(await stateOf(disputed.id)).toMatchObject({ dispute: 'won' })
  expect(await payer.balance()).toBe(before + 80_000_000)
})

test('a refund that cannot be read does not delay another one', async () => {
  const payer = await openPayer(it.app)
  const [bad, good] = [await paid(payer), await paid(payer)]
  it.stripe.state.lose = () => 'request'
  for (const { reference } of [bad, good]) {
    await it.app.operator(operator.refundPayment, { reference, reason: 'requested', by: 'test' })
    it.app.clock.forward(1_000)
  }
  it.stripe.state.lose = () => undefined
  for (const session of it.stripe.sessions.values())
    if (session.client_reference_id === bad.id) it.stripe.sessions.delete(session.id)
  it.app.clock.forward(DAY_MS)
  await askAboutOrders(it.app.ctx)
  expect(it.stripe.left(good.intent)).toBe(0)
  expect(it.stripe.left(bad.intent), 'never sent again with a forgotten key').toBe(5_000)
})

test('an order that cannot be read waits as long for its next try as one that was read', async () => {
  const payer = await openPayer(it.app)
  await paid(payer)
  const { id } = await payer.browser.must(payments.createOrder, request())
  it.app.clock.forward(HOUR_MS)
  it.stripe.state.fault = () => '502_after'
  await askAboutOrders(it.app.ctx)
  it.stripe.state.fault = () => undefined
  const waiting = async () =>
    (await ordersWithoutNews(it.app.ctx.db, 'stripe', new Date(it.app.clock.now().getTime() - 1), 50)).map(
      (order) => order.id,
    )
  expect(await waiting()).not.toContain(id)
  it.app.clock.forward(HOUR_MS)
  expect(await waiting()).toContain(id)
})

test('a customer deleted at Stripe pays again as a new one; earlier payments are still followed', async () => {
  const payer = await openPayer(it.app)
  const before = await payer.balance()
  const first = await paid(payer, { saves: true })
  const method = await defaultMethod(it.app.ctx, payer.user_id)
  expect(method).toMatchObject({ last4: '4242' })
  const former = deleteCustomer(first.intent)
  const ids = { owner_id: payer.user_id, login_id: payer.login_id, created_by: null, product: null }
  const automatic = { ...ids, id: randomUUID(), purpose: 'auto_recharge' as const, amount_micros: 50_000_000 }
  await createOrder(it.app.ctx, { ...automatic, how: 'method', method_id: method?.id })
  await chargeOrder(it.app.ctx, automatic.id)
  expect(await stateOf(automatic.id)).toMatchObject({ state: 'failed', failure: 'method_removed' })
  expect((await payer.browser.must(payments.getMethods, {})).methods).toEqual([])
  const again = await paid(payer)
  expect(it.stripe.intents.get(again.intent)?.customer).not.toBe(former)
  expect(await payer.balance()).toBe(before + 100_000_000)
  deleteCustomer(again.intent)
  expect((await payer.browser.must(payments.addMethod, {})).url).toMatch(/^https:\/\/checkout/)
  await paid(payer)
  it.stripe.refund(first.intent, 5_000)
  await it.deliverEvents()
  expect(await stateOf(first.id)).toMatchObject({ refunded_micros: 50_000_000, quarantine: null })
  expect(await payer.balance()).toBe(before + 100_000_000)
})

test('a page that Stripe will never open ends the order, and the customer sees it at once', async () => {
  const payer = await openPayer(it.app)
  it.stripe.refusing.refuses_pages = true
  const order = await payer.browser.must(payments.createOrder, request())
  expect(order).toMatchObject({ status: 'failed', failure: 'processor_error', pay_url: null })
  it.stripe.refusing.refuses_pages = false
  expect(await payer.browser.must(payments.createOrder, request())).toMatchObject({ status: 'open' })
})

test('a refund takes nothing that running calls hold', async () => {
  const payer = await openPayer(it.app)
  const { reference } = await paid(payer)
  await payer.give(-((await payer.balance()) - 50_000_000))
  const hold = { id: newCallId(it.app.clock.now()), login_id: payer.login_id, api: 'serp', function: 'google/organic' }
  expect(await it.app.meter.hold({ ...hold, amount_micros: 10_000 })).toMatchObject({ ok: true })
  const refund = (more: object = {}) =>
    it.app.operator(operator.refundPayment, { reference, reason: 'requested', by: 'test', ...more })
  const tooMuch = { fields: { amount_micros: expect.stringMatching(/more than the balance/) } }
  expect((await refund()).body).toMatchObject(tooMuch)
  expect((await refund({ amount_micros: 49_990_000 })).status).toBe(200)
  expect(await it.app.meter.void(hold.id)).toBe(true)
})
