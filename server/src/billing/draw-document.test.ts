import PDFDocument from 'pdfkit'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DocumentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import { drawDocument } from './draw-document.ts'

const TAX = { note: 'tax', name: 'VAT', rate_bp: 1900, tax_micros: 19_000_000, declared: null } as const
const INVOICE: DocumentContent = {
  language: 'en',
  brand: { wl_id: 0, title: 'Portico', accent: null },
  seller: { name: 'Seller Ltd', address: ['1 Seller Road'], vat_id: 'IE1234567T', registration: 'Reg. 7' },
  customer: {
    name: 'Buyer GmbH',
    address: ['2 Buyer Road'],
    vat_id: 'DE136695976',
    email: 'books@buyer.example',
    po_number: 'PO-4711',
    buyer_reference: '04011000-1',
  },
  parties: null,
  e_invoice: 'none',
  lines: [{ purpose: 'top_up', product: null, login: 'anna@example.com', amount_micros: 100_000_000 }],
  tax: TAX,
  payment: {
    reference: 'P-12345678',
    processor: 'stripe',
    method_label: 'Visa •••• 4242',
    paid_at: '2026-03-01T23:30:00.000Z',
    account: null,
  },
  valid_until: null,
  proforma: null,
  fee: null,
  corrects: null,
}
const ROW: StoredDocument = {
  id: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  kind: 'invoice',
  wl_id: 0,
  year: 2026,
  sequence: 7,
  number: 'INV-2026-00007',
  owner_id: 1,
  order_id: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5c',
  reversal_id: null,
  invoice_id: null,
  amount_micros: 100_000_000,
  tax_micros: 19_000_000,
  issued_at: new Date('2026-03-02T00:30:00.000Z'),
  content: INVOICE,
}
const UNTAXED = { ...TAX, rate_bp: 0, tax_micros: 0 }
const CORRECTED = { number: 'INV-2026-00003', issued_at: '2026-01-31T12:00:00.000Z' }

let texts: string[] = []
beforeAll(() => {
  const { text } = PDFDocument.prototype
  const watched = function (this: PDFKit.PDFDocument, ...input: [string]) {
    texts.push(input[0].replaceAll(/\s/g, ' '))
    return Reflect.apply(text, this, input)
  }
  const spy = vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(watched as typeof text)
  return () => spy.mockRestore()
})
beforeEach(() => {
  texts = []
})

async function printed(content: Partial<DocumentContent> = {}, row: Partial<StoredDocument> = {}): Promise<string[]> {
  await drawDocument({ ...ROW, ...row, content: { ...INVOICE, ...content } }, null)
  return texts
}
/** The text printed next: each label is followed by its value. */
const after = (label: string) => texts[texts.indexOf(label) + 1]
const valuesOf = (...labels: string[]) =>
  Object.fromEntries(labels.map((label) => [label, texts.includes(label) ? after(label) : undefined]))

test('an invoice prints both parties, the days of issue and payment in UTC, and its sums', async () => {
  expect(await printed()).toEqual([
    ...['Portico', 'Invoice', 'INV-2026-00007'],
    ...['From', 'Seller Ltd', '1 Seller Road', 'VAT ID IE1234567T'],
    ...['Bill to', 'Buyer GmbH', '2 Buyer Road', 'books@buyer.example', 'VAT ID DE136695976'],
    ...['Date of issue', 'March 2, 2026', 'Date of payment', 'March 1, 2026', 'Payment method', 'Visa •••• 4242'],
    ...['Payment reference', 'P-12345678', 'PO number', 'PO-4711', 'Buyer reference', '04011000-1'],
    ...['Description', 'Qty', 'Unit price', 'Amount'],
    ...['Prepaid credit for the data API', 'API login anna@example.com', '1', 'USD 100.00', 'USD 100.00'],
    ...['Subtotal', 'USD 100.00', 'VAT 19%', 'USD 19.00', 'Total', 'USD 119.00'],
    ...['Paid', 'USD 119.00', 'Amount due', 'USD 0.00'],
    ...['Seller Ltd · Reg. 7', 'Page 1 of 1'],
  ])
})

describe('why there is no tax', () => {
  const reasons = {
    reverse_charge:
      'Reverse charge: VAT is to be accounted for by the recipient of the service (Article 196 of Directive 2006/112/EC).',
    not_taxable: 'Not subject to VAT in the supplier’s country: the place of supply is outside that country.',
  }
  test.each([
    ['none', undefined, []],
    ['tax', 'USD 0.00', []],
    ['reverse_charge', 'USD 0.00', [reasons.reverse_charge]],
    ['not_taxable', 'USD 0.00', [reasons.not_taxable]],
  ] as const)('an invoice with tax “%s” has its line of tax and its reason, and no other', async (note, tax, shown) => {
    await printed({ tax: { ...UNTAXED, note } }, { tax_micros: 0 })
    expect(valuesOf('VAT 0%', 'Total')).toEqual({ 'VAT 0%': tax, Total: 'USD 100.00' })
    expect(texts.filter((text) => Object.values(reasons).includes(text))).toEqual(shown)
  })

  test.each([
    ['de', 'Steuerschuldnerschaft des Leistungsempfängers', 'Im Land des Anbieters nicht steuerbar'],
    ['fr', 'Autoliquidation', 'Non soumis à la TVA'],
    ['es', 'Inversión del sujeto pasivo', 'No sujeto a IVA'],
    ['ru', 'Обратное начисление', 'Не облагается'],
  ] as const)('the reason is in the language of the document: %s', async (language, reverse_charge, not_taxable) => {
    for (const [note, words] of Object.entries({ reverse_charge, not_taxable })) {
      texts = []
      await printed({ language, tax: { ...UNTAXED, note: note as 'not_taxable' } }, { tax_micros: 0 })
      expect(texts.join('\n').toLowerCase()).toContain(words.toLowerCase())
    }
  })

  test('a credit note has the reason of its invoice beside its own', async () => {
    await printed(
      { tax: { ...UNTAXED, note: 'not_taxable' }, corrects: { ...CORRECTED, reason: 'refund' } },
      { kind: 'credit_note', tax_micros: 0 },
    )
    expect(texts).toContain(reasons.not_taxable)
    expect(texts.join('\n')).toContain('corrects invoice INV-2026-00003 of January 31, 2026')
  })
})

test('a proforma names what to transfer, until when and to which account, and is no invoice', async () => {
  const account = { beneficiary: 'Seller Ltd', bank: 'The Bank', iban: 'DE02 1203 0000', bic: 'BYLADEM1001' }
  const valid_until = '2026-04-01T10:00:00.000Z'
  const payment = { ...INVOICE.payment, processor: 'wire' as const, method_label: '', paid_at: null, account }
  await printed({ payment, valid_until }, { kind: 'proforma', number: 'PF-2026-00001' })
  expect(
    valuesOf('To', 'Date of issue', 'Valid until', 'Amount to transfer', 'IBAN', 'BIC', 'Bank', 'Beneficiary'),
  ).toEqual({
    To: 'Buyer GmbH',
    'Date of issue': 'March 2, 2026',
    'Valid until': 'April 1, 2026',
    'Amount to transfer': 'USD 119.00',
    IBAN: account.iban,
    BIC: account.bic,
    Bank: account.bank,
    Beneficiary: account.beneficiary,
  })
  expect(valuesOf('Date of payment', 'Paid', 'Amount due', 'Bill to')).toEqual({})
  expect(texts).toContain('Please include the payment reference P-12345678 with the transfer.')
  expect(texts.some((text) => text.startsWith('This is not a tax invoice'))).toBe(true)
})

test.each([
  ['refund', 'The amount is refunded to you.'],
  ['dispute', 'The payment was reversed by your bank.'],
] as const)('a credit note for a %s names its invoice once and what is credited', async (reason, sentence) => {
  const payment = { ...INVOICE.payment, paid_at: null }
  const proforma = { number: 'PF-2026-00001', issued_at: CORRECTED.issued_at }
  const row = { kind: 'credit_note', amount_micros: 40_000_000, tax_micros: 7_600_000 } as const
  await printed({ payment, proforma, corrects: { ...CORRECTED, reason } }, row)
  expect(valuesOf('For invoice', 'Credited to you', 'Proforma invoice', 'Paid', 'Amount due')).toEqual({
    'For invoice': 'INV-2026-00003',
    'Credited to you': 'USD 47.60',
  })
  expect(texts.join('\n')).toContain(`${CORRECTED.number} of January 31, 2026. ${sentence}`)
})

test('a fee note names the invoice of the disputed payment, its text about tax, and that nothing is left to pay', async () => {
  const fee = { invoice_number: 'INV-2026-00003', text: 'Damages, outside the scope of VAT.' }
  const row = { kind: 'fee_note', amount_micros: 15_000_000, tax_micros: 0 } as const
  const lines = [{ ...INVOICE.lines[0], purpose: 'dispute_fee', amount_micros: 15_000_000 }] as DocumentContent['lines']
  await printed({ fee, lines, tax: { ...UNTAXED, note: 'none' } }, row)
  expect(valuesOf('For invoice', 'Taken from your balance', 'Payment method', 'VAT 0%')).toEqual({
    'For invoice': 'INV-2026-00003',
    'Taken from your balance': 'USD 15.00',
  })
  expect(texts).toContain(fee.text)
  expect(texts.join('\n')).toContain('disputed the payment P-12345678')
})

test('tax in another currency is printed with its exchange rate', async () => {
  const declared = {
    currency: 'EUR',
    tax_micros: 17_555_000,
    base: 'EUR',
    quote: 'USD',
    rate: '1.0823',
    day: '2026-02-27',
    source: 'ECB',
  }
  await printed({ tax: { ...TAX, declared } })
  expect(after('VAT in EUR')).toBe('EUR 17.56')
  expect(texts).toContain('Exchange rate: 1 EUR = 1.0823 USD (ECB, February 27, 2026)')
})
