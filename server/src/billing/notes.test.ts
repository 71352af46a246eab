import { randomUUID } from 'node:crypto'
import { billing, billingFiles } from '@portico/contract/billing.ts'
import { payments } from '@portico/contract/payments.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import { startMailWorker } from '#mail/index.ts'
import { confirmWire } from '#payments/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { documentById } from './document-store.ts'
import { attachDocuments } from './index.ts'

let it: TestApp
let browser: ReturnType<TestApp['browser']>
beforeEach(async () => {
  it = await openTestApp()
  await it.addUser({ email: 'anna@example.com', name: 'Anna' })
  browser = await it.signedIn('anna@example.com')
})
afterEach(() => it.close())

const AMOUNT = 6_000_000_000
const TAX = 1_140_000_000

async function orderByWire() {
  await browser.must(billing.saveDetails, { ...GERMAN, po_number: 'PO-4711' })
  const order = { id: randomUUID(), amount_micros: AMOUNT, tax_micros: TAX, how: 'wire' } as const
  await browser.must(payments.createOrder, order)
  return browser.must(payments.createOrder, order)
}

const contentOf = async (id = '') => (await documentById(it.ctx.db, id))?.content
const kinds = async () => (await browser.must(billing.listDocuments, {})).documents.map(({ kind }) => kind)
const file = (path: `/${string}`) =>
  ({ method: 'GET', path, caller: 'user', input: z.looseObject({}), output: z.looseObject({}) }) as const

test('an order by wire has one proforma with bank details, the tax of the invoice and a last day of validity', async () => {
  const { documents, reference } = await orderByWire()
  expect(documents).toEqual([expect.objectContaining({ kind: 'proforma', number: 'PF-2026-00001' })])
  expect(await contentOf(documents[0]?.id)).toMatchObject({
    customer: { name: 'Große Söhne GmbH', po_number: 'PO-4711' },
    seller: { name: 'Portico Example Ltd' },
    tax: { note: 'tax', rate_bp: 1900, tax_micros: TAX },
    payment: { reference, paid_at: null, account: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' } },
    valid_until: '2026-04-01T10:00:00.000Z',
  })
  const listed = await browser.must(billing.listDocuments, {})
  expect(listed.documents).toEqual([
    expect.objectContaining({ kind: 'proforma', amount_micros: AMOUNT, tax_micros: TAX, has_e_invoice: false }),
  ])
  const pdf = await browser.call(file(billingFiles.document.path), { id: documents[0]?.id })
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
})

test('a payment by card has no proforma', async () => {
  await browser.must(billing.saveDetails, { ...GERMAN })
  const order = { id: randomUUID(), amount_micros: 50_000_000, tax_micros: 9_500_000, how: 'checkout' } as const
  const { documents } = await browser.must(payments.createOrder, order)
  expect(documents).toEqual([])
})

test('the mail of a proforma has amount, reference and last day, and attaches the PDF', async () => {
  await browser.must(users.setLanguage, { language: 'de' })
  const { reference } = await orderByWire()
  const sent: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) }
  const worker = startMailWorker(it.ctx, mailer, attachDocuments(it.ctx))
  await expect.poll(() => sent.length).toBe(1)
  await worker.stop()
  expect(sent[0]).toMatchObject({ to: 'anna@example.com', subject: 'Proforma-Rechnung PF-2026-00001 von Portico' })
  for (const part of [reference, '7.140,00', '1. April 2026']) expect(sent[0]?.text).toContain(part)
  expect(sent[0]?.attachments?.map(({ name }) => name)).toEqual(['PF-2026-00001.pdf'])
})

test('the invoice of a wire names the proforma it was paid against', async () => {
  const { id, reference } = await orderByWire()
  it.clock.forward(MINUTE_MS)
  await confirmWire(it.ctx, { reference, amount_micros: AMOUNT + TAX, actor: 'operator' }, async () => undefined)
  const { documents } = await browser.must(payments.getOrder, { id })
  expect(documents.map(({ kind }) => kind)).toEqual(['proforma', 'invoice'])
  expect(await contentOf(documents[1]?.id)).toMatchObject({ proforma: { number: 'PF-2026-00001' } })
})

test('a note cannot be changed or deleted in the database', async () => {
  await orderByWire()
  for (const statement of ['update billing_notes set tax_micros = 1', 'delete from billing_notes'])
    await expect(it.database.owner.query(statement)).rejects.toThrow()
})

test('taxes have their name of the language, on the page and on documents', async () => {
  const name = async () => (await browser.must(payments.quote, { amount_micros: AMOUNT })).tax.name
  await browser.must(users.setLanguage, { language: 'de' })
  const { documents } = await orderByWire()
  expect(await contentOf(documents[0]?.id)).toMatchObject({ tax: { name: 'USt.' } })
  const names: Record<string, string> = {}
  for (const language of ['en', 'de', 'fr', 'es', 'ru'] as const) {
    browser.cookies.set('language', language)
    names[language] = await name()
  }
  expect(names).toEqual({ en: 'VAT', de: 'USt.', fr: 'TVA', es: 'IVA', ru: 'НДС' })
  expect(await kinds()).toEqual(['proforma'])
})

test('a statement names the account holder, and another name makes another file', async () => {
  const period = { from: '2026-03-01', to: '2026-03-31', format: 'pdf' }
  const drawn = async (details: object) => {
    await browser.must(billing.saveDetails, { ...GERMAN, ...details })
    return (await browser.call(file(billingFiles.history.path), period)).text
  }
  const first = await drawn({})
  expect(first.slice(0, 5)).toBe('%PDF-')
  expect(await drawn({ po_number: 'PO-1' })).toBe(first)
  expect(await drawn({ name: 'Another GmbH' })).not.toBe(first)
})
