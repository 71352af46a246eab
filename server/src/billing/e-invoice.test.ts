import { randomUUID } from 'node:crypto'
import { billing, billingFiles } from '@portico/contract/billing.ts'
import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import { XmlDocument } from 'libxml2-wasm'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountLogins } from '#access/index.ts'
import type { Ctx, OrderFacts } from '#ctx/ctx.ts'
import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import { startMailWorker } from '#mail/index.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { brokenRules } from '#testing/billing/en16931.ts'
import { termsOf } from '#testing/billing/en16931-terms.ts'
import { makeOrder, pay, reverse, type TestOrder } from '#testing/billing/orders.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { putDetails } from './details-store.ts'
import { documentById, documentsOfOrders, type StoredDocument } from './document-store.ts'
import { drawDocument } from './draw-document.ts'
import { eInvoiceOf } from './e-invoice.ts'
import { attachDocuments } from './index.ts'
import { issueCorrection } from './issue.ts'
import { facturXFile, writeCii } from './write-cii.ts'
import { writeUbl } from './write-ubl.ts'

const it = sharedApp()
let ctx: Ctx
let anna: { id: number; login_id: number }
beforeAll(async () => {
  const { id } = await it.addUser({ email: 'anna@example.com', name: 'Anna' })
  anna = { id, login_id: (await accountLogins(it.ctx, id))[0]?.id ?? 0 }
  ctx = withSeller({})
})

/** A seller in euros, with all fields that XRechnung requires. */
function withSeller(more: Partial<Ctx['billing']['seller']>): Ctx {
  const at_start = [{ day: '2026-02-27', per_euro: { USD: '1.0823' } }]
  const seller: Ctx['billing']['seller'] = {
    ...it.ctx.billing.seller,
    name: 'Portico & Example <Ltd>',
    currency: 'EUR',
    post: { street: '1 Example Street', postal_code: 'D02 X285', city: 'Dublin' },
    contact: { name: 'Accounts', phone: '+353 1 555 0100', email: 'accounts@portico.example' },
    ...more,
  }
  const exchange = { folder: '/none', url: null, max_age_days: 7, at_start }
  return { ...it.ctx, billing: { ...it.ctx.billing, seller, exchange } }
}

async function document(
  details: Partial<DetailsValues>,
  about: Partial<OrderFacts> = {},
  within = ctx,
): Promise<{ order: TestOrder; row: StoredDocument }> {
  const { invoice_emails, ...values } = { ...GERMAN, ...details }
  await putDetails(it.ctx.db, { ...values, owner_id: anna.id, invoice_emails: [], changed_at: it.clock.now() })
  const owner = { owner_id: anna.id, login_id: anna.login_id }
  const order = await makeOrder(within, { ...owner, amount_micros: 123_450_000, ...about })
  await pay(within, order)
  return { order, row: await latest(order, 'invoice') }
}

async function latest(order: TestOrder, kind: string): Promise<StoredDocument> {
  const found = (await documentsOfOrders(it.ctx.db, [order.id])).findLast((one) => one.kind === kind)
  const row = found && (await documentById(it.ctx.db, found.id))
  if (!row) throw new Error(`no ${kind} was issued`)
  return row
}

const cents = (micros: number) => (micros / 1_000_000).toFixed(2)
const BUSINESS = { vat_id: 'DE136695976' }
const VIENNA = { country: 'AT', city: 'Wien', postal_code: '1010' }
const SITUATIONS: [string, Partial<DetailsValues>, Partial<OrderFacts>, Partial<Record<string, string>>][] = [
  ['domestic', { country: 'IE', city: 'Cork', postal_code: 'T12' }, {}, { BT118: 'S', BT119: '23', BT117: '28.39' }],
  ['private customer in the EU', { kind: 'person', ...VIENNA }, {}, { BT118: 'S', BT119: '20' }],
  ['half a percent', { country: 'FI', postal_code: '00100' }, {}, { BT118: 'S', BT119: '25.5', BT117: '31.48' }],
  ['reverse charge', BUSINESS, {}, { BT118: 'AE', BT117: '0.00', BT48: 'DE136695976', BT121: 'VATEX-EU-AE' }],
  [
    'outside of the EU',
    { country: 'US', vat_id: '123456789' },
    {},
    { BT118: 'O', BT48: '', BT31: '', BT121: 'VATEX-EU-O' },
  ],
  ['wire', {}, { processor: 'wire', amount_micros: 5_000_010_000 }, { BT81: '30', BT84: 'DE02120300000000202051' }],
  ['one cent', {}, { amount_micros: 10_000 }, { BT106: '0.01', BT110: '0.00' }],
  ['half a cent of tax', {}, { amount_micros: 50_000 }, { BT110: '0.01', BT112: '0.06' }],
  ['signs of XML', { name: 'A & B <C> "D"', po_number: 'P&O' }, {}, { BT44: 'A & B <C> "D"', BT13: 'P&O' }],
  ['Leitweg-ID', { buyer_reference: '04011000-1234512345-06' }, {}, { BT10: '04011000-1234512345-06' }],
]

test.each(SITUATIONS)(
  'an invoice fulfils the rules of EN 16931 in UBL and CII: %s',
  async (_, details, about, expected) => {
    const { row } = await document(details, about)
    await expectValid(row, expected)
  },
)

async function expectValid(row: StoredDocument, expected: Partial<Record<string, string>>) {
  const invoice = eInvoiceOf(row)
  if (!invoice) throw new Error('document is not an electronic invoice')
  const [ubl, cii] = [writeUbl(invoice), writeCii(invoice)]
  expect(brokenRules(ubl)).toEqual([])
  expect(brokenRules(cii)).toEqual([])
  expect(await validateXsd(cii, Profile.EN16931)).toMatchObject({ valid: true })
  const { BT24, ...terms } = termsOf(ubl)
  expect(BT24).toContain('xrechnung_3.0')
  expect(terms).toEqual({ ...termsOf(cii), BT24: undefined })
  expect(terms).toMatchObject({
    BT1: row.number,
    BT109: cents(row.amount_micros),
    BT110: cents(row.tax_micros),
    BT112: cents(row.amount_micros + row.tax_micros),
    ...expected,
  })
}

test('a credit note, and the invoice that reverses it, name the corrected document', async () => {
  const { order, row } = await document({})
  const refund = { id: randomUUID(), kind: 'refund' as const, amount_micros: 33_330_000, tax_micros: 6_330_000 }
  await reverse(ctx, order, refund)
  const credit_note = await latest(order, 'credit_note')
  await expectValid(credit_note, { BT3: '381', BT25: row.number, BT113: '0.00', BT115: '39.66', BT111: '5.85' })
  it.clock.forward(1000)
  await issueCorrection(ctx, it.ctx.db, order, { ...refund, left_micros: 0, left_before_micros: 0 })
  await expectValid(await latest(order, 'invoice'), { BT3: '380', BT25: credit_note.number, BT115: '0.00' })
})

test('the tax is also given in the currency it is declared in, where any is due', async () => {
  const { row } = await document({})
  await expectValid(row, { BT5: 'USD', BT6: 'EUR', BT110: '23.46', BT111: '21.68' })
  await expectValid((await document(BUSINESS)).row, { BT6: '', BT111: '' })
})

test('the checks of these tests detect a breach of each kind of rule', async () => {
  const { row } = await document({})
  const invoice = eInvoiceOf(row)
  if (!invoice) throw new Error('document is not an electronic invoice')
  const broken = (change: object) => brokenRules(writeUbl({ ...invoice, ...change }))
  expect(broken({ gross: '1.00' })).toEqual(['BR-CO-15', 'BR-CO-16'])
  expect(broken({ tax_amount: '24.46' })).toContain('BR-CO-17')
  expect(broken({ seller: { ...invoice.seller, vat_id: '' } })).toContain('BR-S-02')
  expect(broken({ buyer_reference: '' })).toEqual(['BR-DE-15'])
  expect(broken({ tax: { ...invoice.tax, category: 'O' } })).toContain('BR-O-02')
  const { valid } = await validateXsd(writeCii({ ...invoice, number: '' }), Profile.EN16931)
  expect(valid).toBe(false)
})

test('a document without a contact of the seller does not claim to be an XRechnung', async () => {
  const within = withSeller({ contact: null, electronic_address: { scheme: '9935', id: 'IE1234567T' } })
  const { row } = await document({}, {}, within)
  const invoice = eInvoiceOf(row)
  expect(invoice && termsOf(writeUbl(invoice)).BT24).toMatch(/peppol\.eu:2017:poacc:billing:3\.0$/)
  const bare = withSeller({ contact: null })
  const other = eInvoiceOf((await document({}, {}, bare)).row)
  expect(other && termsOf(writeUbl(other)).BT24).toBe('urn:cen.eu:en16931:2017')
})

test('a Factur-X file is a PDF/A-3 in which another reader finds the invoice, the same to the byte each time', async () => {
  const { row } = await document({})
  const invoice = eInvoiceOf(row)
  if (!invoice) throw new Error('document is not an electronic invoice')
  const pdf = await drawDocument(row, null, facturXFile(invoice))
  expect(pdf.equals(await drawDocument(row, null, facturXFile(invoice)))).toBe(true)
  const found = await extractXml(pdf)
  expect(found).toMatchObject({ xml: writeCii(invoice), filename: 'factur-x.xml' })
  const text = pdf.toString('latin1')
  expect(text.slice(0, 8)).toBe('%PDF-1.7')
  for (const part of ['/AFRelationship /Alternative', '/AF [', '/OutputIntents [', '/Subtype /text#2Fxml'])
    expect(text).toContain(part)
  // Every font is embedded, as an archive must not depend on those of the reader.
  expect(text.match(/\/FontFile2 /g)).toHaveLength(text.match(/\/Type \/FontDescriptor/g)?.length ?? 0)
  expect(text).not.toContain('Helvetica')
  const metadata = Buffer.from(text.slice(text.indexOf('<x:xmpmeta'), text.indexOf('</x:xmpmeta>') + 12), 'latin1')
  const xmp = XmlDocument.fromString(metadata.toString('utf8'))
  const value = (path: string) =>
    xmp.get(path, {
      fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
      pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
      dc: 'http://purl.org/dc/elements/1.1/',
    })?.content
  expect(value('//fx:ConformanceLevel')).toBe('EN 16931')
  expect(value('//fx:DocumentFileName')).toBe('factur-x.xml')
  expect([value('//pdfaid:part'), value('//pdfaid:conformance')]).toEqual(['3', 'B'])
  expect(value('//dc:creator')?.trim()).toBe('Portico & Example Ltd')
  xmp.dispose()
})

const file = (path: `/${string}`) =>
  ({ method: 'GET', path, caller: 'user', input: z.looseObject({}), output: z.looseObject({}) }) as const

test('both forms can be downloaded, and are attached to the mail when the customer chose one', async () => {
  await it.database.pool.query('delete from outbox')
  // A separate day, so that its archive is small.
  it.clock.forward(DAY_MS)
  const chosen: string[][] = []
  for (const e_invoice of ['none', 'xrechnung', 'facturx'] as const) {
    const { row } = await document({ e_invoice })
    const sent: OutgoingMail[] = []
    const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) }
    const worker = startMailWorker(it.ctx, mailer, attachDocuments(it.ctx))
    await expect.poll(() => sent.length).toBe(1)
    await worker.stop()
    chosen.push(sent[0]?.attachments?.map(({ name }) => name.replace(row.number, 'NUMBER')) ?? [])
  }
  expect(chosen).toEqual([['NUMBER.pdf'], ['NUMBER.pdf', 'NUMBER-xrechnung.xml'], ['NUMBER-factur-x.pdf']])
  const browser = await it.signedIn('anna@example.com')
  const { documents } = await browser.must(billing.listDocuments, {})
  expect(documents[0]).toMatchObject({ has_e_invoice: true })
  const id = documents[0]?.id ?? ''
  const xml = await browser.call(file(billingFiles.eInvoice.path), { id, format: 'xrechnung' })
  expect(brokenRules(xml.text)).toEqual([])
  const pdf = await browser.call(file(billingFiles.eInvoice.path), { id, format: 'facturx' })
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  const zip = await browser.call(file(billingFiles.documents.path), { from: '2026-03-03', to: '2026-03-03' })
  for (const part of [`${documents[0]?.number}.pdf`, `${documents[0]?.number}-xrechnung.xml`, '/AFRelationship'])
    expect(zip.text).toContain(part)
})

test('a document for a recipient without an address is refused as an electronic invoice', async () => {
  await it.database.pool.query('delete from billing_details')
  const order = await makeOrder(ctx, { owner_id: anna.id, login_id: anna.login_id, amount_micros: 50_000_000 })
  await pay(ctx, order)
  const { id } = await latest(order, 'invoice')
  const browser = await it.signedIn('anna@example.com')
  const { documents } = await browser.must(billing.listDocuments, {})
  expect(documents.find((one) => one.id === id)).toMatchObject({ has_e_invoice: false })
  const reply = await browser.call(file(billingFiles.eInvoice.path), { id, format: 'xrechnung' })
  expect(reply.body).toMatchObject({ code: 'unknown_document' })
})
