import { CORRECTION_TEXTS } from './correction-texts.ts'
import type { DocumentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import type { DocumentTexts } from './document-texts.ts'
import type { PaperFormats } from './formats.ts'
import type { NoteTexts } from './note-texts.ts'
import { heightOf, INK, INNER, PAGE, type Paper, put } from './paper.ts'

/** The input of every part of a document. */
export interface Drawn {
  content: DocumentContent
  row: StoredDocument
  t: DocumentTexts & NoteTexts
  format: PaperFormats
}

/** Bank details of a proforma. */
export function putBank(paper: Paper, { content, t }: Drawn, y: number): number {
  const { account, reference } = content.payment
  if (!account) return y
  let at = put(paper, t.bank_details, PAGE.margin, y, { face: 'strong', size: 10 }) + 6
  for (const [label, value] of [
    [t.beneficiary, account.beneficiary],
    ['IBAN', account.iban],
    ['BIC', account.bic],
    [t.bank, account.bank],
    [t.reference, reference],
  ] as const) {
    put(paper, label, PAGE.margin, at, { colour: INK.soft, width: 130 })
    at = put(paper, value, PAGE.margin + 140, at, { width: INNER - 140 }) + 3
  }
  return put(paper, t.write_reference(reference), PAGE.margin, at + 5, { face: 'strong' })
}

export function putNotes(paper: Paper, { content, row, t, format }: Drawn, y: number): void {
  const { tax, corrects, fee, payment, language } = content
  const reasons = { ...t, ...CORRECTION_TEXTS[language] }
  const { declared } = tax
  const notes = [
    row.kind === 'proforma' && t.not_an_invoice,
    declared &&
      t.rate(
        `1 ${declared.base} = ${format.rate(declared.rate)} ${declared.quote}`,
        declared.source,
        format.date(new Date(declared.day)),
      ),
    (tax.note === 'reverse_charge' || tax.note === 'not_taxable') && t[tax.note],
    row.kind === 'fee_note' && t.fee_taken(payment.reference),
    corrects && reasons[corrects.reason](corrects.number, format.date(new Date(corrects.issued_at))),
    fee?.text,
  ]
  let at = y
  for (const note of notes) {
    if (!note) continue
    if (at + heightOf(paper, note, INNER) > PAGE.height - PAGE.foot) {
      paper.addPage()
      at = PAGE.margin
    }
    at = put(paper, note, PAGE.margin, at, { colour: INK.soft }) + 6
  }
}
