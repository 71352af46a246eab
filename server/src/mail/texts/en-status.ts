import type { StatusMails } from '../mail-template.ts'

export const enStatus: StatusMails = {
  status_confirm: ({ link, link_hours }, { brand, hours }) => ({
    subject: `Confirm your subscription to status updates from ${brand}`,
    lead: [
      `Someone, probably you, entered this address on the status page of ${brand}. After you confirm, you will get an e-mail for each update of an incident.`,
    ],
    action: { label: 'Confirm subscription', url: link },
    after: [
      `The link is valid for ${hours(link_hours)}.`,
      'If it was not you, ignore this e-mail. Without this confirmation you will get no further ones.',
    ],
  }),
  status_update: ({ heading, state, sentence, text, at, link }, { brand, moment }) => ({
    subject: `[${brand}] ${state} – ${heading}`,
    lead: [heading, `${state} · ${moment(at)}`, sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: 'Open the status page', url: link },
    after: [],
  }),
}
