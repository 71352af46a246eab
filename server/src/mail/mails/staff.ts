import type { Approvable } from '@portico/contract/operator-approvals.ts'
import type { TextKey } from '#i18n/translate.ts'
import type { Mails } from '../mail-template.ts'

const WHAT = {
  credit: 'a change of a balance',
  refundPayment: 'the refund of a payment',
  refundCall: 'the refund of a call',
  confirmWire: 'the confirmation of a wire transfer',
  addPromo: 'a new promo code',
} as const satisfies Record<Approvable, TextKey>

export const staffMails = {
  approval_waiting: (t, { action, amount_micros, link }, { money }) => ({
    subject: t('{brand}: {requester} requests your approval'),
    lead: [
      t(
        '{requester} has requested: {what}, {amount_micros}. The amount is above the limit for one person, so a second person has to approve it.',
        { what: t(WHAT[action]), amount_micros: money(Math.abs(amount_micros)) },
      ),
      t('Reason given: {reason}'),
    ],
    action: { label: t('View the request'), url: link },
    after: [t('The request expires on {at}. If a colleague decides first, there is nothing left to do.')],
  }),
  note_mention: (t, { link }) => ({
    subject: t('{brand}: {author} mentioned you in a note on {customer}'),
    lead: [t('{author} wrote a note on {customer} for you and your colleagues.'), t('Note: {text}')],
    action: { label: t('Open the customer'), url: link },
  }),
} satisfies Partial<Mails>
