import type { BillingLetters } from '../letter.ts'

const addresses = 'Die Adressen für Rechnungen können Sie in Ihren Rechnungsdaten ändern.'

export const deBilling: BillingLetters = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Rechnung ${number} von ${brand}`,
    name,
    lead: [`Vielen Dank für Ihre Zahlung. Die Rechnung ${number} über ${money(total_micros)} ist als PDF angehängt.`],
    action: { label: 'Zahlungen öffnen', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Rechnungskorrektur ${number} von ${brand}`,
    name,
    lead: [
      `Die Rechnungskorrektur ${number} über ${money(total_micros)} ist als PDF angehängt. Sie korrigiert die Rechnung ${invoice_number}.`,
    ],
    action: { label: 'Zahlungen öffnen', url: link },
    after: [addresses],
  }),
}
