import { randomUUID } from 'node:crypto'
import { billing } from '@portico/contract/billing.ts'
import { operator } from '@portico/contract/operator.ts'
import { payments } from '@portico/contract/payments.ts'
import { promo } from '@portico/contract/promo.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { afterEach, expect, test } from 'vitest'
import type { PaymentListener } from '#ctx/ctx.ts'
import { checkBooks } from '#ledger/books/index.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'

const fees: string[] = []
const feeTaken: PaymentListener['feeTaken'] = async (_, __, order, fee) =>
  void fees.push(`${order.reference} -${fee.fee_micros}`)
const feeReturned: PaymentListener['feeReturned'] = async (_, __, order, fee) =>
  void fees.push(`${order.reference} +${fee.fee_micros}`)
const it = sharedStripeApp({ listeners: [{ feeTaken, feeReturned }] })
afterEach(async () => {
  expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([])
})

async function paid(payer: Payer, amount_micros: number, tax_micros = 0) {
  const request = { id: randomUUID(), amount_micros, tax_micros, how: 'checkout' as const }
  const order = await payer.browser.must(payments.createOrder, request)
  it.pay(order.id)
  await it.deliverEvents()
  return { ...order, intent: it.intentOf(order.id) }
}
const documentsOf = async (payer: Payer) =>
  (await payer.browser.must(billing.listDocuments, {})).documents
    // Notes of fees have tests of their own.
    .filter(({ kind }) => kind === 'invoice' || kind === 'credit_note')
    .map(({ number, invoice_number, amount_micros, tax_micros }) => [number, invoice_number, amount_micros, tax_micros])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
const yearOf = () => it.app.clock.now().getUTCFullYear()

let codes = 0
/** A payment of 100 with 19 % tax and 10 % on top. */
async function withPromo() {
  const payer = await openPayer(it.app)
  await payer.browser.must(billing.saveDetails, GERMAN)
  codes += 1
  await it.app.operator(operator.addPromo, { code: `TEN-${codes}`, percent: 10, by: 'test' })
  await payer.browser.must(promo.redeem, { code: `TEN-${codes}` })
  const before = await payer.balance()
  const order = await paid(payer, 100_000_000, 19_000_000)
  expect(await payer.balance()).toBe(before + 110_000_000)
  return { payer, order, before }
}

test('a refund that succeeds and later fails at the bank is reversed whole: balance, promo and document', async () => {
  const { payer, order, before } = await withPromo()
  const refund = it.stripe.refund(order.intent, 5_950)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before + 55_000_000)
  it.stripe.failRefund(refund.id)
  await it.deliverEvents()
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before + 110_000_000)
  const year = yearOf()
  expect(await documentsOf(payer)).toEqual([
    [`CN-${year}-00001`, `INV-${year}-00001`, 50_000_000, 9_500_000],
    [`INV-${year}-00001`, null, 100_000_000, 19_000_000],
    [`INV-${year}-00002`, `CN-${year}-00001`, 50_000_000, 9_500_000],
  ])
  expect(await payer.browser.must(payments.getOrder, { id: order.id })).toMatchObject({ status: 'paid' })
})

test('a refund takes no more than the balance holds together with the promo that is taken back', async () => {
  const { payer, order } = await withPromo()
  await payer.give(105_000_000 - (await payer.balance()))
  const refund = (amount_micros: number) =>
    it.app.operator(operator.refundPayment, {
      reference: order.reference,
      amount_micros,
      reason: 'requested',
      by: 'test',
    })
  expect((await refund(100_000_000)).body).toMatchObject({
    fields: { amount_micros: expect.stringMatching(/more than the balance/) },
  })
  expect((await refund(95_000_000)).status).toBe(200)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(500_000)
})

test('a dispute that is lost and later won is reversed whole; one that is won at once has no document', async () => {
  const { payer, order, before } = await withPromo()
  const dispute = it.stripe.dispute(order.intent, 11_900)
  it.stripe.closeDispute(dispute.id, 'lost')
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before - 15_000_000)
  dispute.status = 'won'
  it.stripe.emit('charge.dispute.funds_reinstated', dispute)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before + 110_000_000)
  const kinds = async () => (await documentsOf(payer)).map(([number]) => String(number).split('-')[0])
  expect(await kinds()).toEqual(['CN', 'INV', 'INV'])
  const other = await paid(payer, 50_000_000, 9_500_000)
  const second = it.stripe.dispute(other.intent, 5_950)
  await it.deliverEvents()
  it.stripe.closeDispute(second.id, 'won')
  await it.deliverEvents()
  expect(await kinds()).toEqual(['CN', 'INV', 'INV', 'INV'])
})

test('a payment with several disputes shows an open one before a lost one, and a lost one before a won one', async () => {
  const payer = await openPayer(it.app)
  const { id, intent } = await paid(payer, 100_000_000)
  const shown = async () => {
    await it.deliverEvents()
    const { rows } = await it.app.database.pool.query('select dispute from payment_orders where id = $1', [id])
    return rows[0]?.dispute
  }
  const [first, second, third] = [1_000, 2_000, 3_000].map((cents) => it.stripe.dispute(intent, cents).id)
  const close = (of: string | undefined, as: 'lost' | 'won') => it.stripe.closeDispute(of ?? '', as)
  expect(await shown()).toBe('open')
  close(first, 'won')
  expect(await shown()).toBe('open')
  close(second, 'lost')
  expect(await shown()).toBe('open')
  close(third, 'won')
  expect(await shown()).toBe('lost')
})

test('a subscription ends when all parts of its payment are refunded, and its month is open again when one of them fails', async () => {
  const payer = await openPayer(it.app)
  const { body } = await payer.activate()
  if (!('order_id' in body)) throw new Error(JSON.stringify(body))
  it.pay(body.order_id)
  await it.deliverEvents()
  const intent = it.intentOf(body.order_id)
  it.stripe.refund(intent, 6_000)
  await it.deliverEvents()
  expect(await payer.shown()).toMatchObject({ state: 'active' })
  const rest = it.stripe.refund(intent, 4_000)
  await it.deliverEvents()
  const { period_end } = await payer.shown()
  expect(await payer.shown()).toMatchObject({ state: 'expired', access_until: null })
  it.stripe.failRefund(rest.id)
  await it.deliverEvents()
  expect(await payer.shown()).toMatchObject({ state: 'canceling', access_until: period_end })
  expect(it.app.log_lines.join('\n')).toMatch(/the subscription may need the operator/)
})

test('a credit note never shows more tax than is left of its invoice, wherever the parts were refunded', async () => {
  const payer = await openPayer(it.app)
  await payer.browser.must(billing.saveDetails, GERMAN)
  const order = await paid(payer, 50_010_000, 9_500_000)
  for (const cents of [1, 2_975, 3]) {
    it.stripe.refund(order.intent, cents)
    await it.deliverEvents()
  }
  const { body } = await it.app.operator(operator.refundPayment, {
    reference: order.reference,
    reason: 'requested',
    by: 'test',
    allow_negative: true,
  })
  // Right after those at Stripe it is taken for the same one.
  expect(body).toMatchObject({ code: 'invalid_input' })
  it.app.clock.forward(2 * MINUTE_MS)
  const rest = { reference: order.reference, reason: 'requested', by: 'test' }
  expect((await it.app.operator(operator.refundPayment, rest)).body).toMatchObject({ state: 'done' })
  await it.deliverEvents()
  expect(it.stripe.left(order.intent)).toBe(0)
  const notes = (await documentsOf(payer)).filter(([number]) => String(number).startsWith('CN'))
  expect(notes).toHaveLength(4)
  expect(notes.reduce((sum, [, , , tax]) => sum + Number(tax), 0)).toBe(9_500_000)
  expect(notes.reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(50_010_000)
})

const EVENTS = {
  refund: (id: string) => it.stripe.failRefund(id),
  lost: (id: string) => it.stripe.closeDispute(id, 'lost'),
}

test.each([
  ['the refund fails before the dispute is lost', ['refund', 'lost']],
  ['the dispute is lost before the refund fails', ['lost', 'refund']],
] as const)(
  'SEC2-N3 a dispute about money that is being refunded is owed whole when the refund fails: %s',
  async (_, ends) => {
    const { payer, order, before } = await withPromo()
    const refund = it.stripe.refund(order.intent, 11_900)
    refund.status = 'pending'
    await it.deliverEvents()
    expect(await payer.balance(), 'the promo goes back with what is certain').toBe(before + 10_000_000)
    const dispute = it.stripe.dispute(order.intent, 11_900)
    await it.deliverEvents()
    expect(await payer.balance(), 'the bank has taken it twice').toBe(before + 10_000_000 - 119_000_000 - 15_000_000)
    for (const end of ends) {
      EVENTS[end](end === 'refund' ? refund.id : dispute.id)
      await it.deliverEvents()
    }
    expect(await payer.balance()).toBe(before - 15_000_000)
    const credit_notes = (await documentsOf(payer)).filter(([number]) => String(number).startsWith('CN'))
    expect(credit_notes.map(([, , ...amounts]) => amounts)).toEqual([[100_000_000, 19_000_000]])
  },
)

test('SEC2-N3 money that the bank returned twice is owed beyond the payment, on no credit note, and is reported to the operator', async () => {
  const { payer, order, before } = await withPromo()
  it.stripe.refund(order.intent, 11_900)
  await it.deliverEvents()
  it.app.clock.forward(1000)
  const dispute = it.stripe.dispute(order.intent, 5_950)
  it.stripe.closeDispute(dispute.id, 'lost')
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before - 59_500_000 - 15_000_000)
  expect(await documentsOf(payer)).toHaveLength(2)
  const { body } = await it.app.operator(operator.showPayment, { reference: order.reference })
  expect(body).toMatchObject({
    reversals: [
      {
        kind: 'refund',
        total_micros: 119_000_000,
        amount_micros: 100_000_000,
        tax_micros: 19_000_000,
        excess_micros: 0,
      },
      { kind: 'dispute', total_micros: 59_500_000, amount_micros: 0, tax_micros: 0, excess_micros: 59_500_000 },
    ],
  })
})

test('a dispute lost beside a refund gets a second credit note when the refund fails at the bank', async () => {
  const { payer, order, before } = await withPromo()
  const refund = it.stripe.refund(order.intent, 5_950)
  const dispute = it.stripe.dispute(order.intent, 11_900)
  it.stripe.closeDispute(dispute.id, 'lost')
  await it.deliverEvents()
  it.stripe.failRefund(refund.id)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before - 15_000_000)
  const kinds = (await documentsOf(payer)).map(([number]) => String(number).split('-')[0])
  expect(kinds).toEqual(['CN', 'CN', 'CN', 'INV', 'INV'])
})

test('the fee of a dispute is taken once when it opens and returned once when it is won, and listeners are notified of both', async () => {
  const payer = await openPayer(it.app)
  const before = await payer.balance()
  const order = await paid(payer, 50_000_000)
  const dispute = it.stripe.dispute(order.intent, 5_000)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before - 15_000_000)
  it.stripe.closeDispute(dispute.id, 'won')
  it.stripe.emit('charge.dispute.funds_reinstated', dispute)
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before + 50_000_000)
  expect(fees.filter((line) => line.startsWith(order.reference))).toEqual([
    `${order.reference} -15000000`,
    `${order.reference} +15000000`,
  ])
})

test('the last cent of tax of a payment is refunded too, by the processor and by the operator', async () => {
  const payer = await openPayer(it.app)
  await payer.browser.must(billing.saveDetails, GERMAN)
  const order = await paid(payer, 50_000_000, 9_500_000)
  it.stripe.refund(order.intent, 5_949)
  await it.deliverEvents()
  it.app.clock.forward(2 * MINUTE_MS)
  const rest = { reference: order.reference, reason: 'requested', by: 'test', allow_negative: true }
  expect((await it.app.operator(operator.refundPayment, rest)).body).toMatchObject({ state: 'done' })
  await it.deliverEvents()
  expect(it.stripe.left(order.intent)).toBe(0)
  const notes = (await documentsOf(payer)).filter(([number]) => String(number).startsWith('CN'))
  expect(notes.reduce((sum, [, , amount, tax]) => sum + Number(amount) + Number(tax), 0)).toBe(59_500_000)
})

test("the books report a payment whose reversals differ from the processor's, whichever is more", async () => {
  const payer = await openPayer(it.app)
  const order = await paid(payer, 50_000_000)
  it.stripe.refund(order.intent, 2_000)
  await it.deliverEvents()
  const setTotal = (total_micros: number) =>
    it.app.database.owner.query('update payment_reversals set total_micros = $1 where order_id = $2', [
      total_micros,
      order.id,
    ])
  for (const wrong of [30_000_000, 10_000_000]) {
    await setTotal(wrong)
    expect((await checkBooks(it.app.ctx)).discrepancies).toEqual([
      `payment ${order.reference}: the processor has ${wrong} refunded or disputed; booked are 20000000 and 0 of tax`,
    ])
  }
  await setTotal(20_000_000)
})
