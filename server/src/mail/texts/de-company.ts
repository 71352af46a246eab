import type { CompanyMails } from '../mail-template.ts'

export const deCompany: CompanyMails = {
  ownership_received: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Sie sind jetzt Inhaber eines Teams bei ${brand}`,
    name,
    lead: [
      `${other} (${other_email}) hat Sie am ${moment(at)} zum Inhaber des Teams „${team}“ gemacht. Sie dürfen in diesem Konto jetzt alles, auch Zahlungen und andere Inhaber verwalten.`,
      'Wurde Ihnen das Konto übergeben, kennt der bisherige Inhaber noch das API-Passwort der Logins. Erstellen Sie ein neues, sobald Ihre Programme es erlauben.',
    ],
    action: { label: 'Teamseite öffnen', url: linkTo('/api-access#team') },
    after: [],
  }),
  ownership_given: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Sie haben ein Team bei ${brand} übergeben`,
    name,
    lead: [
      `Sie haben ${other} (${other_email}) am ${moment(at)} zum Inhaber des Teams „${team}“ gemacht. Sie selbst sind in diesem Team jetzt Administrator.`,
      'Waren Sie das nicht, legen Sie sofort ein neues Passwort fest und wenden Sie sich an uns.',
    ],
    action: { label: 'Teamseite öffnen', url: linkTo('/api-access#team') },
    after: [],
  }),
  new_device: ({ name, device, ip, at, forgot_link }, { brand, moment }) => ({
    subject: `Neue Anmeldung bei Ihrem Konto bei ${brand}`,
    name,
    lead: [
      `Bei Ihrem Konto bei ${brand} hat sich am ${moment(at)} jemand mit einer Kombination aus Browser und IP-Adresse angemeldet, die wir noch nicht kennen.`,
      `Browser: ${device}. IP-Adresse: ${ip}.`,
      'Waren Sie das selbst, müssen Sie nichts tun. Waren Sie es nicht, legen Sie jetzt ein neues Passwort fest: Damit enden alle Sitzungen.',
    ],
    action: { label: 'Neues Passwort festlegen', url: forgot_link },
    after: [],
  }),
  factor_required: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Ihr Team bei ${brand} verlangt bald einen zweiten Faktor`,
    name,
    lead: [
      `Ab ${moment(at)} können im Team „${team}“ nur noch Mitglieder arbeiten, die die Zwei-Faktor-Authentifizierung oder einen Passkey haben.`,
      'Sie haben noch keines von beiden. Richten Sie eines davon vorher in Ihrem Profil ein: Ohne können Sie danach nicht mit den Logins dieses Teams arbeiten. API-Aufrufe sind nicht betroffen.',
    ],
    action: { label: 'Im Profil einrichten', url: linkTo('/users/profile#two-factor') },
    after: [],
  }),
  factor_reset: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Die Zwei-Faktor-Authentifizierung Ihres Kontos bei ${brand} wurde zurückgesetzt`,
    name,
    lead: [
      `Unser Support hat am ${moment(at)} die Zwei-Faktor-Authentifizierung und alle Passkeys Ihres Kontos bei ${brand} entfernt, weil uns ihr Verlust gemeldet wurde. Alle Sitzungen wurden beendet.`,
      'Melden Sie sich mit Ihrem Passwort an und richten Sie die Zwei-Faktor-Authentifizierung wieder ein.',
      'Haben Sie das nicht verlangt, legen Sie sofort ein neues Passwort fest und wenden Sie sich an uns.',
    ],
    action: { label: 'Neues Passwort festlegen', url: forgot_link },
    after: [],
  }),
  data_ready: ({ name, link, days: valid }, { brand, days }) => ({
    subject: `Ihre Daten von ${brand} liegen zum Herunterladen bereit`,
    name,
    lead: [
      `Das Archiv mit Ihren Daten bei ${brand} ist fertig. Melden Sie sich an und laden Sie es in Ihrem Profil herunter.`,
    ],
    action: { label: 'Profil öffnen', url: link },
    after: [
      `Es kann ${days(valid)} lang heruntergeladen werden, nur von Ihnen, und wird danach gelöscht.`,
      'Haben Sie es nicht angefordert, legen Sie sofort ein neues Passwort fest und wenden Sie sich an uns.',
    ],
  }),
}
