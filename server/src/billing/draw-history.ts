import type { HistoryLine, Period, TransactionKind } from '@portico/contract/billing.ts'
import { currency } from '@portico/contract/currency.ts'
import type { Language } from '@portico/contract/language.ts'
import type { Brand } from '@portico/contract/whitelabel.ts'
import { type TextKey, type Translate, textsIn } from '#i18n/translate.ts'
import type { DocumentContent } from './document-content.ts'
import { formatsIn, type PaperFormats } from './formats.ts'
import { draw, heightOf, INK, INNER, PAGE, type Paper, put, putBrand, putFeet, rule } from './paper.ts'

interface Statement {
  login: string
  /** The account holder, named as on invoices. */
  holder: Pick<DocumentContent['customer'], 'name' | 'address' | 'vat_id' | 'email'>
  period: Period
  opening_micros: number
  in_micros: number
  out_micros: number
  closing_micros: number
  /** Oldest first. */
  lines: HistoryLine[]
  language: Language
  brand: Pick<Brand, 'title' | 'accent'>
  logo: Buffer | null
  now: Date
}

const RIGHT = PAGE.margin + INNER
const COLUMNS = { date: 118, amount: 96, balance: 100 }
const WHAT = INNER - COLUMNS.date - COLUMNS.amount - COLUMNS.balance
const BOTTOM = PAGE.height - PAGE.foot - 14
const SIZE = 8.5

const MOVEMENTS = {
  usage: 'Usage',
  usage_refund: 'Refund for failed tasks',
  call_refund: 'Refund for a request',
  payment: 'Payment',
  promo: 'Promo code',
  gift: 'Credit',
  transfer: 'Transfer',
  refund: 'Refund',
  dispute: 'Disputed payment',
  dispute_won: 'Disputed amount returned',
  dispute_fee: 'Fee for a disputed payment',
  correction: 'Correction',
  purchase: 'Purchase',
} as const satisfies Record<TransactionKind, TextKey>

/** A statement as a bank prints one: opening balance, transactions, closing balance. */
export function drawHistory(statement: Statement): Promise<Buffer> {
  const { language, brand, logo, login, period, now } = statement
  const [t, format] = [textsIn(language), formatsIn(language)]
  const title = `${t('Balance history')} ${login} ${period.from} – ${period.to}`
  return draw({ title, author: brand.title, language, at: now, accent: brand.accent }, (paper) => {
    putBrand(paper, brand.title, logo)
    const x = PAGE.margin + INNER / 2
    put(paper, t('Balance history'), x, 40, { face: 'strong', size: 18, width: INNER / 2, align: 'right' })
    let y = putSums(paper, statement, t, format, putHolder(paper, statement, t, 96) + 16)
    y = putHead(paper, t, y + 22)
    for (const line of statement.lines) {
      const needed = heightOf(paper, whatOf(line, t, format), WHAT - 10, SIZE) + 9
      if (y + needed > BOTTOM) {
        paper.addPage()
        y = putHead(paper, t, PAGE.margin)
      }
      y = putLine(paper, line, t, format, y)
    }
    if (statement.lines.length === 0)
      put(paper, t('No transactions in this period.'), PAGE.margin, y + 10, { colour: INK.soft })
    putFeet(
      paper,
      t('All amounts in {currency}, all days and times in UTC. Usage is summed by day and API.', {
        currency: currency(),
      }),
      (page, pages) => t('Page {page} of {pages}', { page, pages }),
    )
  })
}

function putHolder(paper: Paper, { holder }: Statement, t: Translate, y: number): number {
  let at = put(paper, t('Account holder'), PAGE.margin, y, { size: 8, colour: INK.soft }) + 3
  at = put(paper, holder.name || holder.email, PAGE.margin, at, { face: 'strong', size: 10.5 }) + 1
  const vat_id = holder.vat_id && `${t('VAT ID')} ${holder.vat_id}`
  for (const line of [...holder.address, holder.name ? holder.email : '', vat_id])
    if (line) at = put(paper, line, PAGE.margin, at)
  return at
}

function putSums(paper: Paper, statement: Statement, t: Translate, format: PaperFormats, y: number): number {
  const { login, period, opening_micros, in_micros, out_micros, closing_micros } = statement
  const days = `${format.date(new Date(period.from))} – ${format.date(new Date(period.to))}`
  const half = INNER / 2
  put(paper, t('API login'), PAGE.margin, y, { size: 8, colour: INK.soft, width: half - 12 })
  const left = put(paper, login, PAGE.margin, y + 12, { face: 'strong', size: 10, width: half - 12 })
  put(paper, t('Period'), PAGE.margin + half, y, { size: 8, colour: INK.soft, width: half })
  const right = put(paper, days, PAGE.margin + half, y + 12, { face: 'strong', size: 10, width: half })
  const top = Math.max(left, right) + 14
  const sums = [
    [t('Opening balance'), format.exact(opening_micros)],
    [t('Money in'), format.moved(in_micros)],
    [t('Money out'), format.moved(out_micros)],
    [t('Closing balance'), format.exact(closing_micros)],
  ]
  paper.roundedRect(PAGE.margin, top, INNER, 50, 4).fill(INK.band)
  const width = (INNER - 32) / 4
  for (const [at, [label = '', value = '']] of sums.entries()) {
    const x = PAGE.margin + 16 + at * width
    put(paper, label, x, top + 12, { size: 7.5, colour: INK.soft, width: width - 8 })
    put(paper, value, x, top + 25, { face: 'strong', size: 10, width: width - 4 })
  }
  return top + 50
}

function putHead(paper: Paper, t: Translate, y: number): number {
  const head = { size: 8, colour: INK.soft }
  put(paper, t('Date'), PAGE.margin, y, { ...head, width: COLUMNS.date })
  put(paper, t('Transaction'), PAGE.margin + COLUMNS.date, y, { ...head, width: WHAT })
  const amount = RIGHT - COLUMNS.amount - COLUMNS.balance
  put(paper, t('Amount'), amount, y, { ...head, width: COLUMNS.amount, align: 'right' })
  put(paper, t('Balance'), RIGHT - COLUMNS.balance, y, { ...head, width: COLUMNS.balance, align: 'right' })
  rule(paper, y + 15, { colour: INK.soft })
  return y + 16
}

function putLine(paper: Paper, line: HistoryLine, t: Translate, format: PaperFormats, y: number): number {
  const { day, at, amount_micros, balance_micros } = line
  const when = [format.date(new Date(day)), at && format.time(new Date(at))].filter(Boolean).join(', ')
  put(paper, when, PAGE.margin, y + 4, { size: SIZE, width: COLUMNS.date - 6 })
  const end = put(paper, whatOf(line, t, format), PAGE.margin + COLUMNS.date, y + 4, { size: SIZE, width: WHAT - 10 })
  const amount = RIGHT - COLUMNS.amount - COLUMNS.balance
  put(paper, format.moved(amount_micros), amount, y + 4, { size: SIZE, width: COLUMNS.amount, align: 'right' })
  const balance = { size: SIZE, width: COLUMNS.balance, align: 'right' as const }
  put(paper, format.exact(balance_micros), RIGHT - COLUMNS.balance, y + 4, balance)
  rule(paper, end + 4)
  return end + 5
}

function whatOf({ kind, api, count, about }: HistoryLine, t: Translate, format: PaperFormats): string {
  const more = api ? [api.title, t('calls: {count}', { count: format.count(count) })] : [about]
  return [t(MOVEMENTS[kind]), ...more.filter(Boolean)].join(' · ')
}
