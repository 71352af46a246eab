import type { SecurityLetters } from '../letter.ts'

export const frSecurity: SecurityLetters = {
  factor_on: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La double authentification est activée pour votre compte ${brand}`,
    name,
    lead: [
      `La double authentification a été activée pour votre compte ${brand} le ${moment(at)}. Désormais, la connexion demande aussi un code de votre application d’authentification.`,
      'Toutes les autres sessions ont été fermées. L’accès à l’API n’est pas concerné.',
      'Si ce n’était pas vous, définissez maintenant un nouveau mot de passe et contactez-nous.',
    ],
    action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
    after: [],
  }),
  factor_off: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La double authentification est désactivée pour votre compte ${brand}`,
    name,
    lead: [
      `La double authentification a été désactivée pour votre compte ${brand} le ${moment(at)}. La connexion ne demande plus de code.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, définissez maintenant un nouveau mot de passe et réactivez la double authentification.',
    ],
    action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
    after: [],
  }),
}
