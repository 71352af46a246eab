import type { SecurityLetters } from '../letter.ts'

export const deSecurity: SecurityLetters = {
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
}
