import type { BillingNoteMails } from '../mail-template.ts'

const addresses = 'Vous pouvez modifier les adresses pour les factures dans vos coordonnées de facturation.'

export const frBillingNotes: BillingNoteMails = {
  proforma: ({ name, number, total_micros, reference, until, link }, { brand, money, day }) => ({
    subject: `Facture pro forma ${number} de ${brand}`,
    name,
    lead: [
      `La facture pro forma ${number} d’un montant de ${money(total_micros)} est jointe en PDF. Elle ne vaut pas facture.`,
      `Veuillez virer le montant au plus tard le ${day(until)} en indiquant la référence ${reference}. La facture suivra dès réception du paiement.`,
    ],
    action: { label: 'Ouvrir le paiement', url: link },
    after: [addresses],
  }),
  fee_note: ({ name, number, total_micros, reference, link }, { brand, money }) => ({
    subject: `Relevé de frais ${number} de ${brand}`,
    name,
    lead: [
      `Votre banque a contesté le paiement ${reference}. Des frais de ${money(total_micros)} ont été prélevés sur votre solde ; le relevé de frais ${number} est joint en PDF.`,
    ],
    action: { label: 'Ouvrir les paiements', url: link },
    after: [addresses],
  }),
  fee_credit: ({ name, number, invoice_number, total_micros, link }, { brand, money }) => ({
    subject: `Remboursement de frais ${number} de ${brand}`,
    name,
    lead: [
      `La contestation est close et votre paiement est maintenu. Les frais de ${money(total_micros)} ont été recrédités sur votre solde ; le document ${number}, qui annule le relevé de frais ${invoice_number}, est joint en PDF.`,
    ],
    action: { label: 'Ouvrir les paiements', url: link },
    after: [addresses],
  }),
}
