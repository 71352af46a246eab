import type { Texts } from '../mail-template.ts'
import { deAlerts } from './de-alerts.ts'
import { deBilling } from './de-billing.ts'
import { deBillingNotes } from './de-billing-notes.ts'
import { deClosing } from './de-closing.ts'
import { deCompany } from './de-company.ts'
import { deSecurity } from './de-security.ts'
import { deSso } from './de-sso.ts'
import { deStaff } from './de-staff.ts'
import { deStatus } from './de-status.ts'
import { deSubscriptions } from './de-subscriptions.ts'

export const de: Texts = {
  greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  no_button: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse im Browser:',
  reasons: {
    sign_up: (brand, to) => `Sie erhalten diese E-Mail, weil ${to} bei der Registrierung bei ${brand} angegeben wurde.`,
    account: (brand, to) => `Sie erhalten diese E-Mail, weil ${to} zu einem Konto bei ${brand} gehört.`,
    invitation: (brand, to) =>
      `Sie erhalten diese E-Mail, weil jemand ${to} in einer Einladung zu ${brand} angegeben hat.`,
    team: (brand, to) => `Sie erhalten diese E-Mail, weil dem Konto ${to} ein Team bei ${brand} gehört.`,
    alert: (brand, to) =>
      `Sie erhalten diese E-Mail, weil Benachrichtigungen an ${to} bei ${brand} eingeschaltet sind.`,
    domain: (brand, to) =>
      `Sie erhalten diese E-Mail, weil jemand bei ${brand} nachweisen möchte, dass ihm die Domain von ${to} gehört.`,
    billing: (brand, to) => `Sie erhalten diese E-Mail, weil ${to} die Rechnungen eines Kontos bei ${brand} erhält.`,
    status: (brand, to) => `Sie erhalten diese E-Mail, weil ${to} auf der Statusseite von ${brand} eingetragen wurde.`,
  },
  questions: 'Fragen?',
  preferences: 'E-Mail-Einstellungen',
  unsubscribe: 'Abbestellen',
  colon: ':',
  roles: {
    owner: 'Inhaber',
    admin: 'Administrator',
    developer: 'Entwickler',
    finance: 'Finanzen',
    viewer: 'Betrachter',
  },
  mails: {
    activation: ({ name, code, code_minutes, link, link_hours }, { brand, minutes, hours }) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brand}`,
      name,
      lead: [
        `Vielen Dank für Ihre Registrierung bei ${brand}. Geben Sie zum Abschluss diesen Code auf der Seite ein, auf der Sie sich registriert haben, oder öffnen Sie den Link unten.`,
      ],
      code,
      action: { label: 'E-Mail-Adresse bestätigen', url: link },
      after: [
        `Der Code gilt ${minutes(code_minutes)}, der Link ${hours(link_hours)}.`,
        'Wenn Sie sich nicht registriert haben, ignorieren Sie diese E-Mail. Ohne diese Bestätigung wird kein Konto eröffnet.',
      ],
    }),
    confirm_again: ({ name, link, link_hours }, { brand, hours }) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brand} erneut`,
      name,
      lead: [
        `Bitte bestätigen Sie, dass diese Adresse noch Ihre ist: ${brand} braucht sie für alles, was Ihr Konto betrifft. Bis dahin lehnt die API Aufrufe ab; sonst ändert sich nichts.`,
      ],
      action: { label: 'E-Mail-Adresse bestätigen', url: link },
      after: [
        `Der Link gilt ${hours(link_hours)}.`,
        'Wenn Sie dieses Konto nicht nutzen, ignorieren Sie diese E-Mail.',
      ],
    }),
    already_registered: ({ name, sign_in_link, forgot_link }, { brand }) => ({
      subject: `Sie haben bereits ein Konto bei ${brand}`,
      name,
      lead: [
        `Jemand, vermutlich Sie selbst, wollte sich mit dieser E-Mail-Adresse bei ${brand} registrieren. Sie gehört bereits zu Ihrem Konto, daher wurde nichts geändert. Sie können sich einfach anmelden.`,
      ],
      action: { label: 'Anmelden', url: sign_in_link },
      after: [
        { label: 'Passwort vergessen? Neues Passwort festlegen', url: forgot_link },
        'Wenn Sie es nicht waren, müssen Sie nichts tun.',
      ],
    }),
    reset: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Neues Passwort für ${brand} festlegen`,
      name,
      lead: [
        `Für Ihr Konto bei ${brand} wurde ein neues Passwort angefordert.`,
        `Der Link gilt ${minutes(valid)} und kann einmal verwendet werden.`,
      ],
      action: { label: 'Neues Passwort festlegen', url: link },
      after: ['Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.'],
    }),
    password_changed: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Ihr Passwort für ${brand} wurde geändert`,
      name,
      lead: [
        `Das Passwort Ihres Kontos bei ${brand} wurde am ${moment(at)} geändert.`,
        'Wenn Sie es waren, müssen Sie nichts tun. Wenn nicht, legen Sie jetzt ein neues Passwort fest.',
      ],
      action: { label: 'Neues Passwort festlegen', url: forgot_link },
      after: [],
    }),
    invitation: ({ team, inviter, role: given, link, days: valid }, { brand, days, role }) => ({
      subject: `${inviter || brand} lädt Sie in ein Team bei ${brand} ein`,
      lead: [
        team === inviter
          ? `${inviter || brand} lädt Sie ins Team bei ${brand} ein. Ihre Rolle: ${role(given)}.`
          : `${inviter || brand} lädt Sie in das Team von ${team || brand} bei ${brand} ein. Ihre Rolle: ${role(given)}.`,
      ],
      action: { label: 'Einladung ansehen', url: link },
      after: [
        `Die Einladung gilt ${days(valid)} und funktioniert nur für diese E-Mail-Adresse.`,
        'Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.',
      ],
    }),
    sign_in_link: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Ihr Anmeldelink für ${brand}`,
      name,
      lead: [
        `Mit diesem Link melden Sie sich ohne Passwort bei ${brand} an.`,
        `Er gilt ${minutes(valid)} und kann einmal verwendet werden.`,
      ],
      action: { label: 'Anmelden', url: link },
      after: [
        'Geben Sie ihn nicht weiter: Wer ihn öffnet, ist in Ihrem Namen angemeldet. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
      ],
    }),
    impersonation_notice: ({ name, staff, reason, at }, { brand, moment, support }) => ({
      subject: `Der Support von ${brand} hat Ihr Konto geöffnet`,
      name,
      lead: [
        `Ein Mitglied des Supports von ${brand}${staff ? ` (${staff})` : ''} hat Ihr Konto am ${moment(at)} geöffnet.`,
        `Angegebener Grund: ${reason || '–'}`,
      ],
      ...(support && { action: { label: 'Support kontaktieren', url: support } }),
      after: [
        'Der Support kann Ihr Passwort weder sehen noch ändern, und der Zugriff ist im Protokoll Ihres Kontos festgehalten.',
        'Wenn Sie das nicht erwartet haben, wenden Sie sich bitte an unseren Support.',
      ],
    }),
    team_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
      subject: `Neues Mitglied in Ihrem Team bei ${brand}`,
      name,
      lead: [
        `${member ? `${member} (${member_email})` : member_email} hat Ihre Einladung angenommen und gehört jetzt zu Ihrem Team. Rolle: ${role(given)}.`,
      ],
      action: { label: 'Team öffnen', url: linkTo('/api-access#team') },
      after: ['Sie können die Rolle jederzeit in Ihrem Dashboard ändern oder das Mitglied entfernen.'],
    }),
    credentials_link: ({ name, login, link }, { brand }) => ({
      subject: `Ihre API-Zugangsdaten für ${brand}`,
      name,
      lead: [
        `Sie haben einen Link zu den API-Zugangsdaten von ${login} angefordert. Zu Ihrer Sicherheit stehen sie nur im Dashboard und nie in einer E-Mail.`,
      ],
      action: { label: 'API-Zugang öffnen', url: link },
      after: ['Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.'],
    }),
    key_expires: ({ name, key, login, at, link }, { brand, moment }) => ({
      subject: `Ihr ${brand}-API-Schlüssel „${key}“ läuft bald ab`,
      name,
      lead: [
        `Der API-Schlüssel „${key}“ von ${login} gilt noch bis ${moment(at)}. Danach werden Programme abgewiesen, die ihn verwenden.`,
      ],
      action: { label: 'API-Schlüssel öffnen', url: link },
      after: [
        'Verlängern Sie ihn, oder legen Sie einen neuen Schlüssel an und hinterlegen Sie ihn in Ihrem Programm. Wird er nicht mehr gebraucht, müssen Sie nichts tun.',
      ],
    }),
    identity_linked: ({ name, provider: linked, at }, { brand, moment, provider, linkTo }) => ({
      subject: `Anmeldung mit ${provider(linked)} für Ihr Konto bei ${brand} hinzugefügt`,
      name,
      lead: [
        `Am ${moment(at)} wurde ein ${provider(linked)}-Konto mit Ihrem Konto bei ${brand} verknüpft. Sie können sich ab jetzt damit anmelden.`,
      ],
      action: { label: 'Profil öffnen', url: linkTo('/users/profile') },
      after: ['Wenn Sie es nicht waren, entfernen Sie die Verknüpfung in Ihrem Profil und ändern Sie Ihr Passwort.'],
    }),
    link_first: ({ name, provider: service, sign_in_link, forgot_link }, { brand, provider }) => ({
      subject: `Sie haben bereits ein Konto bei ${brand}`,
      name,
      lead: [
        `Jemand, vermutlich Sie selbst, wollte sich über ${provider(service)} mit dieser E-Mail-Adresse bei ${brand} registrieren. Sie gehört bereits zu Ihrem Konto, daher wurde nichts geändert.`,
        `Wenn Sie sich künftig mit ${provider(service)} anmelden möchten, melden Sie sich wie bisher an und verknüpfen Sie ${provider(service)} in Ihrem Profil.`,
      ],
      action: { label: 'Anmelden', url: sign_in_link },
      after: [
        { label: 'Passwort vergessen? Neues Passwort festlegen', url: forgot_link },
        'Wenn Sie es nicht waren, müssen Sie nichts tun.',
      ],
    }),
    sign_in_stopped: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Zu viele falsche Passwörter für Ihr Konto bei ${brand}`,
      name,
      lead: [
        `Für Ihr Konto bei ${brand} wurde viele Male hintereinander ein falsches Passwort eingegeben, zuletzt am ${moment(at)}. Niemand wurde angemeldet.`,
        'In neuen Browsern ist die Anmeldung mit dem Passwort erst wieder möglich, wenn Sie ein neues festlegen. Browser, in denen Sie schon angemeldet waren, sind nicht betroffen.',
      ],
      action: { label: 'Neues Passwort festlegen', url: forgot_link },
      after: [],
    }),
    ...deSecurity,
    ...deCompany,
    ...deSso,
    ...deStatus,
    ...deStaff,
    ...deClosing,
    database_updated: ({ name, database, version, link }, { brand }) => ({
      subject: `Neue Version einer bei ${brand} gekauften Datenbank`,
      name,
      lead: [
        `Von „${database}“ gibt es eine neue Version: ${version}. Ihr Kauf umfasst Aktualisierungen, die Dateien stehen ohne weitere Kosten für Sie bereit.`,
      ],
      action: { label: 'Meine Käufe öffnen', url: link },
      after: ['Was sich geändert hat, steht auf der Seite der Datenbank.'],
    }),
    ...deAlerts,
    ...deBilling,
    ...deBillingNotes,
    ...deSubscriptions,
  },
}
