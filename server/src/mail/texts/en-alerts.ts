import type { AlertMails } from '../mail-template.ts'

const settings = 'Change the alerts in Settings'

export const enAlerts: AlertMails = {
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
  alert_runway: ({ name, login, balance_micros, days_left, below_days, link, settings_link }, format) => ({
    subject: `${format.brand}: the balance of ${login} will last less than ${format.days(below_days)}`,
    name,
    lead: [
      `The balance of the API login ${login} is ${format.money(balance_micros)}. At the average pace of the last seven days it will last less than ${format.days(below_days)}.`,
      `Expected time left: ${format.days(days_left)}. Once the balance is used up, calls that cost money are refused.`,
    ],
    action: { label: 'Add funds', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_limit: ({ name, login, scope, percent, spent_micros, limit_micros, link, settings_link }, format) => ({
    subject:
      percent === 100
        ? `${format.brand}: ${login} has reached its daily limit${scope && ` for ${scope}`}`
        : `${format.brand}: ${login} has reached ${format.percent(percent)} of its daily limit${scope && ` for ${scope}`}`,
    name,
    lead: [
      `The API login ${login} has reached ${format.percent(percent)} of its daily spend limit${scope && ` for ${scope}`}. Spent today: ${format.money(spent_micros)} of ${format.money(limit_micros)}.`,
      percent === 100
        ? 'Calls that would exceed the limit are refused until it resets at 00:00 UTC or you raise it.'
        : 'Once the limit is reached, calls that would exceed it are refused until it resets at 00:00 UTC.',
    ],
    action: { label: 'View limits', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_errors: ({ name, login, rate_percent, above_percent, errors, calls, link, settings_link }, format) => ({
    subject: `${format.brand}: ${format.percent(rate_percent)} of calls by ${login} are failing`,
    name,
    lead: [
      `Within the last hour, ${format.percent(rate_percent)} of calls by the API login ${login} failed. The threshold of this alert is ${format.percent(above_percent)}.`,
      `Failed calls: ${format.count(errors)} of ${format.count(calls)}.`,
    ],
    action: { label: 'View errors', url: link },
    after: [{ label: settings, url: settings_link }],
  }),
  alert_budget: (data, format) => {
    const { name, login, of, subject, line, period, spent_micros, line_micros, forecast_micros, link, settings_link } =
      data
    const what = { account: 'the account', login: `the API login ${subject}`, tag: `calls with the tag “${subject}”` }[
      of
    ]
    return {
      subject: `${format.brand}: ${{ hard: `the monthly budget for ${what} is used up`, soft: `spending by ${what} has reached ${format.money(line_micros)} this month`, forecast: `the monthly budget for ${what} is likely to be exceeded` }[line]}`,
      name,
      lead: [
        `Budget for ${what} (${login}).`,
        `Spent in ${format.month(period)}: ${format.money(spent_micros)}.`,
        {
          hard: `The hard limit of ${format.money(line_micros)} is reached. Calls that would exceed it are refused until the month ends (UTC) or you raise it.`,
          soft: `This notification is sent at ${format.money(line_micros)}. No call is refused because of it.`,
          forecast: `The budget is ${format.money(line_micros)}.`,
        }[line],
        ...(forecast_micros === null || line === 'hard'
          ? []
          : [`At the pace of the last seven days, the month will cost about ${format.money(forecast_micros)}.`]),
      ],
      action: { label: 'View budgets', url: link },
      after: [{ label: settings, url: settings_link }],
    }
  },
}
