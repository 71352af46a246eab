import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { StaffMails } from '../mail-template.ts'

const WHAT: Record<Approvable, string> = {
  credit: 'Änderung eines Guthabens',
  refundPayment: 'Rückerstattung einer Zahlung',
  refundCall: 'Rückerstattung eines Aufrufs',
  confirmWire: 'Bestätigung einer Überweisung',
  addPromo: 'neuer Promo-Code',
}

export const deStaff: StaffMails = {
  approval_waiting: ({ name, requester, action, amount_micros, reason, at, link }, { brand, money, moment }) => ({
    subject: `${brand}: ${requester} bittet um Ihre Freigabe`,
    name,
    lead: [
      `${requester} möchte Folgendes ausführen: ${WHAT[action]}, ${money(Math.abs(amount_micros))}. Der Betrag liegt über der Grenze für eine Person, deshalb muss eine zweite zustimmen.`,
      `Angegebener Grund: ${reason}`,
    ],
    action: { label: 'Anfrage ansehen', url: link },
    after: [`Die Anfrage läuft am ${moment(at)} ab. Hat jemand anderes schon entschieden, ist nichts mehr zu tun.`],
  }),
  note_mention: ({ name, author, customer, text, link }, { brand }) => ({
    subject: `${brand}: ${author} hat Sie in einer Notiz zu ${customer} erwähnt`,
    name,
    lead: [`${author} hat zu ${customer} eine Notiz für Sie und Ihr Team geschrieben:`, text],
    action: { label: 'Kunden öffnen', url: link },
    after: [],
  }),
}
