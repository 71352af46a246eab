import type { Language } from '@portico/contract/language.ts'
import type { DocumentContent } from './document-content.ts'
import type { DocumentTexts } from './document-texts.ts'

/** Texts of proformas, of notes about dispute fees, and of tax in another currency. */
export interface NoteTexts {
  proforma: string
  fee_note: string
  fee_credit: string
  /** For documents that are no invoice. */
  issued_on: string
  addressee: string
  valid_until: string
  for_proforma: string
  for_invoice: string
  for_fee_note: string
  buyer_reference: string
  /** Proforma: subject of the mail. */
  to_pay: string
  /** Fee note. */
  taken: string
  fee_line: string
  not_an_invoice: string
  bank_details: string
  beneficiary: string
  bank: string
  write_reference(reference: string): string
  fee_tax: string
  fee_taken(reference: string): string
  fee_returned(number: string, date: string): string
  /** `VAT in EUR`. */
  declared(tax: string, currency: string): string
  rate(rate: string, source: string, date: string): string
}

/** The purpose of a line of a document. */
export function lineText({ purpose, product }: DocumentContent['lines'][number], t: DocumentTexts & NoteTexts): string {
  if (purpose === 'subscription') return t.subscription(product ?? '')
  return purpose === 'dispute_fee' ? t.fee_line : t[purpose]
}

const en: NoteTexts = {
  proforma: 'Proforma invoice',
  fee_note: 'Fee note',
  fee_credit: 'Fee refund note',
  issued_on: 'Date of issue',
  addressee: 'To',
  valid_until: 'Valid until',
  for_proforma: 'Proforma invoice',
  for_invoice: 'For invoice',
  for_fee_note: 'For fee note',
  buyer_reference: 'Buyer reference',
  to_pay: 'Amount to transfer',
  taken: 'Taken from your balance',
  fee_line: 'Fee for a disputed card payment',
  not_an_invoice:
    'This is not a tax invoice and gives no right to deduct input tax. The invoice follows as soon as the payment has arrived.',
  bank_details: 'Please transfer the amount to',
  beneficiary: 'Beneficiary',
  bank: 'Bank',
  write_reference: (reference) => `Please include the payment reference ${reference} with the transfer.`,
  fee_tax: 'Compensation for costs of a payment dispute. Outside the scope of VAT; no VAT is charged.',
  fee_taken: (reference) =>
    `Your bank disputed the payment ${reference}. The fee was taken from your balance; nothing is left to pay.`,
  fee_returned: (number, date) =>
    `This note cancels fee note ${number} of ${date}: the dispute is closed, your payment stands, and the fee was returned to your balance.`,
  declared: (tax, currency) => `${tax} in ${currency}`,
  rate: (rate, source, date) => `Exchange rate: ${rate} (${source}, ${date})`,
}

const de: NoteTexts = {
  proforma: 'Proforma-Rechnung',
  fee_note: 'Gebührenbeleg',
  fee_credit: 'Gebührenerstattung',
  issued_on: 'Ausgestellt am',
  addressee: 'An',
  valid_until: 'Gültig bis',
  for_proforma: 'Proforma-Rechnung',
  for_invoice: 'Zur Rechnung',
  for_fee_note: 'Zum Gebührenbeleg',
  buyer_reference: 'Käuferreferenz',
  to_pay: 'Zu überweisen',
  taken: 'Vom Guthaben abgebucht',
  fee_line: 'Gebühr für eine angefochtene Kartenzahlung',
  not_an_invoice:
    'Dies ist keine Rechnung im Sinne des Umsatzsteuerrechts und berechtigt nicht zum Vorsteuerabzug. Die Rechnung folgt, sobald die Zahlung eingegangen ist.',
  bank_details: 'Bitte überweisen Sie den Betrag an',
  beneficiary: 'Empfänger',
  bank: 'Bank',
  write_reference: (reference) => `Bitte geben Sie bei der Überweisung die Zahlungsreferenz ${reference} an.`,
  fee_tax: 'Ersatz der Kosten einer Zahlungsanfechtung. Nicht steuerbarer Schadensersatz, ohne Umsatzsteuer.',
  fee_taken: (reference) =>
    `Ihre Bank hat die Zahlung ${reference} angefochten. Die Gebühr wurde von Ihrem Guthaben abgebucht; es ist nichts mehr zu zahlen.`,
  fee_returned: (number, date) =>
    `Dieser Beleg hebt den Gebührenbeleg ${number} vom ${date} auf: Die Anfechtung ist abgeschlossen, Ihre Zahlung bleibt bestehen, und die Gebühr wurde Ihrem Guthaben wieder gutgeschrieben.`,
  declared: (tax, currency) => `${tax} in ${currency}`,
  rate: (rate, source, date) => `Wechselkurs: ${rate} (${source === 'ECB' ? 'EZB' : source}, ${date})`,
}

const ru: NoteTexts = {
  proforma: 'Проформа-счёт',
  fee_note: 'Счёт на комиссию',
  fee_credit: 'Возврат комиссии',
  issued_on: 'Дата выставления',
  addressee: 'Кому',
  valid_until: 'Действителен до',
  for_proforma: 'Проформа-счёт',
  for_invoice: 'К счёту',
  for_fee_note: 'К счёту на комиссию',
  buyer_reference: 'Референс покупателя',
  to_pay: 'Сумма к переводу',
  taken: 'Списано с баланса',
  fee_line: 'Комиссия за оспоренный платёж картой',
  not_an_invoice:
    'Этот документ не является налоговым счётом и не даёт права на вычет НДС. Счёт будет выставлен после поступления оплаты.',
  bank_details: 'Пожалуйста, переведите сумму по реквизитам',
  beneficiary: 'Получатель',
  bank: 'Банк',
  write_reference: (reference) => `Пожалуйста, укажите в назначении перевода номер платежа ${reference}.`,
  fee_tax: 'Возмещение расходов по оспоренному платежу. Не является объектом обложения НДС, НДС не начисляется.',
  fee_taken: (reference) => `Ваш банк оспорил платёж ${reference}. Комиссия списана с баланса, доплачивать не нужно.`,
  fee_returned: (number, date) =>
    `Отменяет счёт на комиссию ${number} от ${date}: спор закрыт, платёж остаётся в силе, комиссия возвращена на ваш баланс.`,
  declared: (tax, currency) => `${tax} в ${currency}`,
  rate: (rate, source, date) => `Обменный курс: ${rate} (${source === 'ECB' ? 'ЕЦБ' : source}, ${date})`,
}

const es: NoteTexts = {
  proforma: 'Factura proforma',
  fee_note: 'Nota de comisión',
  fee_credit: 'Devolución de comisión',
  issued_on: 'Fecha de emisión',
  addressee: 'Para',
  valid_until: 'Válida hasta',
  for_proforma: 'Factura proforma',
  for_invoice: 'De la factura',
  for_fee_note: 'De la nota de comisión',
  buyer_reference: 'Referencia del comprador',
  to_pay: 'Importe a transferir',
  taken: 'Descontado de su saldo',
  fee_line: 'Comisión por un pago con tarjeta impugnado',
  not_an_invoice:
    'Este documento no es una factura y no da derecho a deducir el IVA. La factura se emitirá en cuanto se reciba el pago.',
  bank_details: 'Transfiera el importe a',
  beneficiary: 'Beneficiario',
  bank: 'Banco',
  write_reference: (reference) => `Indique la referencia de pago ${reference} en la transferencia.`,
  fee_tax: 'Indemnización por los costes de la impugnación de un pago. Operación no sujeta a IVA.',
  fee_taken: (reference) =>
    `Su banco impugnó el pago ${reference}. La comisión se ha descontado de su saldo; no queda nada por pagar.`,
  fee_returned: (number, date) =>
    `Anula la nota de comisión ${number} del ${date}: la impugnación se ha cerrado, su pago se mantiene y la comisión se ha devuelto a su saldo.`,
  declared: (tax, currency) => `${tax} en ${currency}`,
  rate: (rate, source, date) => `Tipo de cambio: ${rate} (${source === 'ECB' ? 'BCE' : source}, ${date})`,
}

const fr: NoteTexts = {
  proforma: 'Facture pro forma',
  fee_note: 'Relevé de frais',
  fee_credit: 'Remboursement de frais',
  issued_on: 'Date d’émission',
  addressee: 'À',
  valid_until: 'Valable jusqu’au',
  for_proforma: 'Facture pro forma',
  for_invoice: 'Sur la facture',
  for_fee_note: 'Sur le relevé de frais',
  buyer_reference: 'Référence acheteur',
  to_pay: 'Montant à virer',
  taken: 'Prélevé sur votre solde',
  fee_line: 'Frais pour un paiement par carte contesté',
  not_an_invoice:
    'Ce document n’est pas une facture et n’ouvre pas droit à déduction de la TVA. La facture suivra dès réception du paiement.',
  bank_details: 'Veuillez virer le montant à',
  beneficiary: 'Bénéficiaire',
  bank: 'Banque',
  write_reference: (reference) => `Veuillez indiquer la référence du paiement ${reference} dans le virement.`,
  fee_tax: 'Indemnisation des frais d’une contestation de paiement. Hors du champ d’application de la TVA.',
  fee_taken: (reference) =>
    `Votre banque a contesté le paiement ${reference}. Les frais ont été prélevés sur votre solde ; il ne reste rien à payer.`,
  fee_returned: (number, date) =>
    `Ce document annule le relevé de frais ${number} du ${date} : la contestation est close, votre paiement est maintenu et les frais ont été recrédités sur votre solde.`,
  declared: (tax, currency) => `${tax} en ${currency}`,
  rate: (rate, source, date) => `Taux de change : ${rate} (${source === 'ECB' ? 'BCE' : source}, ${date})`,
}

export const NOTE_TEXTS: Record<Language, NoteTexts> = { en, de, ru, es, fr }
