import type { BillingMails } from '../mail-template.ts'

const addresses = 'Vous pouvez modifier les adresses pour les factures dans vos coordonnées de facturation.'

export const frBilling: BillingMails = {
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
  billing_details_asked: ({ name, link }, { brand }) => ({
    subject: `${brand} : complétez vos coordonnées de facturation`,
    name,
    lead: [
      'Un paiement automatique a été effectué pour votre compte, mais votre pays et votre adresse manquent. La facture n’indique que votre nom et votre e-mail, et aucune taxe n’a été facturée.',
      'Les paiements automatiques continuent. Veuillez saisir vos coordonnées de facturation maintenant ; elles seront nécessaires pour votre prochain paiement manuel.',
    ],
    action: { label: 'Saisir les informations', url: link },
    after: [],
  }),
  backup_card_used: ({ name, login, declined, method, total_micros, link }, { brand, money }) => ({
    subject: `${brand} : votre carte de secours a été débitée`,
    name,
    lead: [
      `${declined} a été refusée, nous avons donc débité votre carte de secours ${method} de ${money(total_micros)} pour l’identifiant d’API ${login}.`,
      'Veuillez vérifier la carte refusée ou en choisir une autre par défaut.',
    ],
    action: { label: 'Ouvrir les moyens de paiement', url: link },
    after: [],
  }),
  statement: ({ name, month, link }, { brand, month: monthOf }) => ({
    subject: `${brand} : votre relevé pour ${monthOf(month)}`,
    name,
    lead: [`Votre relevé pour ${monthOf(month)} est joint en PDF.`],
    action: { label: 'Ouvrir l’historique du solde', url: link },
    after: ['Vous pouvez désactiver cet e-mail dans vos coordonnées de facturation.'],
  }),
}
