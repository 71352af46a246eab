import type { BillingNoteMails } from '../mail-template.ts'

const addresses = 'Die Adressen für Rechnungen können Sie in Ihren Rechnungsdaten ändern.'

export const deBillingNotes: BillingNoteMails = {
  proforma: ({ name, number, total_micros, reference, until, link }, { brand, money, day }) => ({
    subject: `Proforma-Rechnung ${number} von ${brand}`,
    name,
    lead: [
      `Die Proforma-Rechnung ${number} über ${money(total_micros)} ist als PDF angehängt. Sie ist keine Rechnung im Sinne des Umsatzsteuerrechts.`,
      `Bitte überweisen Sie den Betrag bis zum ${day(until)} und geben Sie die Referenz ${reference} an. Die Rechnung folgt, sobald die Zahlung eingegangen ist.`,
    ],
    action: { label: 'Zahlung öffnen', url: link },
    after: [addresses],
  }),
  fee_note: ({ name, number, total_micros, reference, link }, { brand, money }) => ({
    subject: `Gebührenbeleg ${number} von ${brand}`,
    name,
    lead: [
      `Ihre Bank hat die Zahlung ${reference} angefochten. Eine Gebühr von ${money(total_micros)} wurde von Ihrem Guthaben abgebucht; der Gebührenbeleg ${number} ist als PDF angehängt.`,
    ],
    action: { label: 'Zahlungen öffnen', url: link },
    after: [addresses],
  }),
  fee_credit: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Gebührenerstattung ${number} von ${brand}`,
    name,
    lead: [
      `Die Anfechtung ist abgeschlossen, Ihre Zahlung bleibt bestehen. Die Gebühr von ${money(total_micros)} wurde Ihrem Guthaben wieder gutgeschrieben; der Beleg ${number}, der den Gebührenbeleg ${invoice_number} aufhebt, ist als PDF angehängt.`,
    ],
    action: { label: 'Zahlungen öffnen', url: link },
    after: [addresses],
  }),
}
