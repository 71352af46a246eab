import type { ClosingMails } from '../mail-template.ts'

export const frClosing: ClosingMails = {
  account_closing: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Un compte chez ${brand} est en cours de fermeture`,
    name,
    lead: [
      `Un propriétaire a fermé le compte de ${team} chez ${brand}. Les appels à l’API sont désormais refusés, et rien n’est renouvelé ni débité.`,
      `Les données personnelles seront effacées le ${moment(at)}. D’ici là, chaque propriétaire peut annuler la fermeture en un clic. Le solde restant n’est pas remboursé automatiquement : contactez-nous avant cette date si vous souhaitez un remboursement.`,
    ],
    action: { label: 'Annuler la fermeture', url: linkTo('/users/profile#close-account') },
    after: [
      'Si ce n’était ni vous ni un autre propriétaire, annulez la fermeture, définissez un nouveau mot de passe et contactez-nous.',
    ],
  }),
  account_closes_soon: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Un compte chez ${brand} sera bientôt effacé`,
    name,
    lead: [
      `Le compte de ${team} chez ${brand} est fermé et sera effacé le ${moment(at)}.`,
      'Il ne pourra plus être rétabli ensuite. Téléchargez vos données ou annulez la fermeture dans votre profil avant cette date.',
    ],
    action: { label: 'Ouvrir le profil', url: linkTo('/users/profile#close-account') },
    after: [],
  }),
  account_closed: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Un compte chez ${brand} a été fermé`,
    name,
    lead: [
      `Le compte de ${team} chez ${brand} a été fermé le ${moment(at)}. Les données personnelles sont en cours d’effacement ; les factures sont conservées comme la loi l’exige.`,
      'Merci d’avoir travaillé avec nous. Vous pouvez vous inscrire de nouveau à tout moment.',
    ],
    action: { label: 'S’inscrire de nouveau', url: linkTo('/register') },
    after: [],
  }),
}
