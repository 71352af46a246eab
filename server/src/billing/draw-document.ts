import { textsIn } from '#i18n/translate.ts'
import { documentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import { DOCUMENT_NAMES, lineText } from './document-words.ts'
import { type Drawn, putBank, putNotes } from './draw-notes.ts'
import { formatsIn, type PaperFormats } from './formats.ts'
import {
  draw,
  type EmbeddedFile,
  heightOf,
  INK,
  INNER,
  PAGE,
  type Paper,
  put,
  putBrand,
  putFeet,
  rule,
} from './paper.ts'

const RIGHT = PAGE.margin + INNER
const GAP = 24
const HALF = (INNER - GAP) / 2

/** The document as a PDF, from its row alone but for the logo: it stays the same whatever else has changed since. */
export function drawDocument(row: StoredDocument, logo: Buffer | null, embedded?: EmbeddedFile): Promise<Buffer> {
  const content = documentContent.parse(row.content)
  const { language, brand, seller } = content
  const drawn: Drawn = {
    content,
    row,
    t: textsIn(language),
    format: formatsIn(language),
  }
  const { t } = drawn
  const name = t(DOCUMENT_NAMES[row.kind])
  const title = `${name} ${row.number}`
  const about = { title, author: seller.name, language, at: row.issued_at, accent: brand.accent, embedded }
  return draw(about, (paper) => {
    putBrand(paper, brand.title, brand.wl_id === 0 ? logo : null)
    const x = PAGE.margin + INNER / 2
    const below = put(paper, name, x, 38, { face: 'strong', size: 20, width: INNER / 2, align: 'right' })
    put(paper, row.number, x, below, { size: 11, colour: INK.soft, width: INNER / 2, align: 'right' })
    const parties = putParties(paper, drawn, 112)
    const facts = putFacts(paper, drawn, parties + 22)
    const lines = putLines(paper, drawn, facts + 26)
    const sums = putSums(paper, drawn, lines + 10)
    const bank = row.kind === 'proforma' ? putBank(paper, drawn, sums + 18) : sums
    putNotes(paper, drawn, bank + 24)
    putFeet(paper, [seller.name, seller.registration].filter(Boolean).join(' · '), (page, pages) =>
      t('Page {page} of {pages}', { page, pages }),
    )
  })
}

const isTaxDocument = ({ kind }: StoredDocument) => kind === 'invoice' || kind === 'credit_note'

function putParties(paper: Paper, { content, row, t }: Drawn, y: number): number {
  const { seller, customer } = content
  const vat = (vat_id: string) => (vat_id ? [`${t('VAT ID')} ${vat_id}`] : [])
  const from = putParty(paper, t('From'), seller.name, [...seller.address, ...vat(seller.vat_id)], PAGE.margin, y)
  const lines = [...customer.address, customer.email, ...vat(customer.vat_id)]
  return Math.max(
    from,
    putParty(paper, isTaxDocument(row) ? t('Bill to') : t('To'), customer.name, lines, PAGE.margin + HALF + GAP, y),
  )
}

function putParty(paper: Paper, label: string, name: string, lines: string[], x: number, y: number): number {
  let at = put(paper, label, x, y, { size: 8, colour: INK.soft, width: HALF }) + 3
  at = put(paper, name, x, at, { face: 'strong', size: 10.5, width: HALF }) + 1
  for (const line of lines.filter(Boolean)) at = put(paper, line, x, at, { width: HALF })
  return at
}

/** A band of the facts that readers look for first, four to a row. */
function putFacts(paper: Paper, { content, row, t, format }: Drawn, y: number): number {
  const { payment, customer, corrects, proforma, valid_until, fee } = content
  const date = (at: string | null) => (at ? format.date(new Date(at)) : '')
  const facts = [
    [
      t('{document, select, invoice {Date of issue} other {Date of issue}}', {
        document: isTaxDocument(row) ? 'invoice' : 'note',
      }),
      format.date(row.issued_at),
    ],
    [t('Valid until'), date(valid_until)],
    ...(corrects ? [[correctedLabel(row, t), corrects.number]] : []),
    [t('For invoice'), corrects ? '' : fee?.invoice_number],
    [t('Proforma invoice'), corrects ? '' : proforma?.number],
    [t('Date of payment'), date(payment.paid_at)],
    [t('Payment method'), fee ? '' : payment.processor === 'wire' ? t('Bank transfer') : payment.method_label],
    [t('Payment reference'), payment.reference],
    [t('PO number'), customer.po_number],
    [t('Buyer reference'), customer.buyer_reference],
  ].filter(([, value]) => value)
  const width = (INNER - 32) / 4
  const cell = { width: width - 10 }
  const rows = Array.from({ length: Math.ceil(facts.length / 4) }, (_, at) => facts.slice(at * 4, at * 4 + 4))
  const heights = rows.map((some) => Math.max(...some.map(([, value = '']) => heightOf(paper, value, cell.width))) + 24)
  const height = heights.reduce((sum, one) => sum + one, 0) + 12
  paper.roundedRect(PAGE.margin, y, INNER, height, 4).fill(INK.band)
  let top = y + 12
  for (const [at, some] of rows.entries()) {
    for (const [index, [label = '', value = '']] of some.entries()) {
      const x = PAGE.margin + 16 + index * width
      put(paper, label, x, top, { size: 7.5, colour: INK.soft, ...cell })
      put(paper, value, x, top + 11, { ...cell })
    }
    top += heights[at] ?? 0
  }
  return y + height
}

function correctedLabel({ kind }: StoredDocument, t: Drawn['t']): string {
  if (kind === 'fee_credit') return t('For fee note')
  return kind === 'credit_note' ? t('For invoice') : t('For credit note')
}

const COLUMNS = { quantity: 50, price: 105, amount: 105 }

function putLines(paper: Paper, { content, t, format }: Drawn, y: number): number {
  const what = INNER - COLUMNS.quantity - COLUMNS.price - COLUMNS.amount
  const [price, amount] = [RIGHT - COLUMNS.price - COLUMNS.amount, RIGHT - COLUMNS.amount]
  const head = { size: 8, colour: INK.soft }
  put(paper, t('Description'), PAGE.margin, y, { ...head, width: what })
  put(paper, t('Qty'), PAGE.margin + what, y, { ...head, width: COLUMNS.quantity, align: 'right' })
  put(paper, t('Unit price'), price, y, { ...head, width: COLUMNS.price, align: 'right' })
  put(paper, t('Amount'), amount, y, { ...head, width: COLUMNS.amount, align: 'right' })
  let at = y + 16
  rule(paper, at, { colour: INK.soft })
  for (const line of content.lines) {
    const { login, amount_micros } = line
    const top = at + 9
    const below = put(paper, lineText(t, line), PAGE.margin, top, { width: what - 12 }) + 2
    const end = put(paper, `${t('API login')} ${login}`, PAGE.margin, below, {
      size: 8,
      colour: INK.soft,
      width: what - 12,
    })
    put(paper, '1', PAGE.margin + what, top, { width: COLUMNS.quantity, align: 'right' })
    put(paper, format.money(amount_micros), price, top, { width: COLUMNS.price, align: 'right' })
    put(paper, format.money(amount_micros), amount, top, { width: COLUMNS.amount, align: 'right' })
    at = end + 8
    rule(paper, at)
  }
  return at
}

type Sum = [label: string, value: string, face: 'text' | 'strong']

function putSums(paper: Paper, { content, row, t, format }: Drawn, y: number): number {
  const { tax } = content
  const total = row.amount_micros + row.tax_micros
  const rate = `${tax.name} ${format.percent(tax.rate_bp)}`
  const sums: Sum[] = [
    [t('Subtotal'), format.money(row.amount_micros), 'text'],
    ...(tax.note === 'none' ? [] : [[rate, format.money(row.tax_micros), 'text'] as Sum]),
    [t('Total'), format.money(total), 'strong'],
    ...settled(row, t, format),
  ]
  const width = 260
  const x = RIGHT - width
  let at = y
  for (const [label, value, face] of sums) {
    if (label === t('Total')) {
      rule(paper, at - 1, { x, width })
      at += 6
    }
    put(paper, label, x, at, { face, size: 9.5, width: width / 2 })
    at = put(paper, value, x + width / 2, at, { face, size: 9.5, width: width / 2, align: 'right' }) + 6
  }
  if (!tax.declared) return at
  const { currency, tax_micros } = tax.declared
  const soft = { size: 9.5, colour: INK.soft, width: width / 2 }
  put(paper, t('{tax} in {currency}', { tax: tax.name, currency }), x, at + 6, soft)
  return put(paper, format.moneyIn(currency, tax_micros), x + width / 2, at + 6, { ...soft, align: 'right' })
}

/** The payment, or the payment instructions, for the total. */
function settled({ kind, amount_micros, tax_micros }: StoredDocument, t: Drawn['t'], format: PaperFormats): Sum[] {
  const total = format.money(amount_micros + tax_micros)
  if (kind === 'proforma') return [[t('Amount to transfer'), total, 'strong']]
  if (kind === 'fee_note') return [[t('Taken from your balance'), total, 'strong']]
  if (kind !== 'invoice') return [[t('Credited to you'), total, 'strong']]
  return [
    [t('Paid'), total, 'text'],
    [t('Amount due'), format.money(0), 'strong'],
  ]
}
