import type { BillingMails } from '../mail-template.ts'

const addresses = 'Die Adressen für Rechnungen können Sie in Ihren Rechnungsdaten ändern.'

export const deBilling: BillingMails = {
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
  billing_details_asked: ({ name, link }, { brand }) => ({
    subject: `${brand}: Bitte ergänzen Sie Ihre Rechnungsdaten`,
    name,
    lead: [
      'Für Ihr Konto wurde automatisch eine Zahlung ausgeführt, aber Ihr Land und Ihre Anschrift fehlen. Die Rechnung zeigt nur Ihren Namen und Ihre E-Mail-Adresse, und es wurde keine Steuer berechnet.',
      'Automatische Zahlungen laufen weiter. Bitte tragen Sie Ihre Rechnungsdaten jetzt ein; für Ihre nächste manuelle Zahlung werden sie benötigt.',
    ],
    action: { label: 'Rechnungsdaten eintragen', url: link },
    after: [],
  }),
  backup_card_used: ({ name, login, declined, method, total_micros, link }, { brand, money }) => ({
    subject: `${brand}: Wir haben Ihre Ersatzkarte belastet`,
    name,
    lead: [
      `${declined} wurde abgelehnt. Deshalb haben wir Ihre Ersatzkarte ${method} mit ${money(total_micros)} für den API-Login ${login} belastet.`,
      'Bitte prüfen Sie die abgelehnte Karte oder wählen Sie eine andere Standardkarte.',
    ],
    action: { label: 'Zahlungsarten öffnen', url: link },
    after: [],
  }),
  statement: ({ name, month, link }, { brand, month: monthOf }) => ({
    subject: `${brand}: Ihr Kontoauszug für ${monthOf(month)}`,
    name,
    lead: [`Ihr Kontoauszug für ${monthOf(month)} ist als PDF angehängt.`],
    action: { label: 'Guthabenverlauf öffnen', url: link },
    after: ['Diese E-Mail können Sie in Ihren Rechnungsdaten abbestellen.'],
  }),
}
