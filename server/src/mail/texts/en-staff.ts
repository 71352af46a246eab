import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { StaffMails } from '../mail-template.ts'

const WHAT: Record<Approvable, string> = {
  credit: 'a change of a balance',
  refundPayment: 'the refund of a payment',
  refundCall: 'the refund of a call',
  confirmWire: 'the confirmation of a wire transfer',
  addPromo: 'a new promo code',
}

export const enStaff: StaffMails = {
  approval_waiting: ({ name, requester, action, amount_micros, reason, at, link }, { brand, money, moment }) => ({
    subject: `${brand}: ${requester} requests your approval`,
    name,
    lead: [
      `${requester} has requested: ${WHAT[action]}, ${money(Math.abs(amount_micros))}. The amount is above the limit for one person, so a second person has to approve it.`,
      `Reason given: ${reason}`,
    ],
    action: { label: 'View the request', url: link },
    after: [`The request expires on ${moment(at)}. If a colleague decides first, there is nothing left to do.`],
  }),
  note_mention: ({ name, author, customer, text, link }, { brand }) => ({
    subject: `${brand}: ${author} mentioned you in a note on ${customer}`,
    name,
    lead: [`${author} wrote a note on ${customer} for you and your colleagues.`, `Note: ${text}`],
    action: { label: 'Open the customer', url: link },
    after: [],
  }),
}
