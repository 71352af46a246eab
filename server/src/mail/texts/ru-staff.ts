import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { StaffMails } from '../mail-template.ts'

const WHAT: Record<Approvable, string> = {
  credit: 'изменение баланса',
  refundPayment: 'возврат платежа',
  refundCall: 'возврат за вызов',
  confirmWire: 'подтверждение банковского перевода',
  addPromo: 'новый промокод',
}

export const ruStaff: StaffMails = {
  approval_waiting: ({ name, requester, action, amount_micros, reason, at, link }, { brand, money, moment }) => ({
    subject: `${brand}: ${requester} ждёт вашего согласования`,
    name,
    lead: [
      `${requester} запрашивает операцию: ${WHAT[action]}, ${money(Math.abs(amount_micros))}. Сумма выше лимита для одного сотрудника, поэтому её должен согласовать второй.`,
      `Указанная причина: ${reason}`,
    ],
    action: { label: 'Открыть запрос', url: link },
    after: [`Запрос действует до ${moment(at)}. Если коллега решит раньше, делать ничего не нужно.`],
  }),
  note_mention: ({ name, author, customer, text, link }, { brand }) => ({
    subject: `${brand}: ${author} упоминает вас в заметке о клиенте ${customer}`,
    name,
    lead: [`${author} оставляет для вас и коллег заметку о клиенте ${customer}.`, `Заметка: ${text}`],
    action: { label: 'Открыть клиента', url: link },
    after: [],
  }),
}
