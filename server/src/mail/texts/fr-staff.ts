import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { StaffMails } from '../mail-template.ts'

const WHAT: Record<Approvable, string> = {
  credit: 'modification d’un solde',
  refundPayment: 'remboursement d’un paiement',
  refundCall: 'remboursement d’un appel',
  confirmWire: 'confirmation d’un virement',
  addPromo: 'nouveau code promo',
}

export const frStaff: StaffMails = {
  approval_waiting: ({ name, requester, action, amount_micros, reason, at, link }, { brand, money, moment }) => ({
    subject: `${brand} : ${requester} demande votre accord`,
    name,
    lead: [
      `${requester} a demandé l’opération suivante : ${WHAT[action]}, ${money(Math.abs(amount_micros))}. Le montant dépasse la limite d’une seule personne ; une deuxième doit donc l’approuver.`,
      `Motif indiqué : ${reason}`,
    ],
    action: { label: 'Voir la demande', url: link },
    after: [`La demande expire le ${moment(at)}. Si un collègue décide avant vous, vous n’avez plus rien à faire.`],
  }),
  note_mention: ({ name, author, customer, text, link }, { brand }) => ({
    subject: `${brand} : ${author} vous mentionne dans une note sur ${customer}`,
    name,
    lead: [`${author} a écrit une note sur ${customer} pour vous et vos collègues :`, text],
    action: { label: 'Ouvrir le client', url: link },
    after: [],
  }),
}
