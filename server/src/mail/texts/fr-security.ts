import type { SecurityMails } from '../mail-template.ts'

export const frSecurity: SecurityMails = {
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
  email_change_old: ({ name, code, new_email, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirmez la nouvelle adresse e-mail de votre compte ${brand}`,
    name,
    lead: [
      `Une personne connectée à votre compte ${brand} souhaite remplacer son adresse e-mail par ${new_email}. Pour confirmer, saisissez ce code sur la page du profil.`,
    ],
    code,
    after: [
      `Le code est valable ${minutes(valid)}.`,
      'Si ce n’était pas vous, ne saisissez ce code sur aucune page et définissez un nouveau mot de passe : quelqu’un connaît l’actuel.',
    ],
  }),
  email_change_new: ({ name, code, minutes: valid }, { brand, minutes }) => ({
    subject: `Confirmez votre nouvelle adresse e-mail pour ${brand}`,
    name,
    lead: [
      `Cette adresse doit devenir l’adresse e-mail d’un compte ${brand}. Pour confirmer, saisissez ce code sur la page du profil.`,
    ],
    code,
    after: [
      `Le code est valable ${minutes(valid)}.`,
      'Si vous n’avez rien demandé, ignorez cet e-mail. Sans le code, rien ne change.',
    ],
  }),
  email_changed: ({ name, at, new_email, link, days: valid }, { brand, moment, days }) => ({
    subject: `L’adresse e-mail de votre compte ${brand} a été modifiée`,
    name,
    lead: [
      `L’adresse e-mail de votre compte ${brand} a été remplacée par ${new_email} le ${moment(at)}. Désormais, vous vous connectez avec la nouvelle adresse.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, annulez la modification avec ce lien : le compte retrouve cette adresse et tout le monde est déconnecté.',
    ],
    action: { label: 'Annuler la modification', url: link },
    after: [`Le lien fonctionne une fois, pendant ${days(valid)}.`],
  }),
  email_restored: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Votre compte ${brand} a retrouvé son adresse e-mail`,
    name,
    lead: [
      `Votre compte ${brand} a de nouveau cette adresse e-mail depuis le ${moment(at)}. Tout le monde a été déconnecté.`,
      'Si une autre personne l’avait modifiée, elle connaît peut-être votre mot de passe. Définissez-en un nouveau maintenant.',
    ],
    action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
    after: [
      'Les clés d’accès, les services de connexion associés et la double authentification ajoutés autour de cette modification ont été supprimés.',
    ],
  }),
  passkey_added: ({ name, passkey, at }, { brand, moment, linkTo }) => ({
    subject: `Une clé d’accès a été ajoutée à votre compte ${brand}`,
    name,
    lead: [
      `La clé d’accès « ${passkey} » a été ajoutée à votre compte ${brand} le ${moment(at)}. La personne qui la détient peut se connecter sans mot de passe.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, supprimez-la dans votre profil et définissez un nouveau mot de passe.',
    ],
    action: { label: 'Ouvrir le profil', url: linkTo('/users/profile#passkeys') },
    after: [],
  }),
}
