import type { Mails } from '../mail-template.ts'

export const statusMails = {
  status_confirm: (t, { link }) => ({
    subject: t('Confirm your subscription to status updates from {brand}'),
    lead: [
      t(
        'Someone, probably you, entered this address on the status page of {brand}. After you confirm, you will get an e-mail for each update of an incident.',
      ),
    ],
    action: { label: t('Confirm subscription'), url: link },
    after: [
      t('The link is valid for {link_hours}.'),
      t('If it was not you, ignore this e-mail. Without this confirmation you will get no further ones.'),
    ],
  }),
  status_update: (t, { heading, sentence, text, link }) => ({
    subject: t('[{brand}] {state} – {heading}'),
    lead: [heading, t('{state} · {at}'), sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: t('Open the status page'), url: link },
  }),
} satisfies Partial<Mails>
