import type { ClosingMails } from '../mail-template.ts'

export const deClosing: ClosingMails = {
  account_closing: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Ein Konto bei ${brand} wird geschlossen`,
    name,
    lead: [
      `Das Konto von ${team} bei ${brand} wurde von einem Inhaber geschlossen. API-Aufrufe werden ab jetzt abgelehnt, und es wird nichts verlängert oder abgebucht.`,
      `Am ${moment(at)} werden die personenbezogenen Daten gelöscht. Bis dahin kann jeder Inhaber die Schließung mit einem Klick abbrechen. Das Restguthaben wird nicht automatisch erstattet: Wenden Sie sich vorher an uns, wenn Sie eine Erstattung möchten.`,
    ],
    action: { label: 'Schließung abbrechen', url: linkTo('/users/profile#close-account') },
    after: [
      'Waren das weder Sie noch ein anderer Inhaber, brechen Sie die Schließung ab, legen Sie ein neues Passwort fest und wenden Sie sich an uns.',
    ],
  }),
  account_closes_soon: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Ein Konto bei ${brand} wird bald gelöscht`,
    name,
    lead: [
      `Das Konto von ${team} bei ${brand} ist geschlossen und wird am ${moment(at)} gelöscht.`,
      'Danach kann es nicht wiederhergestellt werden. Laden Sie vorher Ihre Daten herunter oder brechen Sie die Schließung in Ihrem Profil ab.',
    ],
    action: { label: 'Profil öffnen', url: linkTo('/users/profile#close-account') },
    after: [],
  }),
  account_closed: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Ein Konto bei ${brand} wurde geschlossen`,
    name,
    lead: [
      `Das Konto von ${team} bei ${brand} wurde am ${moment(at)} geschlossen. Die personenbezogenen Daten werden gelöscht; Rechnungen werden aufbewahrt, wie es das Gesetz verlangt.`,
      'Vielen Dank für die Zusammenarbeit. Sie können sich jederzeit neu registrieren.',
    ],
    action: { label: 'Neu registrieren', url: linkTo('/register') },
    after: [],
  }),
}
