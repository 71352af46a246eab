import { randomUUID } from 'node:crypto'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { afterEach, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'
import { LOOK_BACK_DAYS, reconcile } from './reconcile.ts'

const it = sharedStripeApp()
afterEach(async () => {
  it.stripe.state.fault = () => undefined
  expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([])
})

const request = (amount_micros = 50_000_000) => ({
  id: randomUUID(),
  amount_micros,
  tax_micros: 0,
  how: 'checkout' as const,
})
async function paid(payer: Payer, amount_micros?: number) {
  const order = await payer.browser.must(payments.createOrder, request(amount_micros))
  it.pay(order.id)
  await it.deliverEvents()
  return { ...order, intent: it.intentOf(order.id) }
}
const loseMessages = () => it.stripe.events.splice(0)
const shown = async () => (await it.app.operator(operator.paymentFindings, {})).body

test('a refund made at Stripe four days ago is booked although none of its messages came', async () => {
  const payer = await openPayer(it.app)
  const order = await paid(payer)
  const before = await payer.balance()
  await reconcile(it.app.ctx)
  it.app.clock.forward(5 * DAY_MS)
  it.stripe.refund(order.intent, 1_000)
  loseMessages()
  it.app.clock.forward(4 * DAY_MS)
  expect(await reconcile(it.app.ctx)).toEqual([])
  expect(await payer.balance()).toBe(before - 10_000_000)
})

test('a dispute, its end and a refund that fails long after it was done are applied without any message', async () => {
  const payer = await openPayer(it.app)
  const [disputed, refunded] = [await paid(payer), await paid(payer)]
  const before = await payer.balance()
  it.app.clock.forward(100 * DAY_MS)
  const dispute = it.stripe.dispute(disputed.intent, 5_000)
  const refund = it.stripe.refund(refunded.intent, 2_000)
  loseMessages()
  await reconcile(it.app.ctx)
  expect(await payer.balance(), 'with the fee').toBe(before - 85_000_000)
  it.app.clock.forward(20 * DAY_MS)
  it.stripe.closeDispute(dispute.id, 'won')
  it.stripe.failRefund(refund.id)
  loseMessages()
  expect(await reconcile(it.app.ctx)).toEqual([])
  expect(await payer.balance(), 'the fee of a dispute that was won is given back').toBe(before)
})

test('an order paid here and missing in the processor’s list is reported until it is listed again, and when it is missing once more', async () => {
  const payer = await openPayer(it.app)
  const orders = [await paid(payer), await paid(payer), await paid(payer), await paid(payer), await paid(payer)]
  const [missing] = orders
  const intent = it.stripe.intents.get(missing?.intent ?? '')
  if (!intent || !missing) throw new Error('the test Stripe has no payment')
  it.stripe.intents.delete(intent.id)
  const line = `order ${missing.reference} is paid here, but its payment ${intent.id} is not in the processor’s list`
  expect(await reconcile(it.app.ctx)).toEqual([line])
  const found_at = it.app.clock.now().toISOString()
  expect(await shown()).toEqual({
    compared_at: found_at,
    findings: [{ payment_ref: intent.id, finding: line, found_at }],
  })
  it.app.clock.forward(10 * DAY_MS)
  expect(await reconcile(it.app.ctx), 'also when it is older than what is read again').toEqual([line])
  expect(await shown()).toMatchObject({ findings: [{ found_at }] })
  const { body: status } = await it.app.operator(operator.status, {})
  expect(status).toMatchObject({ payments: { findings: [{ finding: line }] } })
  const { body: list } = await it.app.operator(operator.listPayments, { limit: 10 })
  expect(list).toMatchObject({ comparison: { findings: [{ finding: line }] } })
  it.stripe.intents.set(intent.id, intent)
  expect(await reconcile(it.app.ctx)).toEqual([])
  expect(await shown()).toMatchObject({ findings: [] })
  it.stripe.intents.delete(intent.id)
  await reconcile(it.app.ctx, { days: LOOK_BACK_DAYS })
  expect(await shown()).toMatchObject({ findings: [{ finding: line }] })
  it.stripe.intents.set(intent.id, intent)
  await reconcile(it.app.ctx)
})

test('payments and refunds known to one side alone are reported, differing amounts too', async () => {
  const payer = await openPayer(it.app)
  const [other, refunded] = [await paid(payer), await paid(payer)]
  const refund = it.stripe.refund(refunded.intent, 1_000)
  await it.deliverEvents()
  const [amount, customer] = [
    it.stripe.intents.get(other.intent),
    it.stripe.intents.get(refunded.intent)?.customer ?? '',
  ]
  if (amount) amount.amount = 4_000
  it.stripe.refunds.delete(refund.id)
  const stranger = it.stripe.addIntent({
    amount: 700,
    currency: 'usd',
    customer,
    metadata: { order_id: randomUUID() },
    status: 'succeeded',
  })
  it.stripe.addIntent({ amount: 900, currency: 'usd', customer, metadata: {}, status: 'succeeded' })
  loseMessages()
  expect((await reconcile(it.app.ctx)).toSorted()).toEqual(
    [
      `${other.intent} is $40.000000, but order ${other.reference} is $50.000000`,
      `${stranger.id} is paid and belongs to no order`,
      `refund ${refund.id} of order ${refunded.reference} is booked here, but not in the processor’s list`,
    ].toSorted(),
  )
  if (amount) amount.amount = 5_000
  it.stripe.refunds.set(refund.id, refund)
  it.stripe.intents.delete(stranger.id)
  expect(await reconcile(it.app.ctx)).toEqual([])
})

test('a run continues from the last one, reads everything after a week, and as far back as the operator requests', async () => {
  it.app.clock.forward(10 * DAY_MS)
  const payer = await openPayer(it.app)
  await paid(payer)
  await reconcile(it.app.ctx, { days: LOOK_BACK_DAYS })
  it.app.clock.forward(4 * DAY_MS)
  await reconcile(it.app.ctx)
  const read = async (options?: { days: number }) => {
    await reconcile(it.app.ctx, options)
    const { rows } = await it.app.database.owner.query(
      'select is_whole, payments from payment_comparisons order by id desc limit 1',
    )
    return rows[0]
  }
  const all = it.stripe.intents.size
  expect(await read(), 'nothing is new').toEqual({ is_whole: false, payments: 0 })
  expect(await read({ days: 5 })).toEqual({ is_whole: false, payments: 1 })
  it.app.clock.forward(4 * DAY_MS)
  const whole = await read()
  expect(whole).toMatchObject({ is_whole: true })
  expect(whole.payments).toBeGreaterThan(1)
  expect(whole.payments).toBeLessThanOrEqual(all)
})

test('a comparison that Stripe does not answer is repeated from the end of the last good one', async () => {
  const payer = await openPayer(it.app)
  const order = await paid(payer)
  const before = await payer.balance()
  await reconcile(it.app.ctx)
  it.stripe.refund(order.intent, 500)
  loseMessages()
  it.stripe.state.fault = (operation) => (operation === 'GET refunds' ? '502_after' : undefined)
  const { body } = await it.app.operator(operator.reconcilePayments, { by: 'test' })
  expect(body).toMatchObject({ code: 'processor_silent' })
  it.stripe.state.fault = () => undefined
  it.app.clock.forward(40 * DAY_MS)
  expect(await reconcile(it.app.ctx)).toEqual([])
  expect(await payer.balance()).toBe(before - 5_000_000)
})
