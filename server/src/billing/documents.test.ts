import { inflateRawSync } from 'node:zlib'
import { billing, billingFiles } from '@portico/contract/billing.ts'
import type { DetailsValues } from '@portico/contract/billing-details.ts'
import { operator } from '@portico/contract/operator.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '@portico/contract/time.ts'
import { users } from '@portico/contract/users.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountLogins } from '#access/index.ts'
import type { OutgoingMail } from '#integrations/outgoing-mail.ts'
import { startMailWorker } from '#mail/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { GERMAN } from '#testing/billing/details.ts'
import { makeOrder, pay, reverse } from '#testing/billing/orders.ts'
import { request } from '#testing/browser.ts'
import { documentById } from './document-store.ts'
import { attachDocuments, billingListener } from './index.ts'

let it: TestApp
let anna: { id: number; login_id: number }
beforeEach(async () => {
  it = await openTestApp()
  anna = await account('anna@example.com', 'Anna')
})
afterEach(() => it.close())

async function account(email: string, name: string) {
  const { id } = await it.addUser({ email, name })
  return { id, login_id: (await accountLogins(it.ctx, id))[0]?.id ?? 0 }
}

const DETAILS: DetailsValues = {
  ...GERMAN,
  invoice_emails: 'books@gross.example, second@gross.example',
  po_number: 'PO-4711',
}

const order = (of = anna, amount_micros = 100_000_000) =>
  makeOrder(it.ctx, { owner_id: of.id, login_id: of.login_id, amount_micros })
const file = (path: (typeof billingFiles)[keyof typeof billingFiles]['path']) =>
  ({ method: 'GET', path, caller: 'user', input: z.looseObject({}), output: z.looseObject({}) }) as const

async function numbers(): Promise<string[]> {
  const { rows } = await it.database.pool.query<{ number: string }>(
    'select number from billing_documents order by wl_id, kind desc, year, sequence',
  )
  return rows.map(({ number }) => number)
}

test('an invoice is issued once for an order, with the tax of the order and the details of that day', async () => {
  const browser = await it.signedIn('anna@example.com')
  await browser.must(billing.saveDetails, DETAILS)
  const paid = await order()
  await pay(it.ctx, paid)
  await pay(it.ctx, paid)
  const { documents } = await browser.must(billing.listDocuments, {})
  expect(documents).toEqual([
    expect.objectContaining({
      kind: 'invoice',
      number: 'INV-2026-00001',
      amount_micros: 100_000_000,
      tax_micros: 19_000_000,
    }),
  ])
  const id = documents[0]?.id ?? ''
  const of = await billingListener.documentsOf?.(it.ctx, [paid.id])
  expect(of?.get(paid.id)).toEqual([expect.objectContaining({ id, kind: 'invoice' })])
  const before = await browser.call(file(billingFiles.document.path), { id })
  await browser.must(billing.saveDetails, { ...DETAILS, name: 'Another name', country: 'FR' })
  it.clock.forward(400 * DAY_MS)
  const after = await (await it.signedIn('anna@example.com')).call(file(billingFiles.document.path), { id })
  expect(before.text.slice(0, 5)).toBe('%PDF-')
  expect(after.text).toBe(before.text)
  expect((await documentById(it.ctx.db, id))?.content).toMatchObject({
    customer: {
      name: 'Große Söhne GmbH',
      address: ['Müllerstraße 15', '10115 Berlin', 'Germany'],
      po_number: 'PO-4711',
    },
    seller: { name: 'Portico Example Ltd', vat_id: 'IE1234567T' },
    tax: { note: 'tax', name: 'VAT', rate_bp: 1900, tax_micros: 19_000_000 },
    payment: { reference: paid.reference, method_label: 'Visa •••• 4242', paid_at: '2026-03-02T10:00:00.000Z' },
  })
})

test('numbers have no gap and no duplicate, also when payments are confirmed at once and some of them fail', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, () => order()))
  const outcomes = await Promise.allSettled(orders.map((one, at) => pay(it.ctx, one, { fails: at % 3 === 0 })))
  const issued = outcomes.filter(({ status }) => status === 'fulfilled').length
  // On a slow machine some may also have waited too long for a connection.
  expect(issued).toBeGreaterThan(0)
  expect(issued).toBeLessThanOrEqual(26)
  const expected = (count: number) =>
    Array.from({ length: count }, (_, at) => `INV-2026-${String(at + 1).padStart(5, '0')}`)
  expect(await numbers()).toEqual(expected(issued))
  for (const one of orders) await pay(it.ctx, one)
  expect(await numbers()).toEqual(expected(40))
})

test('a series starts again with the UTC year, and credit notes have their own', async () => {
  const first = await order()
  await pay(it.ctx, first)
  await reverse(it.ctx, first, { kind: 'refund', amount_micros: 10_000_000, tax_micros: 0 })
  it.clock.forward(Date.parse('2026-12-31T23:59:59.999Z') - it.clock.now().getTime())
  await pay(it.ctx, await order())
  it.clock.forward(1)
  await pay(it.ctx, await order())
  expect(await numbers()).toEqual(['INV-2026-00001', 'INV-2026-00002', 'INV-2027-00001', 'CN-2026-00001'])
})

test('every brand has its own numbers, and a white-label shows nothing of the provider', async () => {
  const brand = { title: 'Agency', imprint: 'Agency Ltd\n2 Other Road' }
  const { body } = await it.operator(operator.setWhitelabel, { host: 'agency.example.com', brand, by: 'test' })
  if (!('id' in body)) throw new Error(JSON.stringify(body))
  it.ctx.sites.forget()
  const boris = await account('boris@example.com', 'Boris')
  await it.database.pool.query('update users set wl_id = $1 where id = $2', [body.id, boris.id])
  await pay(it.ctx, await order())
  await pay(it.ctx, await order(boris))
  expect(await numbers()).toEqual(['INV-2026-00001', 'INV-2026-00001'])
  const { rows } = await it.database.pool.query('select content from billing_documents where owner_id = $1', [boris.id])
  expect(rows[0].content).toMatchObject({
    brand: { title: 'Agency' },
    seller: { name: 'Agency', address: ['Agency Ltd', '2 Other Road'] },
  })
  expect(JSON.stringify(rows[0].content)).not.toContain('Portico')
})

test('a subscription has its product name, and a credit note has number and prefix of its invoice’s seller', async () => {
  const { body } = await it.operator(operator.setWhitelabel, {
    host: 'agency.example.com',
    brand: { title: 'Agency' },
    by: 'test',
  })
  if (!('id' in body)) throw new Error(JSON.stringify(body))
  it.ctx.sites.forget()
  const setBrand = (wl_id: number | null) =>
    it.database.pool.query('update users set wl_id = $1 where id = $2', [wl_id, anna.id])
  const seller = { ...it.ctx.billing.seller, invoice_prefix: 'AG', credit_note_prefix: 'AGC' }
  const ctx = { ...it.ctx, billing: { ...it.ctx.billing, whitelabels: { 'agency.example.com': seller } } }
  await setBrand(body.id)
  const about = { owner_id: anna.id, login_id: anna.login_id, amount_micros: 100_000_000 }
  const paid = await makeOrder(ctx, { ...about, purpose: 'subscription', product: 'backlinks' })
  await pay(ctx, paid)
  const { rows } = await it.database.pool.query('select content from billing_documents')
  expect(rows[0].content.lines).toMatchObject([{ product: 'Backlinks API' }])
  await setBrand(0)
  await reverse(ctx, paid, { kind: 'refund', amount_micros: 40_000_000, tax_micros: 0 })
  expect(await numbers()).toEqual(['AG-2026-00001', 'AGC-2026-00001'])
})

test('a credit note names its invoice, and each change of the refunded amount has one', async () => {
  const paid = await order()
  await pay(it.ctx, paid)
  const refund = {
    id: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
    kind: 'refund',
    amount_micros: 40_000_000,
    tax_micros: 0,
  } as const
  await reverse(it.ctx, paid, refund)
  await reverse(it.ctx, paid, { ...refund, amount_micros: 10_000_000 })
  const browser = await it.signedIn('anna@example.com')
  const { documents } = await browser.must(billing.listDocuments, {})
  expect(
    documents
      .map(({ number, invoice_number, amount_micros }) => [number, invoice_number, amount_micros])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['CN-2026-00001', 'INV-2026-00001', 40_000_000],
    ['CN-2026-00002', 'INV-2026-00001', 10_000_000],
    ['INV-2026-00001', null, paid.amount_micros],
  ])
})

test('a document cannot be changed or deleted in the database', async () => {
  await pay(it.ctx, await order())
  for (const statement of ['update billing_documents set tax_micros = 1', 'delete from billing_documents'])
    await expect(it.database.owner.query(statement)).rejects.toThrow()
})

test('the invoice goes to the invoice addresses, or to the owner, with the PDF drawn when it is sent', async () => {
  const sent: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) }
  const paid = await order()
  await pay(it.ctx, paid)
  await (await it.signedIn('anna@example.com')).must(billing.saveDetails, DETAILS)
  await reverse(it.ctx, paid, { kind: 'refund', amount_micros: 10_000_000, tax_micros: 0 })
  expect(JSON.stringify(await it.mails())).not.toContain('%PDF')
  const worker = startMailWorker(it.ctx, mailer, attachDocuments(it.ctx))
  await expect.poll(() => sent.length).toBe(4)
  await worker.stop()
  const seen = sent.map(({ to, subject, attachments }) => [to, subject, attachments?.map(({ name }) => name)])
  expect(seen.toSorted()).toEqual([
    ['anna@example.com', 'Invoice INV-2026-00001 from Portico', ['INV-2026-00001.pdf']],
    // A customer who paid without details receives a request for them.
    ['anna@example.com', 'Portico: please complete your billing details', undefined],
    ['books@gross.example', 'Credit note CN-2026-00001 from Portico', ['CN-2026-00001.pdf']],
    ['second@gross.example', 'Credit note CN-2026-00001 from Portico', ['CN-2026-00001.pdf']],
  ])
  const [file] = sent.flatMap(({ attachments = [] }) => attachments)
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-')
})

test("invoices, credit notes, their mails and the balance history are in the customer's language", async () => {
  const browser = await it.signedIn('anna@example.com')
  const day = utcDay(it.clock.now())
  for (const [at, language] of (['de', 'ru'] as const).entries()) {
    it.clock.forward(MINUTE_MS)
    await browser.must(users.setLanguage, { language })
    const paid = await order()
    await pay(it.ctx, paid)
    await reverse(it.ctx, paid, { kind: 'refund', amount_micros: 10_000_000, tax_micros: 0 })
    const { documents } = await browser.must(billing.listDocuments, {})
    const files = await Promise.all([
      ...documents.slice(0, 2).map(({ id }) => browser.call(file(billingFiles.document.path), { id })),
      browser.call(file(billingFiles.history.path), { from: day, to: day, format: 'pdf' }),
    ])
    for (const { text } of files) expect(text).toContain(`/Lang (${language})`)
    const mails = (await it.mails()).filter(({ template }) => template === 'invoice' || template === 'credit_note')
    expect(mails.map((mail) => mail.language).slice(2 * at)).toEqual([language, language])
  }
})

test('a zip has every document of its period and nothing of another account', async () => {
  const boris = await account('boris@example.com', 'Boris')
  for (let at = 0; at < 3; at++) await pay(it.ctx, await order())
  await pay(it.ctx, await order(boris))
  it.clock.forward(DAY_MS)
  await pay(it.ctx, await order())
  const browser = await it.signedIn('anna@example.com')
  const read = async (from: string, to: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = `${billingFiles.documents.path}?from=${from}&to=${to}`
    const reply = await request(it.app, { path, headers: { cookie, host: it.ctx.env.public_url.host } })
    return { type: reply.headers['content-type'], names: namesIn(reply.rawPayload).toSorted() }
  }
  expect(await read('2026-03-02', '2026-03-02')).toEqual({
    type: 'application/zip',
    names: ['INV-2026-00001.pdf', 'INV-2026-00002.pdf', 'INV-2026-00003.pdf'],
  })
  expect((await read('2026-03-01', '2026-12-31')).names).toHaveLength(4)
  const none = await browser.call(file(billingFiles.documents.path), { from: '2025-01-01', to: '2025-01-31' })
  expect(none.body).toMatchObject({ code: 'unknown_document' })
})

/** Split by the local headers of a zip: each file stored uncompressed must be a whole PDF. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [method, size, name, extra] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ]
    const start = at + 30 + name + extra
    const content = zip.subarray(start, start + size)
    const plain = method === 0 ? content : inflateRawSync(content)
    expect(plain.subarray(0, 5).toString()).toBe('%PDF-')
    expect(plain.subarray(-6).toString()).toContain('%%EOF')
    names.push(zip.subarray(at + 30, at + 30 + name).toString())
    at = start + size
  }
  return names
}
