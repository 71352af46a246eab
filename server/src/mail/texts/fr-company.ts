import type { CompanyMails } from '../mail-template.ts'

export const frCompany: CompanyMails = {
  ownership_received: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Vous êtes propriétaire d’une équipe chez ${brand}`,
    name,
    lead: [
      `${other} (${other_email}) vous a nommé propriétaire de l’équipe « ${team} » le ${moment(at)}. Vous pouvez désormais tout faire dans ce compte, y compris les paiements et la gestion des autres propriétaires.`,
      'Si le compte vous a été cédé, l’ancien propriétaire connaît encore le mot de passe d’API de ses accès. Créez-en un nouveau dès que vos programmes le permettent.',
    ],
    action: { label: 'Ouvrir la page de l’équipe', url: linkTo('/api-access#team') },
    after: [],
  }),
  ownership_given: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Vous avez cédé une équipe chez ${brand}`,
    name,
    lead: [
      `Vous avez nommé ${other} (${other_email}) propriétaire de l’équipe « ${team} » le ${moment(at)}. Vous êtes désormais administrateur de cette équipe.`,
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe et contactez-nous.',
    ],
    action: { label: 'Ouvrir la page de l’équipe', url: linkTo('/api-access#team') },
    after: [],
  }),
  new_device: ({ name, device, ip, at, forgot_link }, { brand, moment }) => ({
    subject: `Nouvelle connexion à votre compte ${brand}`,
    name,
    lead: [
      `Quelqu’un s’est connecté à votre compte ${brand} le ${moment(at)} avec une combinaison de navigateur et d’adresse IP que nous n’avions jamais vue.`,
      `Navigateur : ${device}. Adresse IP : ${ip}.`,
      'Si c’était vous, vous n’avez rien à faire. Sinon, définissez tout de suite un nouveau mot de passe : toutes les sessions prendront fin.',
    ],
    action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
    after: [],
  }),
  factor_required: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Votre équipe chez ${brand} exigera un second facteur`,
    name,
    lead: [
      `À partir du ${moment(at)}, seuls les membres qui ont la double authentification ou une clé d’accès pourront travailler dans l’équipe « ${team} ».`,
      'Vous n’avez encore ni l’une ni l’autre. Configurez-en une dans votre profil avant cette date : sans elle, vous ne pourrez plus travailler avec les accès de cette équipe. Les appels à l’API ne sont pas concernés.',
    ],
    action: { label: 'Configurer dans le profil', url: linkTo('/users/profile#two-factor') },
    after: [],
  }),
  factor_reset: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `La double authentification de votre compte ${brand} a été réinitialisée`,
    name,
    lead: [
      `Le ${moment(at)}, notre assistance a supprimé la double authentification et toutes les clés d’accès de votre compte ${brand}, car leur perte nous a été signalée. Toutes les sessions ont pris fin.`,
      'Connectez-vous avec votre mot de passe et configurez de nouveau la double authentification.',
      'Si vous ne l’avez pas demandé, définissez tout de suite un nouveau mot de passe et contactez-nous.',
    ],
    action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
    after: [],
  }),
  data_ready: ({ name, link, days: valid }, { brand, days }) => ({
    subject: `Vos données de ${brand} sont prêtes à être téléchargées`,
    name,
    lead: [`L’archive de vos données chez ${brand} est prête. Connectez-vous et téléchargez-la dans votre profil.`],
    action: { label: 'Ouvrir le profil', url: link },
    after: [
      `Vous seul pouvez la télécharger, pendant ${days(valid)}. Elle est ensuite supprimée.`,
      'Si vous ne l’avez pas demandée, définissez tout de suite un nouveau mot de passe et contactez-nous.',
    ],
  }),
}
