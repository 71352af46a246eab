import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { StaffMails } from '../mail-template.ts'

const WHAT: Record<Approvable, string> = {
  credit: 'cambio de un saldo',
  refundPayment: 'reembolso de un pago',
  refundCall: 'reembolso de una llamada',
  confirmWire: 'confirmación de una transferencia',
  addPromo: 'nuevo código promocional',
}

export const esStaff: StaffMails = {
  approval_waiting: ({ name, requester, action, amount_micros, reason, at, link }, { brand, money, moment }) => ({
    subject: `${brand}: ${requester} solicita su aprobación`,
    name,
    lead: [
      `${requester} ha solicitado lo siguiente: ${WHAT[action]}, ${money(Math.abs(amount_micros))}. El importe supera el límite de una sola persona, por lo que debe aprobarlo otra.`,
      `Motivo indicado: ${reason}`,
    ],
    action: { label: 'Ver la solicitud', url: link },
    after: [`La solicitud caduca el ${moment(at)}. Si otra persona decide antes, no tiene que hacer nada.`],
  }),
  note_mention: ({ name, author, customer, text, link }, { brand }) => ({
    subject: `${brand}: ${author} le menciona en una nota sobre ${customer}`,
    name,
    lead: [`${author} ha escrito una nota sobre ${customer} para usted y su equipo:`, text],
    action: { label: 'Abrir el cliente', url: link },
    after: [],
  }),
}
