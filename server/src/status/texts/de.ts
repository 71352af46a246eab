import type { StatusTexts } from '../texts.ts'

export const de: StatusTexts = {
  title: (brand) => `Status von ${brand}`,
  description: (brand) => `Ob die APIs von ${brand} gerade funktionieren und wie sie in den letzten 90 Tagen liefen.`,
  overall: {
    operational: 'Alle APIs funktionieren',
    degraded: 'Einige Aufrufe schlagen fehl',
    outage: 'Es gibt einen Ausfall',
    maintenance: 'Wartungsarbeiten laufen',
    unknown: 'Der aktuelle Zustand ist unbekannt',
  },
  states: { operational: 'Funktioniert', degraded: 'Teilweise gestört', outage: 'Ausfall', maintenance: 'Wartung' },
  as_of: (at) => `Stand: ${at}`,
  old: (at) =>
    `Der aktuelle Zustand lässt sich gerade nicht ermitteln. Sie sehen den letzten bekannten Stand vom ${at}.`,
  never: 'Der aktuelle Zustand lässt sich gerade nicht ermitteln. Bitte versuchen Sie es in einigen Minuten erneut.',
  apis: 'Die letzten 90 Tage',
  legend:
    'Jeder Balken ist ein Tag in UTC. Als Fehler zählen nur Aufrufe, die durch uns oder unsere Datenquellen fehlschlugen, nicht abgelehnte Anfragen, etwa wegen eines falschen Passworts, eines ungültigen Felds oder fehlenden Guthabens.',
  answered: (percent) => `${percent} beantwortet`,
  no_calls: 'Noch keine Aufrufe',
  first_day: 'Vor 90 Tagen',
  today: 'Heute',
  day: (day, percent) => `${day}: ${percent} beantwortet`,
  day_without_calls: (day) => `${day}: keine Aufrufe`,
  bad_days: 'Tage mit Fehlern',
  current: 'Aktuell und geplant',
  past: 'Frühere Störungen und Wartungen',
  no_incidents: 'Keine in den letzten 90 Tagen.',
  heading: {
    none: (apis) => `Hinweis zu: ${apis}`,
    degraded: (apis) => `Teilweise gestört: ${apis}`,
    outage: (apis) => `Ausfall: ${apis}`,
  },
  all_apis: 'alle APIs',
  update_states: {
    investigating: { label: 'Wird untersucht', sentence: 'Wir gehen dem Problem nach.' },
    identified: { label: 'Ursache gefunden', sentence: 'Wir kennen die Ursache und arbeiten an der Behebung.' },
    monitoring: { label: 'Wird beobachtet', sentence: 'Die Behebung ist aktiv, wir beobachten das Ergebnis.' },
    resolved: { label: 'Behoben', sentence: 'Das Problem ist behoben.' },
  },
  maintenance: 'Geplante Wartung',
  maintenance_text: (from, to) => `Von ${from} bis ${to}. In dieser Zeit können Aufrufe fehlschlagen.`,
  windows: {
    planned: 'Demnächst',
    changed: 'Neuer Termin',
    cancelled: 'Abgesagt',
    cancelled_text: (from) => `Die Wartung, die ab ${from} geplant war, findet nicht statt.`,
  },
  subscribe: {
    heading: 'Meldungen per E-Mail erhalten',
    hint: 'Eine E-Mail je Meldung zu einer Störung und zu jeder geplanten Wartung. Sie können sich jederzeit mit einem Klick abmelden.',
    label: 'E-Mail-Adresse',
    button: 'Abonnieren',
    feed: 'Atom-Feed',
  },
  sent: {
    title: 'Sehen Sie in Ihrem Postfach nach',
    text: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin, um das Abonnement zu bestätigen; er gilt 24 Stunden.`,
  },
  wrong_email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  too_many: 'Zu viele Versuche. Bitte versuchen Sie es in einer Stunde erneut.',
  confirm: {
    title: 'Abonnement bestätigen',
    text: (email) => `Meldungen zu Störungen werden an ${email} gesendet.`,
    button: 'Abonnement bestätigen',
  },
  confirmed: {
    title: 'Das Abonnement ist bestätigt',
    text: (email) => `Ab jetzt erhält ${email} eine E-Mail zu jeder Meldung über eine Störung.`,
  },
  stop: {
    title: 'Statusmeldungen abbestellen',
    text: (email) => `${email} erhält dann keine E-Mails zu Störungen mehr.`,
    button: 'Abbestellen',
  },
  stopped: { title: 'Abbestellt', text: (email) => `${email} erhält keine E-Mails zu Störungen mehr.` },
  old_link: {
    title: 'Dieser Link ist nicht mehr gültig',
    text: 'Geben Sie Ihre Adresse auf der Statusseite erneut ein, um einen neuen zu erhalten.',
  },
  busy: {
    title: 'Bitte versuchen Sie es später erneut',
    text: 'Das lässt sich gerade nicht speichern. Die Statusseite selbst bleibt erreichbar.',
  },
  back: 'Zur Statusseite',
  language: 'Sprache',
}
