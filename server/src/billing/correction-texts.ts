import type { Language } from '@portico/contract/language.ts'

/** Texts of an invoice that reverses a credit note. */
interface CorrectionTexts {
  of: string
  refund_failed(number: string, date: string): string
  dispute_won(number: string, date: string): string
}

export const CORRECTION_TEXTS: Record<Language, CorrectionTexts> = {
  en: {
    of: 'For credit note',
    refund_failed: (number, date) =>
      `This invoice cancels credit note ${number} of ${date}: the refund could not be delivered, and the amount was returned to your balance.`,
    dispute_won: (number, date) =>
      `This invoice cancels credit note ${number} of ${date}: your bank confirmed the payment, and the amount was returned to your balance.`,
  },
  de: {
    of: 'Zur Rechnungskorrektur',
    refund_failed: (number, date) =>
      `Diese Rechnung hebt die Rechnungskorrektur ${number} vom ${date} auf: Die Erstattung konnte nicht zugestellt werden, der Betrag wurde Ihrem Guthaben wieder gutgeschrieben.`,
    dispute_won: (number, date) =>
      `Diese Rechnung hebt die Rechnungskorrektur ${number} vom ${date} auf: Ihre Bank hat die Zahlung bestätigt, der Betrag wurde Ihrem Guthaben wieder gutgeschrieben.`,
  },
  ru: {
    of: 'К кредит-ноте',
    refund_failed: (number, date) =>
      `Этот счёт отменяет кредит-ноту ${number} от ${date}: возврат не удалось зачислить, сумма снова на вашем балансе.`,
    dispute_won: (number, date) =>
      `Этот счёт отменяет кредит-ноту ${number} от ${date}: ваш банк подтвердил платёж, сумма снова на вашем балансе.`,
  },
  es: {
    of: 'De la factura rectificativa',
    refund_failed: (number, date) =>
      `Esta factura anula la factura rectificativa ${number} del ${date}: no se pudo entregar el reembolso y el importe vuelve a estar en su saldo.`,
    dispute_won: (number, date) =>
      `Esta factura anula la factura rectificativa ${number} del ${date}: su banco ha confirmado el pago y el importe vuelve a estar en su saldo.`,
  },
  fr: {
    of: 'Sur l’avoir',
    refund_failed: (number, date) =>
      `Cette facture annule l’avoir ${number} du ${date} : le remboursement n’a pas pu être versé et le montant est de nouveau sur votre solde.`,
    dispute_won: (number, date) =>
      `Cette facture annule l’avoir ${number} du ${date} : votre banque a confirmé le paiement et le montant est de nouveau sur votre solde.`,
  },
}
