import { CORRECTION_TEXTS } from './correction-texts.ts'
import { type DocumentContent, documentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import { DOCUMENT_TEXTS, type DocumentTexts } from './document-texts.ts'
import { formatsIn, type PaperFormats } from './formats.ts'
import { draw, heightOf, INK, INNER, PAGE, type Paper, put, putBrand, putFeet, rule } from './paper.ts'

const RIGHT = PAGE.margin + INNER
const GAP = 24
const HALF = (INNER - GAP) / 2

interface Drawn {
  content: DocumentContent
  row: StoredDocument
  t: DocumentTexts
  say: PaperFormats
}

/** The document as a PDF, from its row alone but for the logo: whatever else has changed since, it says the same. */
export function drawDocument(row: StoredDocument, logo: Buffer | null): Promise<Buffer> {
  const content = documentContent.parse(row.content)
  const { language, brand, seller } = content
  const drawn: Drawn = { content, row, t: DOCUMENT_TEXTS[language], say: formatsIn(language) }
  const title = `${drawn.t[row.kind]} ${row.number}`
  return draw({ title, author: seller.name, language, at: row.issued_at, accent: brand.accent }, (paper) => {
    putBrand(paper, brand.title, brand.wl_id === 0 ? logo : null)
    const x = PAGE.margin + INNER / 2
    put(paper, drawn.t[row.kind], x, 38, { face: 'strong', size: 20, width: INNER / 2, align: 'right' })
    put(paper, row.number, x, 64, { size: 11, colour: INK.soft, width: INNER / 2, align: 'right' })
    const parties = putParties(paper, drawn, 112)
    const facts = putFacts(paper, drawn, parties + 22)
    const lines = putLines(paper, drawn, facts + 26)
    const sums = putSums(paper, drawn, lines + 10)
    putNotes(paper, drawn, sums + 24)
    putFeet(paper, [seller.name, seller.registration].filter(Boolean).join(' · '), drawn.t.page)
  })
}

function putParties(paper: Paper, { content, t }: Drawn, y: number): number {
  const { seller, customer } = content
  const vat = (vat_id: string) => (vat_id ? [`${t.vat_id} ${vat_id}`] : [])
  const from = putParty(paper, t.from, seller.name, [...seller.address, ...vat(seller.vat_id)], PAGE.margin, y)
  const lines = [...customer.address, customer.email, ...vat(customer.vat_id)]
  return Math.max(from, putParty(paper, t.bill_to, customer.name, lines, PAGE.margin + HALF + GAP, y))
}

function putParty(paper: Paper, label: string, name: string, lines: string[], x: number, y: number): number {
  let at = put(paper, label, x, y, { size: 8, colour: INK.soft, width: HALF }) + 3
  at = put(paper, name, x, at, { face: 'strong', size: 10.5, width: HALF }) + 1
  for (const line of lines.filter(Boolean)) at = put(paper, line, x, at, { width: HALF })
  return at
}

/** A band of what everyone looks for first, four to a row. */
function putFacts(paper: Paper, { content, row, t, say }: Drawn, y: number): number {
  const { payment, customer, corrects } = content
  const facts = [
    [t.issued, say.date(row.issued_at)],
    ...(corrects
      ? [[row.kind === 'credit_note' ? t.corrects : CORRECTION_TEXTS[content.language].of, corrects.number]]
      : []),
    ...(payment.paid_at ? [[t.paid_on, say.date(new Date(payment.paid_at))]] : []),
    [t.paid_by, payment.processor === 'wire' ? t.wire : payment.method_label],
    [t.reference, payment.reference],
    [t.po_number, customer.po_number],
  ].filter(([, value]) => value)
  const width = (INNER - 32) / 4
  const cell = { width: width - 10 }
  const rows = Array.from({ length: Math.ceil(facts.length / 4) }, (_, at) => facts.slice(at * 4, at * 4 + 4))
  const heights = rows.map((some) => Math.max(...some.map(([, value = '']) => heightOf(paper, value, cell.width))) + 24)
  const height = heights.reduce((sum, one) => sum + one, 0) + 12
  paper.roundedRect(PAGE.margin, y, INNER, height, 4).fill(INK.band)
  let top = y + 12
  for (const [at, some] of rows.entries()) {
    for (const [place, [label = '', value = '']] of some.entries()) {
      const x = PAGE.margin + 16 + place * width
      put(paper, label, x, top, { size: 7.5, colour: INK.soft, ...cell })
      put(paper, value, x, top + 11, { ...cell })
    }
    top += heights[at] ?? 0
  }
  return y + height
}

const COLUMNS = { quantity: 50, price: 105, amount: 105 }

function putLines(paper: Paper, { content, t, say }: Drawn, y: number): number {
  const what = INNER - COLUMNS.quantity - COLUMNS.price - COLUMNS.amount
  const [price, amount] = [RIGHT - COLUMNS.price - COLUMNS.amount, RIGHT - COLUMNS.amount]
  const head = { size: 8, colour: INK.soft }
  put(paper, t.description, PAGE.margin, y, { ...head, width: what })
  put(paper, t.quantity, PAGE.margin + what, y, { ...head, width: COLUMNS.quantity, align: 'right' })
  put(paper, t.unit_price, price, y, { ...head, width: COLUMNS.price, align: 'right' })
  put(paper, t.amount, amount, y, { ...head, width: COLUMNS.amount, align: 'right' })
  let at = y + 16
  rule(paper, at, { colour: INK.soft })
  for (const { purpose, product, login, amount_micros } of content.lines) {
    const text = purpose === 'subscription' ? t.subscription(product ?? '') : t[purpose]
    const top = at + 9
    const below = put(paper, text, PAGE.margin, top, { width: what - 12 }) + 2
    const end = put(paper, `${t.login} ${login}`, PAGE.margin, below, { size: 8, colour: INK.soft, width: what - 12 })
    put(paper, '1', PAGE.margin + what, top, { width: COLUMNS.quantity, align: 'right' })
    put(paper, say.money(amount_micros), price, top, { width: COLUMNS.price, align: 'right' })
    put(paper, say.money(amount_micros), amount, top, { width: COLUMNS.amount, align: 'right' })
    at = end + 8
    rule(paper, at)
  }
  return at
}

function putSums(paper: Paper, { content, row, t, say }: Drawn, y: number): number {
  const { tax } = content
  const total = row.amount_micros + row.tax_micros
  const rate = `${tax.name} ${say.percent(tax.rate_bp)}`
  const sums: [string, string, 'text' | 'strong'][] = [
    [t.net, say.money(row.amount_micros), 'text'],
    ...(tax.note === 'none' ? [] : [[rate, say.money(row.tax_micros), 'text'] as [string, string, 'text']]),
    [t.total, say.money(total), 'strong'],
    ...(row.kind === 'credit_note'
      ? [[t.credited, say.money(total), 'strong'] as [string, string, 'strong']]
      : [
          [t.paid, say.money(total), 'text'] as [string, string, 'text'],
          [t.due, say.money(0), 'strong'] as [string, string, 'strong'],
        ]),
  ]
  const width = 260
  const x = RIGHT - width
  let at = y
  for (const [label, value, face] of sums) {
    if (label === t.total) {
      rule(paper, at - 1, { x, width })
      at += 6
    }
    put(paper, label, x, at, { face, size: 9.5, width: width / 2 })
    at = put(paper, value, x + width / 2, at, { face, size: 9.5, width: width / 2, align: 'right' }) + 6
  }
  return at
}

function putNotes(paper: Paper, { content, t, say }: Drawn, y: number): void {
  const { tax, corrects, language } = content
  const notes = [
    ...(tax.note === 'reverse_charge' || tax.note === 'not_taxable' ? [t[tax.note]] : []),
    ...(corrects
      ? [
          { ...t, ...CORRECTION_TEXTS[language] }[corrects.reason](
            corrects.number,
            say.date(new Date(corrects.issued_at)),
          ),
        ]
      : []),
  ]
  let at = y
  for (const note of notes) at = put(paper, note, PAGE.margin, at, { colour: INK.soft }) + 6
}
