import type { AlertLetters } from '../letter.ts'

const settings = 'Change the alerts in Settings'

export const enAlerts: AlertLetters = {
  alert_balance: ({ name, login, balance_micros, below_micros, link, settings_link }, { brand, money }) => ({
    subject: `${brand}: the balance of ${login} is below ${money(below_micros)}`,
    name,
    lead: [
      `The balance of the API login ${login} is ${money(balance_micros)}. This alert is sent when it falls below ${money(below_micros)}.`,
      'Once it is used up, calls that cost money are refused.',
    ],
    action: { label: 'Add funds', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, say) => ({
    subject: `${say.brand}: the balance of ${login} will last for less than ${say.days(below_days)}`,
    name,
    lead: [
      `The balance of the API login ${login} is ${say.money(balance_micros)}. At the average pace of the last seven days it will last for less than ${say.days(below_days)}.`,
      `Expected time left: ${say.days(days_left)}. Once the balance is used up, calls that cost money are refused.`,
    ],
    action: { label: 'Add funds', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, say) => ({
    subject:
      percent === 100
        ? `${say.brand}: ${login} has reached its daily limit${scope && ` for ${scope}`}`
        : `${say.brand}: ${login} has reached ${say.percent(percent)} of its daily limit${scope && ` for ${scope}`}`,
    name,
    lead: [
      `The API login ${login} has reached ${say.percent(percent)} of its daily spend limit${scope && ` for ${scope}`}. Spent today: ${say.money(spent_micros)} of ${say.money(limit_micros)}.`,
      percent === 100
        ? 'Calls that would exceed the limit are refused until it resets at 00:00 UTC or you raise it.'
        : 'Once the limit is reached, calls that would exceed it are refused until it resets at 00:00 UTC.',
    ],
    action: { label: 'View limits', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, say) => ({
    subject: `${say.brand}: ${say.percent(rate_percent)} of the calls of ${login} are failing`,
    name,
    lead: [
      `Within the last hour, ${say.percent(rate_percent)} of the calls of the API login ${login} failed. The threshold of this alert is ${say.percent(above_percent)}.`,
      `Failed calls: ${say.count(errors)} of ${say.count(calls)}.`,
    ],
    action: { label: 'View errors', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
}
