import { randomUUID } from 'node:crypto'
import { billing } from '@portico/contract/billing.ts'
import { payments } from '@portico/contract/payments.ts'
import { expect, test } from 'vitest'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { makeOrder, pay } from '#testing/billing/orders.ts'
import { openPayer, type Payer } from '#testing/payer.ts'
import { sharedStripeApp } from '#testing/shared-app.ts'
import { documentById } from './document-store.ts'
import { billingListener } from './index.ts'

const it = sharedStripeApp()

const contentOf = async (id = '') => (await documentById(it.app.ctx.db, id))?.content
const feesOf = async ({ browser }: Payer) =>
  (await browser.must(billing.listDocuments, {})).documents.filter(({ kind }) => kind.startsWith('fee'))

test('the fee of a dispute is shown before paying, and has a note without tax as soon as it is taken', async () => {
  const payer = await openPayer(it.app)
  await payer.browser.must(billing.saveDetails, GERMAN)
  expect(await payer.browser.must(payments.getSetup, {})).toMatchObject({ dispute_fee_micros: 15_000_000 })
  const request = { id: randomUUID(), amount_micros: 100_000_000, tax_micros: 19_000_000, how: 'checkout' as const }
  const order = await payer.browser.must(payments.createOrder, request)
  it.pay(order.id)
  await it.deliverEvents()
  const before = await payer.balance()
  it.stripe.dispute(it.intentOf(order.id), 5_950)
  await it.deliverEvents()
  await it.deliverEvents()
  expect(await payer.balance()).toBe(before - 50_000_000 - 15_000_000)
  const fees = await feesOf(payer)
  expect(fees).toEqual([
    expect.objectContaining({ kind: 'fee_note', amount_micros: 15_000_000, tax_micros: 0, has_e_invoice: false }),
  ])
  expect(await contentOf(fees[0]?.id)).toMatchObject({
    lines: [{ purpose: 'dispute_fee', amount_micros: 15_000_000 }],
    tax: { note: 'none', tax_micros: 0 },
    payment: { reference: order.reference },
    fee: {
      invoice_number: expect.stringMatching(/^INV-/),
      text: 'Compensation for costs of a payment dispute. Outside the scope of VAT; no VAT is charged.',
    },
  })
  const { documents } = await payer.browser.must(payments.getOrder, { id: order.id })
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['fee_note', 'invoice'])
})

async function disputed(ctx: Ctx) {
  const payer = await openPayer(it.app)
  const order = await makeOrder(ctx, { owner_id: payer.user_id, login_id: payer.login_id, amount_micros: 100_000_000 })
  await pay(ctx, order)
  const fee = { reversal_id: randomUUID(), fee_micros: 15_000_000 }
  const take = () => inTx(ctx.db, async (db) => billingListener.feeTaken?.(ctx, db, order, fee))
  const giveBack = () => inTx(ctx.db, async (db) => billingListener.feeReturned?.(ctx, db, order, fee))
  return { payer, take, giveBack }
}

test('a returned fee has a note that cancels the first, once', async () => {
  const { payer, take, giveBack } = await disputed(it.app.ctx)
  await take()
  await take()
  it.app.clock.forward(1000)
  await giveBack()
  await giveBack()
  const [credit, note, ...more] = await feesOf(payer)
  expect(more).toEqual([])
  expect(note).toMatchObject({ kind: 'fee_note', amount_micros: 15_000_000 })
  expect(credit).toMatchObject({ kind: 'fee_credit', amount_micros: 15_000_000, invoice_number: note?.number })
  expect(await contentOf(credit?.id)).toMatchObject({ corrects: { number: note?.number, reason: 'fee_returned' } })
})

test('a returned fee that never had a note is not documented, and the booking succeeds', async () => {
  const { payer, giveBack } = await disputed(it.app.ctx)
  await giveBack()
  expect(await feesOf(payer)).toEqual([])
})

test('the text about tax on a fee note is the operator’s', async () => {
  const text = 'Taxed as our accountant says.'
  const fee_texts = { en: text, de: text, fr: text, es: text, ru: text }
  const { payer, take } = await disputed({ ...it.app.ctx, billing: { ...it.app.ctx.billing, fee_texts } })
  await take()
  expect(await contentOf((await feesOf(payer))[0]?.id)).toMatchObject({ fee: { text } })
})
