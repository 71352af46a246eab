import type { SecurityMails } from '../mail-template.ts'

export const deSecurity: SecurityMails = {
  factor_on: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Zwei-Faktor-Authentifizierung ist für Ihr Konto bei ${brand} eingeschaltet`,
    name,
    lead: [
      `Für Ihr Konto bei ${brand} wurde am ${moment(at)} die Zwei-Faktor-Authentifizierung eingeschaltet. Ab jetzt brauchen Sie zum Anmelden zusätzlich einen Code aus Ihrer Authenticator-App.`,
      'Alle anderen Sitzungen wurden beendet. Der API-Zugriff ist nicht betroffen.',
      'Waren Sie das nicht, legen Sie jetzt ein neues Passwort fest und wenden Sie sich an uns.',
    ],
    action: { label: 'Neues Passwort festlegen', url: forgot_link },
    after: [],
  }),
  factor_off: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Zwei-Faktor-Authentifizierung ist für Ihr Konto bei ${brand} ausgeschaltet`,
    name,
    lead: [
      `Für Ihr Konto bei ${brand} wurde am ${moment(at)} die Zwei-Faktor-Authentifizierung ausgeschaltet. Zum Anmelden ist kein Code mehr nötig.`,
      'Waren Sie das selbst, müssen Sie nichts tun. Waren Sie es nicht, legen Sie jetzt ein neues Passwort fest und schalten Sie die Zwei-Faktor-Authentifizierung wieder ein.',
    ],
    action: { label: 'Neues Passwort festlegen', url: forgot_link },
    after: [],
  }),
  email_change_old: ({ name, code, new_email, minutes: valid }, { brand, minutes }) => ({
    subject: `Neue E-Mail-Adresse für Ihr Konto bei ${brand} bestätigen`,
    name,
    lead: [
      `Jemand, der in Ihrem Konto bei ${brand} angemeldet ist, möchte dessen E-Mail-Adresse in ${new_email} ändern. Geben Sie zur Bestätigung diesen Code auf der Profilseite ein.`,
    ],
    code,
    after: [
      `Der Code ist ${minutes(valid)} gültig.`,
      'Waren Sie das nicht, geben Sie den Code nirgends ein und legen Sie ein neues Passwort fest: Jemand kennt Ihr bisheriges.',
    ],
  }),
  email_change_new: ({ name, code, minutes: valid }, { brand, minutes }) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${brand}`,
    name,
    lead: [
      `Diese Adresse soll die E-Mail-Adresse eines Kontos bei ${brand} werden. Geben Sie zur Bestätigung diesen Code auf der Profilseite ein.`,
    ],
    code,
    after: [
      `Der Code ist ${minutes(valid)} gültig.`,
      'Haben Sie das nicht veranlasst, ignorieren Sie diese E-Mail. Ohne den Code ändert sich nichts.',
    ],
  }),
  email_changed: ({ name, at, new_email, link, days: valid }, { brand, moment, days }) => ({
    subject: `Die E-Mail-Adresse Ihres Kontos bei ${brand} wurde geändert`,
    name,
    lead: [
      `Die E-Mail-Adresse Ihres Kontos bei ${brand} wurde am ${moment(at)} in ${new_email} geändert. Ab jetzt melden Sie sich mit der neuen Adresse an.`,
      'Waren Sie das selbst, müssen Sie nichts tun. Waren Sie es nicht, machen Sie die Änderung mit diesem Link rückgängig: Das Konto erhält diese Adresse zurück, und alle werden abgemeldet.',
    ],
    action: { label: 'Änderung rückgängig machen', url: link },
    after: [`Der Link funktioniert einmal, innerhalb von ${days(valid)}.`],
  }),
  email_restored: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Ihr Konto bei ${brand} hat seine E-Mail-Adresse zurück`,
    name,
    lead: [
      `Ihr Konto bei ${brand} hat seit ${moment(at)} wieder diese E-Mail-Adresse. Alle wurden abgemeldet.`,
      'Hat jemand anderes sie geändert, kennt er möglicherweise Ihr Passwort. Legen Sie jetzt ein neues fest.',
    ],
    action: { label: 'Neues Passwort festlegen', url: forgot_link },
    after: [
      'Passkeys, verknüpfte Anmeldedienste und eine Zwei-Faktor-Authentifizierung, die etwa zur Zeit der Änderung hinzukamen, wurden entfernt.',
    ],
  }),
  passkey_added: ({ name, passkey, at }, { brand, moment, linkTo }) => ({
    subject: `Ihrem Konto bei ${brand} wurde ein Passkey hinzugefügt`,
    name,
    lead: [
      `Der Passkey „${passkey}“ wurde Ihrem Konto bei ${brand} am ${moment(at)} hinzugefügt. Wer ihn besitzt, kann sich ohne Passwort anmelden.`,
      'Waren Sie das selbst, müssen Sie nichts tun. Waren Sie es nicht, entfernen Sie ihn in Ihrem Profil und legen Sie ein neues Passwort fest.',
    ],
    action: { label: 'Profil öffnen', url: linkTo('/users/profile#passkeys') },
    after: [],
  }),
}
