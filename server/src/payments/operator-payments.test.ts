import { randomUUID } from 'node:crypto'
import { access } from '@portico/contract/access.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { testProcessor } from '@portico/contract/test-processor.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#ledger/books/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Buyer, openBuyer } from '#testing/payments/buyer.ts'
import { followDelayed, reconcile } from './index.ts'

let app: TestApp
const received: string[] = []
beforeAll(async () => {
  const reversed = async (_: unknown, __: unknown, ___: unknown, { kind, amount_micros, tax_micros }: Reversal) =>
    void received.push(`${kind} ${amount_micros} ${tax_micros}`)
  app = await openTestApp({ listeners: [{ reversed }] })
})
afterAll(async () => {
  expect(await reconcile(app.ctx)).toEqual([])
  expect((await checkBooks(app.ctx)).discrepancies).toEqual([])
  await app.close()
})
interface Reversal {
  kind: string
  amount_micros: number
  tax_micros: number
}

async function order({ browser }: Buyer, how: 'checkout' | 'wire', amount_micros: number) {
  return browser.must(payments.createOrder, { id: randomUUID(), amount_micros, tax_micros: 0, how })
}
async function paid(one: Buyer, outcome: 'approve' | 'delay' = 'approve') {
  const made = await order(one, 'checkout', 50_000_000)
  const checkout = new URL(made.pay_url ?? '').pathname.split('/').at(-1) ?? ''
  await one.browser.must(testProcessor.decide, { checkout, outcome })
  return made
}

test('a wire is credited once the operator enters the arrived amount, once, and never for another amount', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const { reference, id } = await order(one, 'wire', 6_000_000_000)
  const confirm = (amount_micros: number) =>
    app.operator(operator.confirmWire, { reference, amount_micros, reason: 'statement 12', by: 'ann' })
  expect((await confirm(5_990_000_000)).body).toMatchObject({
    fields: { amount_micros: expect.stringMatching(/\$6000/) },
  })
  const answers = await Promise.all([confirm(6_000_000_000), confirm(6_000_000_000)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await one.balance()).toBe(before + 6_000_000_000)
  expect(await one.browser.must(payments.getOrder, { id })).toMatchObject({ status: 'paid' })
  const { rows } = await one.browser.must(access.getAccessActivity, { kind: 'money' })
  expect(rows.map(({ action }) => action)).toEqual(['wire_confirmed', 'payment_ordered'])
  const card = await order(one, 'checkout', 50_000_000)
  const wrong = { reference: card.reference, amount_micros: 50_000_000, reason: 'statement 12', by: 'ann' }
  expect((await app.operator(operator.confirmWire, wrong)).status).toBe(400)
})

test('a delayed payment is processing, and is paid automatically some seconds later', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const { id } = await paid(one, 'delay')
  await followDelayed(app.ctx)
  expect(await one.browser.must(payments.getOrder, { id })).toMatchObject({ status: 'processing' })
  app.clock.forward(10_000)
  await followDelayed(app.ctx)
  expect(await one.browser.must(payments.getOrder, { id })).toMatchObject({ status: 'paid' })
  expect(await one.balance()).toBe(before + 50_000_000)
})

test('a payment is refunded in parts until nothing is left, and listeners receive each part once', async () => {
  const one = await openBuyer(app)
  const { reference, id } = await paid(one)
  const refund = (more: object) =>
    app.operator(operator.refundPayment, { reference, reason: 'requested', by: 'ann', ...more })
  received.length = 0
  expect((await refund({ amount_micros: 20_000_000 })).body).toMatchObject({ state: 'done' })
  app.clock.forward(2 * MINUTE_MS)
  expect((await refund({ amount_micros: 30_010_000 })).status).toBe(400)
  expect((await refund({})).body).toMatchObject({ amount_micros: 30_000_000 })
  app.clock.forward(2 * MINUTE_MS)
  expect((await refund({})).body).toMatchObject({ fields: { amount_micros: expect.stringMatching(/nothing/) } })
  expect(received).toEqual(['refund 20000000 0', 'refund 30000000 0'])
  expect(await one.browser.must(payments.getOrder, { id })).toMatchObject({ status: 'refunded' })
  const { body } = await app.operator(operator.showPayment, { reference: reference.toLowerCase() })
  expect(body).toMatchObject({ reference, status: 'refunded', reversals: [{ state: 'done' }, { state: 'done' }] })
  const list = await app.operator(operator.listPayments, { login: one.email, limit: 10 })
  expect(list.body).toMatchObject({ payments: [{ reference }], stuck: [] })
})

test('a dispute of the test bank is opened, decided once, and the refund of disputed money is refused', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const { reference } = await paid(one)
  const dispute = (outcome: 'open' | 'won' | 'lost') =>
    app.operator(operator.disputeTestPayment, { reference, outcome, by: 'ann' })
  expect((await dispute('won')).status).toBe(400)
  expect((await dispute('open')).body).toMatchObject({ status: 'disputed' })
  expect(await one.balance()).toBe(before - 15_000_000)
  const refund = { reference, reason: 'requested', by: 'ann' }
  expect((await app.operator(operator.refundPayment, refund)).status).toBe(400)
  received.length = 0
  expect((await dispute('lost')).body).toMatchObject({ status: 'dispute_lost' })
  expect((await dispute('won')).status).toBe(400)
  expect(received).toEqual(['dispute 50000000 0'])
})

test('SEC2-N3 a dispute that opens between a refund here and its arrival at the processor is owed whole', async () => {
  const one = await openBuyer(app)
  const before = await one.balance()
  const { reference } = await paid(one)
  const dispute = (outcome: 'open' | 'lost') =>
    app.operator(operator.disputeTestPayment, { reference, outcome, by: 'ann' })
  const { processor } = app.ctx.payments
  if (!processor) throw new Error('no payment processor is configured')
  const { refund } = processor
  processor.refund = async (request) => {
    await dispute('open')
    return refund(request)
  }
  const { body } = await app.operator(operator.refundPayment, { reference, reason: 'requested', by: 'ann' })
  processor.refund = refund
  expect(body).toMatchObject({ state: 'failed' })
  expect(await one.balance()).toBe(before - 15_000_000)
  expect((await dispute('lost')).body).toMatchObject({ status: 'dispute_lost' })
  expect(await one.balance()).toBe(before - 15_000_000)
})
