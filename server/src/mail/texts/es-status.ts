import type { StatusMails } from '../mail-template.ts'

export const esStatus: StatusMails = {
  status_confirm: ({ link, link_hours }, { brand, hours }) => ({
    subject: `Confirme los avisos de estado de ${brand}`,
    lead: [
      `Alguien, probablemente usted, introdujo esta dirección en la página de estado de ${brand}. Cuando lo confirme, recibirá un correo por cada aviso sobre una incidencia.`,
    ],
    action: { label: 'Confirmar suscripción', url: link },
    after: [
      `El enlace es válido durante ${hours(link_hours)}.`,
      'Si no fue usted, ignore este correo. Sin confirmación no recibirá ningún otro.',
    ],
  }),
  status_update: ({ heading, state, sentence, text, at, link }, { brand, moment }) => ({
    subject: `[${brand}] ${state} – ${heading}`,
    lead: [heading, `${state} · ${moment(at)}`, sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: 'Abrir la página de estado', url: link },
    after: [],
  }),
}
