import type { Texts } from '../mail-template.ts'
import { frAlerts } from './fr-alerts.ts'
import { frBilling } from './fr-billing.ts'
import { frBillingNotes } from './fr-billing-notes.ts'
import { frClosing } from './fr-closing.ts'
import { frCompany } from './fr-company.ts'
import { frSecurity } from './fr-security.ts'
import { frSso } from './fr-sso.ts'
import { frStaff } from './fr-staff.ts'
import { frStatus } from './fr-status.ts'
import { frSubscriptions } from './fr-subscriptions.ts'

export const fr: Texts = {
  greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  no_button: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur\u00a0:',
  reasons: {
    sign_up: (brand, to) =>
      `Vous recevez cet e-mail parce que l’adresse ${to} a été indiquée lors d’une inscription à ${brand}.`,
    account: (brand, to) => `Vous recevez cet e-mail parce que l’adresse ${to} est associée à un compte ${brand}.`,
    invitation: (brand, to) =>
      `Vous recevez cet e-mail parce que quelqu’un a indiqué l’adresse ${to} dans une invitation à ${brand}.`,
    team: (brand, to) => `Vous recevez cet e-mail parce que le compte ${to} possède une équipe sur ${brand}.`,
    alert: (brand, to) => `Vous recevez cet e-mail parce que les alertes à l’adresse ${to} sont activées sur ${brand}.`,
    domain: (brand, to) =>
      `Vous recevez cet e-mail parce que quelqu’un veut prouver chez ${brand} que le domaine de ${to} lui appartient.`,
    billing: (brand, to) => `Vous recevez cet e-mail car ${to} reçoit les factures d’un compte ${brand}.`,
    status: (brand, to) => `Vous recevez cet e-mail parce que ${to} a été saisi sur la page d’état de ${brand}.`,
  },
  questions: 'Des questions\u00a0?',
  preferences: 'Préférences d’e-mail',
  unsubscribe: 'Se désabonner',
  colon: '\u00a0:',
  roles: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    developer: 'Développeur',
    finance: 'Finances',
    viewer: 'Lecteur',
  },
  mails: {
    activation: ({ name, code, code_minutes, link, link_hours }, { brand, minutes, hours }) => ({
      subject: `Confirmez votre adresse e-mail pour ${brand}`,
      name,
      lead: [
        `Merci de votre inscription à ${brand}. Pour terminer, saisissez ce code sur la page d’inscription ou ouvrez le lien ci-dessous.`,
      ],
      code,
      action: { label: 'Confirmer l’adresse e-mail', url: link },
      after: [
        `Le code est valable ${minutes(code_minutes)}, le lien ${hours(link_hours)}.`,
        'Si cette inscription ne vient pas de vous, ignorez cet e-mail. Sans cette confirmation, aucun compte n’est ouvert.',
      ],
    }),
    confirm_again: ({ name, link, link_hours }, { brand, hours }) => ({
      subject: `Confirmez à nouveau votre adresse e-mail pour ${brand}`,
      name,
      lead: [
        `Merci de confirmer que cette adresse est toujours la vôtre\u00a0: ${brand} en a besoin pour tout ce qui concerne votre compte. D’ici là, l’API refuse les appels\u00a0; rien d’autre ne change.`,
      ],
      action: { label: 'Confirmer l’adresse e-mail', url: link },
      after: [`Le lien est valable ${hours(link_hours)}.`, 'Si vous n’utilisez pas ce compte, ignorez cet e-mail.'],
    }),
    already_registered: ({ name, sign_in_link, forgot_link }, { brand }) => ({
      subject: `Vous avez déjà un compte ${brand}`,
      name,
      lead: [
        `Quelqu’un, sans doute vous, a voulu s’inscrire à ${brand} avec cette adresse e-mail. Elle est déjà associée à votre compte, rien n’a donc changé. Il vous suffit de vous connecter.`,
      ],
      action: { label: 'Se connecter', url: sign_in_link },
      after: [
        { label: 'Mot de passe oublié\u00a0? En définir un nouveau', url: forgot_link },
        'Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
    }),
    reset: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Définissez un nouveau mot de passe pour ${brand}`,
      name,
      lead: [
        `Un nouveau mot de passe a été demandé pour votre compte ${brand}.`,
        `Le lien est valable ${minutes(valid)} et ne peut servir qu’une fois.`,
      ],
      action: { label: 'Définir un nouveau mot de passe', url: link },
      after: ['Si vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe reste le même.'],
    }),
    password_changed: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Votre mot de passe ${brand} a été modifié`,
      name,
      lead: [
        `Le mot de passe de votre compte ${brand} a été modifié le ${moment(at)}.`,
        'Si c’était vous, vous n’avez rien à faire. Sinon, définissez dès maintenant un nouveau mot de passe.',
      ],
      action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
      after: [],
    }),
    invitation: ({ team, inviter, role: given, link, days: valid }, { brand, days, role }) => ({
      subject: `${inviter || brand} vous invite dans une équipe sur ${brand}`,
      lead: [
        team === inviter
          ? `${inviter || brand} vous invite à rejoindre son équipe sur ${brand}. Votre rôle\u00a0: ${role(given)}.`
          : `${inviter || brand} vous invite à rejoindre l’équipe de ${team || brand} sur ${brand}. Votre rôle\u00a0: ${role(given)}.`,
      ],
      action: { label: 'Voir l’invitation', url: link },
      after: [
        `L’invitation est valable ${days(valid)} et ne fonctionne que pour cette adresse e-mail.`,
        'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.',
      ],
    }),
    sign_in_link: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Votre lien de connexion à ${brand}`,
      name,
      lead: [
        `Ce lien vous connecte à ${brand} sans mot de passe.`,
        `Il est valable ${minutes(valid)} et ne peut servir qu’une fois.`,
      ],
      action: { label: 'Se connecter', url: link },
      after: [
        'Ne le transmettez à personne\u00a0: quiconque l’ouvre est connecté en votre nom. Si vous ne l’avez pas demandé, ignorez cet e-mail.',
      ],
    }),
    impersonation_notice: ({ name, staff, reason, at }, { brand, moment, support }) => ({
      subject: `L’assistance ${brand} est entrée dans votre compte`,
      name,
      lead: [
        `Un membre de l’assistance ${brand}${staff ? ` (${staff})` : ''} est entré dans votre compte le ${moment(at)}.`,
        `Motif indiqué\u00a0: ${reason || '–'}`,
      ],
      ...(support && { action: { label: 'Contacter l’assistance', url: support } }),
      after: [
        'L’assistance ne peut ni voir ni modifier votre mot de passe, et cet accès est consigné dans le journal de votre compte.',
        'Si vous ne vous y attendiez pas, contactez notre assistance.',
      ],
    }),
    team_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
      subject: `Un nouveau membre dans votre équipe ${brand}`,
      name,
      lead: [
        `${member ? `${member} (${member_email})` : member_email} a accepté votre invitation et fait maintenant partie de votre équipe. Rôle\u00a0: ${role(given)}.`,
      ],
      action: { label: 'Ouvrir l’équipe', url: linkTo('/api-access#team') },
      after: ['Vous pouvez à tout moment changer son rôle ou retirer ce membre dans votre tableau de bord.'],
    }),
    credentials_link: ({ name, login, link }, { brand }) => ({
      subject: `Vos identifiants d’API ${brand}`,
      name,
      lead: [
        `Vous avez demandé un lien vers les identifiants d’API de ${login}. Pour votre sécurité, ils ne s’affichent que dans le tableau de bord et ne sont jamais envoyés par e-mail.`,
      ],
      action: { label: 'Ouvrir l’accès API', url: link },
      after: ['Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.'],
    }),
    key_expires: ({ name, key, login, at, link }, { brand, moment }) => ({
      subject: `Votre clé d’API ${brand} « ${key} » expire bientôt`,
      name,
      lead: [
        `La clé d’API « ${key} » de ${login} cessera de fonctionner le ${moment(at)}. Les programmes qui l’utilisent seront alors refusés.`,
      ],
      action: { label: 'Ouvrir les clés d’API', url: link },
      after: [
        'Prolongez-la, ou créez une nouvelle clé et placez-la dans votre programme. Si vous n’en avez plus besoin, vous n’avez rien à faire.',
      ],
    }),
    identity_linked: ({ name, provider: linked, at }, { brand, moment, provider, linkTo }) => ({
      subject: `Connexion avec ${provider(linked)} ajoutée à votre compte ${brand}`,
      name,
      lead: [
        `Un compte ${provider(linked)} a été associé à votre compte ${brand} le ${moment(at)}. Vous pouvez désormais vous connecter avec lui.`,
      ],
      action: { label: 'Ouvrir le profil', url: linkTo('/users/profile') },
      after: ['Si ce n’était pas vous, supprimez l’association dans votre profil et changez votre mot de passe.'],
    }),
    link_first: ({ name, provider: service, sign_in_link, forgot_link }, { brand, provider }) => ({
      subject: `Vous avez déjà un compte ${brand}`,
      name,
      lead: [
        `Quelqu’un, sans doute vous, a voulu s’inscrire à ${brand} avec ${provider(service)} et cette adresse e-mail. Elle est déjà associée à votre compte, rien n’a donc changé.`,
        `Pour vous connecter désormais avec ${provider(service)}, connectez-vous comme d’habitude et associez ${provider(service)} dans votre profil.`,
      ],
      action: { label: 'Se connecter', url: sign_in_link },
      after: [
        { label: 'Mot de passe oublié\u00a0? En définir un nouveau', url: forgot_link },
        'Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
    }),
    sign_in_stopped: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Trop de mots de passe erronés pour votre compte ${brand}`,
      name,
      lead: [
        `Un mot de passe erroné a été saisi de nombreuses fois de suite pour votre compte ${brand}, la dernière fois le ${moment(at)}. Personne n’est entré.`,
        'La connexion par mot de passe depuis un nouveau navigateur est impossible tant que vous n’en avez pas défini un nouveau. Les navigateurs depuis lesquels vous vous êtes déjà connecté ne sont pas concernés.',
      ],
      action: { label: 'Définir un nouveau mot de passe', url: forgot_link },
      after: [],
    }),
    ...frSecurity,
    ...frCompany,
    ...frSso,
    ...frStatus,
    ...frStaff,
    ...frClosing,
    database_updated: ({ name, database, version, link }, { brand }) => ({
      subject: `Nouvelle version d’une base de données achetée chez ${brand}`,
      name,
      lead: [
        `Une nouvelle version de « ${database} » est disponible : ${version}. Votre achat comprend les mises à jour : les fichiers sont prêts, sans frais supplémentaires.`,
      ],
      action: { label: 'Ouvrir mes achats', url: link },
      after: ['Les changements sont décrits sur la page de la base de données.'],
    }),
    ...frAlerts,
    ...frBilling,
    ...frBillingNotes,
    ...frSubscriptions,
  },
}
