import type { StatusMails } from '../mail-template.ts'

export const frStatus: StatusMails = {
  status_confirm: ({ link, link_hours }, { brand, hours }) => ({
    subject: `Confirmez les mises à jour d’état de ${brand}`,
    lead: [
      `Quelqu’un, probablement vous, a saisi cette adresse sur la page d’état de ${brand}. Après votre confirmation, vous recevrez un e-mail pour chaque mise à jour d’un incident.`,
    ],
    action: { label: 'Confirmer l’abonnement', url: link },
    after: [
      `Le lien est valable ${hours(link_hours)}.`,
      'Si ce n’était pas vous, ignorez cet e-mail. Sans confirmation, vous n’en recevrez pas d’autre.',
    ],
  }),
  status_update: ({ heading, state, sentence, text, at, link }, { brand, moment }) => ({
    subject: `[${brand}] ${state} – ${heading}`,
    lead: [heading, `${state} · ${moment(at)}`, sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: 'Ouvrir la page d’état', url: link },
    after: [],
  }),
}
