import type { AlertMails } from '../mail-template.ts'

const settings = 'Benachrichtigungen in den Einstellungen ändern'

export const deAlerts: AlertMails = {
  alert_balance: ({ name, login, balance_micros, below_micros, link, settings_link }, { brand, money }) => ({
    subject: `${brand}: Das Guthaben von ${login} liegt unter ${money(below_micros)}`,
    name,
    lead: [
      `Das Guthaben des API-Logins ${login} beträgt ${money(balance_micros)}. Diese Benachrichtigung wird gesendet, sobald es unter ${money(below_micros)} sinkt.`,
      'Ist es aufgebraucht, werden kostenpflichtige Aufrufe abgelehnt.',
    ],
    action: { label: 'Guthaben aufladen', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, format) => ({
    subject: `${format.brand}: Das Guthaben von ${login} reicht weniger als ${format.days(below_days)}`,
    name,
    lead: [
      `Das Guthaben des API-Logins ${login} beträgt ${format.money(balance_micros)}. Beim durchschnittlichen Verbrauch der letzten sieben Tage reicht es weniger als ${format.days(below_days)}.`,
      `Voraussichtlich verbleibende Zeit: ${format.days(days_left)}. Ist das Guthaben aufgebraucht, werden kostenpflichtige Aufrufe abgelehnt.`,
    ],
    action: { label: 'Guthaben aufladen', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, format) => ({
    subject:
      percent === 100
        ? `${format.brand}: ${login} hat das Tageslimit${scope && ` (${scope})`} erreicht`
        : `${format.brand}: ${login} hat ${format.percent(percent)} des Tageslimits${scope && ` (${scope})`} erreicht`,
    name,
    lead: [
      `Der API-Login ${login} hat ${format.percent(percent)} des Tageslimits für Ausgaben${scope && ` (${scope})`} erreicht. Heute ausgegeben: ${format.money(spent_micros)} von ${format.money(limit_micros)}.`,
      percent === 100
        ? 'Aufrufe, die das Limit überschreiten würden, werden abgelehnt, bis es um 00:00 Uhr UTC zurückgesetzt wird oder Sie es erhöhen.'
        : 'Ist das Limit erreicht, werden Aufrufe, die es überschreiten würden, abgelehnt, bis es um 00:00 Uhr UTC zurückgesetzt wird.',
    ],
    action: { label: 'Limits ansehen', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, format) => ({
    subject: `${format.brand}: ${format.percent(rate_percent)} der Aufrufe von ${login} schlagen fehl`,
    name,
    lead: [
      `In der letzten Stunde sind ${format.percent(rate_percent)} der Aufrufe des API-Logins ${login} fehlgeschlagen. Der Schwellenwert dieser Benachrichtigung liegt bei ${format.percent(above_percent)}.`,
      `Fehlgeschlagene Aufrufe: ${format.count(errors)} von ${format.count(calls)}.`,
    ],
    action: { label: 'Fehler ansehen', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_budget: (data, format) => {
    const { name, login, of, subject, line, period, spent_micros, line_micros, forecast_micros, link, settings_link } =
      data
    const what = {
      account: 'das Konto',
      login: `den API-Login ${subject}`,
      tag: `Aufrufe mit dem Schlagwort „${subject}“`,
    }[of]
    return {
      subject: `${format.brand}: ${{ hard: `Das Monatsbudget für ${what} ist aufgebraucht`, soft: `Monatsbudget für ${what}: ${format.money(line_micros)} erreicht`, forecast: `Das Monatsbudget für ${what} reicht voraussichtlich nicht` }[line]}`,
      name,
      lead: [
        `Budget für ${what} (${login}).`,
        `Ausgaben im ${format.month(period)}: ${format.money(spent_micros)}.`,
        {
          hard: `Die Obergrenze von ${format.money(line_micros)} ist erreicht. Aufrufe darüber hinaus werden abgelehnt, bis der Monat endet (UTC) oder Sie die Obergrenze anheben.`,
          soft: `Diese Nachricht wird bei ${format.money(line_micros)} gesendet. Abgelehnt wird deswegen kein Aufruf.`,
          forecast: `Das Budget beträgt ${format.money(line_micros)}.`,
        }[line],
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [`Beim Tempo der letzten sieben Tage kostet der Monat etwa ${format.money(forecast_micros)}.`]),
      ],
      action: { label: 'Budgets ansehen', url: link },
      after: [{ label: settings, url: settings_link }],
    }
  },
}
