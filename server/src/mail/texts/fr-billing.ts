import type { BillingLetters } from '../letter.ts'

const addresses = 'Vous pouvez modifier les adresses pour les factures dans vos informations de facturation.'

export const frBilling: BillingLetters = {
  invoice: ({ name, number, total_micros, link }, { brand, money }) => ({
    subject: `Facture ${number} de ${brand}`,
    name,
    lead: [`Merci pour votre paiement. La facture ${number} d’un montant de ${money(total_micros)} est jointe en PDF.`],
    action: { label: 'Ouvrir les paiements', url: link },
    after: [addresses],
  }),
  credit_note: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Avoir ${number} de ${brand}`,
    name,
    lead: [
      `L’avoir ${number} d’un montant de ${money(total_micros)} est joint en PDF. Il corrige la facture ${invoice_number}.`,
    ],
    action: { label: 'Ouvrir les paiements', url: link },
    after: [addresses],
  }),
}
