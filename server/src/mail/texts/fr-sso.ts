import type { SsoMails } from '../mail-template.ts'

export const frSso: SsoMails = {
  sso_changed: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `L’authentification unique de votre équipe chez ${brand} a été modifiée`,
    name,
    lead: [
      other_email
        ? `${other} (${other_email}) a modifié les paramètres de l’authentification unique (SSO) de l’équipe « ${team} » le ${moment(at)}.`
        : `Un domaine de l’équipe « ${team} » a été confirmé par e-mail pour l’authentification unique (SSO) le ${moment(at)}.`,
      'L’authentification unique décide qui peut entrer dans votre équipe. Si vous n’êtes pas au courant de cette modification, vérifiez les paramètres maintenant et désactivez-la.',
    ],
    action: { label: 'Vérifier les paramètres', url: linkTo('/api-access#sso') },
    after: [],
  }),
  sso_domain: ({ domain, team, other, other_email, link, days: valid }, { brand, days }) => ({
    subject: `Confirmez ${domain} pour l’authentification unique chez ${brand}`,
    lead: [
      `${other} (${other_email}) veut que l’équipe « ${team} » utilise l’authentification unique (SSO) pour toutes les personnes qui ont une adresse en ${domain}.`,
      'Confirmez seulement si vous gérez ce domaine et connaissez l’expéditeur\u00a0: l’équipe décidera alors comment les personnes ayant ces adresses s’y connectent.',
    ],
    action: { label: 'Voir la demande', url: link },
    after: [
      `Le lien est valable ${days(valid)}.`,
      'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail. Rien ne changera.',
    ],
  }),
  sso_full: ({ name, team, accounts }, { brand, linkTo }) => ({
    subject: `L’authentification unique de votre équipe chez ${brand} n’accepte plus de nouvelles personnes pour le moment`,
    name,
    lead: [
      `Le service de connexion de l’équipe « ${team} » a créé ${accounts} comptes, trop en peu de temps. Pour le moment, personne d’autre ne peut rejoindre l’équipe ainsi. Les membres se connectent comme d’habitude.`,
      'Si vous ajoutez beaucoup de personnes, elles pourront la rejoindre sous un jour. Si vous ne les connaissez pas, vérifiez votre service de connexion et désactivez l’authentification unique.',
    ],
    action: { label: 'Vérifier les membres', url: linkTo('/api-access#team') },
    after: [],
  }),
  sso_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
    subject: `Un nouveau membre dans votre équipe ${brand}`,
    name,
    lead: [
      `${member ? `${member} (${member_email})` : member_email} s’est connecté avec l’authentification unique et fait maintenant partie de votre équipe. Rôle\u00a0: ${role(given)}.`,
    ],
    action: { label: 'Ouvrir l’équipe', url: linkTo('/api-access#team') },
    after: ['Vous pouvez à tout moment changer son rôle ou retirer ce membre dans votre tableau de bord.'],
  }),
}
