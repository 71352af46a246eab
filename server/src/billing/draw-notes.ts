import type { Translate } from '#i18n/translate.ts'
import type { DocumentContent } from './document-content.ts'
import type { StoredDocument } from './document-store.ts'
import { correctionText, NO_TAX } from './document-words.ts'
import type { PaperFormats } from './formats.ts'
import { heightOf, INK, INNER, PAGE, type Paper, put } from './paper.ts'

/** The input of every part of a document. */
export interface Drawn {
  content: DocumentContent
  row: StoredDocument
  t: Translate
  format: PaperFormats
}

/** Bank details of a proforma. */
export function putBank(paper: Paper, { content, t }: Drawn, y: number): number {
  const { account, reference } = content.payment
  if (!account) return y
  let at = put(paper, t('Please transfer the amount to'), PAGE.margin, y, { face: 'strong', size: 10 }) + 6
  for (const [label, value] of [
    [t('Beneficiary'), account.beneficiary],
    ['IBAN', account.iban],
    ['BIC', account.bic],
    [t('Bank'), account.bank],
    [t('Payment reference'), reference],
  ] as const) {
    put(paper, label, PAGE.margin, at, { colour: INK.soft, width: 130 })
    at = put(paper, value, PAGE.margin + 140, at, { width: INNER - 140 }) + 3
  }
  return put(
    paper,
    t('Please include the payment reference {reference} with the transfer.', { reference }),
    PAGE.margin,
    at + 5,
    { face: 'strong' },
  )
}

export function putNotes(paper: Paper, { content, row, t, format }: Drawn, y: number): void {
  const { tax, corrects, fee, payment } = content
  const { declared } = tax
  const notes = [
    row.kind === 'proforma' &&
      t(
        'This is not a tax invoice and gives no right to deduct input tax. The invoice follows as soon as the payment has arrived.',
      ),
    declared &&
      t('Exchange rate: {rate} ({source}, {date})', {
        rate: `1 ${declared.base} = ${format.rate(declared.rate)} ${declared.quote}`,
        source: declared.source === 'ECB' ? t('ECB') : declared.source,
        date: format.date(new Date(declared.day)),
      }),
    (tax.note === 'reverse_charge' || tax.note === 'not_taxable') && t(NO_TAX[tax.note]),
    row.kind === 'fee_note' &&
      t('Your bank disputed the payment {reference}. The fee was taken from your balance; nothing is left to pay.', {
        reference: payment.reference,
      }),
    corrects && correctionText(t, corrects, format),
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
