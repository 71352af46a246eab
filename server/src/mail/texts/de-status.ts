import type { StatusMails } from '../mail-template.ts'

export const deStatus: StatusMails = {
  status_confirm: ({ link, link_hours }, { brand, hours }) => ({
    subject: `Statusmeldungen von ${brand} bestätigen`,
    lead: [
      `Jemand, vermutlich Sie, hat diese Adresse auf der Statusseite von ${brand} eingetragen. Nach Ihrer Bestätigung erhalten Sie eine E-Mail zu jeder Meldung über eine Störung.`,
    ],
    action: { label: 'Abonnement bestätigen', url: link },
    after: [
      `Der Link gilt ${hours(link_hours)}.`,
      'Waren Sie es nicht, ignorieren Sie diese E-Mail. Ohne Bestätigung erhalten Sie keine weiteren.',
    ],
  }),
  status_update: ({ heading, state, sentence, text, at, link }, { brand, moment }) => ({
    subject: `[${brand}] ${state} – ${heading}`,
    lead: [heading, `${state} · ${moment(at)}`, sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: 'Statusseite öffnen', url: link },
    after: [],
  }),
}
