import type { SsoMails } from '../mail-template.ts'

export const deSso: SsoMails = {
  sso_changed: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Das Single Sign-on Ihres Teams bei ${brand} wurde geändert`,
    name,
    lead: [
      other_email
        ? `${other} (${other_email}) hat am ${moment(at)} die Einstellungen für Single Sign-on (SSO) des Teams „${team}“ geändert.`
        : `Eine Domain des Teams „${team}“ wurde am ${moment(at)} per E-Mail für Single Sign-on (SSO) bestätigt.`,
      'Single Sign-on entscheidet, wer Zugang zu Ihrem Team hat. Wenn Sie diese Änderung nicht kennen, prüfen Sie jetzt die Einstellungen und schalten Sie Single Sign-on aus.',
    ],
    action: { label: 'Einstellungen prüfen', url: linkTo('/api-access#sso') },
    after: [],
  }),
  sso_domain: ({ domain, team, other, other_email, link, days: valid }, { brand, days }) => ({
    subject: `${domain} für Single Sign-on bei ${brand} bestätigen`,
    lead: [
      `${other} (${other_email}) möchte, dass sich im Team „${team}“ alle mit einer E-Mail-Adresse von ${domain} per Single Sign-on (SSO) anmelden können.`,
      'Bestätigen Sie das nur, wenn Sie diese Domain betreiben und den Absender kennen: Das Team legt dann fest, wie sich Personen mit diesen Adressen bei ihm anmelden.',
    ],
    action: { label: 'Anfrage ansehen', url: link },
    after: [
      `Der Link gilt ${days(valid)}.`,
      'Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail. Dann ändert sich nichts.',
    ],
  }),
  sso_full: ({ name, team, accounts }, { brand, linkTo }) => ({
    subject: `Das Single Sign-on Ihres Teams bei ${brand} nimmt vorerst keine neuen Personen auf`,
    name,
    lead: [
      `Der Anmeldedienst des Teams „${team}“ hat ${accounts} Konten angelegt, zu viele in kurzer Zeit. Vorerst können auf diesem Weg keine neuen Personen beitreten. Mitglieder melden sich wie gewohnt an.`,
      'Wenn Sie gerade viele Personen hinzufügen, können diese innerhalb eines Tages beitreten. Wenn Sie sie nicht kennen, prüfen Sie Ihren Anmeldedienst und schalten Sie Single Sign-on aus.',
    ],
    action: { label: 'Mitglieder prüfen', url: linkTo('/api-access#team') },
    after: [],
  }),
  sso_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
    subject: `Neues Mitglied in Ihrem Team bei ${brand}`,
    name,
    lead: [
      `${member ? `${member} (${member_email})` : member_email} hat sich per Single Sign-on angemeldet und gehört jetzt zu Ihrem Team. Rolle: ${role(given)}.`,
    ],
    action: { label: 'Team öffnen', url: linkTo('/api-access#team') },
    after: ['Sie können die Rolle jederzeit in Ihrem Dashboard ändern oder das Mitglied entfernen.'],
  }),
}
